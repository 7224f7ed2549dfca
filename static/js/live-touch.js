// Fingers and mouse at the live table. A tap counts for the button on which it began, whatever the page
// does meanwhile; nothing is redrawn while a finger is down; a button that has just changed ignores a tap,
// and says so.

const root = document.querySelector("[data-live]");
const CONTROLS = "[data-key], a[href], button, summary, label, select, input";
const HOLD = 400; // ms at most that the page waits for a finger
const AFTER = 60; // ms after it is up, for the browser's own click
const CLICK = 700; // ms in which that click comes, if it does
const SLOP = 20; // px that a finger may move in a tap

const presses = new Map(); // by pointer
let clicks = []; // of presses that are over, and whose click is still to come

const isMove = (control) => control.matches("button[form=move]");
const OPENS = "summary, [data-opens], [popovertarget]"; // what only opens something can do no harm

/* A button is judged by itself: one in a sheet stays where it is when the part below moves. */
function isDeaf(control) {
  if (control.matches(OPENS)) return false;
  return control.dataset.key === undefined ? Boolean(control.closest("[data-moved]")) : control.matches("[data-deaf], [data-moved]");
}

const isNear = (press, event) => Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLOP;

function tap(button) {
  root.dispatchEvent(new CustomEvent("live:tap", { detail: { button } }));
}

function sayDeaf(control) {
  const label = control.getAttribute("aria-label") ?? control.textContent.replace(/\s+/g, " ").trim();
  root.dispatchEvent(new CustomEvent("live:tell", { detail: { text: root.dataset.justChanged.replace("{move}", label) } }));
}

/* --- the page holds still --- */

let holding;
function hold() {
  clearTimeout(holding);
  root.toggleAttribute("data-pressed", true);
  holding = setTimeout(release, HOLD);
}

function release() {
  clearTimeout(holding);
  root.removeAttribute("data-pressed");
  root.dispatchEvent(new CustomEvent("live:released"));
}

function up(pointer) {
  const press = presses.get(pointer);
  clearTimeout(press?.counting);
  clearInterval(press?.counting);
  presses.delete(pointer);
  if (!presses.size) { clearTimeout(holding); holding = setTimeout(release, AFTER); }
  return press;
}

/* --- a press --- */

root.addEventListener("pointerdown", (event) => {
  const control = event.target.closest(CONTROLS);
  if (!control || event.button > 0) return;
  const press = { control, x: event.clientX, y: event.clientY, isDeaf: isDeaf(control), at: event.timeStamp };
  presses.set(event.pointerId, press);
  hold();
  if (control.dataset.by && !press.isDeaf) press.counting = setTimeout(() => countOn(press), 450);
});

/* Held down, a button counts on by itself. */
function countOn(press) {
  const { key } = press.control.dataset;
  press.counting = setInterval(() => {
    const button = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (button) tap(button);
  }, 130);
}

addEventListener("pointerup", (event) => {
  const press = up(event.pointerId);
  if (!press || !isNear(press, event)) return;
  press.over = event.timeStamp;
  clicks.push(press);
  if (!isMove(press.control)) return;
  press.isDone = true; // the browser's click counts no more
  if (press.isDeaf) sayDeaf(press.control);
  else tap(press.control);
}, true);

addEventListener("pointercancel", (event) => up(event.pointerId), true);
addEventListener("blur", () => { for (const pointer of [...presses.keys()]) up(pointer); });

/* --- the browser's own click: after a press, or by a key, or by a script --- */

function pressOf(event) {
  clicks = clicks.filter((press) => event.timeStamp - press.over < CLICK);
  const press = event.detail ? clicks.find((each) => isNear(each, event)) : undefined;
  clicks = clicks.filter((each) => each !== press);
  return press;
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("click", (event) => {
  const press = pressOf(event);
  const control = event.target.closest?.(CONTROLS);
  if (press?.isDone) return stop(event);
  if (press && press.control !== control && !press.control.contains(event.target)) {
    stop(event); // something else has come under the finger
    if (!press.isDeaf && press.control.isConnected) press.control.click();
    return;
  }
  if (control && root.contains(control) && (press?.isDeaf ?? isDeaf(control))) {
    stop(event);
    sayDeaf(control);
  }
}, true);

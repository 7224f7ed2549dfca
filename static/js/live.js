// A game on every phone. Taps go into one queue, which is sent in order, one move at a time; the
// server's answers and its stream draw the page, and taps on their way are shown on top of that.

const root = document.querySelector("[data-live]");
const form = document.getElementById("move");
const stamp = root.dataset.key; // of the table; another one if its moves were deleted
const storage = `live:${stamp}`;

const SETTLE = 650; // ms without a tap until "−1 −1 −1" is sent as "−3"
const MOST = 30; // that a counter is changed by in one move
const DEAF = 400; // ms in which a button ignores taps after its meaning changed
const PATIENCE = 15000; // ms until a move without an answer is sent again
const LOST = 1500; // ms until a move that is not on the stream is asked for
const HEARTBEAT = 35000; // ms of silence after which the stream is taken for dead
const LEAVING = 2000; // ms that a link waits for moves to be sent; the rest is sent from the next live page

let sequence = Number(root.dataset.sequence);
let seenAt = Date.now();
let isAway = navigator.onLine === false; // the latest attempt to reach the server failed

/* --- what comes in --- */

function show({ sequence: at, since, token, parts, over }) {
  if (over) return location.assign(over);
  if (since > sequence) return catchUp(); // something is missing between
  const isSaid = counted.has(token); // this phone has said the number already
  seenAt = Date.now();
  if (token) drop((move) => move.token === token);
  if (parts === undefined || at < sequence) return;
  sequence = at;
  for (const [name, html] of Object.entries(parts)) swap(root.querySelector(`[data-part="${name}"]`), html);
  drop((move) => move.answered <= sequence);
  preview();
  root.dispatchEvent(new CustomEvent("live:shown", { detail: { isSaid } }));
}

/* Put a part in the place of the old one; folds stay as they were, who was on a button stays there. */
function swap(place, html) {
  if (!place) return;
  const folds = [...place.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const before = new Set([...place.querySelectorAll("[data-key]")].map(meaning));
  place.innerHTML = html;
  for (const [id, open] of folds) place.querySelector(`#${CSS.escape(id)}`)?.toggleAttribute("open", open);
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  for (const button of place.querySelectorAll("[data-key]:not([data-by])")) {
    if (!before.has(meaning(button))) changed(button);
  }
}

/* --- a second tap does not hit what the first one has brought under the thumb --- */

const deafUntil = new Map(); // meaning of a button → when it may be tapped

function meaning(button) {
  return `${button.dataset.key} ${button.value ?? button.hash}`;
}

function changed(button) {
  const what = meaning(button);
  deafUntil.set(what, Date.now() + DEAF);
  button.dataset.deaf = "";
  setTimeout(() => { deafUntil.delete(what); delete button.dataset.deaf; }, DEAF);
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-key]");
  if (!button || !(deafUntil.get(meaning(button)) > Date.now())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/* --- the stream: reconnects by itself, with exponential backoff and jitter --- */

let source, retryDelay = 500, lastHeard = Date.now(), polling;

function connect() {
  source?.close();
  source = new EventSource(`${root.dataset.events}?seen=${sequence}&table=${stamp}`);
  lastHeard = Date.now();
  source.addEventListener("parts", (event) => { heard(); show(JSON.parse(event.data)); });
  source.addEventListener("beat", heard);
  source.addEventListener("poll", poll);
  source.addEventListener("over", (event) => { source.close(); location.assign(JSON.parse(event.data).to); });
  source.onopen = () => { retryDelay = 500; heard(); reached(true); connected(true); flush(); };
  source.onerror = () => {
    source.close();
    connected(false);
    clearTimeout(polling);
    polling = setTimeout(again, retryDelay * (0.5 + Math.random()));
    retryDelay = Math.min(retryDelay * 2, 6000);
  };
}

/* A server that holds no streams is asked now and then. */
function poll() {
  source.onerror = null;
  source.close();
  clearTimeout(polling);
  polling = setTimeout(async () => { connected(Boolean(await catchUp())); poll(); }, 3000 * (0.75 + Math.random() / 2));
}

function heard() { lastHeard = seenAt = Date.now(); }

/* Without a stream the table is asked for now and then: a proxy may not let streams through. */
async function again() {
  await catchUp();
  connect();
}

/* Ask for everything that is new; say whether the server answered. */
async function catchUp() {
  try {
    const address = `${root.dataset.state}?seen=${sequence}&table=${stamp}`;
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.status === 404 || answer.status === 403) return location.reload();
    if (!answer.ok) return reached(false);
    show(await answer.json());
    flush();
    return reached(true);
  } catch {
    return reached(false);
  }
}

function connected(is) {
  root.toggleAttribute("data-connected", is);
}

function reached(is) {
  isAway = !is;
  sayConnection();
  return is;
}

setInterval(() => {
  if (navigator.onLine !== false) flush(); // what a server in trouble did not take
  if (Date.now() - lastHeard > HEARTBEAT && source?.readyState === EventSource.OPEN) source.onerror();
}, 5000);
addEventListener("online", connect);
addEventListener("offline", () => { connected(false); reached(false); });
addEventListener("pageshow", (event) => { if (event.persisted) again(); });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && source?.readyState !== EventSource.OPEN) { retryDelay = 500; again(); }
});

/* --- the queue ---
   A move: token, seen (the latest move on this page when it was tapped), fields, label, at (when);
   for a counter also counter, by and ripe (when it is sent, if no tap follows);
   then sent, and answered (its number) until the page shows it. */

let queue = load();
const counted = new Set(); // the tokens of this phone's own counting

function load() {
  try { return (JSON.parse(localStorage.getItem(storage)) ?? []).filter((move) => move.fields); } catch { return []; }
}

function save() {
  try {
    if (queue.length) localStorage.setItem(storage, JSON.stringify(queue));
    else localStorage.removeItem(storage);
  } catch { /* a private window */ }
}

const unanswered = () => queue.filter((move) => !move.answered);

function enqueue(move) {
  const token = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  queue.push({ ...move, token, seen: sequence, at: Date.now() });
  if (move.counter) counted.add(token);
  save();
  preview();
  flush();
}

function drop(which) {
  const left = queue.filter((move) => !which(move));
  if (left.length === queue.length) return;
  queue = left;
  save();
  preview();
}

let sending, ripening;

/* Send what is in the queue, in order; the promise says when no more can be sent now. */
function flush() {
  sending ??= work().finally(() => { sending = undefined; sayConnection(); });
  return sending;
}

async function work() {
  for (let move = nextToSend(); move && form; move = nextToSend()) {
    move.sent = true;
    save();
    if (!(await send(move))) return;
  }
}

function nextToSend() {
  const [move] = unanswered();
  if (!move || move === queue.at(-1) && !move.sent && move.ripe > Date.now()) {
    clearTimeout(ripening);
    if (move) ripening = setTimeout(flush, move.ripe - Date.now());
    return undefined;
  }
  return move;
}

/* Send one move; say whether it is done with, so that the next one can be sent. */
async function send(move) {
  const told = source?.readyState === EventSource.OPEN ? { told: 1 } : {}; // the stream brings what changed
  const body = new URLSearchParams({
    ...fieldsOf(move), ...told, seen: move.seen, token: move.token, table: stamp,
    csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value,
  });
  let answer, said;
  try {
    const signal = AbortSignal.timeout?.(PATIENCE);
    answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true, signal });
    if (answer.status >= 500 || answer.status === 429) return reached(false); // it is sent again
    if (answer.status === 403 || answer.status === 404) return notAllowed(move);
    said = await answer.json();
  } catch {
    return reached(false); // it is kept, and sent when the network is back
  }
  reached(true);
  if (said.refused) {
    tell(`${move.label ? `${move.label}: ` : ""}${said.refused}`, Date.now() - move.at > 5000);
    drop((each) => each.token === move.token);
  } else {
    move.answered = said.sequence;
    if (!said.parts) setTimeout(() => { if (sequence < said.sequence) again(); }, LOST);
  }
  show(said.parts ? { ...said, token: move.token } : said);
  drop((each) => each.answered <= sequence);
  return true;
}

function fieldsOf(move) {
  if (!move.counter) return move.fields;
  return { move: JSON.stringify({ ...JSON.parse(move.fields.move), by: move.by }) };
}

/* The form's secret may be old, which a reload mends; or this person may make no more moves. */
function notAllowed(move) {
  if (!move.reloaded) {
    move.reloaded = true;
    save();
    location.reload();
    return false;
  }
  drop((each) => each.token === move.token);
  tell(root.dataset.notAllowed.replace("{move}", move.label), true);
  return true;
}

/* --- what this phone says --- */

const notes = root.querySelector("[data-said]");

/* What was refused long after the tap stays until somebody has read it. The same is said once. */
function tell(text, stays = false) {
  if ([...notes.children].some((each) => each.firstChild?.data === text)) return;
  const line = document.createElement("p");
  line.textContent = text;
  if (stays) {
    const close = document.createElement("button");
    close.className = "button button--quiet";
    close.textContent = notes.dataset.close;
    close.onclick = () => line.remove();
    line.append(close);
  } else {
    setTimeout(() => line.remove(), 8000);
  }
  notes.append(line);
}

function sayConnection() {
  const note = root.querySelector("[data-offline]");
  const [when, waiting] = note.querySelectorAll("[data-text]");
  const { lang } = document.documentElement;
  const time = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { timeStyle: "medium" }).format(seenAt);
  const count = unanswered().length;
  when.textContent = when.dataset.text.replace("{when}", time);
  waiting.textContent = count ? waiting.dataset.text.replace("{count}", count) : "";
  note.hidden = !isAway;
}
setInterval(sayConnection, 3000);

/* Show what the server says, and on top of it what is on its way. */
function preview() {
  for (const counter of root.querySelectorAll("[data-counter]")) {
    const by = queue.reduce((sum, move) => sum + (move.counter === counter.dataset.counter ? move.by : 0), 0);
    const { limit, overflows } = counter.dataset;
    const shown = counter.querySelector("output"), value = Number(shown.defaultValue); // as the server wrote it
    const now = Math.min(Math.max(0, value + by), Math.max(limit, value));
    shown.value = now;
    const arc = counter.querySelector("[data-arc]");
    arc?.setAttribute("stroke-dasharray", `${now} ${arc.getAttribute("pathLength")}`);
    counter.querySelectorAll("[data-pip]").forEach((pip, place) => pip.classList.toggle("is-full", place < now));
    counter.classList.toggle("live-counter--waiting", by !== 0);
    ends(counter.querySelector(".live-counter__less"), now === 0 && overflows === undefined);
    ends(counter.querySelector(".live-counter__more"), now >= limit);
  }
  const waiting = new Set(unanswered().map((move) => move.fields.move));
  for (const button of root.querySelectorAll("[data-needs-others]")) {
    button.toggleAttribute("data-sending", waiting.has(button.value));
  }
}

function ends(button, is) {
  if (is) button?.setAttribute("aria-disabled", "true");
  else button?.removeAttribute("aria-disabled");
}

/* --- taps --- */

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (sent !== form && !sent.matches?.("[data-panel]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = event.submitter;
  if (button?.dataset.by) return count(button);
  const own = ["csrfmiddlewaretoken", "token", "seen", "table", "look"];
  const fields = Object.fromEntries([...new FormData(sent, button)].filter(([name]) => !own.includes(name)));
  const subject = sent.querySelector("select")?.selectedOptions[0].text;
  const label = subject ?? button?.getAttribute("aria-label") ?? button?.textContent.trim();
  const needsOthers = button?.hasAttribute("data-needs-others") || sent.hasAttribute("data-needs-others");
  if (needsOthers && isAway) return tell(root.dataset.needsOthers.replace("{move}", label), true);
  // The same button once more, before the server has answered, is the same tap.
  if (needsOthers && queue.some((move) => move.fields.move === fields.move)) return;
  enqueue({ fields, label });
  if (sent !== form) { sent.reset(); sent.closest("details").open = false; }
}, true);

/* Taps on plus and minus add up until the hand rests, or something else is tapped: then they are one move. */
function count(button) {
  if (button.hasAttribute("aria-disabled")) return;
  const counter = button.closest("[data-counter]");
  root.dispatchEvent(new CustomEvent("live:counted", { detail: { key: counter.dataset.counter } }));
  const by = Number(button.dataset.by);
  const last = queue.at(-1);
  if (last?.counter === counter.dataset.counter && !last.sent && Math.abs(last.by + by) <= MOST) {
    last.by += by;
    last.ripe = Date.now() + SETTLE;
    last.label = labelOf(counter, last.by);
    if (last.by === 0) queue.pop();
    save();
    preview();
    flush();
  } else {
    const fields = { move: button.value };
    enqueue({ fields, counter: counter.dataset.counter, by, ripe: Date.now() + SETTLE, label: labelOf(counter, by) });
  }
}

function labelOf(counter, by) {
  return `${counter.getAttribute("aria-label")} ${by > 0 ? "+" : "−"}${Math.abs(by)}`;
}

/* Held down, a button counts on by itself. */
let holding;
root.addEventListener("pointerdown", (event) => {
  const key = event.target.closest("[data-by]")?.dataset.key;
  if (!key) return;
  const again = () => { const button = root.querySelector(`[data-key="${CSS.escape(key)}"]`); if (button) count(button); };
  holding = setTimeout(() => { holding = setInterval(again, 130); }, 450);
});
for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) {
  addEventListener(name, () => { clearTimeout(holding); clearInterval(holding); }, true);
}

/* A button that opens a form, with its subject chosen. */
root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-opens]");
  const panel = link && document.querySelector(link.hash);
  if (!panel) return;
  event.preventDefault();
  panel.open = true;
  if (link.dataset.selects) panel.querySelector("select").value = link.dataset.selects;
  panel.querySelector("input:not([type=hidden])").focus();
});

/* --- before this page is left, what was tapped is sent --- */

function hurry() {
  for (const move of queue) move.ripe = 0;
  return flush();
}

root.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]:not([data-opens])");
  if (!link || !unanswered().length || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isEnd = link.hasAttribute("data-end");
  await (isEnd ? hurry() : Promise.race([hurry(), new Promise((resolve) => setTimeout(resolve, LEAVING))]));
  if (isEnd && unanswered().length) return tell(root.dataset.notSent, true);
  location.assign(link.href);
});
addEventListener("pagehide", hurry);

for (const move of queue) move.ripe = 0; // kept from before a reload
preview();
connect();
flush();

// A game on every phone. Taps go into one queue, which is sent in order, all that waits at once; the
// server's answers and its stream draw the page, and taps on their way are shown on top of that.

import { meaning, redraw, resting, restOn, root, swap } from "./live-page.js";
import { follow } from "./live-stream.js";

const form = document.getElementById("move");
const stamp = root.dataset.key; // of the table; another one if its moves were deleted
const { holder = "" } = document.body.dataset; // whoever signs in here next sends none of these moves
const storage = `live:${holder}:${stamp}`, storageOfOwn = `own:${holder}:${stamp}`;

const SETTLE = 350; // ms without a tap until "−1 −1 −1" is sent as "−3"
const MOST = 30; // that a counter is changed by in one move
const TOGETHER = 20; // moves that are sent at once
const MINE = 8; // moves back to which Undo means this phone's own last one
const PATIENCE = 15000; // ms until a move without an answer is sent again, and a question is given up
const LOST = 1500; // ms until a move that is not on the stream is asked for
const LEAVING = 2000; // ms that a link waits for moves to be sent; the rest is sent from the next live page

let sequence = Number(root.dataset.sequence);
let seenAt = Date.now();
let isAway = navigator.onLine === false; // the latest attempt to reach the server failed

/* --- what comes in; it waits while a finger is down --- */

let held = [];
root.addEventListener("live:released", () => { for (const each of held.splice(0)) draw(each); });

function show(event) {
  if (event.over) return location.assign(event.over);
  if (event.now) root.dispatchEvent(new CustomEvent("live:time", { detail: { now: event.now } }));
  seenAt = Date.now();
  if (root.hasAttribute("data-pressed")) held.push(event);
  else draw(event);
}

function draw({ sequence: at, since, token, parts, rests }) {
  if (since > sequence) return again(); // something is missing between
  const mine = own.find((each) => each.token === token || each.sequence === at); // an answer to several moves has no token
  const isSaid = counted.has(token ?? mine?.token); // this phone has said the number already
  if (mine) mine.sequence = at;
  if (token) drop((move) => move.token === token);
  if (parts === undefined || at < sequence) return;
  sequence = at;
  redraw(() => {
    for (const [name, html] of Object.entries(parts)) swap(root.querySelector(`[data-part="${name}"]`), html);
    restOn(rests, Number.isInteger(since));
    aimUndo();
  });
  drop((move) => move.answered <= sequence);
  preview();
  root.dispatchEvent(new CustomEvent("live:shown", { detail: { isSaid } }));
}

/* --- the server: its stream, and what it is asked for --- */

const { again, connect, isOpen } = follow({
  address: () => `${root.dataset.events}?seen=${sequence}&table=${stamp}`,
  events: { parts: show, again: playAgain },
  ask,
  heard,
  connected: (is) => root.toggleAttribute("data-connected", is),
  reached,
  flush,
});

/* Ask for everything that is new; say whether the server answered. */
async function ask() {
  try {
    const address = `${root.dataset.state}?seen=${sequence}&table=${stamp}`;
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.status === 404 || answer.status === 403) return location.reload();
    if (!answer.ok) return reached(false);
    const said = await answer.json();
    show(said);
    if (said.again) playAgain();
    flush();
    return reached(true);
  } catch {
    return reached(false);
  }
}

function playAgain() { root.dispatchEvent(new Event("live:again")); }

function heard() { seenAt = Date.now(); }

function reached(is) {
  isAway = !is;
  sayConnection();
  return is;
}

/* --- the queue ---
   A move: token, seen (the latest move on this page when it was tapped), fields, label, at (when),
   meaning (of its button); for a counter also counter, by and ripe (when it is sent, if no tap
   follows); for an undo of an own move undoes (its token); then sent, and answered (its number)
   until the page shows it. */

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
  if (!move.isUndo) own.push({ token, label: move.label });
  redraw(aimUndo);
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
  for (let moves = nextToSend(); moves.length && form; moves = nextToSend()) {
    for (const move of moves) move.sent = true;
    save();
    if (!(await send(moves))) return;
  }
}

/* Return the moves that go out together: not one that is still counted up, nor an undo whose move has no number yet. */
function nextToSend() {
  const moves = unanswered();
  const last = moves.at(-1);
  clearTimeout(ripening);
  if (last && last === queue.at(-1) && !last.sent && last.ripe > Date.now()) {
    ripening = setTimeout(flush, last.ripe - Date.now());
    moves.pop();
  }
  const early = moves.findIndex((move) => move.undoes);
  return moves.slice(0, early < 0 ? TOGETHER : Math.min(early, TOGETHER));
}

/* Send moves; say whether they are done with, so that the next ones can be sent. */
async function send(moves) {
  const told = isOpen() ? { told: 1 } : {}; // the stream brings what changed
  const body = new URLSearchParams({
    ...told, shown: sequence, table: stamp,
    moves: JSON.stringify(moves.map((move) => ({ ...fieldsOf(move), seen: String(move.seen), token: move.token }))),
    csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value,
  });
  let answer, said;
  try {
    const signal = AbortSignal.timeout?.(PATIENCE);
    answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true, signal });
    if (answer.status >= 500 || answer.status === 429) return reached(false); // they are sent again
    if (answer.status === 403 || answer.status === 404) return notAllowed(moves);
    said = await answer.json();
  } catch {
    return reached(false); // they are kept, and sent when the network is back
  }
  reached(true);
  const answers = said.answers ?? moves.map(({ token }) => ({ token, refused: said.refused }));
  for (const each of answers) answered(moves.find((move) => move.token === each.token), each);
  if (!said.parts) setTimeout(() => { if (answers.some((each) => each.sequence > sequence)) again(); }, LOST);
  show(said);
  drop((move) => move.answered <= sequence);
  return true;
}

function answered(move, { sequence: number, refused }) {
  if (!move) return;
  if (refused === undefined) {
    move.answered = number;
    for (const each of queue) if (each.undoes === move.token) aimed(each, number);
    const mine = own.find((each) => each.token === move.token);
    if (mine) mine.sequence = number;
    return;
  }
  tell(`${move.label ? `${move.label}: ` : ""}${refused}`, Date.now() - move.at > 5000);
  own = own.filter((each) => each.token !== move.token);
  drop((each) => each.token === move.token || each.undoes === move.token);
  redraw(aimUndo);
}

/* An undo knows the number of its move. */
function aimed(undo, number) {
  undo.fields = { move: JSON.stringify({ kind: "undo", of: number }) };
  delete undo.undoes;
}

function fieldsOf(move) {
  if (!move.counter) return move.fields;
  return { move: JSON.stringify({ ...JSON.parse(move.fields.move), by: move.by }) };
}

/* The form's secret may be old, which a reload mends; or this person may make no more moves. */
function notAllowed(moves) {
  if (moves.some((move) => !move.reloaded)) {
    for (const move of moves) move.reloaded = true;
    save();
    location.reload();
    return false;
  }
  for (const move of moves) tell(root.dataset.notAllowed.replace("{move}", move.label), true);
  drop((each) => moves.includes(each));
  return true;
}

/* --- Undo: this phone's own last move, unless that is long ago; then the last one of all --- */

let own = loadOwn(); // this phone's moves that were not undone: token, label, and sequence once it is known

/* They are kept through a reload, unless nobody knows any more which number a move got. */
function loadOwn() {
  try {
    const kept = JSON.parse(localStorage.getItem(storageOfOwn)) ?? [];
    return kept.filter((each) => each.sequence || queue.some((move) => move.token === each.token));
  } catch { return []; }
}

function ownLast() {
  own = own.filter((each) => !each.sequence || each.sequence > sequence - MINE);
  try {
    if (own.length) localStorage.setItem(storageOfOwn, JSON.stringify(own));
    else localStorage.removeItem(storageOfOwn);
  } catch { /* a private window */ }
  return own.at(-1);
}

/* The button says what it takes back, if that is not the move beside it. */
function aimUndo() {
  const button = root.querySelector('[data-key="undo"]');
  if (!button) return;
  button.dataset.last ??= button.value;
  button.dataset.says ??= button.getAttribute("aria-label");
  const mine = ownLast();
  button.querySelector("[data-undoes]")?.remove();
  button.value = mine ? mine.token : button.dataset.last;
  button.setAttribute("aria-label", mine ? `${button.dataset.undo}: ${mine.label}` : button.dataset.says);
  if (!mine || !mine.sequence || mine.sequence === sequence) return;
  const label = document.createElement("span");
  label.dataset.undoes = "";
  label.textContent = mine.label;
  button.append(label);
}

function undo(button) {
  const mine = button.dataset.key === "undo" ? ownLast() : undefined;
  const label = button.getAttribute("aria-label") ?? button.textContent.replace(/\s+/g, " ").trim();
  if (isAway && !(mine && !mine.sequence)) return tell(root.dataset.needsOthers.replace("{move}", label), true);
  if (!mine) {
    if (queue.some((move) => move.meaning === meaning(button))) return tell(root.dataset.onItsWay.replace("{move}", label));
    const move = button.dataset.last ?? button.value;
    own = own.filter((each) => each.sequence !== JSON.parse(move).of);
    return enqueue({ fields: { move }, label, meaning: meaning(button), isUndo: true });
  }
  own = own.filter((each) => each !== mine);
  const waiting = queue.find((move) => move.token === mine.token);
  if (waiting && !waiting.sent) {
    drop((move) => move === waiting); // it has not left this phone
    redraw(aimUndo);
  } else {
    const made = { fields: { move: "" }, undoes: mine.token, label, meaning: meaning(button), isUndo: true };
    if (mine.sequence) aimed(made, mine.sequence);
    enqueue(made);
  }
}

/* --- what this phone says --- */

function tell(text, stays = false) {
  root.dispatchEvent(new CustomEvent("live:tell", { detail: { text, stays } }));
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
    const { limit, low = 0, overflows } = counter.dataset;
    const shown = counter.querySelector("output"), value = Number(shown.defaultValue); // as the server wrote it
    const now = Math.min(Math.max(Math.min(low, value), value + by), Math.max(limit, value));
    shown.value = now;
    const arc = counter.querySelector("[data-arc]");
    arc?.setAttribute("stroke-dasharray", `${now} ${arc.getAttribute("pathLength")}`);
    counter.querySelectorAll("[data-pip]").forEach((pip, place) => pip.classList.toggle("is-full", place < now));
    counter.classList.toggle("live-counter--waiting", by !== 0);
    ends(counter.querySelector(".live-counter__less"), now <= low && overflows === undefined);
    ends(counter.querySelector(".live-counter__more"), now >= limit);
  }
  const waiting = new Set(queue.map((move) => move.meaning));
  for (const button of root.querySelectorAll("[data-rests] [data-key], [data-rests][data-key]")) {
    button.toggleAttribute("data-sending", waiting.has(meaning(button)));
  }
}

function ends(button, is) {
  if (is) button?.setAttribute("aria-disabled", "true");
  else button?.removeAttribute("aria-disabled");
}

/* --- taps: of a finger (live-touch.js), or as the form is sent --- */

root.addEventListener("live:tap", ({ detail: { button } }) => tapped(form, button));
document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (sent !== form && !sent.matches?.("[data-panel]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tapped(sent, event.submitter);
}, true);

function tapped(sent, button) {
  if (button?.dataset.by) return count(button);
  if (button?.hasAttribute("data-undo")) return undo(button);
  const fields = Object.fromEntries([...new FormData(sent)].filter(([name]) => name.startsWith("with_")));
  const subject = sent.querySelector("select")?.selectedOptions[0].text;
  const label = subject ?? button?.getAttribute("aria-label") ?? button?.textContent.trim();
  const rests = resting(button ?? sent);
  const move = button?.name === "move" ? button.value : sent.elements.move.value;
  fields.move = rests?.dataset.on === undefined ? move : JSON.stringify({ ...JSON.parse(move), on: Number(rests.dataset.on) });
  if (rests && isAway) return tell(root.dataset.needsOthers.replace("{move}", label), true);
  // The same button once more, before the server has answered, is the same tap.
  if (rests && queue.some((each) => each.fields.move === fields.move)) return tell(root.dataset.onItsWay.replace("{move}", label));
  enqueue({ fields, label, meaning: button && meaning(button) });
  if (sent !== form) { sent.reset(); sent.closest("details").open = false; }
}

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
    if (last.by === 0) {
      queue.pop();
      own = own.filter((each) => each.token !== last.token);
    }
    const mine = own.find((each) => each.token === last.token);
    if (mine) mine.label = last.label;
    redraw(aimUndo);
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

/* A button that opens a form, with its subject chosen or filled in. */
root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-opens]");
  const panel = link && document.querySelector(link.hash);
  if (!panel) return;
  event.preventDefault();
  panel.open = true;
  if (link.dataset.selects) panel.querySelector("select").value = link.dataset.selects;
  const fields = panel.querySelectorAll("input:not([type=hidden])");
  if (link.dataset.fills) fields[0].value = link.dataset.fills;
  fields[link.dataset.fills ? 1 : 0].focus();
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
restOn(JSON.parse(root.dataset.rested));
aimUndo();
preview();
// A page that the browser has kept is as old as when it was left: its moves and its time are asked for.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") again();
else connect();
flush();

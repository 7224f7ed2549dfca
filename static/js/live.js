// A game on every phone: moves go out one by one, what changed comes in by itself.

const root = document.querySelector("[data-live]");
const form = document.getElementById("move");
const said = root.querySelector("[data-said]");
const SETTLE = 650; // ms without a tap until "−1 −1 −1" is sent as "−3"
const HEARTBEAT = 35000; // ms of silence after which the connection is taken for dead
const storage = `live:${root.dataset.key}`;

let sequence = Number(root.dataset.sequence);
let seenAt = Date.now();

/* --- what comes in --- */

function show({ sequence: at, since, parts, over }) {
  if (over) return location.assign(over);
  if (since > sequence) return catchUp(); // something is missing between
  seenAt = Date.now();
  if (parts === undefined || at < sequence) return;
  const acting = root.querySelector("[data-acting]")?.dataset;
  const before = `${acting?.turn}`;
  sequence = at;
  for (const input of document.querySelectorAll('[name="seen"]')) input.value = at;
  for (const [name, html] of Object.entries(parts)) swap(root.querySelector(`[data-part="${name}"]`), html);
  mine();
  for (const key of pending.keys()) preview(key);
  clock();
  const now = root.querySelector("[data-acting]")?.dataset;
  if (now && now.turn !== before) turned(now);
}

/* Put a part in the place of the old one; what was open stays open, who was on a button stays there. */
function swap(place, html) {
  if (!place) return;
  const open = [...place.querySelectorAll("details[open]")].map((each) => each.id);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.innerHTML = html;
  for (const id of open) place.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/* --- the stream: reconnects by itself, with exponential backoff and jitter --- */

let source, retryDelay = 500, lastHeard = Date.now(), polling;

function connect() {
  source?.close();
  source = new EventSource(`${root.dataset.events}?seen=${sequence}`);
  lastHeard = Date.now();
  source.addEventListener("parts", (event) => { heard(); show(JSON.parse(event.data)); });
  source.addEventListener("beat", heard);
  source.addEventListener("poll", poll);
  source.addEventListener("over", (event) => { source.close(); location.assign(JSON.parse(event.data).to); });
  source.onopen = () => { retryDelay = 500; heard(); connected(true); flush(); };
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
  polling = setTimeout(async () => { await catchUp(); poll(); }, 3000 * (0.75 + Math.random() / 2));
}

function heard() { lastHeard = seenAt = Date.now(); }

/* Without a stream the table is asked for now and then: a proxy may not let streams through. */
async function again() {
  await catchUp();
  connect();
}

async function catchUp() {
  try {
    const answer = await fetch(`${root.dataset.state}?seen=${sequence}`, { headers: { Accept: "application/json" } });
    if (answer.status === 404 || answer.status === 403) return location.reload();
    if (answer.ok) { show(await answer.json()); flush(); }
  } catch { /* no network */ }
}

function connected(is) {
  root.toggleAttribute("data-connected", is);
  offline();
}

setInterval(() => {
  if (navigator.onLine !== false) flush(); // what a server in trouble did not take
  if (Date.now() - lastHeard > HEARTBEAT && source?.readyState === EventSource.OPEN) source.onerror();
}, 5000);
addEventListener("online", connect);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && source?.readyState !== EventSource.OPEN) { retryDelay = 500; again(); }
});

/* --- what goes out: one move at a time, kept on this phone until the server has it --- */

let queue = load();
let sending = false;

function load() {
  try { return JSON.parse(localStorage.getItem(storage)) ?? []; } catch { return []; }
}
function save() {
  try { localStorage.setItem(storage, JSON.stringify(queue)); } catch { /* a private window */ }
  offline();
}

function send(fields, label) {
  const relative = fields.relative;
  // What depends on the table as it is would be refused later, or worse, be taken.
  if (!relative && (queue.length || navigator.onLine === false)) return tell(root.querySelector("[data-offline] b").textContent);
  queue.push({ ...fields, label, at: Date.now(), token: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`, seen: sequence });
  save();
  flush();
}

async function flush() {
  if (sending || !queue.length || !form) return;
  sending = true;
  try {
    while (queue.length) {
      const { label, relative, at, ...fields } = queue[0];
      const told = root.hasAttribute("data-connected") ? { told: 1 } : {};
      const body = new URLSearchParams({ ...fields, ...told, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (answer.status >= 500 || answer.status === 429) break; // later
      queue.shift();
      save();
      if (answer.status === 403 || answer.status === 404) { tell(label); location.reload(); break; }
      const said = await answer.json();
      if (said.refused) tell(`${label ? `${label}: ` : ""}${said.refused}`, Date.now() - at > 5000);
      show(said);
      // The stream brings it. Should it be dead and nobody have noticed, it is asked for.
      if (!said.parts) setTimeout(() => { if (sequence < said.sequence) again(); }, 1500);
    }
  } catch {
    connected(false); // kept, and sent when the network is back
  } finally {
    sending = false;
    offline();
  }
}

/* What was refused long after the tap stays until somebody has read it. */
function tell(text, stays = false) {
  const line = document.createElement("p");
  line.textContent = text;
  if (stays) {
    const close = document.createElement("button");
    close.className = "button button--quiet";
    close.textContent = said.dataset.close;
    close.onclick = () => line.remove();
    line.append(close);
  } else {
    setTimeout(() => line.remove(), 8000);
  }
  said.append(line);
}

function offline() {
  const note = root.querySelector("[data-offline]");
  const away = !root.hasAttribute("data-connected") && Date.now() - seenAt > 3000;
  note.hidden = !(away || (queue.length && !sending));
  const [when, waiting] = note.querySelectorAll("[data-text]");
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium" }).format(seenAt);
  when.textContent = when.dataset.text.replace("{when}", time);
  waiting.textContent = queue.length ? waiting.dataset.text.replace("{count}", queue.length) : "";
}
setInterval(offline, 3000);

/* --- taps --- */

const pending = new Map(); // counter → { by, move, timer }

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (sent !== form && !sent.matches?.("[data-panel]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = event.submitter;
  if (button?.dataset.by) return settle(button);
  const fields = Object.fromEntries([...new FormData(sent, button)].filter(([name]) => !["csrfmiddlewaretoken", "token", "seen"].includes(name)));
  for (const key of pending.keys()) dispatch(key);
  send({ ...fields, relative: "with_by" in fields }, button?.textContent.trim());
  if (sent !== form) { sent.reset(); sent.closest("details").open = false; }
}, true);

/* Taps on plus and minus add up until the hand rests: then they are one move. */
function settle(button, by = Number(button.dataset.by)) {
  const counter = button.closest("[data-counter]");
  const key = counter.dataset.counter;
  const held = pending.get(key) ?? { by: 0, move: JSON.parse(button.value), label: counter.getAttribute("aria-label") };
  clearTimeout(held.timer);
  held.by += by;
  held.timer = setTimeout(() => dispatch(key), SETTLE);
  pending.set(key, held);
  preview(key);
}

function dispatch(key) {
  const held = pending.get(key);
  if (!held) return;
  clearTimeout(held.timer);
  pending.delete(key);
  root.querySelector(`[data-counter="${key}"]`)?.classList.remove("live-counter--waiting");
  if (held.by) send({ move: JSON.stringify({ ...held.move, by: held.by }), relative: true }, `${held.label} ${held.by > 0 ? "+" : "−"}${Math.abs(held.by)}`);
}

function preview(key) {
  const counter = root.querySelector(`[data-counter="${key}"]`);
  const value = counter?.querySelector(".live-counter__value");
  if (!value) return;
  value.dataset.is ??= value.textContent;
  value.textContent = Math.max(0, Number(value.dataset.is) + pending.get(key).by);
  counter.classList.add("live-counter--waiting");
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-opens]");
  const panel = link && document.querySelector(link.hash);
  if (!panel) return;
  event.preventDefault();
  panel.open = true;
  if (link.dataset.selects) panel.querySelector("select").value = link.dataset.selects;
  panel.querySelector("input:not([type=hidden])").focus();
});

/* Held down, a button counts on by itself. */
let holding;
root.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-by]");
  if (!button) return;
  const { value } = button;
  const find = () => [...root.querySelectorAll("[data-by]")].find((each) => each.value === value);
  holding = setTimeout(() => { holding = setInterval(() => find() && settle(find()), 130); }, 450);
});
for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) {
  addEventListener(name, () => { clearTimeout(holding); clearInterval(holding); }, true);
}
addEventListener("pagehide", () => { for (const key of [...pending.keys()]) dispatch(key); });

/* --- this phone --- */

const phone = root.querySelector("[data-phone]");
const iAm = phone?.querySelector("[data-i-am]");
const remembered = (name) => { try { return localStorage.getItem(`live-${name}`) ?? ""; } catch { return ""; } };
const remember = (name, value) => { try { localStorage.setItem(`live-${name}`, value); } catch { /* a private window */ } };

function mine() {
  for (const part of root.querySelectorAll("[data-part]")) {
    part.toggleAttribute("data-mine", Boolean(iAm?.value) && part.firstElementChild?.dataset.seat === iAm.value);
  }
}
if (phone) {
  phone.hidden = false;
  if (iAm) {
    iAm.value = remembered(`i-am-${root.dataset.key}`);
    iAm.addEventListener("change", () => { remember(`i-am-${root.dataset.key}`, iAm.value); mine(); });
  }
  for (const box of phone.querySelectorAll("[data-switch]")) {
    box.checked = remembered(box.dataset.switch) === "on";
    box.addEventListener("change", () => {
      remember(box.dataset.switch, box.checked ? "on" : "");
      look();
      if (box.dataset.switch === "sound" && box.checked) ring(true);
    });
  }
}
function look() {
  document.body.classList.toggle("live--middle", remembered("middle") === "on");
}

/* A new turn is announced once; "your turn" and "nemesis" also by a buzz and a note, if this phone is to. */
function turned({ acting }) {
  root.querySelector("[data-announce]").textContent = root.querySelector(".live-turn__who")?.textContent ?? "";
  const own = Boolean(iAm?.value) && acting === iAm.value;
  if (remembered("sound") === "on" && (own || acting === "0")) ring(own);
}

let audio;
function ring(own) {
  navigator.vibrate?.(own ? [80, 60, 80] : 250);
  try {
    audio ??= new AudioContext();
    audio.resume(); // browsers hold it back until the first tap
    const tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = own ? 660 : 165;
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
  } catch { /* no sound here */ }
}
addEventListener("pointerdown", () => { if (remembered("sound") === "on") (audio ??= new AudioContext()).resume(); }, { once: true });

/* The clock runs on this phone, by the server's time. */
const ahead = Date.now() / 1000 - Number(root.dataset.now); // of this phone
function clock() {
  for (const shown of root.querySelectorAll("[data-clock]")) {
    const { spent, since } = shown.dataset;
    const running = since === "" ? 0 : Date.now() / 1000 - ahead - Number(root.dataset.opened) - Number(since);
    const minutes = Math.floor((Number(spent) + Math.max(0, running)) / 60);
    shown.textContent = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  }
}
setInterval(clock, 5000);

/* A name is completed from its third letter on. */
let completing;
document.addEventListener("input", ({ target }) => {
  const typed = target.value.trim();
  clearTimeout(completing);
  if (!target.dataset.complete || typed.length < 3) return;
  completing = setTimeout(async () => {
    try {
      const answer = await fetch(target.dataset.complete + encodeURIComponent(typed));
      if (answer.ok) target.list.innerHTML = await answer.text();
    } catch { /* no network */ }
  }, 300);
});

/* Keys, for a keyboard beside the box. */
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const dials = root.querySelectorAll('[data-part="dials"] [data-counter]');
  const by = event.shiftKey ? ".live-counter__more" : ".live-counter__less";
  const found = {
    d: () => root.querySelector('[data-key="turn-1"]'),
    u: () => root.querySelector('[data-key="undo"]'),
    p: () => root.querySelector('[data-key="clock"]'),
    g: () => dials[0]?.querySelector(by),
    n: () => dials[1]?.querySelector(by),
  }[event.key.toLowerCase()]?.();
  if (!found) return;
  event.preventDefault();
  found.click();
});

/* The screen stays awake while the game is on. */
let awake;
async function stayAwake() {
  if (document.visibilityState !== "visible" || (awake && !awake.released)) return;
  try { awake = await navigator.wakeLock?.request("screen"); } catch { /* to save the battery */ }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

look();
mine();
clock();
connect();
flush();

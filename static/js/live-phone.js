// What belongs to this phone alone: whose it is, its sounds, clock, keys and screen.

const root = document.querySelector("[data-live]");
const phone = root.querySelector("[data-phone]");
const iAm = phone?.querySelector("[data-i-am]");
const remembered = (name) => { try { return localStorage.getItem(`live-${name}`) ?? ""; } catch { return ""; } };
const remember = (name, value) => { try { localStorage.setItem(`live-${name}`, value); } catch { /* a private window */ } };

root.addEventListener("live:shown", ({ detail }) => {
  mine();
  clock();
  timer();
  follow();
  turned(detail.isSaid);
});

/* --- what a screen reader hears: each move once, with who made it, and the ending --- */

const announcer = root.querySelector("[data-announce]");
let heard = said();

function said() {
  return root.querySelector(".live-last__said")?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

function endingSaid() {
  return [...root.querySelectorAll("[data-ending-says]")].map((each) => each.textContent).join(" ");
}
let ended = endingSaid();

function announce(...texts) {
  announcer.textContent = texts.filter(Boolean).join(". ");
}

/* One's own number is said once the hand rests, with the name of what it counts. */
let saying;
root.addEventListener("live:counted", ({ detail }) => {
  clearTimeout(saying);
  saying = setTimeout(() => {
    const counter = root.querySelector(`[data-counter="${CSS.escape(detail.key)}"]`);
    if (counter) announce(`${counter.getAttribute("aria-label")} ${counter.querySelector("output").value}`);
  }, 650);
});

/* --- whose it is, and how it looks --- */

function mine() {
  for (const part of root.querySelectorAll("[data-part]")) {
    part.toggleAttribute("data-mine", Boolean(iAm?.value) && part.firstElementChild?.dataset.seat === iAm.value);
  }
}
if (phone) {
  phone.hidden = false;
  if (iAm) {
    const whose = `i-am-${document.body.dataset.holder ?? ""}-${root.dataset.key}`;
    iAm.value = remembered(whose) || iAm.dataset.own;
    iAm.addEventListener("change", () => { remember(whose, iAm.value); mine(); });
  }
  for (const box of phone.querySelectorAll("[data-switch]")) {
    box.checked = remembered(box.dataset.switch) === "on";
    box.addEventListener("change", () => {
      remember(box.dataset.switch, box.checked ? "on" : "");
      look();
      timer();
      if (box.dataset.switch === "sound" && box.checked) ring(true);
    });
  }
}
function look() {
  document.body.classList.toggle("live--middle", remembered("middle") === "on");
}

/* --- whose turn it is stays in sight, and how long it takes, if this phone is to show it --- */

const head = root.querySelector(".live__head");
const inSight = new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) => {
  head.classList.toggle("live__head--scrolled", !isIntersecting && boundingClientRect.top < head.offsetHeight);
}, { rootMargin: "-56px 0px 0px" });

function follow() {
  const who = root.querySelector(".live-turn__who");
  root.querySelector("[data-now-acting]").textContent = who?.textContent ?? "";
  inSight.disconnect();
  if (who) inSight.observe(who);
}

function timer() {
  root.querySelector(".live-turn__time")?.remove();
  const place = root.querySelector(".live-turn__count");
  if (!place || remembered("timer") !== "on") return;
  const shown = document.createElement("span");
  shown.className = "live-turn__time";
  const seconds = Math.floor((Date.now() - begun()) / 1000);
  shown.textContent = `· ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  place.append(shown);
}

/* When this phone has first seen the current turn, also after a reload. */
function begun() {
  const now = acting()?.turn;
  const [seen, at] = remembered(`turn-${root.dataset.key}`).split(" ");
  if (seen === now) return Number(at);
  remember(`turn-${root.dataset.key}`, `${now} ${Date.now()}`);
  return Date.now();
}
setInterval(timer, 1000);

/* --- a new turn is announced once; one's own and the opponent's also by a buzz and a note, if this phone is to --- */

const acting = () => root.querySelector("[data-acting]")?.dataset;
let turn = acting()?.turn;

function turned(isSaid) {
  const now = acting(), isNew = now && now.turn !== turn;
  const move = !isSaid && said() !== heard ? said() : "";
  heard = said();
  const ending = endingSaid() === ended ? "" : endingSaid();
  ended = endingSaid();
  if (isNew || move || ending) announce(move, isNew && root.querySelector(".live-turn__who")?.textContent, ending);
  if (!isNew) return;
  turn = now.turn;
  const own = Boolean(iAm?.value) && now.acting === iAm.value;
  if (remembered("sound") === "on" && (own || now.acting === "0")) ring(own);
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

/* --- the clock runs on this phone, by the server's time --- */

let ahead = Date.now() / 1000 - Number(root.dataset.now); // of this phone
root.addEventListener("live:time", ({ detail: { now } }) => { ahead = Date.now() / 1000 - now; clock(); });
function clock() {
  for (const shown of root.querySelectorAll("[data-clock]")) {
    const { spent, since } = shown.dataset;
    const running = since === "" ? 0 : Date.now() / 1000 - ahead - Number(root.dataset.opened) - Number(since);
    const minutes = Math.floor((Number(spent) + Math.max(0, running)) / 60);
    shown.textContent = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  }
}
setInterval(clock, 5000);
addEventListener("pageshow", clock);

/* --- a name is completed from its third letter on --- */

let completing;
const offered = new Map(); // field → the names that the page has offered from the beginning
document.addEventListener("input", ({ target }) => {
  const typed = target.value.trim();
  clearTimeout(completing);
  if (!target.dataset.complete || typed.length < 3) return;
  completing = setTimeout(async () => {
    try {
      const answer = await fetch(target.dataset.complete + encodeURIComponent(typed));
      if (!answer.ok) return;
      offered.set(target, offered.get(target) ?? target.list.innerHTML);
      target.list.innerHTML = offered.get(target) + await answer.text();
    } catch { /* no network */ }
  }, 300);
});

/* --- keys, for a keyboard beside the box --- */

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
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

/* --- the screen stays awake while the game is on --- */

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
timer();
follow();

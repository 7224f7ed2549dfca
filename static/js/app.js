// Every page works without this script.

/* What this browser keeps is its holder's: whoever signs in next neither sees nor sends it. */
const { holder = "" } = document.body.dataset;

/* Ticks of a checklist: shared (data-ticks) or of this phone. What cannot be sent waits. */
function keepChecklist(root) {
  const shared = root.dataset.ticks;
  const key = `${shared ? `ticks:${holder}` : "checklist"}:${root.dataset.checklist}`;
  const boxes = [...root.querySelectorAll("[data-step]")];
  const count = root.querySelector("[data-checklist-count]");
  const progress = root.querySelector("progress");
  const waiting = new Map(shared ? read(key) : []);

  const next = root.querySelector("[data-checklist-next]");
  const groupOf = (part) => part.closest(".checklist__group");
  const boxesOf = (group) => boxes.filter((box) => groupOf(box) === group);
  const isDone = (group) => boxesOf(group).every((box) => box.checked);

  const show = () => {
    const done = boxes.filter((box) => box.checked).length;
    if (next) next.hidden = done < boxes.length;
    progress.hidden = next && !next.hidden;
    count.textContent = count.dataset.text.replace("{done}", done).replace("{all}", boxes.length);
    progress.max = boxes.length;
    progress.value = done;
  };
  const apply = (ticked) => {
    for (const box of boxes) box.checked = waiting.get(box.dataset.step) ?? ticked.has(box.dataset.step);
    show();
  };
  const again = `${key} again`;
  let latest;
  const exchange = async () => {
    const sent = latest = [...waiting];
    const body = sent.length ? new FormData(root) : undefined;
    body?.delete("tick");
    for (const [step, done] of sent) body.append(done ? "tick" : "untick", step);
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(shared, { method: body ? "POST" : "GET", body, headers });
      // The form's secret may be old, or the game gone: a reload, once, shows which.
      if ([403, 404].includes(answer.status) && !read(again).length && write(again, [1])) location.reload();
      if (!answer.ok) return;
      write(again, []);
      for (const [step, done] of sent) if (waiting.get(step) === done) waiting.delete(step);
      write(key, [...waiting]);
      const { ticked } = await answer.json();
      if (sent === latest) apply(new Set(ticked)); // a late answer knows less
    } catch {
      /* No network: sent with the next. */
    }
  };
  const changed = (some) => {
    if (shared) {
      for (const box of some) waiting.set(box.dataset.step, box.checked);
      write(key, [...waiting]);
      exchange();
    } else {
      write(key, boxes.filter((box) => box.checked).map((box) => box.dataset.step));
    }
    show();
    for (const group of new Set(some.map(groupOf))) {
      if (!group?.open || !isDone(group)) continue;
      group.open = false;
      group.querySelector("summary").focus({ preventScroll: true });
    }
  };

  root.addEventListener("change", (event) => changed([event.target]));
  for (const button of root.querySelectorAll("[data-tick-all]")) {
    button.removeAttribute("data-waiting");
    button.addEventListener("click", () => {
      const rest = boxesOf(groupOf(button)).filter((box) => !box.checked);
      for (const box of rest) box.checked = true;
      changed(rest);
    });
  }
  root.addEventListener("submit", (event) => event.preventDefault());
  root.querySelector("[data-checklist-reset]")?.addEventListener("click", (event) => {
    if (!confirm(event.target.dataset.ask)) return;
    for (const box of boxes) box.checked = false;
    for (const group of root.querySelectorAll(".checklist__group")) group.open = true;
    changed(boxes);
    boxes[0]?.focus();
  });
  root.querySelector("[data-checklist-bar]").removeAttribute("data-waiting");
  apply(new Set(shared ? boxes.filter((box) => box.checked).map((box) => box.dataset.step) : read(key)));
  for (const group of root.querySelectorAll(".checklist__group[open]")) group.open = !isDone(group);
  if (!shared) return;
  exchange();
  setInterval(() => document.visibilityState === "visible" && root.isConnected && exchange(), 4000);
}

// Storage may be refused, as in a private window.
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

function write(key, steps) {
  try {
    localStorage.setItem(key, JSON.stringify(steps));
    return true;
  } catch {
    return false;
  }
}

/* Plus and minus beside a number. */
function addStepper(root) {
  const input = root.querySelector("input");
  const step = (by, text, name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", `${name}: ${heard(input.labels[0])}`);
    button.setAttribute("aria-controls", input.id);
    button.addEventListener("click", () => {
      // An empty dial goes down from its start, and up from its least.
      if (input.value === "") input.value = (by < 0 && input.dataset.start) || input.min || 0;
      else if (by > 0) input.stepUp();
      else input.stepDown();
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    return button;
  };
  input.before(step(-1, "−", root.dataset.less));
  input.after(step(1, "+", root.dataset.more));
}

/* The text of a label, without badges and “optional”. */
function heard(label) {
  const said = label?.cloneNode(true);
  for (const part of said?.querySelectorAll("[aria-hidden=true], .field__optional") ?? []) part.remove();
  return said?.textContent.trim() ?? "";
}

/* Count what is ticked: <… data-count="#group" data-text="{done} of 2">. */
function countTicks(output) {
  const group = document.querySelector(output.dataset.count);
  const show = () => {
    const done = group.querySelectorAll("input[type=checkbox]:checked").length;
    output.textContent = output.dataset.text.replace("{done}", done);
  };
  group?.addEventListener("change", show);
  if (group) show();
}

const TYPED = "input:not([type=hidden], [type=file], [type=password], [readonly]), select:not([multiple]), textarea";

/* Keep what was typed until it has arrived: <form data-keep>. Where the site has another value by now,
   that value stays. A page that asks again for the next game says for which: <form data-keep="2">.
   What was typed before anybody had signed in is of whoever does so. */
function keepTyped(form) {
  const place = `${location.pathname}#${form.id}${form.dataset.keep ?? form.dataset.guard}`;
  const key = `typed:${holder}${place}`, nobodys = `typed:${place}`;
  if (holder && read(nobodys).length && !read(key).length && write(key, read(nobodys))) write(nobodys, []);
  const ticks = (field) => ["radio", "checkbox"].includes(field.type);
  const name = (field) => (ticks(field) ? `${field.name}=${field.value}` : field.name);
  const given = (field) => {
    if (ticks(field)) return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
  };
  const fields = () => [...form.querySelectorAll(TYPED)].filter((field) => field.name);
  const kept = new Map(read(key).map(([of, ...values]) => [of, values]));
  const before = new Map(); // what the site had, if a form was refused and shows what was typed
  for (const field of fields()) {
    const [value, then] = kept.get(name(field)) ?? [];
    if (value === given(field)) before.set(name(field), then);
    if (value === undefined || value === given(field) || then !== given(field)) continue;
    field[ticks(field) ? "checked" : "value"] = value;
    field.closest("details")?.setAttribute("open", "");
  }
  const had = (field) => before.get(name(field)) ?? given(field);
  form.addEventListener("input", () => {
    const now = fields().map((field) => [name(field), ticks(field) ? field.checked : field.value, had(field)]);
    form.dataset.kept = write(key, now.filter(([_name, value, then]) => value !== then)) ? "yes" : "no";
  });
  form.dataset.typed = key;
}
const forget = ({ dataset: { typed } }) => typed && write(typed, []);
document.addEventListener("arrived", ({ target }) => forget(target)); // the server has saved it
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (leadsOn(detail)) forget(detail.elt);
});
// What is saved leads to another page; what is refused does not.
const leadsOn = ({ xhr }) => xhr.getResponseHeader("HX-Redirect") !== null;

/* Copy and Share beside a link, where the browser can: includes/share.html. */
function offerShare(root) {
  const url = root.dataset.share;
  const status = root.querySelector("[role=status]");
  const offer = (selector, can, act) => {
    const button = root.querySelector(selector);
    if (!can || !button) return;
    root.hidden = button.hidden = false;
    button.addEventListener("click", () => act().catch(() => {}));
  };
  offer("[data-copy]", navigator.clipboard?.writeText, async () => {
    await navigator.clipboard.writeText(url);
    status.textContent = status.dataset.text;
  });
  offer("[data-send]", navigator.share, () => navigator.share({ url, title: document.title }));
}

const POLLS = "[hx-trigger^=every], [data-page]"; // what asks by itself

const behaviours = [
  ["form[data-keep], form[data-guard]", keepTyped],
  ["[data-share]", offerShare],
  ["[data-checklist]", keepChecklist],
  ["[data-stepper]", addStepper],
  ["[data-count]", countTicks],
];

const alive = new WeakSet();
function enliven(root) {
  for (const [selector, behaviour] of behaviours) {
    const found = [...root.querySelectorAll(selector)];
    if (root.matches?.(selector)) found.push(root);
    for (const element of found) {
      if (alive.has(element)) continue;
      alive.add(element);
      behaviour(element);
    }
  }
}

/* Focus the heading of what htmx swapped in, if the focus was lost. What a page asks for while it opens
   moves nobody: who reads its top stays there. */
function goOn(part) {
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!lost || !part.isConnected || part.matches?.("[hx-trigger^=load]")) return;
  const place = part.querySelector?.("h1, h2, h3") ?? (part.matches?.(POLLS) ? null : part);
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
}

/* The page stays where it is: after a swap, what was tapped stands where it stood, or what it was in:
   <form data-stay>. Browsers scroll along with the old content while the new one is put before it. */
let stood = [];
document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt, triggeringEvent } } }) => {
  stood = [];
  let part = elt.matches("[data-stay]") ? triggeringEvent?.submitter ?? elt : null;
  for (; part; part = part.parentElement) {
    if (part.id) stood.push([part.id, part.getBoundingClientRect().top]);
  }
});
function standStill() {
  const [id, top] = stood.find(([id]) => document.getElementById(id)) ?? [];
  stood = [];
  if (!id) return false;
  const part = document.getElementById(id);
  scrollBy({ top: part.getBoundingClientRect().top - top, behavior: "instant" });
  if (document.activeElement === document.body) part.querySelector("button")?.focus({ preventScroll: true });
  return true;
}

/* A form is sent once, until its answer is there. */
const sending = new Set();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (sending.has(form)) {
    event.preventDefault();
    return;
  }
  sending.add(form);
  dirty.delete(form);
  forget(form);
  // A disabled button would not send its name and value.
  event.submitter?.setAttribute("aria-disabled", "true");
  setTimeout(release, 10000); // the connection was lost, or the answer was a file
});

function release() {
  for (const form of sending) {
    for (const button of form.querySelectorAll("[aria-disabled]")) button.removeAttribute("aria-disabled");
  }
  sending.clear();
}
addEventListener("pageshow", release);
document.addEventListener("htmx:afterRequest", release);

/* Nor is it sent again while htmx sends it, or while the page that it leads to is loading. */
let isLeaving = false;
const stay = () => { isLeaving = false; };
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (!leadsOn(detail)) return;
  isLeaving = true;
  setTimeout(stay, 10000); // that page did not come
});
addEventListener("pageshow", stay);
document.addEventListener("submit", (event) => {
  if (!isLeaving && !event.target.matches("form[method=post].htmx-request")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/* Say that it takes a while: <p role="status" data-sending="Sending …"> in a form. */
document.addEventListener("htmx:beforeRequest", (event) => {
  const status = event.detail.elt.querySelector?.("[data-sending]");
  if (event.detail.elt.matches("form") && status) status.textContent = status.dataset.sending;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.elt.matches?.("form")) return;
  for (const status of event.detail.elt.querySelectorAll("[data-sending]")) status.textContent = "";
});

/* Ask before leaving a form with what cannot be kept: <form data-guard>. */
const dirty = new Set();
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-guard]");
  if (form && (event.target.type === "file" || form.dataset.kept !== "yes")) dirty.add(form);
});
document.addEventListener("htmx:beforeOnLoad", (event) => dirty.delete(event.detail.elt));
addEventListener("beforeunload", (event) => {
  if ([...dirty].some((form) => form.isConnected)) event.preventDefault();
});

/* Say what failed. */
const messages = document.getElementById("messages");
function say(name, { jumps = true } = {}) {
  const said = document.getElementById(`said-${name}`);
  if (!said || !messages) return undefined;
  messages.replaceChildren(said.content.cloneNode(true));
  if (jumps) messages.scrollIntoView({ block: "center" }); // the button may be far below
  return messages.firstElementChild;
}
// What asks by itself says it once and moves nobody's page. The next answer of its kind takes it back.
const isOwnRequest = (event) => event.detail.elt.matches("form, button");
const writes = (event) => event.detail.elt.matches("form[method=post]");
let entryNote, lostNote;
function sayOf(event, name) {
  if (writes(event)) entryNote = say(name);
  else if (isOwnRequest(event)) lostNote = say(name);
  else lostNote ??= say(name, { jumps: false });
}
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr.status >= 400) return;
  if (event.detail.elt.matches(POLLS)) write("gone", []);
  if (writes(event)) {
    entryNote?.remove();
  } else {
    lostNote?.remove();
    lostNote = undefined;
  }
});
// Without an answer nobody knows whether an entry arrived; 502 and 504 are the proxy's.
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => sayOf(event, writes(event) ? "unanswered" : "lost"));
}
document.addEventListener("htmx:responseError", (event) => {
  const { elt, xhr: { status } } = event.detail;
  if (status === 404 && elt.closest("form[method=post]")) {
    say("gone", { jumps: isOwnRequest(event) });
    if (elt.matches(POLLS)) elt.replaceWith(...elt.childNodes); // and asks no more
    return;
  }
  // The page may be closed to this visitor, or gone: a reload, once, shows which.
  if ([403, 404].includes(status) && elt.matches(POLLS) && !read("gone").length && write("gone", [1])) {
    location.reload();
    return;
  }
  const lost = [502, 504].includes(status) && writes(event);
  sayOf(event, lost ? "unanswered" : status === 429 ? "wait" : "failed");
});
document.addEventListener("unsent", () => { entryNote = say("unsent"); }); // of table.js

/* From a problem to its field, and past the navigation. With a fragment in the address, browsers
   would ignore autofocus. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#problems a, .skip");
  const place = link && document.getElementById(link.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  const field = place.matches("fieldset") ? place.querySelector("input, select, textarea") : place;
  (field ?? place).focus();
  place.scrollIntoView({ block: "nearest" });
});

/* Back to a form that could not be sent. */
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-back]")) history.back();
});

/* Fetch htmx when what needs it is unfolded, or the page is touched: <template id="htmx">. A form that
   is sent before htmx is there is sent as without scripts. Before the page has loaded, htmx would wait
   for what is over. */
const later = document.getElementById("htmx");
if (later) {
  const fetchHtmx = () => {
    if (!later.isConnected || !document.querySelector(`details[open] [hx-post], form[hx-post]:not(details *), ${POLLS}`)) return;
    if (document.readyState === "complete") later.replaceWith(later.content);
    else addEventListener("load", fetchHtmx);
  };
  document.addEventListener("toggle", fetchHtmx, true);
  for (const touch of ["pointerover", "keydown", "scroll"]) document.addEventListener(touch, fetchHtmx, { once: true });
  if (document.querySelector("details[open] [hx-post]") || document.querySelector(POLLS)) fetchHtmx();
}

document.addEventListener("htmx:load", (event) => enliven(event.detail.elt));
document.addEventListener("htmx:afterSettle", (event) => standStill() || goOn(event.detail.elt));
enliven(document);

// Small comforts. Every page does its work without them.

/* Ticks of a set-up sheet, kept on this phone under the sheet and its revision. */
function keepChecklist(root) {
  const key = `checklist:${root.dataset.checklist}`;
  const boxes = [...root.querySelectorAll("[data-step]")];
  const bar = root.querySelector("[data-checklist-bar]");
  const count = root.querySelector("[data-checklist-count]");
  const progress = root.querySelector("progress");
  const ticked = new Set(read(key));

  const show = () => {
    const done = boxes.filter((box) => box.checked).length;
    count.textContent = count.dataset.text.replace("{done}", done).replace("{all}", boxes.length);
    progress.max = boxes.length;
    progress.value = done;
  };
  const save = () => {
    write(key, boxes.filter((box) => box.checked).map((box) => box.dataset.step));
    show();
  };

  for (const box of boxes) box.checked = ticked.has(box.dataset.step);
  root.addEventListener("change", save);
  root.querySelector("[data-checklist-reset]").addEventListener("click", () => {
    for (const box of boxes) box.checked = false;
    save();
    boxes[0]?.focus();
  });
  bar.removeAttribute("data-waiting");
  show();
}

// A private window may refuse storage: the ticks then last as long as the page.
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
  } catch {
    /* see read() */
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
      // An empty dial is gone down from where it began, and up from nothing.
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

/* What a label says aloud: not the initials on a badge, nor that the field may stay empty. */
function heard(label) {
  const said = label?.cloneNode(true);
  for (const part of said?.querySelectorAll("[aria-hidden=true], .field__optional") ?? []) part.remove();
  return said?.textContent.trim() ?? "";
}

/* How many of a group are ticked: <… data-count="#group" data-text="{done} of 2">. */
function countTicks(output) {
  const group = document.querySelector(output.dataset.count);
  const show = () => {
    const done = group.querySelectorAll(":checked").length;
    output.textContent = output.dataset.text.replace("{done}", done);
  };
  group?.addEventListener("change", show);
  if (group) show();
}

const behaviours = [
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

/* Whose place was swapped away goes on at the name of what came. htmx itself looks after autofocus,
   which says what went wrong, and after a field that is still there. */
function goOn(part) {
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!lost || !part.isConnected) return;
  const place = part.querySelector?.("h1, h2, h3") ?? part;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
}

/* One tap, one entry: the second submit of a form is swallowed until its page comes back. */
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
  // aria-disabled, not disabled: a disabled button would not send its own name and value.
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

/* What takes a while says so: <p role="status" data-sending="Sending …"> in a form. */
document.addEventListener("htmx:beforeRequest", (event) => {
  const status = event.detail.elt.querySelector?.("[data-sending]");
  if (event.detail.elt.matches("form") && status) status.textContent = status.dataset.sending;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.elt.matches?.("form")) return;
  for (const status of event.detail.elt.querySelectorAll("[data-sending]")) status.textContent = "";
});

/* A long entry is not lost by a slip of the thumb: <form data-guard>. */
const dirty = new Set();
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-guard]");
  if (form) dirty.add(form);
});
// An answer has come: either a new form, or the way on.
document.addEventListener("htmx:beforeOnLoad", (event) => dirty.delete(event.detail.elt));
addEventListener("beforeunload", (event) => {
  if ([...dirty].some((form) => form.isConnected)) event.preventDefault();
});

/* Nothing fails in silence: neither an entry that was not sent or not answered, nor a part. */
function say(name) {
  const said = document.getElementById(`said-${name}`);
  const place = document.getElementById("messages");
  if (!said || !place) return;
  place.replaceChildren(said.content.cloneNode(true));
  place.scrollIntoView({ block: "center" }); // whoever pressed the button is at the end of the form
}
// Whether an entry arrived nobody knows here, if only its answer was lost; a proxy's word is none.
const writes = (event) => event.detail.elt.matches("form[method=post]");
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => say(writes(event) ? "unanswered" : "lost"));
}
document.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  const lost = [502, 504].includes(status) && writes(event);
  say(lost ? "unanswered" : status === 429 ? "wait" : "failed");
});
document.addEventListener("unsent", () => say("unsent")); // of table.js

/* From a problem straight into its field, of several the first; and past the navigation. The address
   stays as it is: while it has a fragment, a browser heeds no autofocus. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#problems a, .skip");
  const place = link && document.getElementById(link.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  const field = place.matches("fieldset") ? place.querySelector("input, select, textarea") : place;
  (field ?? place).focus();
  place.scrollIntoView({ block: "nearest" });
});

/* Back to a form, as it was left: on the page of what could not be sent. */
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-back]")) history.back();
});

document.addEventListener("htmx:load", (event) => enliven(event.detail.elt));
document.addEventListener("htmx:afterSettle", (event) => goOn(event.detail.elt));
enliven(document);

// The live page as it is drawn: parts are put in the place of old ones, and a button that has changed or
// moved ignores taps for a moment (live-touch.js).

export const root = document.querySelector("[data-live]");

const DEAF = 400; // ms in which a button ignores taps after its meaning changed
const MOVED = 6; // px that a button moves before it ignores taps, and
const ASIDE = 22; // px that it moves aside: a number beside it that gets longer is no reason

/* Put a part in the place of the old one; folds stay as they were, who was on a button stays there. */
export function swap(place, html) {
  if (!place) return;
  const folds = [...place.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.innerHTML = html;
  for (const [id, open] of folds) place.querySelector(`#${CSS.escape(id)}`)?.toggleAttribute("open", open);
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/* Note on each button the move that last changed what it rests on: the server judges it by that. */
let rests = {};
export function restOn(now, isDifference = false) {
  rests = isDifference ? { ...rests, ...now } : now;
  for (const each of root.querySelectorAll("[data-rests]:not([data-rests=''])")) each.dataset.on = rests[each.dataset.rests] ?? 0;
}

/* --- a second tap does not hit what the first one has brought under the thumb --- */

export function meaning(button) {
  return `${button.dataset.key} ${button.value ?? button.hash} ${resting(button)?.dataset.on ?? ""}`;
}

/* Return the element that says what a button rests on: itself, or what it stands in. */
export function resting(button) {
  return button.closest("[data-rests]");
}

export function redraw(change) {
  const parts = [...root.querySelectorAll("[data-part]")];
  const partsWere = parts.map(placeOf);
  const were = new Map(), before = new Set();
  for (const button of root.querySelectorAll("[data-key]")) {
    const name = nameOf(button);
    were.set(name, [...were.get(name) ?? [], placeOf(button)]);
    before.add(meaning(button));
  }
  change();
  for (const button of root.querySelectorAll("[data-key]")) {
    const was = were.get(nameOf(button))?.shift();
    if (!button.dataset.by && !before.has(meaning(button))) ignoreTaps(button, "data-deaf");
    else if (!was || isElsewhere(was, placeOf(button))) ignoreTaps(button, "data-moved");
  }
  parts.forEach((part, at) => { if (isElsewhere(partsWere[at], placeOf(part))) ignoreTaps(part, "data-moved"); });
}

/* Several seats have the same buttons. */
function nameOf(button) {
  return `${button.closest("[data-part]")?.dataset.part} ${button.dataset.key}`;
}

function placeOf(element) {
  const { left, top } = element.getBoundingClientRect();
  return { left, top };
}

function isElsewhere(was, is) {
  return Math.abs(is.top - was.top) > MOVED || Math.abs(is.left - was.left) > ASIDE;
}

const ignoring = new WeakMap();
function ignoreTaps(element, mark) {
  clearTimeout(ignoring.get(element));
  element.setAttribute(mark, "");
  ignoring.set(element, setTimeout(() => {
    element.removeAttribute("data-deaf");
    element.removeAttribute("data-moved");
  }, DEAF));
}

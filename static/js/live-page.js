// The live page as it is drawn: parts are put in the place of old ones, and a button that has changed or
// moved ignores taps for a moment (live-touch.js).

export const root = document.querySelector("[data-live]");

const DEAF = 400; // ms in which a button ignores taps after its meaning changed
const MOVED = 6; // px that a part moves before its buttons ignore taps

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
  const places = [...root.querySelectorAll("[data-part]")];
  const tops = places.map((place) => place.getBoundingClientRect().top);
  const before = new Set([...root.querySelectorAll("[data-key]")].map(meaning));
  change();
  for (const button of root.querySelectorAll("[data-key]:not([data-by])")) {
    if (!before.has(meaning(button))) ignoreTaps(button, "data-deaf");
  }
  places.forEach((place, at) => {
    if (Math.abs(place.getBoundingClientRect().top - tops[at]) > MOVED) ignoreTaps(place, "data-moved");
  });
}

const ignoring = new WeakMap();
function ignoreTaps(element, mark) {
  clearTimeout(ignoring.get(element));
  element.setAttribute(mark, "");
  ignoring.set(element, setTimeout(() => element.removeAttribute(mark), DEAF));
}

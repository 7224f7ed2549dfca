// The end of a game: every phone shows it at once, and buzzes where it may.

const root = document.querySelector("[data-live]");
const ending = () => root.querySelector("[data-ending]");
const BUZZES = { win: [70, 60, 70, 60, 70, 60, 300], loss: [450, 150, 450], decided: [120, 80, 240] }; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shown = ending()?.dataset.ending;

root.addEventListener("live:shown", () => {
  const now = ending()?.dataset.ending;
  cover();
  if (now === shown) return;
  shown = now;
  if (now) closeSheets();
  if (now && !still.matches) navigator.vibrate?.(BUZZES[now]);
});
root.addEventListener("toggle", (event) => { if (event.target === ending()) cover(); }, true);

/* A choice that is still open would lie over the ending. */
function closeSheets() {
  for (const sheet of root.querySelectorAll("[popover]:popover-open")) sheet.hidePopover();
  for (const sheet of root.querySelectorAll("details.sheet[open]")) sheet.open = false;
}

/* Somebody wants to play again: the seat that is kept for whoever holds this phone. */
const offers = root.querySelector("[data-offers]");
root.addEventListener("live:again", async () => {
  try {
    const answer = await fetch(offers.dataset.offers);
    if (answer.status === 200) offers.innerHTML = await answer.text();
  } catch { /* no network: the next stream says it again */ }
});

/* What lies below it is not reached by keys or by a screen reader. */
function cover() {
  const end = ending();
  const isOpen = Boolean(end?.open);
  for (const each of root.querySelectorAll(":scope > :not(.live__parts, .live__over, [data-announce]), .live__part, .live__edge")) {
    each.inert = isOpen && !each.contains(end);
  }
}
cover();

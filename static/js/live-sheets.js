// Choices at the foot of a phone: one sheet at a time, with a title and a way out; it closes when it is used.

const root = document.querySelector("[data-live]");
const SHEETS = "details:is(.sheet, :has(> .live__panel))";
const { close } = root.querySelector("[data-said]").dataset; // the word

const bodyOf = (sheet) => sheet.querySelector(":scope > :is(.sheet__body, .live__panel)");

function shut(sheet) {
  sheet.open = false;
  sheet.querySelector("summary").focus({ preventScroll: true });
}

root.addEventListener("toggle", ({ target: sheet }) => {
  if (!sheet.matches?.(SHEETS) || !sheet.open) return;
  for (const other of root.querySelectorAll(`${SHEETS}[open]`)) if (other !== sheet) other.open = false;
  const body = bodyOf(sheet);
  if (body.querySelector(".sheet__head")) return;
  const head = document.createElement("div"), title = document.createElement("b"), out = document.createElement("button");
  head.className = "sheet__head";
  title.textContent = sheet.querySelector("summary").textContent.trim();
  out.type = "button";
  out.className = "button button--quiet";
  out.textContent = close;
  out.addEventListener("click", () => shut(sheet));
  head.append(title, out);
  body.prepend(head);
}, true);

/* A tap on one of its buttons is its use; a tap beside it, or Escape, closes it, too. */
root.addEventListener("live:tap", ({ detail: { button } }) => {
  button.closest(".sheet")?.removeAttribute("open");
  button.closest("[popover]")?.hidePopover?.();
});
document.addEventListener("pointerdown", ({ target }) => {
  for (const sheet of root.querySelectorAll(`${SHEETS}[open]`)) {
    const body = bodyOf(sheet);
    if (getComputedStyle(body).position === "fixed" && !sheet.contains(target) && !target.closest("[data-opens]")) sheet.open = false;
  }
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") for (const sheet of root.querySelectorAll(`${SHEETS}[open]`)) shut(sheet);
});

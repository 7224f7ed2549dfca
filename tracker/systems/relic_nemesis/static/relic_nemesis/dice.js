// Dice that are tapped: a second tap takes a face back, and a die that explodes brings another one.

/* A radio button stays chosen by itself; this one lets go. */
document.addEventListener("click", ({ target }) => {
  const die = target.matches?.("input") && target.closest("[data-die]");
  if (!die) return;
  const again = target.hasAttribute("data-set");
  die.querySelector("[data-set]")?.removeAttribute("data-set");
  if (!again) return target.setAttribute("data-set", "");
  target.checked = false;
  target.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("input", ({ target }) => {
  for (const tray of target.form?.querySelectorAll("[data-dice]") ?? []) fit(tray, target.form);
});

/* Show as many dice as are thrown. */
function fit(tray, form) {
  const rows = tray.querySelector("[data-rows]");
  const explodes = tray.dataset.explodes.split(" ");
  const field = (name) => form.elements[`${tray.dataset.dice}_${name}`]?.value;
  const areAgents = tray.dataset.dice === "o" && form.elements.against?.value === "agents"; // one die, no cards
  let thrown = areAgents ? 1 : Number(field("dice")) || 1;
  if (!areAgents && field("card")) thrown += explodes.includes(field("card")) ? 0 : -1;
  for (let die = 0; die < thrown && die < 66; die += 1) {
    if (!rows.children[die]) {
      const more = tray.querySelector("template").innerHTML.replaceAll("__die__", die + 1);
      rows.insertAdjacentHTML("beforeend", more);
    }
    if (explodes.includes(rows.children[die].querySelector(":checked")?.value)) thrown += 1;
  }
  while (rows.children.length > Math.max(thrown, 0)) rows.lastElementChild.remove();
}

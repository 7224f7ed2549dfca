// Ten dice in the editor of a deck: without a script each button sends the form.

/* The hidden fields hold how many of each type there are; places and buttons follow them. */
function keepDice(pick) {
  const types = [...pick.querySelectorAll("[data-die]")];
  const slots = [...pick.querySelectorAll(".dice-slot")];
  const none = Object.assign(document.createElement("span"), { className: "face face--empty" });
  const field = (type) => pick.querySelector(`input[name="d_${type}"]`);

  function draw() {
    const chosen = types.flatMap((each) => Array(Number(field(each.dataset.die).value)).fill(each));
    slots.forEach((slot, place) => {
      const die = chosen[place]?.dataset;
      const drawn = chosen[place]?.querySelector(".face").cloneNode(true);
      const [face, label] = slot.children;
      slot.disabled = !die;
      slot.value = die ? `remove-die:${die.die}` : "";
      face.replaceWith(drawn ?? none.cloneNode());
      label.textContent = die ? `${pick.dataset.remove} ${die.name}` : pick.dataset.none;
    });
    for (const each of types) each.disabled = chosen.length >= slots.length;
  }

  pick.addEventListener("click", (event) => {
    const [, action, type] = event.target.closest("button")?.value.match(/^(add|remove)-die:(.+)$/) ?? [];
    if (!type) return;
    event.preventDefault();
    const held = field(type);
    held.value = Math.max(0, Number(held.value) + (action === "add" ? 1 : -1));
    draw();
    held.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

const enliven = (root) => root.querySelectorAll("[data-dice]").forEach(keepDice);
document.addEventListener("htmx:load", ({ target }) => target.id === "deck_form" && enliven(target)); // of editor.js
enliven(document);

// What this phone says: over the page, in one line, the latest; the others are counted, and a tap shows them.

const root = document.querySelector("[data-live]");
const place = root.querySelector("[data-said]");
const SHOWN = 6000; // ms; what was refused long after the tap stays until somebody has read it
let notes = []; // { text, stays }

root.addEventListener("live:tell", ({ detail: { text, stays = false } }) => {
  if (notes.some((note) => note.text === text)) return; // the same is said once
  const note = { text, stays };
  notes = [...notes.slice(-19), note];
  if (!stays) setTimeout(() => { notes = notes.filter((each) => each !== note); show(); }, SHOWN);
  show();
});

function line(text) {
  const said = document.createElement("p");
  said.textContent = text;
  return said;
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button button--quiet";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function show() {
  const isOpen = place.hasAttribute("data-open") && notes.length > 0;
  place.toggleAttribute("data-open", isOpen);
  const latest = notes.at(-1);
  if (!latest) return place.replaceChildren();
  const more = notes.length - 1;
  const lines = (isOpen ? notes : [latest]).map(({ text }) => line(text));
  const buttons = [];
  if (more && !isOpen) buttons.push(button(place.dataset.more.replace("{count}", more), () => { place.setAttribute("data-open", ""); show(); }));
  if (latest.stays || more) buttons.push(button(place.dataset.close, () => { notes = []; show(); }));
  place.replaceChildren(...lines, ...buttons);
}

// The editor of a deck keeps what was chosen until it is saved. Dice, typed cards and the cards on other pages of
// the list are hidden fields: the whole form is kept, and the site draws it again.

const key = `deck:${location.pathname}`;
const form = () => document.getElementById("deck_form");
const revision = () => form().elements.revision.value; // another one once the deck is saved
const OF_THE_PAGE = ["csrfmiddlewaretoken", "revision", "token", "do", "page"];

const chosen = () => [...new FormData(form())].filter(([name]) => !OF_THE_PAGE.includes(name));

// Storage may be refused, as in a private window.
function keep() {
  try {
    localStorage.setItem(key, JSON.stringify({ revision: revision(), fields: chosen() }));
  } catch { /* then nothing is kept */ }
}

function forget() {
  try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
}

function kept() {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

function showKept() {
  const held = kept();
  const now = JSON.stringify(chosen());
  if (!held || held.revision !== revision() || JSON.stringify(held.fields) === now) return;
  const values = new FormData();
  for (const name of ["revision", "token"]) values.append(name, form().elements[name].value);
  for (const [name, value] of held.fields) values.append(name, value);
  values.append("do", "show");
  window.htmx.ajax("POST", location.pathname, { values, target: "#deck_form", select: "#deck_form", swap: "outerHTML show:none" });
}

/* What a button of the form has changed is newer than what was kept. */
if (form().hasAttribute("data-unsaved")) keep();
else addEventListener("load", showKept);
for (const name of ["input", "change", "htmx:afterSettle"]) document.addEventListener(name, keep);
document.addEventListener("click", (event) => event.target.closest("[data-cancel]") && forget());

// A result form that is open while the live table goes on: fields that nobody changed follow the table,
// beside the others it is shown what the table says. The server does the same when the form is sent.

const BOTH = "[data-table-says-here]";

function read(form, name) {
  const field = form.elements[name];
  if (!field) return undefined;
  return field.type === "checkbox" ? (field.checked ? "on" : "") : field.value ?? "";
}

function write(form, name, value) {
  const field = form.elements[name];
  if (field.type === "checkbox") field.checked = value === "on";
  else field.value = value;
}

/* Show beside a field what the table says, or take that away again. */
function both(form, name, value, place) {
  const field = form.elements[name];
  const one = field instanceof RadioNodeList ? field[0] : field;
  const box = one.closest(".field, fieldset, p, li, td") ?? one.parentElement;
  box.querySelector(BOTH)?.remove();
  if (value === undefined) return;
  const words = { on: place.dataset.yes, "": place.dataset.no };
  const note = document.createElement("span");
  note.className = "field__help";
  note.dataset.tableSaysHere = "";
  note.textContent = place.dataset.tableSays.replace("{value}", one.type === "checkbox" ? words[value] : value || "–");
  box.append(note);
}

function follow(place) {
  const stored = document.querySelector("[name=live_said]");
  if (!stored) return;
  const { form } = stored, now = JSON.parse(place.dataset.liveSaid);
  const said = JSON.parse(stored.value); // by field, as the form shows it
  for (const name of new Set([...Object.keys(said), ...Object.keys(now)])) {
    const before = said[name] ?? "", says = now[name] ?? "", mine = read(form, name);
    if (mine === undefined) continue;
    if (mine === before) {
      write(form, name, says);
      said[name] = says;
    }
    both(form, name, mine === before || mine === says || says === before ? undefined : says, place);
  }
  stored.value = JSON.stringify(said); // what somebody changed keeps what the table said before
}

document.addEventListener("htmx:afterSettle", () => {
  const place = document.querySelector("[data-live-said]");
  if (place) follow(place);
});

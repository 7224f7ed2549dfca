// What this device shows the table for: a phone, a tablet in the middle, a television. It is remembered.

const root = document.querySelector("[data-live]");
const looks = root.querySelector("[data-looks]");
const links = [...looks.querySelectorAll("[data-to]")];
const asked = new URLSearchParams(location.search).get("look"); // as without scripts; it wins

function remembered() {
  try { return localStorage.getItem("live-look") ?? ""; } catch { return ""; }
}

function remember(look) {
  try { localStorage.setItem("live-look", look); } catch { /* a private window */ }
}

function show(look) {
  if (!links.some((link) => link.dataset.to === look)) return;
  root.dataset.look = look;
  for (const link of links) {
    if (link.dataset.to === look) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

looks.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  remember(link.dataset.to);
  show(link.dataset.to);
  history.replaceState(null, "", location.pathname);
  looks.open = false;
  looks.querySelector("summary").focus();
});

/* The menu closes by a tap elsewhere, and by Escape. */
document.addEventListener("click", (event) => { if (!looks.contains(event.target)) looks.open = false; });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") looks.open = false; });

if (!asked) show(remembered());

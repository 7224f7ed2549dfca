// At the table: the screen stays awake over a checklist, and the site is there without a network.

/* Where the browser can, the screen does not go dark while a sheet is laid out. */
let awake;
async function stayAwake() {
  if (document.visibilityState !== "visible" || (awake && !awake.released)) return;
  try {
    awake = await navigator.wakeLock.request("screen");
  } catch {
    /* A phone that saves its battery may refuse. */
  }
}
if (navigator.wakeLock && document.querySelector("[data-checklist]")) {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake); // a hidden page has lost it
  addEventListener("pageshow", stayAwake);
  addEventListener("pagehide", () => awake?.release());
}

/* What cannot be sent stays as it was typed: app.js says so. */
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post" || navigator.onLine || event.target.closest("[data-live]")) return; // live.js keeps it
  event.preventDefault();
  event.stopImmediatePropagation();
  document.dispatchEvent(new Event("unsent"));
}, true);

/* sw.js keeps sheets, mats and the rulebook. Without HTTPS a browser has no such thing. */
navigator.serviceWorker?.register("/sw.js").catch(() => {});

// The stream of a live game: it reconnects by itself, with exponential backoff and jitter. Without one, the
// table is asked for now and then: a server may hold none, and a proxy may let none through.

import { root } from "./live-page.js";

const PATIENCE = 15000; // ms until a request without an answer is given up
const HEARTBEAT = 35000; // ms of silence after which the stream is taken for dead

/* Follow a table. shown() is the latest move on the page; show, heard, reached and flush are called
   with what comes, whenever anything comes, when the server is reached or not, and when it is there again. */
export function follow({ stamp, shown, show, heard, reached, flush }) {
  let source, retryDelay = 500, lastHeard = Date.now(), polling;

  function connect() {
    source?.close();
    source = new EventSource(`${root.dataset.events}?seen=${shown()}&table=${stamp}`);
    lastHeard = Date.now();
    source.addEventListener("parts", (event) => { noise(); show(JSON.parse(event.data)); });
    source.addEventListener("beat", noise);
    source.addEventListener("again", () => { noise(); root.dispatchEvent(new Event("live:again")); });
    source.addEventListener("poll", poll);
    source.addEventListener("over", (event) => { source.close(); location.assign(JSON.parse(event.data).to); });
    source.onopen = () => { retryDelay = 500; noise(); reached(true); connected(true); flush(); };
    source.onerror = () => {
      source.close();
      connected(false);
      clearTimeout(polling);
      polling = setTimeout(again, retryDelay * (0.5 + Math.random()));
      retryDelay = Math.min(retryDelay * 2, 6000);
    };
  }

  function noise() {
    lastHeard = Date.now();
    heard();
  }

  function poll() {
    source.onerror = null;
    source.close();
    clearTimeout(polling);
    polling = setTimeout(async () => { connected(Boolean(await catchUp())); poll(); }, 3000 * (0.75 + Math.random() / 2));
  }

  async function again() {
    await catchUp();
    connect();
  }

  /* Ask for everything that is new; say whether the server answered. */
  async function catchUp() {
    try {
      const address = `${root.dataset.state}?seen=${shown()}&table=${stamp}`;
      const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(PATIENCE) });
      if (answer.status === 404 || answer.status === 403) return location.reload();
      if (!answer.ok) return reached(false);
      const said = await answer.json();
      show(said);
      if (said.again) root.dispatchEvent(new Event("live:again"));
      flush();
      return reached(true);
    } catch {
      return reached(false);
    }
  }

  function connected(is) {
    root.toggleAttribute("data-connected", is);
  }

  setInterval(() => {
    if (navigator.onLine !== false) flush(); // what a server in trouble did not take
    if (Date.now() - lastHeard > HEARTBEAT && source?.readyState === EventSource.OPEN) source.onerror();
  }, 5000);
  addEventListener("online", connect);
  addEventListener("offline", () => { connected(false); reached(false); });
  addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && source?.readyState !== EventSource.OPEN) { retryDelay = 500; again(); }
  });

  return { again, connect, isOpen: () => source?.readyState === EventSource.OPEN };
}

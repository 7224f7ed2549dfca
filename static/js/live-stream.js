// The stream of a live game: it reconnects by itself, with exponential backoff and jitter. Without one, the
// server is asked now and then: it may hold none, and a proxy may let none through.

const HEARTBEAT = 35000; // ms of silence after which the stream is taken for dead

/* Follow a stream. address() is where it is; events has what to do with each kind of event. ask() asks the server for
   everything new, and promises to say whether it answered. heard, connected, reached and flush are called whenever anything
   comes, when the stream opens or is lost, when the server is reached or not, and when it is there again. */
export function follow({ address, events, ask, heard = () => {}, connected = () => {}, reached = () => {}, flush = () => {} }) {
  let source, retryDelay = 500, lastHeard = Date.now(), polling;

  function connect() {
    source?.close();
    source = new EventSource(address());
    lastHeard = Date.now();
    for (const [name, act] of Object.entries(events)) {
      source.addEventListener(name, (event) => { noise(); act(JSON.parse(event.data)); });
    }
    source.addEventListener("beat", noise);
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
    polling = setTimeout(async () => { connected(Boolean(await ask())); poll(); }, 3000 * (0.75 + Math.random() / 2));
  }

  async function again() {
    await ask();
    connect();
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

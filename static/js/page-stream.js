// A page before a game, such as that of a draft. The stream says that the game changed, and a phone that waits asks
// for its part again: <div data-page="address" data-stamp="what it shows" data-events="the stream">. A phone that is
// asked to choose has none, so that nothing changes under the thumb.

import { follow } from "./live-stream.js";

const waiting = () => document.querySelector("[data-page]");
let asking, isStale = false, wasLost = false;

function told({ stamp }) {
  if (stamp === waiting()?.dataset.stamp) return;
  if (asking) isStale = true; // what is on its way may be older
  else ask();
}

/* Ask for the part; promise to say whether the server answered. */
function ask() {
  asking ??= request().finally(() => {
    asking = undefined;
    if (!isStale) return;
    isStale = false;
    ask();
  });
  return asking;
}

async function request() {
  const part = waiting();
  try {
    if (part) await htmx.ajax("GET", part.dataset.page, { source: part, swap: "outerHTML" });
    return true;
  } catch {
    return false; // app.js has said so
  }
}

/* The answer takes back what was said of the network. */
function connected(is) {
  if (is && wasLost) ask();
  wasLost = !is;
}

const first = waiting();
if (first) {
  const address = () => `${first.dataset.events}?page=${waiting()?.dataset.stamp ?? ""}`;
  follow({ address, events: { page: told }, ask, connected }).connect();
}

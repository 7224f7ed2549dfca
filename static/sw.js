// Keeps what lies on the table readable without a network: one-off games, and the pages of campaigns
// that their game systems name. The view that serves this puts SHELL in front: its version, the
// offline page, the static files, and those pages.

const CACHE = `breachkeeper-${SHELL.version}`;
const KEPT = [/^\/g\/[^/]+\/$/, ...SHELL.kept.map((path) => new RegExp(path))];
const HASHED = /\.[0-9a-f]{12}\.\w+$/; // the name changes with the content
const READER = "/.reader"; // whose pages these are, as the server marks them
const WHEN = "X-Kept";
const MOST = 60; // pages
const MAX_PICTURES = 40; // portraits and photos that those pages show
let forgotten = 0; // how often all pages were let go: an answer from before that is kept no more
const NETWORK_TIMEOUT_MS = 8000; // ms, before a kept page is shown in the place of one that does not come

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL.offline, ...SHELL.files])));
});

addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("breachkeeper-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The language may have been changed while the files came.
  const cache = await caches.open(CACHE);
  await cache.add(SHELL.offline).catch(() => {});
  await clients.claim();
  // A page that is open now came before this worker did. A copy of it shows no message: those are for
  // the page that somebody opens next.
  for (const client of await clients.matchAll({ type: "window" })) {
    const url = new URL(client.url);
    if (!isKept(url)) continue;
    const since = forgotten;
    await fetch(url, { headers: { "X-Copy": "1" } }).then((response) => note(url, response, since), () => {});
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    // After these, somebody else may read. They go past us, so that Clear-Site-Data is heeded.
    if (url.pathname === SHELL.signOut) event.waitUntil(closeNotices());
    if (url.pathname.startsWith("/account/")) event.waitUntil(forget());
    else if (request.mode === "navigate") event.respondWith(entry(request));
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.startsWith(SHELL.static)) event.respondWith(file(event, url));
  else if (request.destination === "image") event.respondWith(picture(request));
});

/* A plain form: sent once, never kept, never sent again. What was typed is a step back away. */
async function entry(request) {
  try {
    return await fetch(request);
  } catch {
    return offline({ unsent: true });
  }
}

/* Pages: the network first. */
async function page(event, url) {
  const since = forgotten;
  const network = fetch(event.request);
  event.waitUntil(network.then((response) => note(url, response.clone(), since), () => {}));
  try {
    return await (isKept(url) ? Promise.race([network, networkTimeout()]) : network);
  } catch {
    const copy = await kept(url);
    return copy ?? network.catch(() => offline({ atTable: url.pathname.endsWith("/live") }));
  }
}

function networkTimeout() {
  return new Promise((_, reject) => setTimeout(reject, NETWORK_TIMEOUT_MS));
}

function isKept(url) {
  return !url.search && KEPT.some((kind) => kind.test(url.pathname));
}

/* Keep a page that may be kept; let go of what is no longer shown, or was another person's. */
async function note(url, response, since) {
  const cache = await caches.open(CACHE);
  const reader = response.headers.get("X-Reader");
  const before = await heldFor(cache);
  if (since !== forgotten) return;
  if (reader && reader !== before) {
    if (before) await forget();
    since = forgotten;
    await cache.put(READER, new Response(reader));
  }
  await speak(cache, response);
  if (!isKept(url) || response.status >= 500) return;
  const silent = /no-store/.test(response.headers.get("Cache-Control") ?? "");
  if (!reader || silent || response.status !== 200 || response.redirected) {
    if (await cache.delete(url.pathname)) await sweep(cache);
    return;
  }
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // it is unpacked
  headers.set(WHEN, new Date().toISOString());
  const text = await response.text();
  if (since !== forgotten) return;
  await cache.put(url.pathname, new Response(text, { headers }));
  if (await trim(cache, await keptPages(cache), MOST)) await sweep(cache);
  await keepPictures(cache, text, reader);
}

/* Let the oldest go; say whether any did. */
async function trim(cache, held, most) {
  const going = held.slice(0, -most);
  await Promise.all(going.map((request) => cache.delete(request)));
  return going.length > 0;
}

/* A page that is let go takes along the pictures that no other kept page shows. */
async function sweep(cache) {
  const shown = new Set();
  for (const request of await keptPages(cache)) {
    const copy = await cache.match(request, { ignoreVary: true });
    for (const address of picturesOf((await copy?.text()) ?? "")) shown.add(new URL(address, location.origin).href);
  }
  const left = (await keptPictures(cache)).filter((request) => !shown.has(request.url));
  await Promise.all(left.map((request) => cache.delete(request)));
}

function picturesOf(text) {
  const found = text.matchAll(/<img\b[^>]*? src="(\/[cg]\/[^"]+)"/g);
  return Array.from(found, ([, src]) => src.replaceAll("&amp;", "&"));
}

/* Portraits and photos are shown with the page that is kept, and belong to whom it belongs. */
async function keepPictures(cache, text, reader) {
  for (const address of picturesOf(text)) {
    const response = await fetch(address).catch(() => null);
    if (reader !== (await heldFor(cache))) return; // somebody else has sat down meanwhile
    if (!response) continue;
    await cache.delete(address); // to be put at the end: the oldest go first
    if (response.status !== 200 || response.redirected) continue;
    const headers = new Headers(response.headers);
    headers.set("X-Reader", reader);
    await cache.put(address, new Response(await response.blob(), { headers }));
  }
  await trim(cache, await keptPictures(cache), MAX_PICTURES);
}

async function picture(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const copy = await cache.match(request.url, { ignoreVary: true });
    if (copy && copy.headers.get("X-Reader") === (await heldFor(cache))) return copy;
    throw error;
  }
}

async function heldFor(cache) {
  return (await cache.match(READER))?.text();
}

async function keptPages(cache) {
  return (await cache.keys()).filter((request) => isKept(new URL(request.url)));
}

async function keptPictures(cache) {
  return (await peoples(cache)).filter((request) => !isKept(new URL(request.url)));
}

/* Everything that is not a static file. */
async function peoples(cache) {
  const ours = (path) => path.startsWith(SHELL.static) || path === SHELL.offline || path === READER;
  return (await cache.keys()).filter((request) => !ours(new URL(request.url).pathname));
}

async function forget() {
  forgotten += 1;
  const cache = await caches.open(CACHE);
  const held = await peoples(cache);
  await Promise.all([READER, ...held].map((request) => cache.delete(request)));
}

/* The offline page speaks as the last page did. */
async function speak(cache, response) {
  const language = response.headers.get("Content-Language");
  const held = await cache.match(SHELL.offline, { ignoreVary: true });
  if (!language || !response.ok || language === held?.headers.get("Content-Language")) return;
  await cache.add(SHELL.offline).catch(() => {});
}

/* A kept page says of when it is; without that it is not shown. */
async function kept(url) {
  if (!isKept(url)) return undefined;
  const cache = await caches.open(CACHE);
  const copy = await cache.match(url.pathname, { ignoreVary: true });
  if (!copy || copy.headers.get("X-Reader") !== (await heldFor(cache))) return undefined;
  const text = await copy.text();
  const said = /<template id="said-kept">([^]*?)<\/template>/.exec(text)?.[1] ?? "";
  const place = /<div id="messages"[^>]*>/.exec(text);
  if (!place || !said.includes("{when}")) return undefined;
  const at = place.index + place[0].length;
  const notice = said.replace("{when}", timeOf(copy, text));
  return new Response(text.slice(0, at) + notice + text.slice(at), { headers: copy.headers });
}

function timeOf(copy, text) {
  const language = /<html lang="([\w-]+)"/.exec(text)?.[1] ?? "en";
  const locale = language === "en" ? "en-GB" : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
  return format.format(new Date(copy.headers.get(WHEN)));
}

/* No network, and nothing kept under this address: say so, and list what there is. Or an entry that
   could not be sent: say where it is. */
async function offline({ unsent = false, atTable = false } = {}) {
  const cache = await caches.open(CACHE);
  const held = await cache.match(SHELL.offline, { ignoreVary: true });
  if (!held) return Response.error();
  const text = await held.text();
  const reader = await heldFor(cache);
  const rows = [];
  for (const request of (await keptPages(cache)).reverse()) {
    const copy = await cache.match(request, { ignoreVary: true });
    if (copy?.headers.get("X-Reader") !== reader) continue;
    const when = timeOf(copy, text);
    const title = /<title>([^<]*) · [^<·]*<\/title>/.exec(await copy.text())?.[1];
    const path = new URL(request.url).pathname;
    rows.push(`<li><a href="${path}">${title ?? path}</a><br><small class="soft">${when}</small></li>`);
  }
  let filled = text
    .replace(/<ul [^>]*data-kept[^>]*>/, (found) => found + rows.join(""))
    .replace(rows.length ? " data-kept-none" : " data-kept-some", " hidden");
  if (atTable) filled = filled.replace(" data-taps hidden", "");
  if (unsent) filled = filled.replace(" data-not-sent hidden", "").replace(" data-not-kept", " hidden");
  return new Response(filled, { status: 503, headers: held.headers });
}

/* Static files: by a name that never changes its content, what is here is enough. */
async function file(event, url) {
  const cache = await caches.open(CACHE);
  const held = await cache.match(event.request, { ignoreVary: true });
  if (held && HASHED.test(url.pathname)) return held;
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(cache.put(event.request, response.clone()));
    return response;
  } catch (error) {
    if (held) return held;
    throw error;
  }
}

/* --- notifications --- */

addEventListener("push", (event) => {
  const { title, body, url } = event.data?.json() ?? {};
  if (title) event.waitUntil(registration.showNotification(title, { body, data: { url }, tag: url, icon: SHELL.icon }));
});

/* What one person was told is not left for the next. */
async function closeNotices() {
  for (const notice of await registration.getNotifications()) notice.close();
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data ?? {};
  // Of this site alone, whatever was pushed.
  const page = new URL(url ?? "", location.origin);
  if (url && page.origin === location.origin) event.waitUntil(clients.openWindow(page.href));
});

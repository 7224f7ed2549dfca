// Notifications: a form that asks the browser first, and is then sent as any other.
// Where a browser has none, the form stays hidden, and the page says so.

const form = document.querySelector("[data-notices]");

function text(buffer) {
  const bytes = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytes(key) {
  const raw = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

async function subscribed() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.notices) });
}

if (form && "PushManager" in globalThis && "serviceWorker" in navigator) {
  form.hidden = false;
  document.querySelector("[data-no-notices]").hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const found = await subscribed();
      form.elements.endpoint.value = found.endpoint;
      form.elements.public_key.value = text(found.getKey("p256dh"));
      form.elements.auth.value = text(found.getKey("auth"));
      form.submit();
    } catch {
      form.querySelector("[data-refused]").hidden = false;
    }
  });
}

// Passkeys: a form that asks the device first, and is then sent as any other.
// Where a browser has none, the form stays hidden, and there is the password.

const known = globalThis.PublicKeyCredential;

async function asked(form) {
  const body = new FormData(form);
  body.set("for", form.dataset.passkey);
  const answer = await fetch(form.dataset.options, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.statusText);
  const options = await answer.json();
  return form.dataset.passkey === "making"
    ? navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) });
}

if (known?.parseCreationOptionsFromJSON) {
  for (const form of document.querySelectorAll("[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        form.elements.credential.value = JSON.stringify(await asked(form));
        for (const copy of form.querySelectorAll("[data-copies]")) {
          copy.value = document.getElementById(copy.dataset.copies).checked ? "on" : "";
        }
        form.submit();
      } catch {
        form.querySelector("[data-refused]").hidden = false;
      }
    });
  }
}

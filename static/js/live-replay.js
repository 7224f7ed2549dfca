// The replay goes to a chat as a picture, where the browser can send files.

const button = document.querySelector("[data-send-file]");
const type = "image/svg+xml";
const fileOf = (parts) => new File(parts, button.dataset.name, { type });

if (button && navigator.canShare?.({ files: [fileOf([])] })) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const answer = await fetch(button.dataset.sendFile);
      if (answer.ok) await navigator.share({ files: [fileOf([await answer.blob()])], title: document.title });
    } catch { /* closed without sending, or no network */ }
  });
}

"""Which Chromium is started, and how."""

# The headless shell is Chromium without windows: the same pages for two thirds of the work.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGS = (
    "--no-sandbox",  # CI runs as root, where Chromium has no sandbox to offer
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

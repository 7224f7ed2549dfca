"""Which Chromium is started, and how."""

import os
from pathlib import Path

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
# Pages are measured in the fonts that come with the site: they fit or break everywhere alike.
FONTS = Path(__file__).parent / "browser" / "fonts.conf"


def chromium_environment() -> dict[str, str | float | bool]:
    """Return the environment of a Chromium that knows no font of the machine."""
    return {**os.environ, "FONTCONFIG_FILE": str(FONTS)}

"""Take the pictures of the documentation anew, from the demo (`make pictures`).

The demo is dated a week before today, so that pictures differ a little each time: commit those that
show something new.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import CHROMIUM, CHROMIUM_ARGS
from tests.served_site import served
from tests.tracker.clean_environment import ROOT

FOLDER = ROOT / "docs" / "pictures"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
GAP = 16  # between phones
A4 = 297 / 210  # height of a page by its width
COLOURS = 256  # of a palette: pages have few
PLAYING = 1  # of the two demo campaigns the one that is not finished


def main() -> None:
    """Start a site with the demo, and take every picture."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"BREACHKEEPER_DATA_DIR": folder, "BREACHKEEPER_TIME_ZONE": "Europe/Warsaw"}
        environment = {**os.environ, **own}
        command = [sys.executable, "-m", "tracker"]
        with served(command, Path(folder), {**environment, "PYTHONPATH": str(ROOT)}) as site:
            codes = manage(environment, "demo", "--once").split()
            with sync_playwright() as playwright:
                executable = next(filter(None, map(shutil.which, CHROMIUM)))
                browser = playwright.chromium.launch(
                    executable_path=executable, args=[*CHROMIUM_ARGS]
                )
                take(browser, site.base, codes[PLAYING], environment)
                browser.close()


def take(browser: Browser, site: str, code: str, environment: dict[str, str]) -> None:
    """Take the pictures of a campaign."""
    campaign = f"{site}/c/{code}"
    setup = setup_page(browser, campaign)
    phones = [
        shot(browser, f"{campaign}/", PHONE),
        shot(browser, f"{site}{setup}", PHONE, theme="dark"),
        shot(browser, f"{campaign}/mages/1", PHONE),
    ]
    save("phones", beside_each_other(phones), width=1200)
    save("desk", shot(browser, f"{campaign}/", DESK), width=1100)
    save("mat", shot(browser, f"{campaign}/mages", DESK), width=900)
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "sheet.png"
        manage(environment, "sheet", "--campaign", code, "--format", "png", "--output", str(sheet))
        pages = Image.open(sheet)
        first = pages.crop((0, 0, pages.width, round(pages.width * A4)))
        save("sheet", first, width=760)


def setup_page(browser: Browser, campaign: str) -> str:
    """Return the path of the set-up of a campaign's latest game, from its next step."""
    page = browser.new_page()
    page.goto(f"{campaign}/")
    link = page.locator("a[href^='/g/'][href$='/setup']").first
    found = str(link.get_attribute("href"))
    page.close()
    return found


def shot(browser: Browser, url: str, size: Any, *, theme: Any = "light") -> Image.Image:
    """Return what a page shows at first."""
    page = browser.new_page(viewport=size, device_scale_factor=2, color_scheme=theme)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    taken = Image.open(io.BytesIO(page.screenshot()))
    page.close()
    return taken


def beside_each_other(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures in a row."""
    gap = GAP * 2
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    row = Image.new("RGB", (width, pictures[0].height), "white")
    left = 0
    for picture in pictures:
        row.paste(picture, (left, 0))
        left += picture.width + gap
    return row


def save(name: str, picture: Image.Image, *, width: int) -> None:
    """Save a picture so wide, with few colours."""
    size = (width, round(picture.height * width / picture.width))
    small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    few = small.quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}.png {size[0]} × {size[1]}")


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a management command, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


if __name__ == "__main__":
    main()

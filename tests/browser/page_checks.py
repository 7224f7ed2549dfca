"""Axe and our own checks, served to the pages as a script.

Half a megabyte is then sent once, and a page that is only passed through goes without.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

ADDRESS = "/static/tests/page_checks.js"
# Words that are cut off: not those that are meant to be heard only, nor a field that scrolls.
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  if (!element.clientWidth) return false;
  const across = element.scrollWidth > element.clientWidth + 1;
  const down = element.scrollHeight > element.clientHeight + 2;
  if (!across && !down) return false;
  if (element.matches("input, textarea, select, progress, svg, svg *, .account__name"))
    return false;
  const { clipPath, display, overflowX, overflowY } = getComputedStyle(element);
  if (clipPath !== "none" || display === "inline") return false;
  const cut = (across && overflowX !== "visible") || (down && overflowY === "hidden");
  return cut && element.innerText.trim();
}).map((element) => `cuts off ${element.outerHTML.slice(0, 120)}`)"""
CHECKS = (Path(__file__).parent / "page_checks.js").read_text()
SCRIPT = f"{AXE_SCRIPT}\n{{ const cutOff = {CUT};\n{CHECKS} }}"
OPEN = f"""window.checkAll || new Promise((opened, failed) => {{
  const script = document.createElement("script");
  document.head.append(Object.assign(script, {{ onload: opened, onerror: failed }}));
  script.src = "{ADDRESS}";
}})"""


def run_check(page: Page, how: str, given: Any) -> Any:
    """Run one of the checks of page_checks.js, which is fetched unless it is there already."""
    return page.evaluate(f"async (given) => {{ await ({OPEN}); return {how}(given); }}", given)

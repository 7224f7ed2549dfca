"""The styles of production, where they are minified, mean what the sources say.

If this fails: rcssmin drops the space in ``a :is(b)``. Write ``a *:is(b)``.
"""

from __future__ import annotations

from pathlib import Path

import rcssmin
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from playwright.sync_api import Page

# What a browser understands of a stylesheet: each rule as it would write it itself. A value with a
# variable in it is written as it was typed, with or without a space after a comma.
UNDERSTOOD = """css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return Array.from(sheet.cssRules, rule => rule.cssText.replaceAll(/,\\s+/g, ","));
}"""


def test_minified_styles_mean_the_same(page: Page) -> None:
    sources = [path for path in _stylesheets() if "admin" not in path.parts]
    assert len(sources) > 15
    for source in sources:
        css = source.read_text()
        minified = rcssmin.cssmin(css)
        assert len(minified) < len(css)
        assert page.evaluate(UNDERSTOOD, minified) == page.evaluate(UNDERSTOOD, css), source.name


def _stylesheets() -> list[Path]:
    found = []
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            if name.endswith(".css") and isinstance(storage, FileSystemStorage):
                found.append(Path(storage.path(name)))
    return found

"""The custom properties of the styles: what is read is set, what is set is read."""

import re
from pathlib import Path

from django.conf import settings

SET = re.compile(r"(--[\w-]+)\s*:(?!:)")
READ = re.compile(r"var\((--[\w-]+)")
# Of a page, not of a style: how a browser, a script or a template sets it.
SOURCES = ("static/css/*.css", "static/js/**/*.js", "templates/**/*.html", "tracker/**/*.html")
STYLES = ("static/css/*.css", "tracker/systems/*/static/*/*.css")


def text_of(*patterns: str) -> str:
    root = Path(settings.BASE_DIR)
    return "\n".join(
        path.read_text(encoding="utf-8")
        for pattern in patterns
        for path in sorted(root.glob(pattern))
    )


def test_a_property_that_is_read_is_set_and_one_of_the_tokens_is_read() -> None:
    styles = re.sub(r"/\*.*?\*/", "", text_of(*STYLES), flags=re.DOTALL)
    pages = text_of(*SOURCES)
    read = set(READ.findall(styles))
    assert read - set(SET.findall(styles)) - set(SET.findall(pages)) == set()
    tokens = set(SET.findall(text_of("static/css/tokens.css")))
    assert tokens - read == set()

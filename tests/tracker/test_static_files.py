"""The styles are sent without what only we read, and mean the same."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

from tracker.static_files import lean

CSS = settings.BASE_DIR / "static/css/app.css"
LEAN = "tracker.static_files.LeanManifestStorage"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("a { color: red; }", "a{color:red}"),
        ("a,\n  b > c { d: e; f: g }", "a,b > c{d:e;f:g}"),
        ("a :is(.b, .c) + d { e: f }", "a :is(.b,.c) + d{e:f}"),
        ("a { /* why; { } */ b: c }", "a{b:c}"),
        ('a { content: " , { /* x */  }" ; }', 'a{content:" , { /* x */  }"}'),
        ("@media (a: b) { c { d: calc(1px + 2px); } }", "@media (a:b){c{d:calc(1px + 2px)}}"),
        ("a { margin: 0 -1px; &:hover { b: c; } }", "a{margin:0 -1px;&:hover{b:c}}"),
    ],
)
def test_space_that_means_nothing_goes_and_the_rest_stays(written: str, sent: str) -> None:
    assert lean(written) == sent
    assert lean(sent) == sent


def test_nothing_but_space_comments_and_last_semicolons_is_lost() -> None:
    def marks(css: str) -> str:
        return re.sub(r"\s|;(?=\s*\})", "", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))

    written = CSS.read_text()
    assert marks(lean(written)) == marks(written)
    assert len(lean(written)) < len(written) * 0.9


def test_styles_are_lean_once_collected_and_other_files_are_as_they_were(tmp_path: Path) -> None:
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": LEAN}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
        hashed = tmp_path / staticfiles_storage.stored_name("css/app.css")
    sent = hashed.read_text()
    assert hashed.name != "app.css"
    # The addresses of the fonts are hashed, and nothing else is different.
    assert re.sub(r"\.[0-9a-f]{12}\.woff2", ".woff2", sent) == lean(CSS.read_text())
    assert gzip.decompress(hashed.with_name(f"{hashed.name}.gz").read_bytes()).decode() == sent
    script = settings.BASE_DIR / "static/js/app.js"
    assert (tmp_path / "js/app.js").read_bytes() == script.read_bytes()

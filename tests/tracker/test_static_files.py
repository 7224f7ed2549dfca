"""The styles are sent without what only we read, and mean the same."""

import re

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.test import override_settings

from tracker.static_files import LeanManifestStorage, lean

CSS = settings.BASE_DIR / "static/css/app.css"


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


def test_styles_are_lean_once_collected_and_other_files_are_as_they_were(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with override_settings(STATIC_ROOT=tmp_path_factory.mktemp("collected")):
        storage = LeanManifestStorage()
        storage.save("css/app.css", ContentFile(CSS.read_bytes()))
        storage.save("notes.txt", ContentFile(b"a  { b: c; }\n"))
        with storage.open("css/app.css") as css, storage.open("notes.txt") as text:
            assert css.read().decode() == lean(CSS.read_text())
            assert text.read() == b"a  { b: c; }\n"

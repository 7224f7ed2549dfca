"""Static files as production stores them."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile

from tracker.web.static_files import MinifiedStaticFilesStorage

CSS = b"/* What is said here stays here. */\n.a {\n  color: red;\n}\n"
SCRIPT = b"// Scripts stay as they are.\nlet a = 1;\n"


def test_styles_are_stored_minified_and_scripts_as_they_are(tmp_path: Path) -> None:
    storage = MinifiedStaticFilesStorage(location=str(tmp_path), base_url="/static/")
    sources = {"a.css": CSS, "a.js": SCRIPT}
    for name, content in sources.items():
        storage.save(name, ContentFile(content))
    hashed = {
        name: found
        for name, found, _is_new in storage.post_process({n: (storage, n) for n in sources})
        if name in sources
    }
    assert (tmp_path / hashed["a.css"]).read_bytes() == b".a{color:red}"
    assert (tmp_path / hashed["a.js"]).read_bytes() == SCRIPT


def test_scripts_of_others_are_stored_whatever_their_comments_import(tmp_path: Path) -> None:
    storage = MinifiedStaticFilesStorage(location=str(tmp_path), base_url="/static/")
    name = "django_htmx/ext/hx-sse-2.js"
    found = finders.find(name)
    assert found
    storage.save(name, ContentFile(Path(found).read_bytes()))
    done = list(storage.post_process({name: (storage, name)}))
    assert not [each for each in done if isinstance(each[2], Exception)]
    assert any(hashed != name for _name, hashed, _is_new in done)

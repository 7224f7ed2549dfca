"""Templates and styles are read by people too; ruff looks after Python."""

from django.conf import settings

LONGEST = 180


def test_no_line_of_a_template_or_a_style_is_too_long_to_read() -> None:
    root = settings.BASE_DIR
    files = [
        file
        for folder in ("templates", "static", "tracker")
        for kind in ("*.html", "*.css")
        for file in (root / folder).rglob(kind)
    ]
    assert len(files) > 100
    long = [
        f"{file.relative_to(root)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert not long

"""Every sentence is translated into every language, and compiled as it is written."""

import ast
from pathlib import Path

import django
import polib
import pytest
from django.conf import settings

from tests import translations
from tests.translations import catalogues, compile_catalogue, faults

CATALOGUES = {path.parent.parent.name: path for path in catalogues()}


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    """Return a small catalogue without a fault."""
    path = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    written = polib.POFile()
    written.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    written.append(polib.POEntry(msgid="See <b>%(name)s</b>", msgstr="Zobacz <b>%(name)s</b>"))
    written.append(
        polib.POEntry(
            msgid="One card",
            msgid_plural="%(number)s cards",
            msgstr_plural={0: "Jedna karta", 1: "%(number)s kart"},
        )
    )
    written.save(str(path))
    compile_catalogue(path)
    return path


def spoil(path: Path, old: str, new: str) -> list[str]:
    """Change what is written, compile it, and return what is found."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    compile_catalogue(path)
    return faults(path)


def test_every_language_but_the_first_has_a_catalogue() -> None:
    assert set(CATALOGUES) == {code for code, _name in settings.LANGUAGES} - {"en"}


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_every_sentence_is_translated_and_compiled(language: str) -> None:
    assert faults(CATALOGUES[language]) == []


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_the_plural_rule_is_the_one_django_uses(language: str) -> None:
    own = polib.pofile(str(CATALOGUES[language])).metadata["Plural-Forms"]
    home = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.po"
    theirs = polib.pofile(str(home)).metadata["Plural-Forms"]
    # Another rule keeps the two catalogues apart, and every lookup of a plural slows down.
    assert own.replace(" ", "") == theirs.replace(" ", "")


def test_a_catalogue_without_a_fault_has_none(catalogue: Path) -> None:
    assert faults(catalogue) == []


def test_an_untranslated_sentence_is_named(catalogue: Path) -> None:
    found = spoil(catalogue, 'msgstr "Zobacz <b>%(name)s</b>"', 'msgstr ""')
    assert found == ["not translated: 'See <b>%(name)s</b>'"]


def test_an_empty_plural_form_is_named(catalogue: Path) -> None:
    found = spoil(catalogue, 'msgstr[1] "%(number)s kart"', 'msgstr[1] ""')
    assert found == ["not translated: 'One card'"]


def test_a_missing_plural_form_is_named(catalogue: Path) -> None:
    found = spoil(catalogue, "nplurals=2", "nplurals=3")
    assert found == ["2 plural forms, not 3: 'One card'"]


def test_a_fuzzy_sentence_is_named(catalogue: Path) -> None:
    found = spoil(catalogue, 'msgid "One card"', '#, fuzzy\nmsgid "One card"')
    assert found == ["fuzzy: 'One card'"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Zobacz <b>%(name)s</b>", "Zobacz <b>%(imię)s</b>", "See <b>%(name)s</b>"),
        ("Zobacz <b>%(name)s</b>", "Zobacz %(name)s", "See <b>%(name)s</b>"),
        ("%(number)s kart", "wiele kart", "One card"),
        ("Jedna karta", "%(count)s karta", "One card"),
    ],
)
def test_a_lost_name_or_tag_is_named(catalogue: Path, old: str, new: str, sentence: str) -> None:
    assert spoil(catalogue, old, new) == [f"names or tags differ: {sentence!r}"]


@pytest.mark.parametrize(
    ("language", "text", "fault"),
    [
        ("fr", "Voir\u00a0: <b>%(name)s</b>", ""),
        ("fr", "Voir: <b>%(name)s</b>", "a no-break space before : ; ? !"),
        ("fr", "Voir <b>%(name)s</b> ?", "a no-break space before : ; ? !"),
        ("fr", "Voir «\u00a0<b>%(name)s</b>\u00a0»", ""),
        ("fr", "Voir « <b>%(name)s</b> »", "no-break spaces within « »"),
        ("fr", "Voir “<b>%(name)s</b>”", "« » and ’ instead of other quotes"),
        ("fr", "Voir l'<b>%(name)s</b>", "« » and ’ instead of other quotes"),
        ("pl", "Zobacz „<b>%(name)s</b>”", ""),
        ("pl", "Zobacz “<b>%(name)s</b>”", "„ ” and ’ instead of other quotes"),
    ],
)
def test_wrong_typography_is_named(tmp_path: Path, language: str, text: str, fault: str) -> None:
    path = tmp_path / "locale" / language / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    written = polib.POFile()
    written.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    written.append(polib.POEntry(msgid="See <b>%(name)s</b>", msgstr=text))
    written.save(str(path))
    compile_catalogue(path)
    assert faults(path) == ([f"{fault}: {text!r}"] if fault else [])


def test_a_count_without_a_plural_is_named(catalogue: Path) -> None:
    written = polib.pofile(str(catalogue))
    written.append(polib.POEntry(msgid="%(number)s cards lie there", msgstr="Leży: %(number)s"))
    written.save(str(catalogue))
    compile_catalogue(catalogue)
    assert faults(catalogue) == ["counts without a plural: '%(number)s cards lie there'"]


def test_every_exception_from_the_plurals_is_still_in_use() -> None:
    said = {entry.msgid for entry in polib.pofile(str(CATALOGUES["pl"]))}
    assert said >= translations.SEVERAL


def test_a_stale_compiled_catalogue_is_named(catalogue: Path) -> None:
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(text.replace("Zobacz", "Obejrzyj"), encoding="utf-8")
    assert faults(catalogue) == ["django.mo is stale: make messages"]
    catalogue.with_suffix(".mo").unlink()
    assert faults(catalogue) == ["django.mo is missing"]


def test_a_sentence_that_was_not_extracted_is_named(
    monkeypatch: pytest.MonkeyPatch, catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = {(None, "One card", "%(number)s cards"), (None, "New here", "")}
    monkeypatch.setattr(translations, "catalogues", lambda: [catalogue])
    monkeypatch.setattr(translations, "extracted", lambda: wanted)
    assert translations.main() == 2
    assert capsys.readouterr().out.splitlines() == [
        "pl: not extracted yet (make messages): 'New here'",
        "pl: no longer said anywhere (make messages): 'See <b>%(name)s</b>'",
    ]


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("pl", "Zobacz w %(name)s"),
        ("fr", "Voir la carte de %(name)s"),
        ("de", "Siehe gegen den %(name)s"),
        ("de", "Siehe gegen %(name)s"),
    ],
)
def test_a_name_stands_after_no_word_that_would_change_it(
    tmp_path: Path, language: str, written: str
) -> None:
    path = tmp_path / "locale" / language / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": "nplurals=2; plural=(n != 1);"}
    catalogue.append(polib.POEntry(msgid="See %(name)s", msgstr=written))
    catalogue.save(str(path))
    compile_catalogue(path)
    assert faults(path) == ["asks for a case: 'See %(name)s'"]


def test_gettext_has_no_name_that_collecting_overlooks() -> None:
    imports = (
        (path, name.asname)
        for folder in ("campaign", "tracker")
        for path in Path(folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if "gettext" in name.name
    )
    assert [found for found in imports if found[1] not in (None, "_")] == []

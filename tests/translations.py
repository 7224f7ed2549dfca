"""``python -m tests.translations``: every sentence is translated, and compiled as it is written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import polib

ROOT: Final = Path(__file__).resolve().parents[1]
# Where sentences are written; the ignored folders of `make messages` are all the others.
SOURCES: Final = ("campaign", "templates", "tracker")
# What a translation may not lose: %(name)s, {name} for scripts, and tags.
KEPT: Final = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]+>")

TAG: Final = re.compile(r"<[^>]*>")
NAMED: Final = re.compile(r"%\(\w+\)[a-z]|\{\w+\}")
# What a language's printers do not set, each with how to set it.
UNTYPOGRAPHIC: Final = {
    "en": {r"[\"']": "“ ” and ’ instead of straight quotes"},
    "pl": {r"[\"'“]": "„ ” and ’ instead of other quotes"},
    "fr": {
        r"[\"'“”„]": "« » and ’ instead of other quotes",
        r"(?<![\u00a0\u202f]):|(?<![\u00a0\u202f:;?!])[;?!]": "a no-break space before : ; ? !",
        r"«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»": "no-break spaces within « »",
        r"(?<![\u00a0\u202f])%%": "a no-break space before %",
    },
    "de": {
        r"[\"'”«»]": "„ “ and ’ instead of other quotes",
        r"(?<![\u00a0\u202f])%%": "a no-break space before %",
        r"(?<=\w) - (?=\w)|\.\.\.": "– and … instead of typewriter characters",
    },
}
# What stands for a name: of a thing, which may have an article of its own ("Der Wanderer"), or of
# a person.
_THING: Final = (
    r"%\((?:name|names|nemesis|foe|card|cards|box|boxes|ability|seal|seals|deck|space|scenario|"
    r"attribute|phoenixborn|added|banished|declined|from|into|old|new|called|campaign|campaigns|"
    r"group|system)\)s"
)
_PERSON: Final = (
    r"%\((?:player|who|person|by|mage|seat|seats|winner|loser|challenger|defender|"
    r"next_name)\)s"
)
# Words that a name can't follow as it is, because they ask for a case, elide or agree.
INFLECTING: Final = {
    "pl": re.compile(
        r"\b(?:w|we|z|ze|do|od|dla|na|po|przez|przed|przy|o|u|bez|przeciw|przeciwko|pod|nad|ku|za|"
        rf"między) (?:{_THING}|{_PERSON})",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        rf"\b(?:de|que|le|la|du|des|au|aux|jusque|lorsque) (?:{_THING}|{_PERSON})", re.IGNORECASE
    ),
    "de": re.compile(
        r"\b(?:der|die|das|den|dem|des|ein|eine[mnrs]?|kein|keine[mnrs]?|zum|zur|vom|im|am|beim|ins)"
        rf" (?:{_THING}|{_PERSON})"
        r"|\b(?:gegen|mit|von|bei|nach|aus|zu|für|ohne|durch|in|an|auf|über|unter|vor|neben|um)"
        rf" {_THING}",
        re.IGNORECASE,
    ),
}
# Read and found right: people’s names, which German leaves as they are.
UNINFLECTED: Final = frozenset(
    {
        ("de", "by %(name)s"),
        ("de", "Hand the campaign over to %(name)s?"),
        ("de", "Portrait of %(name)s"),
        ("de", "Deck of %(name)s"),
    }
)
# A number and what is counted: "%(count)s cards" is wrong of one card.
COUNTED: Final = re.compile(
    r"%\(\w+\)s (?:(?:more|basic|evolution|sticker|quarter|open) )?"
    r"(?:cards|campaigns|chapters|charges|days|decks|entries|games|hours|letters|mages|markets|"
    r"megabytes|minutes|people|photos|pictures|piles|places|sections|seals|spaces|stickers|"
    r"things|times|turns)\b|%\(count\)s"
)
# Never of one: a range that ends higher, or a number that the rulebook fixes.
SEVERAL: Final = frozenset(
    {
        "A link lasts from 1 to %(most)s days, not %(actual)s.",
        "All %(chapters)s chapters are done: the story is complete.",
        "A game takes from 1 to %(most)s minutes, not %(actual)s.",
        "A market has %(expected)s piles; this one has %(actual)s.",
        (
            "%(need)s positions of the pattern need the same cards (%(kind)s); "
            "the boxes have %(have)s."
        ),
        "A breach starts with 0 to %(most)s quarter turns, not %(actual)s.",
        "%(need)s positions need the same cards; the boxes have %(have)s.",
        (
            "%(offered)s piles are offered: take %(added)s. "
            "Of the market’s %(piles)s, banish %(banished)s."
        ),
        "%(name)s ×%(count)s",
    }
)

Key = tuple[str | None, str, str]  # context, sentence, plural


def catalogues() -> list[Path]:
    """Return the catalogue of each language, as translators write it."""
    return sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po"))


def compile_catalogue(path: Path) -> None:
    """Write the compiled catalogue beside the written one."""
    polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))


def faults(path: Path) -> list[str]:
    """Return what is wrong with one language's catalogue."""
    written = polib.pofile(str(path))
    language = path.parent.parent.name
    said = [entry for entry in written if not entry.obsolete]
    found = [fault for entry in said for fault in _entry_faults(entry)]
    found += [fault for entry in said for fault in _ill_set(entry, language)]
    found += [f"counts without a plural: {e.msgid!r}" for e in said if _is_uncounted(e)]
    found += [f"asks for a case: {e.msgid!r}" for e in said if _is_inflecting(e, language)]
    found += _wrong_plurals(written)
    compiled = path.with_suffix(".mo")
    if not compiled.exists():
        found.append(f"{compiled.name} is missing")
    elif _content(polib.mofile(str(compiled))) != _content(written):
        found.append(f"{compiled.name} is stale: make messages")
    return found


def extracted() -> set[Key] | None:
    """Return every msgid of the code and the templates; none without xgettext."""
    if shutil.which("xgettext") is None:
        return None
    with tempfile.TemporaryDirectory() as home:
        here = Path(home)
        (here / "locale").mkdir()
        for source in SOURCES:
            (here / source).symlink_to(ROOT / source)
        # Without settings it takes the locale/ it stands in, not the project's.
        environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        command = [sys.executable, "-m", "django", "makemessages", "--keep-pot", "--symlinks"]
        command += ["--locale=en", "--no-location", "--verbosity=0"]
        subprocess.run(command, cwd=here, env=environment, check=True)  # all our own
        return {_key(entry) for entry in polib.pofile(str(here / "locale" / "django.pot"))}


def _key(entry: Any) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def _forms(entry: Any) -> list[str]:
    if entry.msgid_plural:
        return [entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)]
    return [entry.msgstr]


def _kept(text: str) -> list[str]:
    return sorted(set(KEPT.findall(text)))


def _entry_faults(entry: Any) -> Iterator[str]:
    said = repr(entry.msgid)
    forms = _forms(entry)
    if entry.fuzzy:
        yield f"fuzzy: {said}"
    if not forms or not all(forms):
        yield f"not translated: {said}"
        return
    one, many = _kept(entry.msgid), _kept(entry.msgid_plural or entry.msgid)
    # "One card" needs no number; the forms for several do.
    if _kept(forms[0]) not in (one, many) or any(_kept(form) != many for form in forms[1:]):
        yield f"names or tags differ: {said}"


def _ill_set(entry: Any, language: str) -> Iterator[str]:
    """Yield typographical faults of a sentence or its translation."""
    ours = filter(None, (entry.msgid, entry.msgid_plural))
    for spoken, texts in (("en", ours), (language, _forms(entry))):
        for text in texts:
            plain = NAMED.sub("x", TAG.sub("", text))
            for pattern, instead in UNTYPOGRAPHIC.get(spoken, {}).items():
                if re.search(pattern, plain):
                    yield f"{instead}: {text!r}"


def _is_inflecting(entry: Any, language: str) -> bool:
    """Whether a translation puts a name after a word that would change the name."""
    pattern = INFLECTING.get(language)
    if pattern is None or (language, entry.msgid) in UNINFLECTED:
        return False
    return any(pattern.search(form) for form in _forms(entry))


def _is_uncounted(entry: Any) -> bool:
    """Whether a sentence counts something, but has no plural form."""
    counts = not entry.msgid_plural and COUNTED.search(entry.msgid)
    return bool(counts) and entry.msgid not in SEVERAL


def _wrong_plurals(written: Any) -> Iterator[str]:
    rule = re.search(r"nplurals=(\d+)", written.metadata.get("Plural-Forms", ""))
    wanted = int(rule[1]) if rule else 0
    for entry in written:
        if entry.msgid_plural and not entry.obsolete and len(entry.msgstr_plural) != wanted:
            yield f"{len(entry.msgstr_plural)} plural forms, not {wanted}: {entry.msgid!r}"


def _content(catalogue: Any) -> tuple[dict[str, str], dict[Key, list[str]]]:
    entries = {_key(entry): _forms(entry) for entry in catalogue.translated_entries()}
    # msgfmt leaves the date of creation out; either may have compiled it.
    head = {k: v for k, v in catalogue.metadata.items() if k != "POT-Creation-Date"}
    return head, entries


def _against(path: Path, wanted: set[Key] | None) -> Iterator[str]:
    if wanted is None:
        return
    have = {_key(entry) for entry in polib.pofile(str(path)) if not entry.obsolete}
    for _context, sentence, _plural in sorted(wanted - have, key=str):
        yield f"not extracted yet (make messages): {sentence!r}"
    for _context, sentence, _plural in sorted(have - wanted, key=str):
        yield f"no longer said anywhere (make messages): {sentence!r}"


def main(*arguments: str) -> int:
    """Check each language, and the code if xgettext is there to read it; return how many faults."""
    wanted = extracted()
    found = []
    for path in catalogues():
        if "--compile" in arguments:
            compile_catalogue(path)
        language = path.parent.parent.name
        found += [f"{language}: {fault}" for fault in (*faults(path), *_against(path, wanted))]
    if wanted is None:
        print("Not checked without xgettext: whether every sentence is extracted.")
    print("\n".join(found) or "Every translation is complete.")
    return len(found)


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))

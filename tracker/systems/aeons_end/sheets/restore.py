"""The restore sheet: what a table must make true when it comes back or has lent the box out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.catalogue.pack import SealKind
from campaign.rules.aeons_end.sheet import Line, SetupSheet
from tracker.sheets.compiler import Document, Paper
from tracker.systems.aeons_end.sheets import TYPST, Data
from tracker.systems.aeons_end.sheets.mats import which_mat
from tracker.systems.aeons_end.sheets.setup import game_words
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.lines import line as sentence_of
from tracker.systems.aeons_end.words.lines import line_detail
from tracker.words import series

# Many small things of one sort read better side by side than in sentences.
CLUSTERED = frozenset({"restore.section", "restore.open", "restore.sealed"})
PILES = frozenset({"restore.pile", "restore.banished"})


def restore_document(sheet: SetupSheet, *, paper: Paper, heading: str, foot: str = "") -> Document:
    """Return every component and its state, in the order of the box."""
    parts = groupby(sheet.restore, key=lambda line: line.part)
    return Document(
        template=TYPST / "restore.typ",
        title=_("Restore sheet · %(campaign)s") % {"campaign": heading},
        data={
            "paper": paper.value,
            "heading": heading,
            "kicker": " · ".join(filter(None, (_("Restore sheet"), game_words(sheet)))),
            "foot": foot,
            "words": {"lead": _("The state of every part of the box before you play on.")},
            "parts": [
                _part(number, part, list(lines))
                for number, (part, lines) in enumerate(parts, start=1)
            ],
        },
    )


def _part(number: int, part: str, lines: Sequence[Line]) -> Data:
    piles = [_pile(line) for line in lines if line.code in PILES]
    count = ngettext("%(count)s pile", "%(count)s piles", len(piles)) % {"count": len(piles)}
    return {
        "number": str(number),
        "title": terms.part(part),
        "count": count if piles else "",
        "lines": list(_ticks(lines)),
        "piles": piles,
        "clusters": [*_sections(lines), *_seals(lines)],
    }


def _ticks(lines: Iterable[Line]) -> Iterator[Data]:
    """Yield what is ticked off line by line; the stickers of a mage are one tick."""
    for (code, _seat), run in groupby(lines, key=lambda line: (line.code, line.values.get("seat"))):
        alike = list(run)
        if code == "restore.mat":
            yield _mat(alike[0].values)
        elif code == "restore.cards":
            yield _tick(_("Starting hand and deck"), line_detail(alike[0]))
        elif code == "restore.sticker":
            stickers = series(_sticker(line.values) for line in alike)
            yield _tick(_("Stickers"), stickers)
        elif code not in CLUSTERED | PILES:
            yield from (_tick(sentence_of(line), line_detail(line)) for line in alike)


def _tick(text: str, detail: str, *, strong: bool = False) -> Data:
    return {"text": text, "detail": detail, "strong": strong}


def _mat(v: Mapping[str, Any]) -> Data:
    lies = {"mat": which_mat(v["colour"], v["side"]), "breaches": series(v["breaches"])}
    return _tick(v["mage"], _("%(mat)s; breaches %(breaches)s") % lies, strong=True)


def _sticker(v: Mapping[str, Any]) -> str:
    name = v["name"] or terms.sticker_kind(v["kind"])
    return _("%(slot)s %(name)s") % {"slot": v["slot"], "name": name}


def _pile(line: Line) -> Data:
    values: Mapping[str, Any] = line.values
    note = _("cost %(cost)s") % values if "cost" in values else ""
    if "copies" in values:
        copies = values["copies"]
        cards = ngettext("%(count)s card", "%(count)s cards", copies) % {"count": copies}
        note = f"{note} · {cards}"
    return {"name": values["name"], "kind": values.get("kind", ""), "note": note}


def _sections(lines: Iterable[Line]) -> list[Data]:
    letters = [
        {
            "label": str(line.values["letter"]),
            "note": _("p. %(page)s") % {"page": line.values["page"]} if line.values["page"] else "",
        }
        for line in lines
        if line.code == "restore.section"
    ]
    return [{"label": _("Stickers in place"), "items": letters}] if letters else []


def _seals(lines: Sequence[Line]) -> list[Data]:
    found = []
    states = {"restore.open": _("%(kind)s, open"), "restore.sealed": _("%(kind)s, still sealed")}
    for code, label in states.items():
        for kind in (*map(str, SealKind), "other"):
            items = [
                {"label": str(line.values["label"]), "note": ""}
                for line in lines
                if line.code == code and line.values["kind"] == kind
            ]
            if items:
                name = terms.seal_kind(kind) or _("others")
                found.append({"label": capfirst(label % {"kind": name}), "items": items})
    return found

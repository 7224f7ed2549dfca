"""The restore sheet: what a table must make true when it comes back or has lent the box out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.catalogue.pack import SealKind
from campaign.rules.aeons_end.sheet import Line, Part, SetupSheet
from tracker.sheets.compiler import Document, Paper
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.sheets import TYPST
from tracker.systems.aeons_end.sheets.setup import game_words
from tracker.systems.aeons_end.sheets.shapes import Data, mat_words

# Many small things of one sort read better side by side than in sentences.
CLUSTERED = frozenset({"restore.section", "restore.open", "restore.sealed"})
PILES = frozenset({"restore.pile", "restore.banished"})
MAGES = frozenset({"restore.mat", "restore.cards", "restore.sticker"})


def restore_document(sheet: SetupSheet, *, paper: Paper, heading: str, foot: str = "") -> Document:
    """Return every component and its state, in the order of the box."""
    parts = [
        (part, [line for line in sheet.restore if line.part is part])
        for part in Part
        if any(line.part is part for line in sheet.restore)
    ]
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
                _part(number, part, lines) for number, (part, lines) in enumerate(parts, start=1)
            ],
        },
    )


def _part(number: int, part: Part, lines: Sequence[Line]) -> Data:
    piles = [_pile(line) for line in lines if line.code in PILES]
    count = ngettext("%(count)s pile", "%(count)s piles", len(piles)) % {"count": len(piles)}
    return {
        "number": str(number),
        "title": words.part(part),
        "count": count if piles else "",
        "lines": [*_mages(lines), *_sentences(lines)],
        "piles": piles,
        "clusters": [*_sections(lines), *_seals(lines)],
    }


def _mages(lines: Sequence[Line]) -> Iterator[Data]:
    """Yield three things to tick for each mage: mat and breaches, cards, stickers."""
    seats = dict.fromkeys(line.values["seat"] for line in lines if line.code in MAGES)
    for seat in seats:
        mine = {line.code: line.values for line in lines if line.values.get("seat") == seat}
        mat = cast("Mapping[str, Any]", mine["restore.mat"])
        shown = {
            "mat": mat_words(mat["colour"], mat["side"]),
            "breaches": words.series(mat["breaches"]),
        }
        detail = _("%(mat)s; breaches %(breaches)s") % shown
        yield {"text": mat["mage"], "detail": detail, "strong": True}
        for line in lines:
            if line.code == "restore.cards" and line.values["seat"] == seat:
                detail = words.line_detail(line)
                yield {"text": _("Starting hand and deck"), "detail": detail, "strong": False}
        stickers = [
            _("%(slot)s %(name)s") % {"slot": v["slot"], "name": _sticker(v)}
            for line in lines
            if line.code == "restore.sticker" and (v := line.values)["seat"] == seat
        ]
        if stickers:
            yield {"text": _("Stickers"), "detail": words.series(stickers), "strong": False}


def _sticker(values: Mapping[str, Any]) -> str:
    return values["name"] or words.sticker_kind(values["kind"])


def _sentences(lines: Iterable[Line]) -> Iterator[Data]:
    for line in lines:
        if line.code not in CLUSTERED | PILES | MAGES:
            detail = words.line_detail(line)
            yield {"text": words.line(line), "detail": detail, "strong": False}


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
                name = words.seal_kind(kind) or _("others")
                found.append({"label": capfirst(label % {"kind": name}), "items": items})
    return found

"""The restore sheet: the state of every component, for after a break or after lending the box."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.aeons_end.catalogue.pack import SealKind
from campaign.rules.aeons_end.sheet import Line, SetupSheet
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end.legacy.presenters.restore import brief
from tracker.systems.aeons_end.shared import look
from tracker.systems.aeons_end.shared.sheets import TYPST
from tracker.systems.aeons_end.shared.sheets.mats import which_mat
from tracker.systems.aeons_end.shared.sheets.setup import game_words
from tracker.systems.aeons_end.shared.words import terms
from tracker.systems.aeons_end.shared.words.lines import line as sentence_of
from tracker.systems.aeons_end.shared.words.lines import line_detail
from tracker.words import series

# Small things that are printed side by side under a label.
_CLUSTERS: terms.Words = {
    "restore.section": gettext_lazy("Stickers in place"),
    "restore.open": gettext_lazy("%(kind)s, open"),
    "restore.sealed": gettext_lazy("%(kind)s, not entered as opened"),
}
PILES = frozenset({"restore.pile", "restore.banished"})


@dataclass(frozen=True, slots=True)
class PrintedTick:
    """A line to tick."""

    text: str
    detail: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class PrintedPile:
    """A pile to tick: its kind has a mark, the note says its cost and size."""

    name: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class ClusterItem:
    """A small thing: a section with its page, or a seal."""

    label: str
    note: str


@dataclass(frozen=True, slots=True)
class Cluster:
    """Small things side by side under a label."""

    label: str
    items: tuple[ClusterItem, ...]


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part of the box."""

    title: str
    count: str  # of its piles; "" without any
    lines: tuple[PrintedTick, ...]
    piles: tuple[PrintedPile, ...]
    clusters: tuple[Cluster, ...]


def restore_document(sheet: SetupSheet, heading: str) -> Document:
    """Return every component and its state, in the order of the box."""
    return Document(
        template=TYPST / "restore.typ",
        look=look.BY_SLUG[sheet.system],
        title=_("Restore sheet · %(campaign)s") % {"campaign": heading},
        data={
            "heading": heading,
            "kicker": " · ".join(filter(None, (_("Restore sheet"), game_words(sheet)))),
            "words": {"lead": _("The state of every part of the box before you play on.")},
            "parts": [
                _part(part, list(lines))
                for part, lines in groupby(sheet.restore, key=lambda line: line.part)
            ],
        },
    )


def _part(part: str, lines: Sequence[Line]) -> PrintedPart:
    piles = tuple(_pile(line.values) for line in lines if line.code in PILES)
    count = ngettext("%(count)s pile", "%(count)s piles", len(piles)) % {"count": len(piles)}
    return PrintedPart(
        title=terms.part(part),
        count=count if piles else "",
        lines=tuple(_ticks(lines)),
        piles=piles,
        clusters=tuple(_clusters(lines)),
    )


def _ticks(lines: Iterable[Line]) -> Iterator[PrintedTick]:
    """Yield the lines to tick; the stickers of a mage share one."""
    for (code, _seat), run in groupby(lines, key=lambda line: (line.code, line.values.get("seat"))):
        alike = list(run)
        values: Mapping[str, Any] = alike[0].values
        if code == "restore.mat":
            mat = which_mat(values["colour"], values["side"])
            lies = {"mat": mat, "breaches": series(values["breaches"])}
            detail = _("%(mat)s; breaches %(breaches)s") % lies
            yield PrintedTick(values["mage"], detail, strong=True)
        elif code == "restore.cards":
            yield PrintedTick(_("Starting hand and deck"), line_detail(alike[0]))
        elif code == "restore.sticker":
            yield PrintedTick(_("Stickers"), series(map(brief, alike)))
        elif code not in _CLUSTERS and code not in PILES:
            yield from (PrintedTick(sentence_of(line), line_detail(line)) for line in alike)


def _pile(values: Mapping[str, Any]) -> PrintedPile:
    note = _("cost %(cost)s") % values if "cost" in values else ""
    if "copies" in values:
        copies = values["copies"]
        cards = ngettext("%(count)s card", "%(count)s cards", copies) % {"count": copies}
        note = f"{note} · {cards}"
    return PrintedPile(values["name"], values.get("kind", ""), note)


def _clusters(lines: Sequence[Line]) -> Iterator[Cluster]:
    """Yield small things by label: sections, and seals of one kind."""
    for code, label in _CLUSTERS.items():
        for kind in ("", *SealKind, "other"):
            items = tuple(
                _item(line.values)
                for line in lines
                if line.code == code and line.values.get("kind", "") == kind
            )
            if items:
                name = terms.seal_kind(kind) or _("others")
                yield Cluster(capfirst(label % {"kind": name}), items)


def _item(values: Mapping[str, Any]) -> ClusterItem:
    note = _("p. %(page)s") % values if values.get("page") else ""
    return ClusterItem(values["letter"] if "letter" in values else values["label"], note)

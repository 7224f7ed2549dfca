"""The restore sheet: the state of every component, for after a break or after lending the box."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.aeons_end.catalogue.pack import SealKind
from campaign.rules.aeons_end.sheet import Line, SetupSheet
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end.presenters.restore import brief
from tracker.systems.aeons_end.sheets import TYPST, Data
from tracker.systems.aeons_end.sheets.mats import which_mat
from tracker.systems.aeons_end.sheets.setup import game_words
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.lines import line as sentence_of
from tracker.systems.aeons_end.words.lines import line_detail
from tracker.words import series

# Small things that are printed side by side under a label.
_CLUSTERS: terms.Words = {
    "restore.section": gettext_lazy("Stickers in place"),
    "restore.open": gettext_lazy("%(kind)s, open"),
    "restore.sealed": gettext_lazy("%(kind)s, still sealed"),
}
PILES = frozenset({"restore.pile", "restore.banished"})


def restore_document(sheet: SetupSheet, heading: str) -> Document:
    """Return every component and its state, in the order of the box."""
    return Document(
        template=TYPST / "restore.typ",
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


def _part(part: str, lines: Sequence[Line]) -> Data:
    piles = [_pile(line.values) for line in lines if line.code in PILES]
    count = ngettext("%(count)s pile", "%(count)s piles", len(piles)) % {"count": len(piles)}
    return {
        "title": terms.part(part),
        "count": count if piles else "",
        "lines": list(_ticks(lines)),
        "piles": piles,
        "clusters": list(_clusters(lines)),
    }


def _ticks(lines: Iterable[Line]) -> Iterator[Data]:
    """Yield the lines to tick; the stickers of a mage share one."""
    for (code, _seat), run in groupby(lines, key=lambda line: (line.code, line.values.get("seat"))):
        alike = list(run)
        v: Mapping[str, Any] = alike[0].values
        if code == "restore.mat":
            lies = {"mat": which_mat(v["colour"], v["side"]), "breaches": series(v["breaches"])}
            yield _tick(v["mage"], _("%(mat)s; breaches %(breaches)s") % lies, strong=True)
        elif code == "restore.cards":
            yield _tick(_("Starting hand and deck"), line_detail(alike[0]))
        elif code == "restore.sticker":
            yield _tick(_("Stickers"), series(map(brief, alike)))
        elif code not in _CLUSTERS and code not in PILES:
            yield from (_tick(sentence_of(line), line_detail(line)) for line in alike)


def _tick(text: str, detail: str, *, strong: bool = False) -> Data:
    return {"text": text, "detail": detail, "strong": strong}


def _pile(v: Mapping[str, Any]) -> Data:
    note = _("cost %(cost)s") % v if "cost" in v else ""
    if "copies" in v:
        cards = ngettext("%(count)s card", "%(count)s cards", v["copies"]) % {"count": v["copies"]}
        note = f"{note} · {cards}"
    return {"name": v["name"], "kind": v.get("kind", ""), "note": note}


def _clusters(lines: Sequence[Line]) -> Iterator[Data]:
    """Yield small things by label: sections, and seals of one kind."""
    for code, label in _CLUSTERS.items():
        for kind in ("", *SealKind, "other"):
            items = [
                _item(line.values)
                for line in lines
                if line.code == code and line.values.get("kind", "") == kind
            ]
            if items:
                name = terms.seal_kind(kind) or _("others")
                yield {"label": capfirst(label % {"kind": name}), "items": items}


def _item(v: Mapping[str, Any]) -> Data:
    note = _("p. %(page)s") % v if v.get("page") else ""
    return {"label": v["letter"] if "letter" in v else v["label"], "note": note}

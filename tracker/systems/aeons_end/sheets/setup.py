"""The set-up sheet: one page, or two at the most for three or four mages of a campaign."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.aeons_end.sheet import (
    Line,
    Part,
    SetupSheet,
    SheetNemesis,
    SheetSection,
    SheetTier,
    TurnCount,
)
from tracker.sheets.compiler import Document, Paper
from tracker.sheets.qr import qr_svg
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.sheets import TYPST
from tracker.systems.aeons_end.sheets.mats import mat_words
from tracker.systems.aeons_end.sheets.shapes import Data, mage_data, pile_data

ONE_PAGE = 2  # mages
NOTE_MOST = 120  # letters of the players' words about a new section

Values = Mapping[str, Any]


def setup_document(
    sheet: SetupSheet, *, paper: Paper, heading: str, link: str = "", foot: str = ""
) -> Document:
    """Return the set-up sheet; ``link`` is where the result is written down, as a QR code."""
    kicker = game_words(sheet)
    many, one_off = len(sheet.body.mages) > ONE_PAGE, sheet.body.chapter is None
    return Document(
        template=TYPST / "setup.typ",
        title=f"{kicker} · {heading}" if kicker else heading,
        data={
            "paper": paper.value,
            "heading": heading,
            "kicker": kicker,
            "foot": foot,
            "qr": _("QR code: %(link)s") % {"link": link} if link else None,
            "close": many and one_off,
            "words": _words(),
            **_table(sheet),
            "sections": [_section(section) for section in sheet.body.sections],
            "before": words.before(sheet.before, pages=True),
            "changes": _change_groups(sheet.changes),
            "put_away": [words.line(line) for line in sheet.put_away],
            "notes": [words.note(code) for code in sheet.notes],
            "exhaustion": [words.exhaustion(code) for code in sheet.body.exhaustion],
            "problems": [words.sentence(problem) for problem in sheet.problems],
        },
        files={"qr.svg": qr_svg(link)} if link else {},
        pages_most=2 if many and not one_off else 1,
    )


def game_words(sheet: SetupSheet) -> str:
    """Return which game this is: "Game 4 · Chapter 3"."""
    parts = []
    if sheet.game is not None:
        parts.append(_("Game %(game)s") % {"game": sheet.game})
    if sheet.body.chapter is not None:
        parts.append(_("Chapter %(chapter)s") % {"chapter": sheet.body.chapter})
    return " · ".join(parts)


def _words() -> Data:
    return {
        "changed": _("changed"),
        "new": pgettext("pile", "new"),
        "before": _("Before you set up"),
        "changes": _("Changed since last time"),
        "qr": _("Enter the result"),
        "mages": words.part(Part.MAGES),
        **mat_words(),
        "breaches": _("Breaches"),
        "unique": pgettext("starter cards", "Unique"),
        "turn_order": words.part(Part.TURN_ORDER),
        "gravehold": _("Gravehold"),
        "nemesis": words.part(Part.NEMESIS),
        "evolved_mark": _("Fill a circle for each evolution tonight"),
        "market": words.part(Part.MARKET),
        "market_aside": _("An emptied pile is not replaced"),
        "sections": _("Sections in the rulebook, with their pages"),
        "remarks": _("Good to know"),
        "exhausted": _("When a mage is exhausted"),
        "after": _("After the game"),
        "notes": _("Notes"),
    }


def _table(sheet: SetupSheet) -> Data:
    changed = {line.values.get("seat") for line in sheet.steps if line.changed}
    boxes = sheet.body.box_names
    mages = [
        {
            **mage_data(mage),
            "changed": mage.seat in changed,
            **({"mat": boxes[mage.box]} if mage.box in boxes else {}),
        }
        for mage in sheet.body.mages
    ]
    return {
        "mages": mages,
        "gravehold": sheet.body.gravehold_life,
        "turns": [_turn(turn) for turn in sheet.body.turn_order],
        "turn_note": _turn_note(sheet),
        "nemesis": _nemesis(sheet.body.nemesis, sheet.steps),
        # Cards evolve in a campaign; a one-off game has no chapter.
        "evolving": sheet.body.chapter is not None
        and any(tier.basics for tier in sheet.body.nemesis.tiers),
        "market": [pile_data(pile, sheet.body.box_names) for pile in sheet.body.market],
    }


def _turn(turn: TurnCount) -> Data:
    names = {"nemesis": words.part(Part.NEMESIS), "wild": "X"}
    label = " / ".join(turn.names) or names.get(turn.card, turn.card)
    return {"card": turn.card, "count": turn.count, "label": label}


def _turn_note(sheet: SetupSheet) -> str:
    """Return what remains to be done with the cards: the shuffle, and the pair tokens."""
    codes = ("step.pair_tokens", "step.turn_shuffle")
    return " ".join(words.line(line) for line in sheet.steps if line.code in codes)


def _nemesis(nemesis: SheetNemesis, steps: Iterable[Line]) -> Data:
    drawn = {"step.tier", "step.nemesis_dial"}  # their ticks stand beside the dial and the tiers
    tiers = () if nemesis.by_story and not any(t.basics for t in nemesis.tiers) else nemesis.tiers
    return {
        "name": nemesis.name,
        # A mat without life sets its dial itself: the ring is left empty to write into.
        "life": "" if nemesis.life is None else str(nemesis.life),
        "falls": _("Track its dial") if nemesis.life is None else _("Track life"),
        "tiers": [_tier(tier) for tier in tiers],
        "steps": [
            words.line(line)
            for line in steps
            if line.part is Part.NEMESIS and line.code not in drawn
        ],
    }


def _tier(tier: SheetTier) -> Data:
    counts = {"own": tier.own, "basic": tier.basic, "total": tier.total}
    if tier.total is None:
        basic = tier.basic or 0
        total = ngettext("%(count)s basic card", "%(count)s basic cards", basic)
        total %= {"count": basic}
    else:
        total = _("own %(own)s + basic %(basic)s = %(total)s") % counts
    return {
        "title": _("Tier %(tier)s") % {"tier": tier.tier},
        "sum": total,
        "cards": [
            {
                "name": card.name,
                "kind": card.kind,
                "stickers": len(card.stickers),
                "evolved": card.evolved or bool(card.stickers),
            }
            for card in tier.basics
        ],
    }


def _section(section: SheetSection) -> Data:
    page = _("p. %(page)s") % {"page": section.page} if section.page else ""
    return {
        "letter": section.letter,
        "page": page,
        # What a section means is worth a line on the evening it is new.
        "note": Truncator(section.note).chars(NOTE_MOST) if section.changed else "",
        "changed": section.changed,
    }


# --- changes ---


def _change_groups(changes: Iterable[Line]) -> list[Data]:
    """Return what changed since the last set-up: a heading for each sort, and what it is about."""
    groups: dict[str, list[str]] = {}
    for line in changes:
        label, text = _TEXTS[line.code]
        groups.setdefault(label(line.values), []).append(text(line.values))
    return [{"label": label, "text": words.series(texts)} for label, texts in groups.items()]


def _sticker(v: Values) -> str:
    name = v["name"] or words.sticker_kind(v["kind"])
    return _("%(name)s on slot %(slot)s") % {"name": name, "slot": v["slot"]}


def _name(v: Values) -> str:
    return str(v["name"])


def _evolved(v: Values) -> str:
    return _("%(name)s ×%(count)s") % {"name": v["name"], "count": v["stickers"]}


def _pile(v: Values) -> str:
    return _("%(name)s (%(kind)s)") % {"name": v["name"], "kind": words.card_kind(v["kind"])}


_Text = Callable[[Values], str]
_TEXTS: dict[str, tuple[_Text, _Text]] = {
    "change.sticker": (lambda v: _("%(mage)s:") % {"mage": v["mage"]}, _sticker),
    "change.evolved": (lambda _v: _("Evolution stickers:"), _evolved),
    "change.transformed": (
        lambda _v: _("Transformed:"),
        lambda v: _("%(from)s into %(name)s") % {"from": v["from"], "name": v["name"]},
    ),
    "change.joined": (lambda _v: _("New basic cards:"), _name),
    "change.left": (lambda _v: _("Basic cards that left:"), _name),
    "change.pile_added": (lambda _v: _("New in the market:"), _pile),
    "change.pile_banished": (lambda _v: _("Banished:"), _pile),
    "change.section": (lambda _v: _("New rule sections:"), lambda v: str(v["letter"])),
    "change.seal": (
        lambda _v: _("Opened:"),
        lambda v: words.seal(v["kind"], v["label"]),
    ),
}

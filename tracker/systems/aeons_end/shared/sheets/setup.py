"""The set-up sheet: one page, or two for three or four mages of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from campaign.rules.aeons_end import sheet as sheets
from campaign.rules.aeons_end.sheet import Line, Part, SetupSheet
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end.shared import look
from tracker.systems.aeons_end.shared.presenters.setup import FOR_ALL, TREASURES
from tracker.systems.aeons_end.shared.sheets import TYPST, Data
from tracker.systems.aeons_end.shared.sheets.mats import mage_data, mat_words
from tracker.systems.aeons_end.shared.words import lines, terms
from tracker.systems.aeons_end.shared.words.problems import sentence
from tracker.words import series

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ONE_PAGE = 2  # mages
MAX_NOTE = 120  # characters of the note on a new section


@dataclass(frozen=True, slots=True)
class PrintedTurn:
    """The copies of a turn-order card."""

    card: str
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class PrintedBasic:
    """A basic nemesis card; ``stickers`` is how many it has."""

    name: str
    kind: str
    stickers: int
    evolved: bool


@dataclass(frozen=True, slots=True)
class PrintedTier:
    """A tier of the nemesis deck."""

    title: str
    sum: str
    cards: tuple[PrintedBasic, ...]


@dataclass(frozen=True, slots=True)
class PrintedNemesis:
    """The nemesis: its dial, its deck and what else to do."""

    name: str
    life: str  # "" if its mat sets the dial: the ring stays empty to write into
    falls: str  # what to write down
    tiers: tuple[PrintedTier, ...]
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedPile:
    """A pile of the market."""

    name: str
    kind: str
    cost: int
    changed: bool
    note: str


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """A section of the rulebook; its note only while it is new."""

    letter: str
    page: str
    note: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """What changed since the last set-up, under a label."""

    label: str
    text: str


def setup_document(sheet: SetupSheet, heading: str) -> Document:
    """Return the set-up sheet."""
    kicker, body = game_words(sheet), sheet.body
    # A try of an expedition is set up as a one-off game; its game has no chapter.
    many, one_off = len(body.mages) > ONE_PAGE, body.chapter is None
    return Document(
        template=TYPST / "setup.typ",
        look=look.BY_SLUG[sheet.system],
        sigil=body.nemesis.name,
        title=f"{kicker} · {heading}" if kicker else heading,
        data={
            "heading": heading,
            "kicker": kicker,
            "close": many and one_off,
            "words": _words(),
            "mages": _mages(sheet),
            "gravehold": body.gravehold_life,
            "turns": [_turn(turn) for turn in body.turn_order],
            "turn_note": _turn_note(sheet),
            "nemesis": _nemesis(body.nemesis, sheet.steps),
            # Cards evolve in a campaign; a one-off game has no chapter.
            "evolving": not one_off and any(tier.basics for tier in body.nemesis.tiers),
            "market": [_pile(pile, body) for pile in body.market],
            "sections": [_section(section) for section in body.sections],
            "before": lines.before(sheet.before, pages=True),
            "changes": _change_groups(sheet.changes),
            "put_away": [lines.line(line) for line in sheet.put_away],
            "notes": [*_handed_out(sheet), *(terms.note(code) for code in sheet.notes)],
            "exhaustion": [terms.exhaustion(code) for code in body.exhaustion],
            "problems": [sentence(problem) for problem in sheet.problems],
        },
    )


def game_words(sheet: SetupSheet) -> str:
    """Return which game of a campaign this is: "Game 4 · Chapter 3"; "" for a one-off game."""
    if sheet.game is None:
        return ""
    if battle := sheet.body.battle:
        shown = {"battle": battle.number, "of": battle.of, "attempt": battle.attempt}
        return _("Battle %(battle)s of %(of)s, try %(attempt)s") % shown
    numbers = {"game": sheet.game, "chapter": sheet.body.chapter}
    return " · ".join((_("Game %(game)s") % numbers, _("Chapter %(chapter)s") % numbers))


def _words() -> Data:
    return {
        "changed": _("changed"),
        "new": pgettext("pile", "new"),
        "before": _("Before you set up"),
        "changes": _("Changed since last time"),
        "qr": _("Enter the result"),
        **{str(part): terms.part(part) for part in Part},
        **mat_words(),
        "breaches": _("Breaches"),
        "unique": pgettext("starter cards", "Unique"),
        "gravehold": _("Gravehold"),
        "evolved_mark": _("Fill a circle for each evolution tonight"),
        "market_aside": _("An empty pile is not replaced"),
        "sections": _("Sections in the rulebook, with their pages"),
        "remarks": _("Good to know"),
        "exhausted": _("When a mage is exhausted"),
        "after": _("After the game"),
        "notes": _("Notes"),
    }


def _mages(sheet: SetupSheet) -> list[Data]:
    changed = {step.values.get("seat") for step in sheet.steps if step.changed}
    boxes = sheet.body.box_names
    mages = []
    for mage in sheet.body.mages:
        printed = mage_data(mage)
        printed["changed"] = mage.seat in changed
        if mage.box in boxes:
            printed["mat"] = boxes[mage.box]
        mages.append(printed)
    return mages


def _handed_out(sheet: SetupSheet) -> list[str]:
    """Return what an expedition adds to the table: treasures, companions, upgraded cards."""
    codes = (*TREASURES, *FOR_ALL)
    said = [lines.line(step) for step in sheet.steps if step.code in codes]
    if any(card.upgraded for tier in sheet.body.nemesis.tiers for card in tier.basics):
        said.append(_("★ is an upgraded basic card."))
    return said


def _turn(turn: sheets.TurnCount) -> PrintedTurn:
    names = {"nemesis": terms.part(Part.NEMESIS), "unleash": _("Unleash"), "wild": "X"}
    label = " / ".join(turn.names) or names.get(turn.card, turn.card)
    return PrintedTurn(turn.card, turn.count, label)


def _turn_note(sheet: SetupSheet) -> str:
    """Return the remaining steps of the turn-order deck: pair tokens and shuffling."""
    codes = ("step.pair_tokens", "step.turn_shuffle", "step.unleash_card")
    return " ".join(lines.line(line) for line in sheet.steps if line.code in codes)


def _nemesis(nemesis: sheets.SheetNemesis, steps: Iterable[Line]) -> PrintedNemesis:
    drawn = {
        "step.tier",
        "step.tier_upgraded",
        "step.nemesis_dial",
    }  # the dial and the tiers have their own ticks
    tiers = () if nemesis.by_story and not any(t.basics for t in nemesis.tiers) else nemesis.tiers
    return PrintedNemesis(
        name=nemesis.name,
        life="" if nemesis.life is None else str(nemesis.life),
        falls=_("Track its dial") if nemesis.life is None else _("Track life"),
        tiers=tuple(map(_tier, tiers)),
        steps=tuple(
            lines.line(step)
            for step in steps
            if step.part is Part.NEMESIS and step.code not in drawn
        ),
    )


def _tier(tier: sheets.SheetTier) -> PrintedTier:
    if tier.total is None:
        total = ngettext("%(count)s basic card", "%(count)s basic cards", tier.basic or 0)
        total %= {"count": tier.basic or 0}
    elif upgraded := sum(card.upgraded for card in tier.basics):
        counts = {"own": tier.own, "upgraded": upgraded, "total": tier.total}
        counts["basic"] = len(tier.basics) - upgraded
        total = _("own %(own)s + upgraded %(upgraded)s + basic %(basic)s = %(total)s") % counts
    else:
        counts = {"own": tier.own, "basic": tier.basic, "total": tier.total}
        total = _("own %(own)s + basic %(basic)s = %(total)s") % counts
    return PrintedTier(
        title=_("Tier %(tier)s") % {"tier": tier.tier},
        sum=total,
        cards=tuple(
            PrintedBasic(
                name=f"★ {card.name}" if card.upgraded else card.name,
                kind=card.kind,
                stickers=len(card.stickers),
                evolved=card.evolved or bool(card.stickers),
            )
            for card in tier.basics
        ),
    )


def _section(section: sheets.SheetSection) -> PrintedSection:
    return PrintedSection(
        letter=section.letter,
        page=_("p. %(page)s") % {"page": section.page} if section.page else "",
        note=Truncator(section.note).chars(MAX_NOTE) if section.changed else "",
        changed=section.changed,
    )


# Of a change, by the code of its line: the heading of its group, and its text.
_CHANGES: Mapping[str, tuple[StrPromise, StrPromise | str]] = {
    "change.sticker": (gettext_lazy("%(mage)s:"), gettext_lazy("%(name)s on slot %(slot)s")),
    "change.sticker_removed": (
        gettext_lazy("%(mage)s:"),
        gettext_lazy("no %(name)s on slot %(slot)s"),
    ),
    "change.evolved": (gettext_lazy("Evolution stickers:"), gettext_lazy("%(name)s ×%(count)s")),
    "change.transformed": (gettext_lazy("Transformed:"), gettext_lazy("%(from)s into %(name)s")),
    "change.joined": (gettext_lazy("New basic cards:"), "%(name)s"),
    "change.left": (gettext_lazy("Basic cards that left:"), "%(name)s"),
    "change.pile_added": (gettext_lazy("New in the market:"), gettext_lazy("%(name)s (%(kind)s)")),
    "change.pile_banished": (gettext_lazy("Banished:"), gettext_lazy("%(name)s (%(kind)s)")),
    "change.section": (gettext_lazy("New rule sections:"), "%(letter)s"),
    "change.seal": (gettext_lazy("Opened:"), "%(seal)s"),
}


def _change_groups(changes: Iterable[Line]) -> list[ChangeGroup]:
    """Return what changed since the last set-up, grouped by heading."""
    groups: dict[str, list[str]] = {}
    for line in changes:
        label, text = _CHANGES[line.code]
        values = lines.worded(line.values)
        values["name"] = values.get("name") or values.get("kind")
        groups.setdefault(str(label % values), []).append(str(text % values))
    return [ChangeGroup(label, series(texts)) for label, texts in groups.items()]


def _pile(pile: sheets.SheetPile, body: sheets.AeonsEndBody) -> PrintedPile:
    return PrintedPile(pile.name, pile.kind, pile.cost, pile.changed, _pile_note(pile, body))


def _pile_note(pile: sheets.SheetPile, body: sheets.AeonsEndBody) -> str:
    """Return the kind and size of a pile, with its box if there are several."""
    note, boxes = pile_words(pile.kind, pile.copies), body.box_names
    return f"{note} · {boxes[pile.box]}" if pile.box in boxes else note


def pile_words(kind: str, copies: int) -> str:
    """Return the kind of a pile and how many cards it has."""
    count = ngettext("%(count)s card", "%(count)s cards", copies) % {"count": copies}
    return f"{terms.card_kind(kind)} · {count}"

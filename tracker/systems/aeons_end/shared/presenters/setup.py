"""The set-up page: a sheet as steps to tick, part by part.

The phone stores a tick under a hash of its content, not its position: when the campaign changes,
ticks of unchanged steps survive and the others do not.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end import sheet as sheets
from campaign.rules.aeons_end.breaches import Breach
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.mages import Ability, CardRef, Mat
from campaign.rules.aeons_end.sheet import Line, Part, SetupSheet, SheetPile, SheetTier, TurnCount
from campaign.rules.aeons_end.turn_order import TurnKind
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.presenters.news import line_news
from tracker.systems.aeons_end.shared.words import terms
from tracker.systems.aeons_end.shared.words.lines import line as sentence_of
from tracker.systems.aeons_end.shared.words.lines import line_detail, worded
from tracker.systems.aeons_end.shared.words.problems import sentence

CHANGES_AT_ONCE = 8
# Steps whose values say everything: with the same values nothing has changed.
TREASURES = (  # steps of an expedition that hand a treasure to one mage
    "step.gem_treasure",
    "step.spell_treasure",
    "step.first_treasure",
    "step.treasure",
)
AFTER_TURNS = ("step.pair_tokens", "step.turn_shuffle", "step.unleash_card")
FOR_ALL = ("step.group_treasure", "step.friend", "step.foe", "step.banners")  # of the same
LAID_OUT = frozenset({"step.breach", "step.hand", "step.deck", "step.ability"})


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step to tick off, and what is drawn with it."""

    id: str
    text: str
    detail: str = ""
    changed: bool = False
    breaches: tuple[Breach, ...] = ()
    cards: tuple[CardRef, ...] = ()  # of a hand or a deck, in their order
    starters: tuple[CardRef, ...] = ()  # the unique cards of a mat whose hand is as printed
    charges: int | None = None  # of an ability
    tier: SheetTier | None = None


@dataclass(frozen=True, slots=True)
class MageSteps:
    """What to do for a mage."""

    mage: Mat
    steps: tuple[SetupStep, ...]


@dataclass(frozen=True, slots=True)
class TurnStep:
    """The copies of a turn-order card, with the mages whose names are written on it."""

    step: SetupStep
    turn: TurnCount
    mages: tuple[Seat, ...]

    @property
    def is_wild(self) -> bool:
        """Say whether it is the wild card."""
        return self.turn.card == TurnKind.WILD


@dataclass(frozen=True, slots=True)
class PileStep:
    """A pile of the market, with the name of its box if there are several."""

    step: SetupStep
    pile: SheetPile
    box: str


@dataclass(frozen=True, slots=True)
class SetupTable:
    """A set-up sheet as its page shows it."""

    sheet: SetupSheet
    changes: tuple[str, ...]  # since the last time
    problems: tuple[str, ...]
    mages: tuple[MageSteps, ...]
    gravehold: tuple[SetupStep, ...]
    turns: tuple[TurnStep, ...]
    after_turns: tuple[SetupStep, ...]
    nemesis: tuple[SetupStep, ...]
    known_basics: tuple[SheetTier, ...]  # for a deck that is built as the story says
    piles: tuple[PileStep, ...]
    notes: tuple[str, ...]
    exhaustion: tuple[str, ...]

    @property
    def first_changes(self) -> tuple[str, ...]:
        """Return the changes that the page shows at once."""
        return self.changes[:CHANGES_AT_ONCE]

    @property
    def more_changes(self) -> tuple[str, ...]:
        """Return the changes that the page folds away."""
        return self.changes[CHANGES_AT_ONCE:]


def setup_table(sheet: SetupSheet, namer: Namer, *, before: SetupSheet | None = None) -> SetupTable:
    """Return what a set-up page shows; ``before`` is the sheet of the previous game."""
    steps = _marked_steps(sheet, before)
    body = selectors.with_colours(sheet).body
    seats, tiers = selectors.game_seats(sheet), body.nemesis.tiers
    names = terms.RecordNames(namer, seats)
    return SetupTable(
        sheet=sheet,
        changes=line_news(sheet.changes),
        problems=tuple(sentence(problem, names) for problem in sheet.problems),
        mages=tuple(
            MageSteps(mage, tuple(_mage_steps(mage, steps, body.box_names.get(mage.box, ""))))
            for mage in body.mages
        ),
        gravehold=tuple(map(_setup_step, _of(steps, "step.gravehold", *FOR_ALL))),
        turns=tuple(_turn_steps(steps, seats)),
        after_turns=tuple(map(_setup_step, _of(steps, *AFTER_TURNS))),
        nemesis=tuple(_nemesis_step(step) for step in steps if step.part is Part.NEMESIS),
        known_basics=tuple(t for t in tiers if t.basics) if body.nemesis.by_story else (),
        piles=tuple(
            PileStep(_setup_step(step), step.about, body.box_names.get(step.about.box, ""))
            for step in steps
            if isinstance(step.about, SheetPile)
        ),
        notes=tuple(map(terms.note, sheet.notes)),
        exhaustion=tuple(map(terms.exhaustion, body.exhaustion)),
    )


@dataclass(frozen=True, slots=True)
class GuestSticker:
    """A sticker on the mat of a guest from a campaign."""

    mage: str
    name: str  # or its kind


def guest_stickers(sheet: SetupSheet) -> tuple[GuestSticker, ...]:
    """Return the stickers of guests from campaigns in a one-off game."""
    return tuple(
        GuestSticker(mage.name, sticker.name or terms.sticker_kind(sticker.kind))
        for mage in sheet.body.mages
        for sticker in mage.stickers
    )


def tick_id(lines: Sequence[Line]) -> str:
    """Return the id of the tick for a line, or for several that are one step."""
    content = repr([(line.code, sorted(line.values.items())) for line in lines])
    return hashlib.sha256(content.encode()).hexdigest()[:10]


def _marked_steps(sheet: SetupSheet, before: SetupSheet | None) -> list[sheets.Step]:
    """Return the steps, marked as changed only if they differ from the previous game.

    The engine marks a mat or a deck with all its steps; a hand or a tier may be the same.
    """
    steps = [step for step in sheet.steps if isinstance(step, sheets.Step)]
    if before is None:
        return steps
    known = {tick_id([line]) for line in before.steps}
    old_basics = {tier.tier: tier.basics for tier in before.body.nemesis.tiers}

    def is_same(step: sheets.Step) -> bool:
        if isinstance(tier := step.about, SheetTier):
            return old_basics.get(tier.tier) == tier.basics
        return step.code in LAID_OUT and tick_id([step]) in known

    return [replace(step, changed=step.changed and not is_same(step)) for step in steps]


def _of(steps: Iterable[sheets.Step], *codes: str) -> list[sheets.Step]:
    return [step for step in steps if step.code in codes]


def _setup_step(step: sheets.Step) -> SetupStep:
    """Return the tick of a step in the words of its line."""
    return SetupStep(tick_id([step]), sentence_of(step), line_detail(step), step.changed)


def _one_step(steps: Sequence[sheets.Step], text: str) -> SetupStep:
    """Return one tick for several steps, in words of its own."""
    return SetupStep(tick_id(steps), text, changed=any(step.changed for step in steps))


def _mage_steps(mage: Mat, steps: Iterable[sheets.Step], box: str) -> Iterator[SetupStep]:
    """Yield the steps of a mage; ``box`` is where the mat is from, if there are several."""
    own = [step for step in steps if step.seat == mage.seat]
    mat = _of(own, "step.mat")
    yield _one_step(mat, _mat_text(mat[0], box))
    if printed := _of(own, "step.as_printed"):
        text = _("Hand, deck and breaches as printed on the mat.")
        yield replace(_one_step(printed, text), starters=mage.starters)
    else:
        breaches = _one_step(_of(own, "step.breach"), _("Breaches as shown."))
        yield replace(breaches, breaches=mage.breaches)
        hand = _one_step(_of(own, "step.hand"), _("Hand, left to right."))
        yield replace(hand, cards=mage.hand)
        deck = _one_step(_of(own, "step.deck"), _("Deck, top first; do not shuffle it."))
        yield replace(deck, cards=mage.deck)
    for step in own:
        if isinstance(ability := step.about, Ability):
            yield replace(_one_step([step], _ability_text(ability)), charges=ability.charges)
    yield from map(_setup_step, _of(own, *TREASURES))
    life = _("Life tokens: %(life)s.") % {"life": mage.life}
    yield _one_step(_of(own, "step.life"), life)


def _mat_text(step: sheets.Step, box: str) -> str:
    """Return which mat to use, and from which box if there are several."""
    if step.values["colour"]:
        return _("The %(colour)s mat, %(side)s up.") % worded(step.values)
    text = _("%(mage)s’s mat (%(box)s).") if box else _("%(mage)s’s mat.")
    return text % {"mage": step.values["mage"], "box": box}


def _ability_text(ability: Ability) -> str:
    text = ngettext(
        "%(ability)s: %(charges)s charge, still empty.",
        "%(ability)s: %(charges)s charges, still empty.",
        ability.charges,
    )
    return text % {"ability": ability.name or _("The ability"), "charges": ability.charges}


def _turn_steps(steps: Iterable[sheets.Step], seats: Iterable[Seat]) -> Iterator[TurnStep]:
    by_number = {seat.number: seat for seat in seats}
    for step in steps:
        if isinstance(turn := step.about, TurnCount):
            written = turn.seats if turn.names else ()
            yield TurnStep(_setup_step(step), turn, tuple(by_number[seat] for seat in written))


def _nemesis_step(step: sheets.Step) -> SetupStep:
    if isinstance(tier := step.about, SheetTier):
        return replace(_one_step([step], _tier_text(tier)), tier=tier)
    return _setup_step(step)


def _tier_text(tier: SheetTier) -> str:
    """Return how many cards of a tier the deck has, upgraded ones counted apart."""
    upgraded = sum(card.upgraded for card in tier.basics)
    if upgraded:
        shown = {"own": tier.own, "upgraded": upgraded, "total": tier.total}
        shown["basic"] = len(tier.basics) - upgraded
        text = ngettext(
            "%(own)s of its own, %(upgraded)s upgraded, %(basic)s basic: %(total)s card.",
            "%(own)s of its own, %(upgraded)s upgraded, %(basic)s basic: %(total)s cards. "
            "Shuffle them.",
            tier.total or 0,
        )
        return text % shown
    text = ngettext(
        "%(own)s of its own and %(basic)s basic: %(total)s card.",
        "%(own)s of its own and %(basic)s basic: %(total)s cards. Shuffle them.",
        tier.total or 0,
    )
    return text % {"own": tier.own, "basic": tier.basic, "total": tier.total}

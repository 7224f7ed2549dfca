"""The aftermath of a game: a card for each thing to decide, and what is decided."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import Pack, When
from campaign.rules.aeons_end.legacy.as_set_up import at_start
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, keyed_decision
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    MarketGrown,
    MarketOrdered,
    SealOpened,
    Seat,
    SectionUnlocked,
    StickerPlaced,
    StickerRemoved,
    Verdict,
)
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.scene import Scene


class Part(StrEnum):
    """The parts of the aftermath, in the order of the table."""

    BEFORE = "before"
    STORY = "story"
    RULEBOOK = "rulebook"
    MAGES = "mages"
    MARKET = "market"
    NEMESIS = "nemesis"


ORDERED = "ordered"  # the card of what nobody asks for and a story card orders
_PLACES = {
    DecisionKind.SEAL: Part.BEFORE,
    DecisionKind.VERDICT: Part.STORY,
    DecisionKind.SECTION: Part.RULEBOOK,
    DecisionKind.SLOT: Part.MAGES,
    DecisionKind.GROWTH: Part.MARKET,
    DecisionKind.EVOLUTION: Part.NEMESIS,
    DecisionKind.POOL: Part.NEMESIS,
}
_ICONS = {
    DecisionKind.SEAL: "seal",
    DecisionKind.VERDICT: "now",
    DecisionKind.SECTION: "rulebook",
    DecisionKind.SLOT: "sticker",
    DecisionKind.GROWTH: "market",
    DecisionKind.EVOLUTION: "evolve",
    DecisionKind.POOL: "nemesis",
}


@dataclass(frozen=True, slots=True)
class Told:
    """An entry that stands, and the way to take it back."""

    text: str
    reason: str
    withdraw_url: str


@dataclass(slots=True)
class Card:
    """One thing to decide: what is open of it, and what was written down."""

    id: str
    part: Part
    kind: DecisionKind
    seat: Seat | None = None
    slot: str = ""
    open: list[Decision] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    title: str = ""
    detail: str = ""
    url: str = ""

    @property
    def done(self) -> bool:
        """Say whether nothing of it is open."""
        return not self.open

    @property
    def icon(self) -> str:
        """Return the symbol of what it is about."""
        return _ICONS[self.kind]

    @property
    def label(self) -> str:
        """Return what it is called once it is decided."""
        match self.kind:
            case DecisionKind.SEAL:
                return _("Opened")
            case DecisionKind.VERDICT if self.id == ORDERED:
                return _("Changed by the story")
            case DecisionKind.VERDICT:
                return _("How the story goes on")
            case DecisionKind.SECTION:
                return _("Rule sections")
            case DecisionKind.SLOT:
                return _("Slot %(slot)s") % {"slot": self.slot}
            case DecisionKind.GROWTH:
                return _("Market growth")
            case DecisionKind.EVOLUTION:
                return _("Evolution")
            case DecisionKind.POOL:
                return _("Basic cards")


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the aftermath with its cards."""

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole aftermath."""

    groups: tuple[Group, ...]

    @property
    def total(self) -> int:
        """Return how many things there are to decide."""
        return sum(len(group.cards) for group in self.groups)

    @property
    def decided(self) -> int:
        """Return how many of them are decided."""
        return sum(card.done for group in self.groups for card in group.cards)

    @property
    def done(self) -> bool:
        """Say whether nothing is open."""
        return self.decided == self.total

    @property
    def next(self) -> Card | None:
        """Return the first thing that is still open."""
        return next((card for group in self.groups for card in group.cards if card.open), None)


def overview(scene: Scene) -> Overview:
    """Return the aftermath of a game."""
    cards = _Cards(scene)
    for decision in scene.decisions:
        cards.due(decision)
    for entry in scene.entries:
        cards.decided(entry)
    return cards.overview()


class _Cards:
    """Put decisions and entries on their cards."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.pack, self.words = scene, scene.pack, scene.words
        self.seats = {seat.number: seat for seat in scene.state.seats}
        self.cards: dict[str, Card] = {}

    def due(self, decision: Decision) -> None:
        """Put an open decision on its card."""
        start = decision.moment is not None and decision.moment.when is When.START
        self._card(decision.kind, decision.subject, decision.seat, start).open.append(decision)

    def decided(self, entry: Entry) -> None:
        """Put an entry on the card it answers; a plan, a result and a note answer none."""
        place = _answers(entry.fact, self.pack)
        if place is None:
            return
        told = Told(
            text=self.words.fact(entry.fact),
            reason=entry.fact.reason,
            withdraw_url=reverse("entry_delete", args=[self.scene.access.campaign.code, entry.id]),
        )
        self._card(*place).told.append(told)

    def overview(self) -> Overview:
        """Return the cards, part by part."""
        for card in self.cards.values():
            if card.open:
                self._word(card)
        cards = sorted(self.cards.values(), key=_order)
        groups = ((part, tuple(c for c in cards if c.part is part)) for part in Part)
        return Overview(tuple(Group(part_title(part), mine) for part, mine in groups if mine))

    def _card(self, kind: DecisionKind, subject: str, seat: int | None, start: bool) -> Card:
        part, key = _PLACES[kind], str(kind)
        if kind is DecisionKind.SECTION and start:
            part, key = Part.BEFORE, "section-start"
        elif kind is DecisionKind.SEAL and not start:
            part, key = Part.STORY, "seal-story"
        elif subject == ORDERED:
            key = ORDERED
        elif kind is DecisionKind.SLOT:
            key = f"slot-{seat}-{subject}"
        elif kind is DecisionKind.GROWTH:
            key = f"growth-{subject or self.scene.game.chapter}"
        if key not in self.cards:
            slot = subject if kind is DecisionKind.SLOT else ""
            self.cards[key] = Card(key, part, kind, self.seats.get(seat or 0), slot)
        return self.cards[key]

    def _word(self, card: Card) -> None:
        first = card.open[0]
        card.title, card.detail = self.words.decision(first)
        if len(card.open) > 1:
            card.title, card.detail = self._several(card.open)
        elif card.seat:
            card.title = card.label  # under the mage's own name
        if card.kind is DecisionKind.GROWTH and first.subject != str(self.scene.game.chapter):
            # A chapter that was skipped: this game's growth cannot stand for it.
            card.url = close_url(*self.scene.where, first)
            return
        card.url = self._url(first)

    def _several(self, due: Sequence[Decision]) -> tuple[str, str]:
        count = {"count": len(due)}
        if due[0].kind is DecisionKind.SECTION:
            title = ngettext(
                "%(count)s section for the rulebook",
                "%(count)s sections for the rulebook",
                len(due),
            )
            letters = (self._letter(decision.subject) for decision in due)
            return title % count, words.series(letters)
        title = ngettext("%(count)s seal to open", "%(count)s seals to open", len(due))
        seals = (self.pack.seal(decision.subject) for decision in due)
        return title % count, words.listed(words.seal(s.kind, s.label) for s in seals if s)

    def _letter(self, letter: str) -> str:
        section = self.pack.section(letter)
        return "/".join(section.letters) if section and section.letters else letter

    def _url(self, decision: Decision) -> str:
        name = {
            DecisionKind.SEAL: "aftermath_seals",
            DecisionKind.VERDICT: "aftermath_verdict",
            DecisionKind.SECTION: "aftermath_sections",
            DecisionKind.SLOT: "aftermath_sticker",
            DecisionKind.GROWTH: "aftermath_growth",
            DecisionKind.EVOLUTION: "aftermath_evolution",
            DecisionKind.POOL: "aftermath_pool",
        }[decision.kind]
        slot = [decision.seat, decision.subject] if decision.kind is DecisionKind.SLOT else []
        return reverse(name, args=[*self.scene.where, *slot])


def _order(card: Card) -> tuple[int, int, str]:
    return list(DecisionKind).index(card.kind), card.seat.number if card.seat else 0, card.slot


def close_url(code: str, game: int, *decisions: Decision) -> str:
    """Return where a decision is closed; of several, the page asks which."""
    url = reverse("aftermath_close", args=[code, game])
    if len(decisions) == 1:
        return f"{url}?{urlencode({'decision': decisions[0].key})}"
    return f"{url}?{urlencode({'kind': decisions[0].kind})}" if decisions else url


def part_title(part: Part) -> str:
    """Return the heading of a part of the aftermath."""
    match part:
        case Part.BEFORE:
            return _("Before the game")
        case Part.STORY:
            return pgettext("part of the aftermath", "Story")
        case Part.RULEBOOK:
            return pgettext("part of the aftermath", "Rulebook")
        case Part.MAGES:
            return pgettext("part of the aftermath", "Mages")
        case Part.MARKET:
            return pgettext("part of the aftermath", "Market")
        case Part.NEMESIS:
            return pgettext("part of the aftermath", "Nemesis")


Place = tuple[DecisionKind, str, int | None, bool]


def _answers(fact: Fact, pack: Pack) -> Place | None:
    """Return the decision a fact answers: kind, subject, seat, and if it is due at a start."""
    match fact:
        case SealOpened(seal=key):
            return DecisionKind.SEAL, key, None, at_start(pack, key)
        case Verdict():
            return DecisionKind.VERDICT, "", None, False
        case MarketOrdered() | StickerRemoved():
            return DecisionKind.VERDICT, ORDERED, None, False
        case SectionUnlocked(section=letter):
            return DecisionKind.SECTION, letter, None, at_start(pack, letter)
        case StickerPlaced(seat=seat, sticker=sticker):
            return DecisionKind.SLOT, sticker.slot, seat, False
        case MarketGrown():
            return DecisionKind.GROWTH, "", None, False
        case CardEvolved() | CardTransformed():
            return DecisionKind.EVOLUTION, "", None, False
        case BasicJoined() | BasicLeft():
            return DecisionKind.POOL, "", None, False
        case DecisionClosed(decision=key):
            return _closed(key, pack)
    return None


def _closed(key: str, pack: Pack) -> Place | None:
    found = keyed_decision(key)
    if found is None:
        return None
    return found.kind, found.subject, found.seat, at_start(pack, found.subject)

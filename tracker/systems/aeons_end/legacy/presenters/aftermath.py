"""The aftermath of a game: a card for each decision, open or made."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.db.models import TextChoices
from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import (
    Decision,
    DecisionKind,
    at_start,
    keyed_decision,
)
from tracker.systems.aeons_end.legacy.aftermath import AftermathView
from tracker.systems.aeons_end.shared import words
from tracker.systems.aeons_end.shared.words.record import CampaignWords

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Part(TextChoices):
    """The parts of the aftermath, in the order of the table, with their headings."""

    BEFORE = "before", _("Before the game")
    STORY = "story", pgettext_lazy("part of the aftermath", "Story")
    RULEBOOK = "rulebook", pgettext_lazy("part of the aftermath", "Rulebook")
    MAGES = "mages", pgettext_lazy("part of the aftermath", "Mages")
    MARKET = "market", pgettext_lazy("part of the aftermath", "Market")
    NEMESIS = "nemesis", pgettext_lazy("part of the aftermath", "Nemesis")


class _Kind(NamedTuple):
    """The part, icon and page of a kind of decision, and its label once it is made."""

    part: Part
    icon: str
    page: str
    label: "StrPromise"


ENTRIES_AT_ONCE = 3
ORDERED = "ordered"  # the card for changes that a story card orders
_KINDS = {
    DecisionKind.SEAL: _Kind(Part.BEFORE, "seal", "aftermath_seals", _("Opened")),
    DecisionKind.VERDICT: _Kind(Part.STORY, "now", "aftermath_verdict", _("How the story goes on")),
    DecisionKind.SECTION: _Kind(
        Part.RULEBOOK, "rulebook", "aftermath_sections", _("Rule sections")
    ),
    DecisionKind.SLOT: _Kind(Part.MAGES, "sticker", "aftermath_sticker", _("Slot %(slot)s")),
    DecisionKind.GROWTH: _Kind(Part.MARKET, "market", "aftermath_growth", _("Market growth")),
    DecisionKind.EVOLUTION: _Kind(Part.NEMESIS, "evolve", "aftermath_evolution", _("Evolution")),
    DecisionKind.POOL: _Kind(Part.NEMESIS, "nemesis", "aftermath_pool", _("Basic cards")),
}


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry of the game, in words."""

    text: str
    reason: str  # why the box said otherwise
    delete_url: str


@dataclass(frozen=True, slots=True)
class _Place:
    """The card on which decisions and entries stand: one for each, or for several of a kind."""

    id: str
    part: Part
    kind: DecisionKind
    icon: str
    label: str
    seat: facts.Seat | None
    slot: str


@dataclass(frozen=True, slots=True)
class DecisionCard:
    """A decision, or several of one kind: those that are open, and the entries made."""

    id: str
    part: Part
    icon: str
    label: str  # once it is decided
    seat: facts.Seat | None
    entries: tuple[EntryView, ...]
    is_open: bool
    title: str = ""  # of what is open
    detail: str = ""
    url: str = ""

    @property
    def folds_entries(self) -> bool:
        """Say whether there are too many entries to show at once."""
        return len(self.entries) > ENTRIES_AT_ONCE


@dataclass(frozen=True, slots=True)
class OtherLink:
    """A link to something that is not due but may be entered."""

    icon: str
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class AftermathOverview:
    """What is decided in a game's aftermath, and what is open."""

    cards: Sequence[DecisionCard]
    reminders: Sequence[str]
    others: Sequence[OtherLink]
    seats: Sequence[facts.Seat]  # whose mats may get another sticker
    close_url: str  # for all that is open and can be closed; "" if nothing can
    stickers_url: str  # of the page with all open slots; "" unless there are several
    may_decide: bool
    may_settle: bool
    may_set_up: bool
    is_planned: bool
    is_settled: bool
    reopen_url: str  # "" if the game cannot be reopened

    @property
    def decided(self) -> int:
        """Return how many cards have nothing open."""
        return sum(not card.is_open for card in self.cards)

    @property
    def first_open(self) -> DecisionCard | None:
        """Return the card that comes next."""
        return next((card for card in self.cards if card.is_open), None)

    @property
    def next_card(self) -> DecisionCard | None:
        """Return the card to go on with, once something is decided, for who may decide."""
        may_go_on = self.may_decide and self.decided
        return next_card(self.cards, self.stickers_url) if may_go_on else None


def next_card(cards: Sequence[DecisionCard], stickers_url: str) -> DecisionCard | None:
    """Return the first open card; of several slots, the page with all of them."""
    card = next((card for card in cards if card.is_open), None)
    if card and card.seat and stickers_url:
        return replace(card, title=gettext("Stickers"), seat=None, url=stickers_url)
    return card


def stickers_url(aftermath: AftermathView) -> str:
    """Return the URL of the page with all open slots; "" unless there are several."""
    several = len(aftermath.open(DecisionKind.SLOT)) > 1
    return reverse("aftermath_stickers", args=aftermath.where) if several else ""


def cards(aftermath: AftermathView) -> list[DecisionCard]:
    """Return the cards of an aftermath, in the order of its parts."""
    places: dict[str, _Place] = {}
    due: dict[str, list[Decision]] = defaultdict(list)
    entries: dict[str, list[EntryView]] = defaultdict(list)
    for decision in aftermath.decisions:
        place = _place(decision, aftermath)
        places.setdefault(place.id, place)
        due[place.id].append(decision)
    for entry in aftermath.entries:
        # A plan, a result or a note belongs to no decision.
        if answered := _answered(entry.fact):
            place = _place(answered, aftermath)
            places.setdefault(place.id, place)
            entries[place.id].append(_entry_view(entry, aftermath))
    ordered = sorted(places.values(), key=_order)
    return [_card(place, due[place.id], entries[place.id], aftermath) for place in ordered]


def _place(decision: Decision, aftermath: AftermathView) -> _Place:
    """Return the card of a decision, open or made."""
    kind, subject = decision.kind, decision.subject
    part, icon, _page, label = _KINDS[kind]
    key, is_at_start = str(kind), at_start(aftermath.pack, subject)
    if kind is DecisionKind.SECTION and is_at_start:
        part, key = Part.BEFORE, "section-start"
    elif kind is DecisionKind.SEAL and not is_at_start:
        part, key = Part.STORY, "seal-story"
    elif subject == ORDERED:
        key, label = ORDERED, _("Changed by the story")
    elif kind is DecisionKind.SLOT:
        key = f"slot-{decision.seat}-{subject}"
    elif kind is DecisionKind.GROWTH:
        key = f"growth-{subject or aftermath.game_state.chapter}"
    slot = subject if kind is DecisionKind.SLOT else ""
    seat = next((seat for seat in aftermath.state.seats if seat.number == decision.seat), None)
    return _Place(key, part, kind, icon, str(label) % {"slot": slot}, seat, slot)


def _entry_view(entry: Entry, aftermath: AftermathView) -> EntryView:
    url = reverse("entry_delete", args=[aftermath.code, entry.id])
    return EntryView(aftermath.words.fact(entry.fact), entry.fact.reason, url)


def _card(
    place: _Place, due: Sequence[Decision], entries: Sequence[EntryView], aftermath: AftermathView
) -> DecisionCard:
    decided = DecisionCard(
        place.id, place.part, place.icon, place.label, place.seat, tuple(entries), is_open=False
    )
    if not due:
        return decided
    title, detail = _heading(place, due, aftermath.pack, aftermath.words)
    url = _url(place.kind, due[0], aftermath)
    return replace(decided, is_open=True, title=title, detail=detail, url=url)


def _heading(
    place: _Place, due: Sequence[Decision], pack: Pack, said: CampaignWords
) -> tuple[str, str]:
    """Return the heading of a card with open decisions, and what to enter."""
    count = {"count": len(due)}
    if len(due) == 1:
        title, detail = words.decision(due[0], said)
        return (place.label if place.seat else title), detail  # under the mage's own name
    if place.kind is DecisionKind.SECTION:
        title = ngettext(
            "%(count)s section for the rulebook", "%(count)s sections for the rulebook", len(due)
        )
        return title % count, words.series(_letter(pack, decision.subject) for decision in due)
    title = ngettext("%(count)s seal to open", "%(count)s seals to open", len(due))
    seals = (pack.find.seal(decision.subject) for decision in due)
    return title % count, words.listed(words.seal(s.kind, s.label) for s in seals if s)


def _letter(pack: Pack, letter: str) -> str:
    section = pack.find.section(letter)
    return "/".join(section.letters) if section and section.letters else letter


def _url(kind: DecisionKind, first: Decision, aftermath: AftermathView) -> str:
    """Return the URL of the page for an open decision."""
    if kind is DecisionKind.GROWTH and first.subject != str(aftermath.game_state.chapter):
        # Of a chapter that was skipped: an entry in this game would not answer it.
        return close_url(*aftermath.where, first)
    slot = [first.seat, first.subject] if kind is DecisionKind.SLOT else []
    return reverse(_KINDS[kind].page, args=[*aftermath.where, *slot])


def _order(place: _Place) -> tuple[int, int, int, str]:
    part, kind = list(Part).index(place.part), list(DecisionKind).index(place.kind)
    return part, kind, place.seat.number if place.seat else 0, place.slot


def close_url(code: str, *decisions: Decision) -> str:
    """Return the URL for closing a decision of a game; of several, the page asks which."""
    url = reverse("aftermath_close", args=[code])
    first, *others = decisions
    query = {"kind": first.kind} if others else {"decision": first.key}
    return f"{url}?{urlencode(query)}"


def _answered(fact: facts.Fact) -> Decision | None:
    """Return the decision that a fact answers; None if it answers none."""
    match fact:
        case facts.SealOpened(seal=key):
            return Decision(DecisionKind.SEAL, key)
        case facts.Verdict():
            return Decision(DecisionKind.VERDICT, "")
        case facts.MarketOrdered() | facts.StickerRemoved():
            return Decision(DecisionKind.VERDICT, ORDERED)
        case facts.SectionUnlocked(section=letter):
            return Decision(DecisionKind.SECTION, letter)
        case facts.StickerPlaced(seat=seat, sticker=sticker):
            return Decision(DecisionKind.SLOT, sticker.slot, seat)
        case facts.MarketGrown():
            return Decision(DecisionKind.GROWTH, "")
        case facts.CardEvolved() | facts.CardTransformed():
            return Decision(DecisionKind.EVOLUTION, "")
        case facts.BasicJoined() | facts.BasicLeft():
            return Decision(DecisionKind.POOL, "")
        case facts.DecisionClosed(decision=key):
            return keyed_decision(key)
    return None

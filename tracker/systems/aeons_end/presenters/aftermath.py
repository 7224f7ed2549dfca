"""The aftermath of a game: a card for each decision, open or made."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.db.models import TextChoices
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import (
    Decision,
    DecisionKind,
    at_start,
    keyed_decision,
)
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.aftermath_view import AftermathView
from tracker.systems.aeons_end.words.record import CampaignWords

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


@dataclass(slots=True)
class Card:
    """A decision, or several of one kind: those that are open, and the entries made."""

    id: str
    part: Part
    kind: DecisionKind
    icon: str
    label: str  # once it is decided
    seat: facts.Seat | None
    slot: str
    open: list[Decision] = field(default_factory=list)
    entries: list[tuple[str, Entry]] = field(default_factory=list)  # each with its sentence
    title: str = ""
    detail: str = ""
    url: str = ""


def cards(scene: AftermathView) -> list[Card]:
    """Return the cards of an aftermath, in the order of its parts."""
    found: dict[str, Card] = {}
    seats = {seat.number: seat for seat in scene.state.seats}
    said = scene.words

    def card(decision: Decision) -> Card:
        kind, subject = decision.kind, decision.subject
        part, icon, _page, label = _KINDS[kind]
        key, start = str(kind), at_start(scene.pack, subject)
        if kind is DecisionKind.SECTION and start:
            part, key = Part.BEFORE, "section-start"
        elif kind is DecisionKind.SEAL and not start:
            part, key = Part.STORY, "seal-story"
        elif subject == ORDERED:
            key, label = ORDERED, _("Changed by the story")
        elif kind is DecisionKind.SLOT:
            key = f"slot-{decision.seat}-{subject}"
        elif kind is DecisionKind.GROWTH:
            key = f"growth-{subject or scene.game.chapter}"
        slot = subject if kind is DecisionKind.SLOT else ""
        seat = seats.get(decision.seat or 0)
        made = Card(key, part, kind, icon, str(label) % {"slot": slot}, seat, slot)
        return found.setdefault(key, made)

    for decision in scene.decisions:
        card(decision).open.append(decision)
    for entry in scene.entries:
        # A plan, a result or a note belongs to no decision.
        if answered := _answered(entry.fact):
            card(answered).entries.append((said.fact(entry.fact), entry))
    for each in found.values():
        if each.open:
            each.title, each.detail = _heading(each, scene.pack, said)
            each.url = _url(each, scene)
    return sorted(found.values(), key=_order)


def _heading(card: Card, pack: Pack, said: CampaignWords) -> tuple[str, str]:
    """Return the heading of a card with open decisions, and what to enter."""
    due, count = card.open, {"count": len(card.open)}
    if len(due) == 1:
        title, detail = words.decision(due[0], said)
        return (card.label if card.seat else title), detail  # under the mage's own name
    if card.kind is DecisionKind.SECTION:
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


def _url(card: Card, scene: AftermathView) -> str:
    first = card.open[0]
    if card.kind is DecisionKind.GROWTH and first.subject != str(scene.game.chapter):
        # Of a chapter that was skipped: an entry in this game would not answer it.
        return close_url(*scene.where, first)
    slot = [first.seat, first.subject] if card.kind is DecisionKind.SLOT else []
    return reverse(_KINDS[card.kind].page, args=[*scene.where, *slot])


def _order(card: Card) -> tuple[int, int, int, str]:
    part, kind = list(Part).index(card.part), list(DecisionKind).index(card.kind)
    return part, kind, card.seat.number if card.seat else 0, card.slot


def close_url(code: str, game: int, *decisions: Decision) -> str:
    """Return the URL for closing a decision; of several, the page asks which."""
    url = reverse("aftermath_close", args=[code, game])
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

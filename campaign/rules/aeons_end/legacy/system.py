"""Legacy as a game system: its campaign, and the sheet of a new campaign's first game."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.checks import party_problems, problems_of
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, at_start
from campaign.rules.aeons_end.legacy.facts import ONCE_PER_GAME, WITH_RESULT, Fact, Seat, Story
from campaign.rules.aeons_end.legacy.replay import FACTS, applied, first_state
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.mages import StickerKind
from campaign.rules.aeons_end.market.piles import Growth
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import tally_problems, tidy_tally
from campaign.rules.aeons_end.plays import campaign_plays
from campaign.rules.core import entries
from campaign.rules.core.problems import Problem
from campaign.rules.core.story import ReplayError
from campaign.rules.core.system import CampaignRules, F


class LegacyRules(CampaignRules[Pack, Seat, State]):
    """The campaign of Aeon's End: Legacy."""

    seat = Seat
    facts = FACTS
    once_per_game = ONCE_PER_GAME
    with_result = WITH_RESULT
    problems = staticmethod(problems_of)
    apply = staticmethod(applied)
    setup_sheet = staticmethod(setup_sheet)
    plays = staticmethod(campaign_plays)

    def begin(self, pack: Pack, seats: tuple[Seat, ...]) -> State:
        """Return the state before the first game, or refuse the party."""
        found = party_problems(pack, seats)
        if found:
            raise ReplayError(found, game=0, index=0, fact=None)
        return first_state(pack, seats)

    def party_problems(self, pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
        """Return everything that stands against a party, its names included."""
        named = (entries.entry_problems(seat, f"seats.{seat.number}") for seat in seats)
        return (*party_problems(pack, seats), *(problem for each in named for problem in each))

    def tidy(self, fact: F) -> F:
        return _ordered(super().tidy(fact))  # type: ignore[return-value] # of the type that it was

    def entry_problems(self, fact: Fact) -> tuple[Problem, ...]:
        found = super().entry_problems(fact)
        match fact:
            case facts.Played(tally=tally):
                return (*found, *tally_problems(tally))
            case facts.StickerPlaced(sticker=sticker):
                # What the rules refuse of its own kind, they know better what is wrong with.
                own = {StickerKind.ABILITY: "charges", StickerKind.BREACH: "breach_turns"}
                left = tuple(problem for problem in found if problem.path != own.get(sticker.kind))
                missing = () if sticker.slot else (Problem("sticker.slot_missing", path="slot"),)
                return (*left, *missing)
        return found

    def as_set_up(self, story: Story[Seat], pack: Pack, game: int) -> Story[Seat]:
        """Return the story as it was when a game was set up: planned, its chapter begun."""
        *earlier, latest = story.until(game).games
        begun = tuple(fact for fact in latest.facts if _is_begun(fact, pack))
        return replace(story, games=(*earlier, facts.Game(game, begun)))


def _is_begun(fact: Fact, pack: Pack) -> bool:
    """Say whether a fact belongs to the beginning of its game: what comes before the table."""
    match fact:
        case facts.Planned():
            return True
        case facts.SectionUnlocked(section=key) | facts.SealOpened(seal=key):
            return at_start(pack, key)
        case facts.DecisionClosed(decision=key):
            kind, _colon, subject = key.partition(":")
            due = kind in (DecisionKind.SEAL, DecisionKind.SECTION)
            return due and at_start(pack, subject)
    return False


def _ordered(fact: Fact) -> Fact:
    """Return a fact whose lists are in the one order in which they are recorded."""
    match fact:
        case facts.Planned(pairs=pairs):
            return replace(fact, pairs=_seat_one_first(pairs))
        case facts.Played(tally=tally):
            return replace(fact, tally=tidy_tally(tally))
        case facts.MarketGrown(growth=growth):
            return replace(fact, growth=_as_offered(growth))
        case facts.CardTransformed(into=into):
            return replace(fact, into=_newcomer(into))
        case facts.BasicJoined(card=card):
            return replace(fact, card=_newcomer(card))
    return fact


def _seat_one_first(pairs: facts.Pairs | None) -> facts.Pairs | None:
    if pairs is None or any(len(pair) != 2 for pair in pairs):
        return pairs
    one, other = sorted((min(pair), max(pair)) for pair in pairs)
    return one, other


def _as_offered(growth: Growth) -> Growth:
    """Return a growth whose piles are added in the order in which they were offered."""
    places = {pile.key: place for place, pile in enumerate(growth.offered)}
    added = sorted(growth.added, key=lambda key: places.get(key, len(places)))
    return replace(growth, added=tuple(added))


def _newcomer(card: PoolCard) -> PoolCard:
    """Return a card as it comes into a pool: its stickers and its origin are facts of their own."""
    return replace(card, stickers=(), evolved_from=None)


RULES = LegacyRules()

"""Legacy as a game system: the rules of its campaign."""

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
from campaign.rules.aeons_end.plays import campaign_plays
from campaign.rules.core import entries
from campaign.rules.core.problems import Problem
from campaign.rules.core.story import ReplayError
from campaign.rules.core.system import CampaignRules


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

    def entry_problems(self, fact: Fact) -> tuple[Problem, ...]:
        found = super().entry_problems(fact)
        if not isinstance(fact, facts.StickerPlaced):
            return found
        # What the rules refuse of its own kind, they know better what is wrong with.
        own = {StickerKind.ABILITY: "charges", StickerKind.BREACH: "breach_turns"}
        left = tuple(each for each in found if each.path != own.get(fact.sticker.kind))
        missing = () if fact.sticker.slot else (Problem("sticker.slot_missing", path="slot"),)
        return (*left, *missing)

    def as_set_up(self, story: Story[Seat], pack: Pack, game: int) -> Story[Seat]:
        """Return the story as it was when a game was set up: planned, its chapter begun."""
        begun = tuple(fact for fact in story.games[game] if _is_begun(fact, pack))
        return replace(story, games={**story.until(game).games, game: begun})


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


RULES = LegacyRules()

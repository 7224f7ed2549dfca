"""What the rules of a game say of the entries in a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from campaign.exchange.document import CampaignDocument
from campaign.exchange.reading import Content
from campaign.packs import get_pack
from campaign.rules.aeons_end.endings import result_problems
from campaign.rules.aeons_end.entries import tally_problems, tidy_tally
from campaign.rules.aeons_end.legacy import entries
from campaign.rules.aeons_end.legacy.checks import party_problems
from campaign.rules.aeons_end.legacy.facts import Story, game_of
from campaign.rules.aeons_end.legacy.replay import ReplayError, replay
from campaign.rules.aeons_end.one_off.entries import choice_problems, tidy_choices
from campaign.rules.core import sizes
from campaign.rules.core.facts import Fact, Noted, Planned, Played
from campaign.rules.core.problems import Problem, standing
from campaign.rules.core.texts import one_line, prose, text_problems


class Rules(Protocol):
    """What is asked of the rules, of a campaign and of a one-off game alike."""

    def party_problems(self) -> Iterator[Problem]:
        """Yield what is wrong with who plays."""

    def entry_problems(self, fact: Fact) -> Iterator[Problem]:
        """Yield what no service would have recorded."""

    def tidy(self, fact: Fact) -> Fact:
        """Return a fact in the one form in which it is recorded."""

    def story_problems(self) -> Iterator[tuple[Fact | None, Problem]]:
        """Yield what breaks the story of the standing facts, with the fact at which it breaks."""


def rules_of(content: Content) -> Rules:
    """Return what the rules say of a file."""
    in_campaign = isinstance(content.document, CampaignDocument)
    return _Campaign(content) if in_campaign else _OneOff(content)


@dataclass(frozen=True, slots=True)
class _Campaign:
    content: Content

    def party_problems(self) -> Iterator[Problem]:
        party = self.content.party
        yield from party_problems(get_pack(self.content.document.about.system), party)
        yield from entries.seat_problems(party)
        if tuple(map(entries.tidy_seat, party)) != party:
            yield Problem("party.untidy")

    def entry_problems(self, fact: Fact) -> Iterator[Problem]:
        yield from entries.entry_problems(fact)

    def tidy(self, fact: Fact) -> Fact:
        return entries.tidy(fact)

    def story_problems(self) -> Iterator[tuple[Fact | None, Problem]]:
        games = sorted(self.content.standing().items())
        story = Story(self.content.party, tuple(game_of(number, facts) for number, facts in games))
        try:
            replay(story, get_pack(self.content.document.about.system))
        except ReplayError as error:
            yield from ((error.fact, problem) for problem in error.problems)


@dataclass(frozen=True, slots=True)
class _OneOff:
    content: Content

    def party_problems(self) -> Iterator[Problem]:
        yield from ()

    def entry_problems(self, fact: Fact) -> Iterator[Problem]:
        yield from text_problems("reason", fact.reason, sizes.REASON)
        match fact:
            case Planned():
                yield from choice_problems(fact.choices)
                yield from text_problems("seed", fact.seed, sizes.TOKEN)
            case Played():
                yield from tally_problems(fact.result)
                for seat, player in enumerate(fact.players, start=1):
                    yield from text_problems(f"players.{seat}", player, sizes.PERSON_NAME)
            case Noted():
                yield from text_problems("text", fact.text, sizes.NOTE)

    def tidy(self, fact: Fact) -> Fact:
        reason = one_line(fact.reason)
        match fact:
            case Planned():
                choices, seed = tidy_choices(fact.choices), one_line(fact.seed).upper()
                return replace(fact, choices=choices, seed=seed, reason=reason)
            case Played():
                players = tuple(map(one_line, fact.players))
                result = tidy_tally(fact.result)
                return replace(fact, result=result, players=players, reason=reason)
            case Noted():
                return replace(fact, text=prose(fact.text), reason=reason)
        return fact

    def story_problems(self) -> Iterator[tuple[Fact | None, Problem]]:
        facts = self.content.standing()[1]
        planned = next(fact for fact in facts if isinstance(fact, Planned))
        setup = planned.setup.game if planned.setup else None
        for played in facts:
            if isinstance(played, Played) and setup is not None:
                found = result_problems(
                    played.result,
                    mages=len(setup.mats),
                    mage_life=setup.mage_life,
                    gravehold_life=setup.gravehold_life,
                    nemesis_life=setup.nemesis_life,
                )
                yield from ((played, problem) for problem in standing(found, played.reason))

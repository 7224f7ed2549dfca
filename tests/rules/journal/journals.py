"""The two demo descriptions, and stories told with them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import from_plain
from campaign.rules.core.story import Story
from campaign.rules.journal.description import Description
from campaign.rules.journal.faults import description_faults
from campaign.rules.journal.games import Planned, Played, Playing, Settled
from campaign.rules.journal.state import JournalSeat, Opening, Outcome, State, Won
from campaign.rules.journal.systems import RULES, load_catalogue

DEMOS = Path(__file__).parents[3] / "fixtures" / "journals"
PACK = load_catalogue(DEMOS.parent / "packs" / "journal" / "journal.json")
GROUP = ("Ann", "Bo", "Cy")
WON, LOST = Played(outcome=Outcome(Won.WIN)), Played(outcome=Outcome(Won.LOSS))
KEEPERS = (Playing(1, "ada"), Playing(2, "bruno"), Playing(3, "cleo"))
COMPANIES = (Playing(1, "heron"), Playing(2, "otter"), Playing(3, "crane"))


def plain(name: str) -> dict[str, Any]:
    """Return a demo as its author wrote it."""
    values: dict[str, Any] = json.loads((DEMOS / f"{name}.json").read_text(encoding="utf-8"))
    return values


@cache
def described(name: str) -> Description:
    """Return a demo."""
    return from_plain(Description, plain(name), description_faults)


class Journal:
    """A journal that is being kept."""

    def __init__(self, game: str | Description) -> None:
        description = described(game) if isinstance(game, str) else game
        self.story: Story[JournalSeat] = Story((), {}, Opening(description, GROUP))

    @property
    def state(self) -> State:
        """Return the state by a full, checked replay."""
        return RULES.replay(self.story, PACK)

    def refused(self, fact: Fact, game: int | None = None) -> list[str]:
        """Return the codes of what stands against a fact."""
        return [problem.code for problem in self.problems(fact, game)]

    def problems(self, fact: Fact, game: int | None = None) -> tuple[Problem, ...]:
        """Return what stands against a fact."""
        number = game or self._game(fact)
        return RULES.problems(self.state, PACK, number, fact)

    def add(self, *facts: Fact) -> Journal:
        """Record facts, or fail with their problems."""
        for fact in facts:
            number = self._game(fact)
            story = self.story.with_fact(number, fact)
            assert RULES.story_problems(story, PACK, entered=fact) == ()
            self.story = story
        return self

    def evening(self, chapter: str, result: Fact, *facts: Fact, playing: Any = KEEPERS) -> Journal:
        """Play a whole evening."""
        return self.add(Planned(chapter, playing), result, *facts, Settled())

    def _game(self, fact: Fact) -> int:
        latest = max(self.story.games, default=0)
        return latest + 1 if isinstance(fact, Planned) else latest


def scored(*points: int) -> Played:
    """Return the result of a game for points."""
    return Played(outcome=Outcome(scores=points))

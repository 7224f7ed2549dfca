"""The words for the record of a one-off game of any system."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.utils.translation import gettext as _

from campaign.exchange.content import Content
from campaign.models import Game
from campaign.rules.core.facts import Fact, Noted, Planned, Played
from campaign.rules.core.problems import Problem
from campaign.rules.registry import one_off_rules
from campaign.selectors import games, seeing


class OneOffWords(ABC):
    """The words for a one-off game's record, with its own names."""

    __slots__ = ()

    @abstractmethod
    def sentence(self, problem: Problem) -> str:
        """Return a problem in words."""

    @abstractmethod
    def differences(self, old: Any, new: Any) -> Iterator[str]:
        """Yield the differences between two set-ups."""

    @abstractmethod
    def ended(self, played: Played[Any]) -> str:
        """Return how the game ended."""

    def reason(self, fact: Fact) -> str:
        """Return the reason why a fact overrules the rules; "" if it does not."""
        return _("Reason: %(reason)s") % {"reason": fact.reason} if fact.reason else ""

    # --- what is the same for every system ---

    def _fact(self, fact: Fact) -> str:
        match fact:
            case Played():
                return self.ended(fact)
            case Noted(text=text):
                return _("Note: %(text)s") % {"text": text.strip()}
        raise TypeError(f"{type(fact).__name__} is no result and no note.")

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return results and notes in words, with reasons."""
        said = (part for fact in facts for part in (self._fact(fact), self.reason(fact)))
        return " ".join(filter(None, said))

    def replanned(self, before: Fact, now: Fact) -> str:
        """Return the differences between two plans."""
        old, new = (fact.setup if isinstance(fact, Planned) else None for fact in (before, now))
        return " ".join(self.differences(old, new)) if old and new else ""


@dataclass(frozen=True, slots=True)
class SetupWords(OneOffWords):
    """Words that take their names from a game's set-up and players."""

    setup: Any  # of the system's own type; None for a file without one
    players: Sequence[str]
    language: str

    @classmethod
    def of_game(cls, game: Game) -> Self:
        """Return the words of a game."""
        players = games.players_of(game, seeing.seen_facts(game))
        return cls(seeing.game_setup(game), players, game.language)

    @classmethod
    def of_file(cls, content: Content) -> Self:
        """Return the words of an export file."""
        about = content.document.about
        planned = next(
            (fact for fact in content.facts_not_withdrawn()[1] if isinstance(fact, Planned)), None
        )
        if planned is None:
            return cls(None, (), about.language)
        players = one_off_rules(about.system).players(planned.choices)
        return cls(planned.setup, players, about.language)

"""A one-off game's record in words, with its own names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.one_off.sheet import Setup, setup_sheet
from campaign.rules.aeons_end.outcome import Result
from campaign.rules.core.facts import Fact, Noted, Planned, Played
from campaign.rules.core.problems import Problem
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.words import entries, problems, terms
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words for what a one-off game's record holds."""

    namer: Namer
    seats: Sequence[Seat]

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong."""
        return problems.sentence(problem, self.namer, self.seats)

    def kind(self, kind: str) -> str:
        """Return what a kind of fact is called."""
        return terms.fact_kind(kind)

    def fact(self, fact: Fact) -> str:
        """Return what a fact says."""
        match fact:
            case Planned():
                return self.plan(fact, None)
            case Played(result=tally, players=players):
                return " ".join((entries.result(tally, self.seats), *self._players(players)))
            case Noted(text=text):
                return _("Note: %(text)s") % {"text": text.strip()}
        raise TypeError(f"{type(fact).__name__} is no fact of a one-off game.")

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return what facts say, reasons included."""
        said = (part for fact in facts for part in (self.fact(fact), entries.reason(fact)))
        return " ".join(filter(None, said))

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        """Return each fact by itself."""
        return [[fact] for fact in facts]

    def plan(self, plan: Fact, game: int | None) -> str:
        """Return against whom a game was set up."""
        del game
        setup = plan.setup if isinstance(plan, Planned) else None
        nemesis = setup.game.nemesis.name.in_language(self.namer.language) if setup else ""
        return _("Against %(nemesis)s") % {"nemesis": nemesis} if nemesis else ""

    def replanned(self, before: Fact, now: Fact) -> str:
        """Return what is different in another plan."""
        old, new = (plan.setup if isinstance(plan, Planned) else None for plan in (before, now))
        return " ".join(self._differences(old, new)) if old and new else ""

    def won(self, fact: Fact) -> bool | None:
        """Say whether a result is a win."""
        return fact.result.result is Result.WIN if isinstance(fact, Played) else None

    def _players(self, players: Sequence[str]) -> Iterator[str]:
        names = {seat.number: seat.name for seat in self.seats}
        sat = [f"{who} ({names.get(n, '')})" for n, who in enumerate(players, start=1) if who]
        if sat:
            yield _("Played by: %(names)s.") % {"names": listed(sat)}

    def _differences(self, before: Setup, now: Setup) -> Iterator[str]:
        language = self.namer.language
        old, new = before.game, now.game
        sheet = setup_sheet(now, language=language)
        if [(mat.mage, mat.name) for mat in old.mats] != [(mat.mage, mat.name) for mat in new.mats]:
            names = listed(mage.name for mage in sheet.body.mages)
            yield _("The mages are now %(names)s.") % {"names": names}
        if old.nemesis.id != new.nemesis.id:
            yield _("The nemesis is now %(name)s.") % {"name": sheet.body.nemesis.name}
        if _keys(old.basics) != _keys(new.basics):
            yield _("The nemesis’ basic cards were drawn again.")
        if _keys([old.market]) != _keys([new.market]):
            names = listed(pile.name for pile in sheet.body.market)
            yield _("The market is now %(names)s.") % {"names": names}
        if (old.difficulty.id, old.mage_life) != (new.difficulty.id, new.mage_life):
            name = new.difficulty.name.in_language(language)
            shown = {"name": name, "life": new.mage_life}
            yield _("The difficulty is now %(name)s; each mage begins with %(life)s life.") % shown
        if old.turn_cards != new.turn_cards:
            yield _("The turn-order deck was changed.")


def game_words(game: Game) -> GameWords:
    """Return the words of a one-off game as it stands."""
    seats = selectors.game_seats(selectors.game_sheet(game))
    return GameWords(selectors.game_namer(game), seats)


def _keys(piles: Sequence[Sequence[Any]]) -> list[list[str]]:
    return [sorted(card.id for card in pile) for pile in piles]

"""The record of a game in words."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.core.facts import Played
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.choices import Seat, Setup
from campaign.rules.relic_nemesis.result import Ending, Result
from tracker.systems.relic_nemesis.words import problems, terms
from tracker.words import listed
from tracker.words.one_offs import SetupWords


class RelicWords(SetupWords):
    """The words for the record of a game; a sheet is named once all are revealed."""

    __slots__ = ()

    def seats(self) -> dict[int, str]:
        """Return the names of all seats of the set-up."""
        return self.named(range(1, len(self.setup.seats) + 1)) if self.setup else {}

    def named(self, seats: Iterable[int]) -> dict[int, str]:
        """Return the names of these seats; a live table may have more than the set-up."""
        return {number: self.called(number) for number in seats}

    def called(self, number: int) -> str:
        """Return the name of a seat: its nemesis or character, or its player."""
        sheet: Nemesis | None = self.setup.revealed_sheet(number)
        if sheet:
            return sheet.name.in_language(self.language)
        seat: Seat | None = self.setup.seat_or_none(number)
        if seat and seat.character_name:
            return seat.character_name.in_language(self.language)
        return self._player(number)

    def _player(self, number: int) -> str:
        known = number <= len(self.players)
        return terms.player(number, self.players[number - 1] if known else "")

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem, self.seats())

    def ended(self, played: Played[Result]) -> str:
        """Return who won and how."""
        seats = self.seats()
        names = listed(seats.get(seat, str(seat)) for seat in played.result.winners)
        match played.result.ending:
            case Ending.INFAMY:
                return _("%(names)s won with 25 infamy.") % {"names": names}
            case Ending.CONFRONTATION:
                return _("Won by Confrontation: %(names)s.") % {"names": names}
            case Ending.TEAM:
                return _("Won as a team: %(names)s.") % {"names": names}
        return _("The game was stopped; nobody won.")

    def differences(self, old: Setup, new: Setup) -> Iterator[str]:
        if old.scenario_key != new.scenario_key:
            name = new.scenario_called(self.language) or _("not chosen yet")
            yield _("The scenario is now %(name)s.") % {"name": name}
        if (len(old.seats), old.nemeses) != (len(new.seats), new.nemeses):
            names, count = listed(map(self._player, new.nemeses)), len(new.nemeses)
            text = ngettext("The nemesis is %(names)s.", "The nemeses are %(names)s.", count)
            yield text % {"names": names or _("nobody")}
            return
        for number in new.nemeses:
            was, now = old.seat(number), new.seat(number)
            who = {"who": self._player(number)}
            # Where the sheets of one were secret, nobody can say whether they are the same.
            is_known = was.is_redacted == now.is_redacted
            if is_known and was.dealt != now.dealt:
                yield _("Sheets were dealt again to %(who)s.") % who
            elif now.kept is not None and (was.kept is None or (is_known and was.kept != now.kept)):
                yield _("%(who)s has chosen a sheet.") % who

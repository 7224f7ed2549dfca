"""The record of a game in words."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.ashes.duel import DuelSetup, phoenixborn_name
from campaign.rules.ashes.result import DuelResult, Together
from campaign.rules.ashes.sheet import DuelSheet, setup_sheet
from campaign.rules.core.facts import Played
from tracker.systems.ashes.words import red_rains
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import ENDINGS
from tracker.words import listed
from tracker.words.one_offs import SetupWords
from tracker.words.phrases import players


class DuelWords(SetupWords):
    """The words for the record of a duel."""

    __slots__ = ()
    sentence = staticmethod(sentence)

    def ended(self, played: Played[DuelResult]) -> str:
        """Return who won, and how."""
        result = played.result
        sentences = [pgettext("the end of a duel", "A draw.")]
        if result.together is not None:
            won = result.together is Together.WIN
            sentences = [_("Won together.") if won else _("Lost together.")]
        elif result.winner is not None:
            sentences = [_("%(name)s won.") % {"name": self._called(result.winner, played.players)}]
        if result.ending is not None:
            endings = ENDINGS if result.together is None else red_rains.ENDINGS
            sentences.append(f"{endings[result.ending]}.")
        if result.rounds is not None:
            rounds = ngettext("%(count)s round.", "%(count)s rounds.", result.rounds)
            sentences.append(rounds % {"count": result.rounds})
        return " ".join(sentences)

    def differences(self, old: DuelSetup, new: DuelSetup) -> Iterator[str]:
        seats = setup_sheet(new, language=self.language).body.seats
        if new.draft is not None:
            yield _("Draft now: %(players)s.") % {"players": players(len(seats))}
            return
        if [seat.deck for seat in old.seats] != [seat.deck for seat in new.seats]:
            names = listed(seat.deck or seat.phoenixborn for seat in seats)
            yield _("The decks are now %(names)s.") % {"names": names}
        if old.chimera != new.chimera:
            yield self._opponent(new)
        if old.first != new.first:
            name = seats[new.first - 1].phoenixborn if new.first else ""
            yield (
                _("%(name)s goes first now.") % {"name": name}
                if name
                else _("Whoever rolls the most basic symbols goes first now.")
            )

    def _opponent(self, setup: DuelSetup) -> str:
        """Return whom players fight now."""
        if setup.chimera is None:
            return _("You fight each other now.")
        name = setup.chimera.name.in_language(self.language)
        level = red_rains.level_words(setup.chimera.difficulty, setup.chimera.level)
        return _("You fight this Chimera now: %(name)s (%(level)s).") % {
            "name": name,
            "level": level,
        }

    def _called(self, seat: int, players: Sequence[str]) -> str:
        """Return the player and Phoenixborn of a seat: "Ada (Coal Roarkwin)"."""
        if self.setup is None or seat > len(self.setup.seats):
            return str(seat)
        known = (*players, *self.players[len(players) :])
        player = known[seat - 1] if seat <= len(known) else ""
        born = phoenixborn_name(self.setup.seats[seat - 1], self.language)
        return f"{player} ({born})" if player else born


def versus(names: Sequence[str]) -> str:
    """Return a title such as "Coal Roarkwin – Maeoni Viper"."""
    return "\u00a0– ".join(names)


def sheet_title(sheet: DuelSheet) -> str:
    """Return who plays against whom; a Chimera is the last."""
    if sheet.body.is_draft:
        return _("Draft")
    born = [seat.phoenixborn for seat in sheet.body.seats]
    chimera = sheet.body.chimera
    return versus(born) if chimera is None else versus([listed(born), chimera.name])


def setup_title(setup: DuelSetup, language: str) -> str:
    """Return the same of a set-up, in the language of its box."""
    if setup.draft is not None:
        return _("Draft")
    born = [phoenixborn_name(seat, language) for seat in setup.seats]
    chimera = setup.chimera
    if chimera is None:
        return versus(born)
    return versus([listed(born), chimera.name.in_language(language)])

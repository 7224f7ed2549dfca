"""What the gates of the crib ask, and the moments of a game."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tracker.faces.crib import Moment

SETUP = Moment("setup", _("Set-up"))
PREPARATION = Moment("preparation", _("Preparation phase"))
TURNS = Moment("turns", _("Your turn"))
ATTACK = Moment("attack", pgettext_lazy("a moment of a duel", "Attack"))
CHIMERA = Moment("chimera", _("The Chimera’s turn"))
RECOVERY = Moment("recovery", _("Recovery phase"))
END = Moment("end", _("The end of the game"))

MOMENTS = (SETUP, PREPARATION, TURNS, ATTACK, CHIMERA, RECOVERY, END)


@dataclass(frozen=True, slots=True)
class Known:
    """What the gates ask: the round of a live game, the format, and whom players fight."""

    round: int | None  # None: not played live
    is_organised: bool
    players: int
    has_chimera: bool

    @property
    def is_first_round(self) -> bool:
        """Say whether the first player may still have to be found."""
        return self.round in (None, 1) and not self.has_chimera

    @property
    def is_pair(self) -> bool:
        """Say whether two fight a Chimera."""
        return self.has_chimera and self.players > 1

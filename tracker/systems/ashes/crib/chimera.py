"""Games against a Chimera (Red Rains): no page of a book."""

from django.utils.translation import gettext_lazy as _

from tracker.faces.crib import Entry
from tracker.systems.ashes.crib.known import CHIMERA, END, RECOVERY, TURNS, Known


def fights_chimera(known: Known) -> bool:
    """Say whether players fight a Chimera."""
    return known.has_chimera


AGAINST_A_CHIMERA: tuple[Entry[Known], ...] = (
    Entry(
        id="c.turn",
        title=_("What does it do?"),
        text=_(
            "Status abilities from the left. Aspects face down: roll a basic rage die, then "
            "the behaviour die. None: the leftmost attacks. None can: it passes."
        ),
        page="",
        moments=(CHIMERA,),
        gate=fights_chimera,
    ),
    Entry(
        id="c.reveal",
        title=_("Reveal"),
        text=_(
            "Turn the leftmost face-down aspect up, with its status tokens. What happens when "
            "it comes into play happens to the player opposite."
        ),
        page="",
        moments=(CHIMERA,),
        gate=fights_chimera,
    ),
    Entry(
        id="c.attack",
        title=_("What does it attack?"),
        text=_(
            "A claw on the left or right: your unit at that end. Jaws: your Phoenixborn. No "
            "unit there: the Phoenixborn. The attacker gets an exhaustion token."
        ),
        page="",
        moments=(CHIMERA,),
        gate=fights_chimera,
    ),
    Entry(
        id="c.rage",
        title=_("Rage dice"),
        text=_(
            "When all five show power, turn them back to basic and put a Red Rains token on "
            "the Chimera. If you pass while aspects lie face down, raise one."
        ),
        page="",
        moments=(CHIMERA, TURNS),
        gate=fights_chimera,
    ),
    Entry(
        id="c.ultimate",
        title=_("Ultimate"),
        text=_(
            "Tokens come one at a time. As many as its ultimate value: remove them, resolve "
            "the ultimate card, then take the next behaviour and ultimate cards, up to III."
        ),
        page="",
        moments=(CHIMERA, RECOVERY),
        gate=fights_chimera,
    ),
    Entry(
        id="c.pair",
        title=_("Two players"),
        text=_(
            "You share a turn: a main and a side action each, in any order. Then it has a turn "
            "against each of you; only the one opposite blocks or guards."
        ),
        page="",
        moments=(TURNS,),
        gate=lambda known: known.is_pair,
    ),
    Entry(
        id="c.blood",
        title=_("Blood"),
        text=_("An aspect that is destroyed or discarded puts its blood as wounds on the Chimera."),
        page="",
        moments=(TURNS,),
        gate=fights_chimera,
    ),
    Entry(
        id="c.recover",
        title=_("It recovers"),
        text=_(
            "One Red Rains token less per exhaustion token on it. Fill battlefields face down "
            "to its threat. One token per open aspect. Refill their status tokens."
        ),
        page="",
        moments=(RECOVERY,),
        gate=fights_chimera,
    ),
    Entry(
        id="c.fatigue",
        title=_("Empty draw pile"),
        text=_(
            "Shuffle its discard pile into a new one. Empty once (with two players twice), it "
            "is fatigued: do what that card says."
        ),
        page="",
        moments=(RECOVERY,),
        gate=fights_chimera,
    ),
    Entry(
        id="c.end",
        title=_("Together"),
        text=_("You win when the Chimera is destroyed. You all lose with the first Phoenixborn."),
        page="",
        moments=(END,),
        gate=fights_chimera,
    ),
)

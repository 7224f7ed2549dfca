"""What a player can do in a turn, as a reminder."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.ashes.actions import ANY_TIME, MAIN, SIDE
from tracker.words.phrases import Words

ACTIONS: Words = {
    "main.cost": gettext_lazy("Play or use a card that costs a main action."),
    "main.phoenixborn": gettext_lazy("Attack a Phoenixborn with units; units of theirs may block."),
    "main.unit": gettext_lazy(
        "Attack a unit with units; its Phoenixborn, or one unit with Unit Guard, may guard it."
    ),
    "main.pass": gettext_lazy("Pass."),
    "side.cost": gettext_lazy("Play or use a card that costs a side action."),
    "side.meditate": gettext_lazy(
        "Meditate: discard cards from your hand, from the top of your draw pile or from your "
        "spellboard, and set as many active dice to any side."
    ),
    "side.dice_power": gettext_lazy("Use the power of a die that shows its power symbol."),
    "reactions": gettext_lazy(
        "Reaction spells can be played when their card says so: one for each player in a turn."
    ),
    "focus": gettext_lazy(
        "Copies of a ready spell lie in one place: two copies are Focus 1, three are Focus 2."
    ),
    "respark": gettext_lazy(
        "Respark: pay its cost when the card would be discarded, and take it into your hand; not "
        "after meditation."
    ),
    "limits": gettext_lazy("Your Phoenixborn says how many cards battlefield and spellboard hold."),
}


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """Actions under a heading."""

    title: str
    actions: tuple[str, ...]


def action_groups() -> tuple[ActionGroup, ...]:
    """Return what can be done, main actions first."""
    groups = (
        (_("One main action"), MAIN),
        (_("At most one side action"), SIDE),
        (_("At any time"), ANY_TIME),
    )
    return tuple(
        ActionGroup(title, tuple(str(ACTIONS[code]) for code in codes)) for title, codes in groups
    )

"""What a group chooses for an expedition, and what it begins with.

The recipe is all that another group needs to start the same expedition.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Self

from campaign.rules.aeons_end.expeditions.route import VARIANTS, BattleTries, Route
from campaign.rules.aeons_end.expeditions.stories import STORIES
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Line, Most, Verbatim
from campaign.rules.core.entries import At, BySeat, Many, Reason
from campaign.rules.core.players import PlayerName

MAX_BOXES = 200
OWN = "own"  # the variant of a group's own expedition

Boxes = Annotated[tuple[Annotated[str, Verbatim(sizes.NAME)], ...], Most(MAX_BOXES)]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Variant, boxes, options and seed of an expedition."""

    variant: Annotated[str, Verbatim(sizes.TOKEN)]
    boxes: Boxes
    seed: Annotated[str, Line(sizes.TOKEN)]
    big_pockets: bool = False  # piles that are not taken wait instead of being banished
    companions: bool = False  # with friends, foes and banners
    versions: bool = True  # two versions of one mage may both come
    tries: BattleTries | None = (
        None  # of a battle, after which the expedition moves on; None: no limit
    )
    own: Route | None = None  # of a group's own expedition

    def tidied(self) -> Self:
        """Write the seed in capitals."""
        return replace(self, seed=self.seed.upper())

    @property
    def route(self) -> Route | None:
        """Return the way of this expedition; None for a variant that there is not."""
        if self.variant == OWN:
            return self.own
        return VARIANTS.get(self.variant) or STORIES.get(self.variant)


@dataclass(frozen=True, slots=True)
class Came:
    """What comes into the barracks: ids."""

    mages: Many[str] = ()
    piles: Many[str] = ()
    treasures: Many[str] = ()
    banners: Many[str] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Return all of it."""
        return (*self.mages, *self.piles, *self.treasures, *self.banners)


@dataclass(frozen=True, slots=True)
class Outfit:
    """The opening of an expedition: its recipe, who plays, and what was drawn for the start."""

    recipe: Recipe
    players: Annotated[BySeat[PlayerName], At("players", first=1)]
    came: Came
    reason: Reason = ""  # why the boxes are enough although they have too little

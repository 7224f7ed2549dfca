"""The market of the next try as swaps: each new pile takes the place of an old one, or is left.

A market has nine piles. Whatever stands aside is banished, unless the expedition keeps its piles.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.rules.aeons_end.expeditions.battle import PILES
from campaign.rules.aeons_end.expeditions.state import State


@dataclass(frozen=True, slots=True)
class Swaps:
    """The nine piles of the last market, and the piles that came since."""

    market: tuple[str, ...]
    new: tuple[str, ...]

    def market_after(self, replaced: Mapping[str, str]) -> tuple[str, ...]:
        """Return the next market; ``replaced`` has the pile that each new one takes the place of.

        A new pile without an entry is left.
        """
        taken = {old: new for new, old in replaced.items()}
        return tuple(taken.get(pile, pile) for pile in self.market)


def swaps_asked(state: State) -> Swaps | None:
    """Return what a group has to decide; None where the market is chosen from all piles.

    That is so before the first battle, and where piles wait instead of being banished.
    """
    last = state.current.choices.piles if state.current else ()
    market = tuple(pile for pile in last if pile in state.piles)
    new = tuple(pile for pile in state.piles if pile not in market)
    if state.keeps_piles or len(market) != PILES or not new:
        return None
    return Swaps(market, new)

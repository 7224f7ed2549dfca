"""Draws of an expedition: each has a generator of its own.

It is made of the seed, what is drawn, the battle and the try. The whole stock of the boxes is put
into an order, and the first that can come do: every choice is equally likely, and another reward in
an early battle leaves the draws of later ones as they were, wherever what they drew can still come.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of an expedition: what is drawn, in which battle, in which of its tries."""

    seed: str
    battle: int = 0  # 0: before the first
    attempt: int = 0  # 0: the same in every try

    def generator(self, what: str) -> Random:
        """Return the generator of a draw."""
        return Random(f"{self.seed.upper()}/{what}/{self.battle}/{self.attempt}")

    def some(
        self, what: str, stock: Sequence[str], count: int, *, out: Collection[str] = ()
    ) -> tuple[str, ...]:
        """Draw so many of a stock, as far as there are as many without those that are ``out``."""
        order = self.generator(what).sample(stock, len(stock))
        return tuple(key for key in order if key not in out)[:count]

    def one(self, what: str, stock: Sequence[str], *, among: Iterable[str]) -> str:
        """Draw one of those that can come; "" if none can."""
        can_come = frozenset(among)
        drawn = self.some(what, stock, 1, out=[key for key in stock if key not in can_come])
        return drawn[0] if drawn else ""

"""What the toy keeps in tables of its own: nothing, but a match has two sides."""

from typing import Any

from tests.toy.rules.games import SLUG
from tests.toy.rules.match import PARTY, MatchSeat


class TwoSides:
    """The party of a match: always the same, so nothing is stored."""

    def read(self, campaign: Any) -> tuple[MatchSeat, ...]:
        """Return the two sides."""
        del campaign
        return PARTY

    def write(self, campaign: Any, seats: Any, portraits: Any) -> None:
        """Store nothing."""
        del campaign, seats, portraits

    def portraits(self, campaign: Any) -> dict[int, str]:
        """Return no pictures."""
        del campaign
        return {}


PARTIES = {SLUG: TwoSides()}

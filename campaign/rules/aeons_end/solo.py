"""One mage alone (War Eternal p. 20; Legacy p. 20).

You are your own ally; an effect on you and another player hits you twice; exhaustion is no loss.
War Eternal has easier variants: four turn-order cards instead of three, 12 or 15 life. One person
with several mages plays by their number, best with two at most.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from campaign.rules.core.problems import Detail, Problem

LIVES = (10, 12, 15)


def life_problems(life: int | None, mages: int) -> Iterator[Problem]:
    """Yield why a mage cannot start with this life; None leaves it to the difficulty."""
    if life is None:
        return
    if life not in LIVES:
        details: dict[str, Detail] = {"allowed": LIVES, "actual": life}
        yield Problem("solo.life", details, "solo_life")
    if mages != 1:
        yield Problem("solo.life_needs_one_mage", {"actual": mages}, "solo_life")


def too_many_mages(players: Iterable[str], most: int) -> bool:
    """Say whether one person plays more mages than the rulebook advises; 0 is no advice."""
    named = [player.casefold() for player in players if player]
    return len(named) > most > 0 and max(Counter(named).values()) > most


def notes(players: Iterable[str], mages: int, most: int) -> tuple[str, ...]:
    """Return the codes of the notes for one mage, or for one person with too many."""
    alone = mages == 1
    conditions = (
        ("solo.own_ally", alone),
        ("solo.both_effects_hit_twice", alone),
        ("solo.exhaustion_is_no_loss", alone),
        ("solo.two_mages_at_most", too_many_mages(players, most)),
    )
    return tuple(code for code, holds in conditions if holds)

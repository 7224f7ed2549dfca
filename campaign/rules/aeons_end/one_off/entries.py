"""What players chose for a one-off game, before it is drawn."""

from collections import Counter
from collections.abc import Iterator

from campaign.rules.aeons_end.one_off.choices import Choices
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.problems import Problem


def choice_problems(choices: Choices) -> Iterator[Problem]:
    """Yield every text of the choices that no column can hold, and every guest invited twice."""
    yield from entry_problems(choices)
    guests = [place.guest for place in choices.places if place.guest]
    times = Counter((guest.mage, guest.mat.name) for guest in guests)
    twice = tuple(name for (_mage, name), count in times.items() if count > 1)
    if twice:
        yield Problem("mages.twice", {"names": twice}, "mages")

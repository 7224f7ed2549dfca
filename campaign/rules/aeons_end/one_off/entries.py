"""What players chose for a one-off game, before it is drawn: its form, and what it cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from campaign.rules.aeons_end.one_off.choices import Choices
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.texts import one_line, text_problems


def tidy_choices(choices: Choices) -> Choices:
    """Return choices in the one form in which they are recorded."""
    places = tuple(replace(place, player=one_line(place.player)) for place in choices.places)
    return replace(choices, places=places, reason=one_line(choices.reason))


def choice_problems(choices: Choices) -> Iterator[Problem]:
    """Yield every text of the choices that no column can hold, and every guest invited twice."""
    for seat, place in enumerate(choices.places, start=1):
        yield from text_problems(f"players.{seat}", place.player, sizes.PERSON_NAME)
    yield from text_problems("reason", choices.reason, sizes.REASON)
    guests = [place.guest for place in choices.places if place.guest]
    times = Counter((guest.mage, guest.mat.name) for guest in guests)
    twice = tuple(name for (_mage, name), count in times.items() if count > 1)
    if twice:
        yield Problem("mages.twice", {"names": twice}, "mages")

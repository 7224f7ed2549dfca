"""What the book adds about sheets and scenarios that are in play (pp. 7, 14-15).

The codes are put into words by the site. About a nemesis nothing is told before all are revealed.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from campaign.rules.relic_nemesis.choices import Setup

NOT_A_PLAYER: Final = "note.not_a_player"  # p. 7
SCENARIOS: Final[Mapping[str, tuple[str, ...]]] = {  # p. 14
    "master-collector": ("note.collector",),
    "hulk-of-the-wayward-warrior": ("note.hulk", "note.hulk_deck"),
}
CHARACTERS: Final[Mapping[str, tuple[str, ...]]] = {"eversor-assassin": ("note.eversor",)}  # p. 14
NEMESES: Final[Mapping[str, tuple[str, ...]]] = {
    "githellion-athulwei": ("note.githellion",)
}  # p. 15
# Of a nemesis together with somebody or something else in the game (p. 15).
MEETINGS: Final[Mapping[tuple[str, str], str]] = {
    ("moarn-goreheart", "dark-alliance"): "note.moarn",
    ("luxuria", "ultramarines-captain"): "note.luxuria",
    ("luxuria", "canoness"): "note.luxuria",
    ("githellion-athulwei", "storm-trooper-sergeant"): "note.stone",
}


def clarifications(setup: Setup) -> tuple[str, ...]:
    """Return the codes of what is to be known about this game, each once."""
    return tuple(dict.fromkeys(_clarifications(setup)))


def _clarifications(setup: Setup) -> Iterator[str]:
    if setup.nemeses:
        yield NOT_A_PLAYER
    scenario = setup.scenario_key
    characters = {seat.character for seat in setup.seats if seat.character}
    sheets = (setup.revealed_sheet(number) for number in setup.nemeses)
    nemeses = [sheet.id for sheet in sheets if sheet]
    yield from SCENARIOS.get(scenario, ())
    for character in sorted(characters):
        yield from CHARACTERS.get(character, ())
    for nemesis in nemeses:
        yield from NEMESES.get(nemesis, ())
        for other in (scenario, *sorted(characters)):
            if (nemesis, other) in MEETINGS:
                yield MEETINGS[nemesis, other]

"""One-off games of any Aeon's End box: the system's interface."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from campaign.rules.aeons_end import outcome
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.one_off.choices import Choices
from campaign.rules.aeons_end.one_off.setup import resolve
from campaign.rules.aeons_end.one_off.sheet import Setup, named_setup, setup_sheet
from campaign.rules.aeons_end.outcome import Dials, Tally
from campaign.rules.aeons_end.plays import one_off_play
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.system import OneOff, Shelf


def boxes_of(shelf: Shelf[Pack], slugs: Sequence[str]) -> dict[str, Pack]:
    """Return the further boxes on the table; every open one, where a series names none."""
    known = shelf.others
    if isinstance(shelf.pack, Series):
        known = {slug: box.pack for slug, box in shelf.pack.boxes.items()}
        slugs = slugs or shelf.pack.open_boxes
    return {slug: known[slug] for slug in slugs if slug in known}


class AeonsEndGames(OneOff[Pack, Choices, Setup, Tally]):
    """One-off games: mages against a nemesis, with a market, from one box or several."""

    choices = Choices
    setup = Setup
    result = Tally
    sheet = staticmethod(setup_sheet)
    counted = staticmethod(one_off_play)

    def draw(self, shelf: Shelf[Pack], choices: Choices, rng: Random) -> Setup:
        """Return the set-up, without the names of who plays: those are in the choices."""
        boxes = boxes_of(shelf, choices.boxes)
        unknown = tuple(slug for slug in choices.boxes if slug not in boxes)
        problems = [Problem("one_off.box_unknown", {"boxes": unknown}, "boxes")] if unknown else []
        choices, also = replace(choices, boxes=choices.boxes or tuple(boxes)), tuple(boxes.values())
        try:
            game = resolve(shelf.pack, choices, rng, also=also)
        except RulesError as error:
            raise RulesError([*problems, *error.problems]) from error
        refuse(problems)
        # A guest's starters are named by a box that need not be in play.
        return named_setup(game, (shelf.pack, *also, *shelf.others.values()), choices.languages)

    def players(self, choices: Choices) -> tuple[str, ...]:
        return tuple(place.player for place in choices.places)

    def choice_problems(self, choices: Choices) -> Iterator[Problem]:
        """Yield every text that cannot be stored, and every guest invited twice."""
        yield from super().choice_problems(choices)
        guests = [place.guest for place in choices.places if place.guest]
        times = Counter((guest.mage, guest.mat.name) for guest in guests)
        twice = tuple(name for (_mage, name), count in times.items() if count > 1)
        if twice:
            yield Problem("mages.twice", {"names": twice}, "mages")

    def detached(self, choices: Choices) -> Choices:
        """Return choices whose guests have no ids of campaign rows."""
        places = tuple(
            replace(place, guest=place.guest and replace(place.guest, mage=None))
            for place in choices.places
        )
        return replace(choices, places=places)

    def result_problems(self, setup: Setup, result: Tally) -> tuple[Problem, ...]:
        game = setup.game
        start = Dials(len(game.mats), game.mage_life, game.gravehold_life, game.nemesis_life)
        return outcome.result_problems(result, start)


GAMES = AeonsEndGames()

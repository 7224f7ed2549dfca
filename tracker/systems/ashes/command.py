"""Ashes on the command line: ``manage.py sheet`` and ``manage.py deck check``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from campaign.rules.ashes.deck import deck_faults
from campaign.rules.ashes.deck_list import read_deck
from campaign.rules.ashes.dice_cost import deck_hints
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.sheet import DuelSheet, setup_sheet
from campaign.selectors.ashes import catalogue
from tracker.faces.command_line import SheetCommand, drawn, listed_in
from tracker.systems.ashes.forms.duelists import RANDOM
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.steps import sheet_text, step, step_detail


@dataclass(frozen=True, slots=True)
class CheckedList:
    """The problems of a deck list, and hints on what could be better."""

    name: str
    problems: tuple[str, ...]
    hints: tuple[str, ...] = ()


def check_list(text: str) -> CheckedList:
    """Return what is wrong with a deck list, unknown cards first."""
    box = catalogue()
    read = read_deck(text, box)
    deck = read.deck
    named = [_("Unknown card: “%(name)s”.") % {"name": name} for name in read.unknown]
    return CheckedList(
        deck.name,
        (*named, *map(sentence, deck_faults(deck, box))),
        tuple(map(sentence, deck_hints(deck, box))),
    )


class DuelCommand(SheetCommand):
    """The sheets of duels."""

    options = {"decks": "ready-made decks by id, with commas; random for any"}
    told = {"text": step, "detail": step_detail}
    text = staticmethod(sheet_text)

    def one_off_sheet(self, slug: str, options: Mapping[str, Any]) -> DuelSheet:
        """Return the sheet of a new game."""
        box = catalogue()
        decks, count = listed_in(options["decks"]), options["players"]
        if not decks and count is None:
            raise CommandError("Say who plays: --decks a,b or --players N.")
        for deck in dict.fromkeys(decks):
            if deck != RANDOM and deck not in box.decks:
                known = ", ".join(box.decks)
                raise CommandError(f"No deck is called {deck}. Accepted: {known}.")
        if count is not None and len(decks) > count:
            raise CommandError(f"--decks names {len(decks)} decks, and --players says {count}.")
        others = (SeatChoice(),) * ((count or 0) - len(decks))
        named = tuple(SeatChoice(ready=None if deck == RANDOM else deck) for deck in decks)
        language, seed = options["language"], options["seed"]
        setup = drawn(slug, DuelChoices((*named, *others)), seed, language, sentence)
        return setup_sheet(setup, language=language, seed=seed)

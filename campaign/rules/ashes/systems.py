"""The game as a system: one, whatever sets a player has."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from campaign.rules.ashes.catalogue import SLUG, Catalogue, load_catalogue
from campaign.rules.ashes.deck import DeckCards
from campaign.rules.ashes.duel import (
    DuelChoices,
    DuelResult,
    DuelSetup,
    deck_key,
    draw_setup,
    noted,
    places_of,
    result_problems,
)
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.core.keys import is_typed
from campaign.rules.core.play import PlayRecord, SeatRecord, Tag
from campaign.rules.core.system import OneOff, Shelf, System

FAMILY = "ashes"
DECK = "deck"  # the kind of tag that says which deck a seat played; its number is the seat
ROUNDS = "rounds"


class Duels(OneOff[Catalogue, DuelChoices, DuelSetup, DuelResult]):
    """Duels of two, melees of three and four."""

    choices = DuelChoices
    setup = DuelSetup
    result = DuelResult
    sheet = staticmethod(setup_sheet)
    result_problems = staticmethod(result_problems)

    def draw(self, shelf: Shelf[Catalogue], choices: DuelChoices, rng: Random) -> DuelSetup:
        """Give everybody their deck."""
        return draw_setup(shelf.pack, choices, rng)

    def players(self, choices: DuelChoices) -> tuple[str, ...]:
        return tuple(seat.player for seat in choices.seats)

    def seats(self, setup: DuelSetup, players: Sequence[str] = ()) -> tuple[SeatRecord, ...]:
        """Return who sits where with which Phoenixborn."""
        found = []
        for number, seat in enumerate(setup.seats, start=1):
            key = seat.deck.phoenixborn or ""
            born = DeckCards(seat.deck, seat).get(key)
            typed = born.name.en if born and is_typed(key) else ""
            player = players[number - 1] if number <= len(players) else ""
            found.append(SeatRecord(number, key, typed, player))
        return tuple(found)

    def counted(
        self, choices: DuelChoices, setup: DuelSetup, result: DuelResult, players: Sequence[str]
    ) -> PlayRecord:
        """Return a game as the ledger counts it: one seat wins, the others lose."""
        del choices
        places = places_of(len(setup.seats), result)

        def won(seat: SeatRecord) -> str:
            if result.winner is None:
                return "draw"
            return "win" if seat.number == result.winner else "loss"

        return PlayRecord(
            result="" if result.winner is not None else "draw",
            ending=str(result.ending or ""),
            seats=tuple(
                replace(
                    seat,
                    result=won(seat),
                    place=places.get(seat.number),
                    score=noted(result.life, seat.number),
                )
                for seat in self.seats(setup, players)
            ),
            tags=_tags(setup, result),
        )


def _tags(setup: DuelSetup, result: DuelResult) -> tuple[Tag, ...]:
    """Return the decks by seat, but for one that met itself, which says nothing; and the rounds."""
    keys = [deck_key(seat) for seat in setup.seats]
    decks = [
        Tag(DECK, key, seat.deck.name if is_typed(key) else "", number)
        for number, (key, seat) in enumerate(zip(keys, setup.seats, strict=True), start=1)
        if key and keys.count(key) == 1
    ]
    rounds = [] if result.rounds is None else [Tag(ROUNDS, ROUNDS, number=result.rounds)]
    return (*decks, *rounds)


GAMES = Duels()
ASHES = System(SLUG, FAMILY, load_catalogue, one_off=GAMES, live=LIVE)

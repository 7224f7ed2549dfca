"""The game as a system."""

from random import Random

from campaign.rules.ashes import draft, duel, secrecy
from campaign.rules.ashes.catalogue import SLUG, Catalogue, load_catalogue
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatSetup
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.red_rains import ChimeraSetup
from campaign.rules.ashes.result import DuelResult, noted, places_of, result_problems
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.core.keys import is_typed
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.core.system import OneOff, Shelf, System

FAMILY = "ashes"
DECK = "deck"  # a tag for the deck of a seat; its number is the seat
ROUNDS = "rounds"
DIAL, CHIMERA = "dial", "chimera"  # the life that a Chimera had left


class Duels(OneOff[Catalogue, DuelChoices, DuelSetup, DuelResult]):
    """Duels of two, melees of more, and games of one or two against a Chimera."""

    choices = DuelChoices
    setup = DuelSetup
    result = DuelResult
    sheet = staticmethod(setup_sheet)
    result_problems = staticmethod(result_problems)
    redact_setup = staticmethod(secrecy.redact_setup)
    redact_plan = staticmethod(secrecy.redact_plan)
    restore_choices = staticmethod(secrecy.restore_choices)
    redact_problems = staticmethod(secrecy.redact_problems)

    def draw(self, shelf: Shelf[Catalogue], choices: DuelChoices, rng: Random) -> DuelSetup:
        """Return the set-up, with random decks drawn."""
        return duel.draw_setup(shelf.pack, choices, rng)

    def players(self, choices: DuelChoices) -> tuple[str, ...]:
        return tuple(seat.player for seat in choices.seats)

    def counted(self, choices: DuelChoices, setup: DuelSetup, result: DuelResult) -> PlaySummary:
        """Return the ledger's record: one seat wins, the others lose."""
        del choices
        if setup.chimera is not None:
            return _together(setup, result, setup.chimera)
        places = places_of(len(setup.seats), result)
        seats = []
        for number, seat in enumerate(setup.seats, start=1):
            won = "draw" if result.winner is None else "loss"
            if number == result.winner:
                won = "win"
            place, life = places.get(number), noted(result.life, number)
            key, typed = _phoenixborn(seat)
            seats.append(SeatSummary(number, key, typed, result=won, place=place, score=life))
        return PlaySummary(
            result="" if result.winner is not None else "draw",
            ending=str(result.ending or ""),
            seats=tuple(seats),
            tags=_tags(setup, result),
        )


def _phoenixborn(seat: SeatSetup) -> tuple[str, str]:
    """Return the key of a Phoenixborn, and its name if somebody typed it."""
    key, born = seat.deck.phoenixborn or "", seat.phoenixborn
    return key, born.name.en if born and is_typed(key) else ""


def _together(setup: DuelSetup, result: DuelResult, chimera: ChimeraSetup) -> PlaySummary:
    """Return the ledger's record of a game against a Chimera: one result for all."""
    left = result.chimera_life
    dial = [] if left is None else [Tag(DIAL, CHIMERA, number=left)]
    return PlaySummary(
        result=str(result.together or ""),
        ending=str(result.ending or ""),
        against=chimera.ledger_key,
        against_name=chimera.name.en if chimera.key is None else "",
        difficulty=f"{chimera.difficulty}-{chimera.level}",
        seats=tuple(
            SeatSummary(number, *_phoenixborn(seat), score=noted(result.life, number))
            for number, seat in enumerate(setup.seats, start=1)
        ),
        tags=(*_tags(setup, result), *dial),
    )


def _tags(setup: DuelSetup, result: DuelResult) -> tuple[Tag, ...]:
    """Return tags for the rounds and the decks, without a deck that played against itself."""
    keys = [duel.deck_key(seat) for seat in setup.seats]
    decks = [
        Tag(DECK, key, seat.deck.name if is_typed(key) else "", number)
        for number, (key, seat) in enumerate(zip(keys, setup.seats, strict=True), start=1)
        if key and keys.count(key) == 1
    ]
    rounds = [] if result.rounds is None else [Tag(ROUNDS, ROUNDS, number=result.rounds)]
    return (*decks, *rounds)


GAMES = Duels()
SYSTEMS = (
    System(
        SLUG,
        FAMILY,
        load_catalogue,
        one_off=GAMES,
        live=LIVE,
        phases={draft.DRAFT: draft.LIVE},
    ),
)

"""A duel or a melee: choices, set-up and result."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import PLAYERS, Card, Catalogue, Edition
from campaign.rules.ashes.deck import Cards, Deck, conjuration_pile, deck_faults, ready_deck
from campaign.rules.core.entries import At, Limit, Number, PersonName, Reason
from campaign.rules.core.keys import Key, typed_key
from campaign.rules.core.pack import Name
from campaign.rules.core.problems import Detail, Problem, not_overruled, refuse
from campaign.rules.core.serialize import between

MAX_ROUNDS: Final = 99
MAX_LIFE: Final = 99


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A player and their deck; with neither kind given, a ready-made deck is drawn."""

    player: Annotated[PersonName, At("")] = ""
    ready: Key | None = None  # the id of a ready-made deck
    deck: Deck | None = None  # their own deck: the game keeps this copy

    @property
    def is_drawn(self) -> bool:
        """Say whether the deck is drawn at random."""
        return self.ready is None and self.deck is None


@dataclass(frozen=True, slots=True)
class DuelChoices:
    """The choices of players before a game."""

    seats: Annotated[tuple[SeatChoice, ...], At("players", first=1)]
    first: int | None = None  # the seat that begins; None: whoever rolls most basic symbols
    reason: Reason = ""  # overrules what other formats do not require


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A deck in a game, with a copy of its cards: its sheet needs no catalogue."""

    deck: Deck
    cards: tuple[Card, ...]  # from the catalogue; typed cards are in the deck
    conjurations: Mapping[str, int] = field(hash=False)
    ready: Key | None = None
    name: Name | None = None  # None: the deck has no name

    @property
    def by_key(self) -> Cards:
        """Return all its cards by key, typed ones included."""
        return {card.id: card for card in self.cards} | self.deck.own_cards

    @property
    def phoenixborn(self) -> Card | None:
        """Return the card of its Phoenixborn; None if it is unknown."""
        return self.by_key.get(self.deck.phoenixborn or "")


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """The set-up of a game."""

    seats: tuple[SeatSetup, ...]
    pack_version: int
    first: Annotated[int, between(1, PLAYERS[-1])] | None = None


class Ending(StrEnum):
    """How a game ended."""

    DESTROYED = "destroyed"  # one Phoenixborn was left
    CONCEDED = "conceded"
    STOPPED = "stopped"  # time was up


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result; ``places`` and ``life`` by seat, None where not recorded."""

    winner: int | None = None  # a seat; None: a draw
    ending: Ending | None = None
    rounds: Annotated[int, between(1, MAX_ROUNDS), Limit(1, MAX_ROUNDS)] | None = None
    places: tuple[int | None, ...] = ()
    life: Annotated[tuple[Number | None, ...], At("life", first=1)] = ()


def draw_setup(catalogue: Catalogue, choices: DuelChoices, rng: Random) -> DuelSetup:
    """Draw the random decks, or raise ``RulesError`` with every problem of the choices."""
    refuse(not_overruled(_choice_problems(catalogue, choices), choices.reason))
    chosen = {seat.ready for seat in choices.seats}
    free = [deck for deck in catalogue.decks if deck not in chosen]
    drawn = iter(rng.sample(free, sum(seat.is_drawn for seat in choices.seats)))
    seats = []
    for seat in choices.seats:
        if seat.deck is not None:
            seats.append(seat_setup(seat.deck, catalogue))
        else:
            box = catalogue.decks[seat.ready or next(drawn)]
            held = seat_setup(ready_deck(box), catalogue)
            seats.append(replace(held, ready=box.id, name=box.name))
    return DuelSetup(tuple(seats), catalogue.version, choices.first)


def seat_setup(deck: Deck, catalogue: Catalogue) -> SeatSetup:
    """Return a deck with its conjurations and a copy of all these cards."""
    pile = conjuration_pile(deck, catalogue)
    cards = (catalogue.card(deck.edition, key) for key in (*deck.card_keys, *pile))
    name = Name(deck.name) if deck.name else None
    return SeatSetup(deck, tuple(filter(None, cards)), pile, name=name)


def _choice_problems(catalogue: Catalogue, choices: DuelChoices) -> Iterator[Problem]:
    count = len(choices.seats)
    if count not in PLAYERS:
        details: dict[str, Detail] = {"least": PLAYERS[0], "most": PLAYERS[-1], "actual": count}
        yield Problem("duel.players", details, "players")
    if choices.first is not None and not 1 <= choices.first <= count:
        yield Problem("duel.no_such_seat", {"seat": choices.first}, "first")
    for number, seat in enumerate(choices.seats, start=1):
        yield from _seat_problems(catalogue, number, seat)
    ready = Counter(seat.ready for seat in choices.seats if seat.ready)
    for deck, times in ready.items():
        if times > 1 and deck in catalogue.decks:
            yield Problem("duel.deck_twice", {"deck": deck}, "players", overrulable=True)
    if sum(seat.is_drawn for seat in choices.seats) > len(catalogue.decks) - len(ready):
        yield Problem("duel.too_few_decks", {"have": len(catalogue.decks)}, "players")
    editions = {seat.deck.edition if seat.deck else Edition.FIRST for seat in choices.seats}
    if len(editions) > 1:
        yield Problem("duel.editions_mixed", {}, "players", overrulable=True)


def _seat_problems(catalogue: Catalogue, number: int, seat: SeatChoice) -> Iterator[Problem]:
    path = f"decks.{number}"
    if seat.ready is not None and seat.ready not in catalogue.decks:
        yield Problem("duel.deck_unknown", {}, path)
    for found in deck_faults(seat.deck, catalogue) if seat.deck else ():
        yield replace(found, path=path)


# --- the result ---


def phoenixborn_name(seat: SeatSetup, language: str) -> str:
    """Return the name of a seat's Phoenixborn."""
    born = seat.phoenixborn
    return born.name.in_language(language) if born else seat.deck.phoenixborn or ""


def life_of(seat: SeatSetup) -> int | None:
    """Return the printed life of a Phoenixborn; None if it is unknown."""
    born = seat.phoenixborn
    return born.life if born and isinstance(born.life, int) else None


def deck_key(seat: SeatSetup) -> str:
    """Return the key of a deck in statistics; "" if it has no name."""
    if seat.ready:
        return seat.ready
    return typed_key(seat.deck.name) if seat.deck.name else ""


def result_problems(setup: DuelSetup, result: DuelResult) -> Iterator[Problem]:
    """Yield every contradiction in a result."""
    seats = range(1, len(setup.seats) + 1)
    winner = result.winner
    if winner is not None and winner not in seats:
        yield Problem("duel.no_such_seat", {"seat": winner}, "winner")
        return
    for name, noted in (("places", result.places), ("life", result.life)):
        if len(noted) > len(seats):
            yield Problem("duel.no_such_seat", {"seat": len(noted)}, name)
    yield from _life_problems(setup, result, seats)
    yield from _place_problems(result, seats)


def _life_problems(setup: DuelSetup, result: DuelResult, seats: range) -> Iterator[Problem]:
    by_destruction = result.ending is Ending.DESTROYED
    for seat in seats:
        left, printed = noted(result.life, seat), life_of(setup.seats[seat - 1])
        if left is None:
            continue
        path = f"life.{seat}"
        if printed is not None and left > printed:
            details: dict[str, Detail] = {"seat": seat, "most": printed, "actual": left}
            yield Problem("duel.more_life_than_printed", details, path, overrulable=True)
        if seat == result.winner and not left:
            yield Problem("duel.winner_destroyed", {"seat": seat}, path)
        elif seat != result.winner and left and by_destruction:
            code = "duel.loser_lives" if result.winner else "duel.somebody_lives"
            yield Problem(code, {"seat": seat}, path)


def _place_problems(result: DuelResult, seats: range) -> Iterator[Problem]:
    for seat in seats:
        place = noted(result.places, seat)
        if place is None:
            continue
        path = f"places.{seat}"
        if not 1 <= place <= len(seats):
            yield Problem("duel.no_such_place", {"most": len(seats), "actual": place}, path)
        elif seat == result.winner and place != 1:
            yield Problem("duel.winner_not_first", {"seat": seat}, path)
        elif seat != result.winner and place == 1 and result.winner is not None:
            yield Problem("duel.first_did_not_win", {"seat": seat}, path)


def noted(values: Sequence[int | None], seat: int) -> int | None:
    """Return the value of a seat; None if none was recorded."""
    return values[seat - 1] if seat <= len(values) else None


def places_of(players: int, result: DuelResult) -> dict[int, int]:
    """Return the known places by seat; those of the winner, and in a duel of the loser, follow."""
    found = {s: p for s in range(1, players + 1) if (p := noted(result.places, s)) is not None}
    if result.winner is not None:
        found[result.winner] = 1
        if players == PLAYERS[0]:
            found[PLAYERS[0] + 1 - result.winner] = PLAYERS[0]
    return found

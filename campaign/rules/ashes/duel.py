"""A duel, a melee or a game together: what players choose, and the set-up drawn from it (p. 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import PLAYERS, Card, Catalogue, Edition
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.deck import (
    FIRST_FIVE,
    MAX_CARDS,
    MAX_COPIES,
    MAX_FIRST,
    Cards,
    Deck,
    deck_faults,
    first_five_faults,
    ready_deck,
)
from campaign.rules.ashes.draft_pool import DraftChoice
from campaign.rules.ashes.red_rains import (
    ChimeraChoice,
    ChimeraSetup,
    chimera_problems,
    chimera_setup,
)
from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.entries import At, BySeat, Reason
from campaign.rules.core.keys import Key, typed_key
from campaign.rules.core.pack import Name
from campaign.rules.core.players import PlayerName
from campaign.rules.core.problems import Detail, Problem, not_overruled, refuse

MAX_PILES: Final = 100  # different conjurations of a deck; a card brings three at most


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A player and their deck; with neither kind given, a ready-made deck is drawn."""

    player: Annotated[PlayerName, At("")] = ""
    ready: Key | None = None  # the id of a ready-made deck
    deck: Deck | None = None  # their own deck: the game keeps this copy
    drawn_from: Edition | None = None  # of a random deck; None: the edition of the others
    # Chosen for this game, in secret; (): those that the deck keeps. In a change None leaves them
    # as they are, as long as the deck stays.
    first_five: Annotated[tuple[Key, ...], Most(MAX_FIRST)] | None = None
    stays: Key | None = None  # the ready-made deck that was drawn, if only others are drawn again
    not_again: Key | None = None  # the one that it had before, if another is drawn

    @property
    def is_drawn(self) -> bool:
        """Say whether the deck is, or was, drawn at random."""
        return self.ready is None and self.deck is None

    @property
    def box_deck(self) -> str | None:
        """Return the id of its ready-made deck; None if that is to be drawn, or is their own."""
        return self.ready or (self.stays if self.is_drawn else None)

    @property
    def drawn_again(self) -> SeatChoice:
        """Return the choice as it was before a deck was drawn."""
        return replace(self, deck=None, first_five=(), stays=None, not_again=None)

    @property
    def is_redacted(self) -> bool:
        """Say whether the cards of the deck are left out: they are secret."""
        return self.deck is not None and not self.deck.cards

    @property
    def is_random(self) -> bool:
        """Say whether the deck is, or was, drawn at random."""
        return self.is_drawn or (self.is_redacted and self.drawn_from is not None)


@dataclass(frozen=True, slots=True)
class DuelChoices:
    """The choices of players before a game."""

    seats: Annotated[BySeat[SeatChoice], At("players", first=1)]
    first: int | None = None  # the seat that begins; None: whoever rolls most basic symbols
    reason: Reason = ""  # overrules what other formats do not require
    organised: bool = False  # organised play: chained cards wait until the second round
    secret: bool = False  # the decks of the others are seen when the game is over
    chimera: ChimeraChoice | None = None  # whom all fight together; None: they fight each other
    draft: DraftChoice | None = None  # from what the decks are still to be drafted


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A deck in a game, with a copy of its cards: its sheet needs no catalogue."""

    deck: Deck
    # From the catalogue; typed cards are in the deck.
    cards: Annotated[tuple[Card, ...], Most(1 + MAX_CARDS + MAX_PILES)]
    conjurations: Annotated[Mapping[str, int], Most(MAX_PILES)] = field(hash=False)
    ready: Key | None = None
    name: Name | None = None  # None: the deck has no name
    # The size of the draw pile of a deck whose cards are left out.
    redacted_pile: Annotated[int, Limit(0, MAX_CARDS * MAX_COPIES)] | None = None
    chosen_five: Annotated[tuple[Key, ...], Most(MAX_FIRST)] = ()  # for this game
    has_secret_five: bool = False  # they are chosen, and left out

    @property
    def is_redacted(self) -> bool:
        """Say whether its cards are left out: they are secret."""
        return self.redacted_pile is not None

    @property
    def first_five(self) -> tuple[str, ...]:
        """Return the opening hand: the cards chosen for this game, else those of the deck."""
        if self.has_secret_five:
            return ()
        return self.chosen_five or self.deck.first_five

    @property
    def draw_pile(self) -> int:
        """Return how many cards its player draws from."""
        counted = max(0, self.deck.size - max(FIRST_FIVE, len(self.deck.first_five)))
        return counted if self.redacted_pile is None else self.redacted_pile

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

    seats: Annotated[tuple[SeatSetup, ...], Most(PLAYERS[-1])]
    pack_version: int
    first: Annotated[int, Limit(1, PLAYERS[-1])] | None = None
    organised: bool = False
    secret: bool = False  # see DuelChoices
    chimera: ChimeraSetup | None = None
    draft: DraftChoice | None = None  # nobody has a deck yet: they are drafted first


def draw_setup(catalogue: Catalogue, choices: DuelChoices, rng: Random) -> DuelSetup:
    """Draw the random decks, or raise ``RulesError`` with every problem of the choices."""
    refuse(not_overruled(_choice_problems(catalogue, choices), choices.reason))
    if choices.draft is not None:
        empty = SeatSetup(Deck(edition=choices.draft.edition), (), {})
        seats_to_draft = (empty,) * len(choices.seats)
        return DuelSetup(seats_to_draft, catalogue.version, draft=choices.draft)
    editions = _editions(catalogue, choices)
    drawn = {
        edition: iter(rng.sample(_free(catalogue, choices, edition, count), count))
        for edition, count in _drawn(choices, editions).items()
    }
    seats = []
    for seat, edition in zip(choices.seats, editions, strict=True):
        if seat.deck is not None:
            dealt = seat_setup(seat.deck, catalogue)
        else:
            box = catalogue.decks[seat.box_deck or next(drawn[edition])]
            dealt = seat_setup(ready_deck(catalogue, box.id), catalogue)
            dealt = replace(dealt, ready=box.id, name=box.name)
        seats.append(replace(dealt, chosen_five=seat.first_five or ()))
    chimera = None
    if choices.chimera is not None:
        chimera = chimera_setup(catalogue.chimeras, choices.chimera, len(seats), rng)
    return DuelSetup(
        tuple(seats), catalogue.version, choices.first, choices.organised, choices.secret, chimera
    )


def _free(catalogue: Catalogue, choices: DuelChoices, edition: Edition, count: int) -> list[str]:
    """Return the decks to draw from: not those just replaced, if there are enough others."""
    chosen = {seat.box_deck for seat in choices.seats}
    free = [key for key in catalogue.drawable(edition) if key not in chosen]
    replaced = {seat.not_again for seat in choices.seats}
    others = [key for key in free if key not in replaced]
    return others if len(others) >= count else free


def _editions(catalogue: Catalogue, choices: DuelChoices) -> list[Edition]:
    """Return the edition of each deck; a random one is of that which the others share."""
    known = [_edition(catalogue, seat) for seat in choices.seats]
    shared = set(filter(None, known))
    usual = Edition.FIRST if choices.chimera is None else Edition.REBORN  # Red Rains is of Reborn
    other = shared.pop() if len(shared) == 1 else usual
    return [edition or other for edition in known]


def _edition(catalogue: Catalogue, seat: SeatChoice) -> Edition | None:
    if seat.deck is not None:
        return seat.deck.edition
    if seat.box_deck in catalogue.decks:
        return catalogue.set_of_deck[seat.box_deck].edition
    return seat.drawn_from


def _drawn(choices: DuelChoices, editions: list[Edition]) -> Counter[Edition]:
    """Return how many decks of each edition are drawn."""
    seats = zip(choices.seats, editions, strict=True)
    return Counter(edition for seat, edition in seats if seat.deck is None and not seat.box_deck)


def seat_setup(deck: Deck, catalogue: Catalogue) -> SeatSetup:
    """Return a deck with its conjurations and a copy of all these cards."""
    pile = conjuration_pile(deck, catalogue)
    cards = (catalogue.card(deck.edition, key) for key in (*deck.card_keys, *pile))
    name = Name(deck.name) if deck.name else None
    return SeatSetup(deck, tuple(filter(None, cards)), pile, name=name)


def _choice_problems(catalogue: Catalogue, choices: DuelChoices) -> Iterator[Problem]:
    count = len(choices.seats)
    if choices.chimera is not None:
        yield from chimera_problems(catalogue.chimeras, choices.chimera, count)
    elif count not in PLAYERS:
        details: dict[str, Detail] = {"least": PLAYERS[0], "most": PLAYERS[-1], "actual": count}
        yield Problem("duel.players", details, "players")
    if choices.first is not None and not 1 <= choices.first <= count:
        yield Problem("duel.no_such_seat", {"seat": choices.first}, "first")
    if choices.draft is None:  # drafted decks are checked when they are there
        yield from _decks_problems(catalogue, choices)


def _decks_problems(catalogue: Catalogue, choices: DuelChoices) -> Iterator[Problem]:
    """Yield what is wrong with the decks, each on its own and beside the others."""
    for number, seat in enumerate(choices.seats, start=1):
        if choices.secret and seat.is_redacted:
            continue  # a file without its cards
        yield from _seat_problems(catalogue, number, seat)
        yield from _five_problems(catalogue, number, seat)
        if choices.organised:
            yield from _chained_problems(catalogue, number, seat)
    ready = Counter(seat.box_deck for seat in choices.seats if seat.box_deck)
    for deck, times in ready.items():
        # That two secret decks are the same is secret too.
        if times > 1 and deck in catalogue.decks and not choices.secret:
            yield Problem("duel.deck_twice", {"deck": deck}, "players", overrulable=True)
    editions = _editions(catalogue, choices)
    for edition, needed in _drawn(choices, editions).items():
        free = set(catalogue.drawable(edition)) - set(ready)
        if needed > len(free):
            yield Problem("duel.too_few_decks", {"have": len(free)}, "players")
    if len(set(editions)) > 1:
        yield Problem("duel.editions_mixed", {}, "players", overrulable=True)


def _seat_problems(catalogue: Catalogue, number: int, seat: SeatChoice) -> Iterator[Problem]:
    path = f"decks.{number}"
    if seat.box_deck is not None and seat.box_deck not in catalogue.decks:
        yield Problem("duel.deck_unknown", {}, path)
    elif seat.box_deck is not None:
        for fault in deck_faults(ready_deck(catalogue, seat.box_deck), catalogue):
            yield replace(fault, path=path)
    if seat.deck is not None:
        for fault in deck_faults(seat.deck, catalogue):
            yield replace(fault, path=path)


def _with_first_five(catalogue: Catalogue, seat: SeatChoice) -> Deck | None:
    """Return the deck of a seat with the First Five of this game; None if it is drawn."""
    deck = seat.deck
    if seat.box_deck in catalogue.decks:
        deck = ready_deck(catalogue, seat.box_deck)
    return replace(deck, first_five=seat.first_five) if deck and seat.first_five else deck


def _five_problems(catalogue: Catalogue, number: int, seat: SeatChoice) -> Iterator[Problem]:
    """Yield what is wrong with the First Five that were chosen for this game."""
    deck = _with_first_five(catalogue, seat)
    if not seat.first_five:
        return
    if deck is None:
        yield Problem("duel.deck_unknown", {}, f"first_five.{number}")
        return
    for fault in first_five_faults(deck, catalogue):
        yield replace(fault, path=f"first_five.{number}")


def _chained_problems(catalogue: Catalogue, number: int, seat: SeatChoice) -> Iterator[Problem]:
    """Yield the chained cards among the First Five, where organised play allows none."""
    deck = _with_first_five(catalogue, seat)
    for key in deck.first_five if deck else ():
        card = catalogue.card(deck.edition, key) if deck else None
        if card is not None and card.chained:
            path = f"first_five.{number}" if seat.first_five else f"decks.{number}"
            yield Problem("duel.chained_first", {"card": key}, path, overrulable=True)


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

"""Duels and decks as the pages show them: set-ups, results, contents and faults."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Game
from campaign.rules.ashes import deck as rules
from campaign.rules.ashes.catalogue import DECK_TYPES, Card, CardType, DiceCost, DiceType, Edition
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.dice_cost import deck_dice_needed, deck_hints, dice_needed
from campaign.rules.ashes.duel import life_of
from campaign.rules.ashes.result import DuelResult, noted, places_of
from campaign.rules.ashes.sheet import TABLE, DuelSheet, SheetSeat
from campaign.rules.core.facts import Played
from campaign.selectors import games
from campaign.selectors.ashes import catalogue
from tracker.presenters.games import Step
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.steps import Figure, figures, step, step_detail


@dataclass(frozen=True, slots=True)
class DieView:
    """A die: its type, its name and its abbreviation."""

    type: str
    name: str
    letter: str

    @property
    def icon(self) -> str:
        """Return the name of its icon."""
        return f"dice-{self.type}"


@dataclass(frozen=True, slots=True)
class DiceView:
    """Dice of one type."""

    die: DieView
    count: int


@dataclass(frozen=True, slots=True)
class NeedView:
    """What cards cost in dice of some types, with the length of its bar in percent."""

    text: str
    count: int
    icons: tuple[str, ...]
    width: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """Copies of a card; ``lang`` is set if the name falls back to English."""

    name: str
    count: int
    cost: str = ""
    lang: str = ""
    is_first: bool = False


class Counted(Protocol):
    """Copies of a card."""

    @property
    def name(self) -> str: ...

    @property
    def count(self) -> int: ...


Line = TypeVar("Line", bound=Counted)


@dataclass(frozen=True)
class CardGroup(Generic[Line]):
    """The cards of one type, and how many they are, copies included."""

    name: str
    count: int
    cards: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """The set-up of one player, with all cards by type."""

    seat: SheetSeat
    figures: Sequence[Figure]
    steps: tuple[Step, ...]
    dice: tuple[DiceView, ...]
    needs: tuple[NeedView, ...]
    first_needs: tuple[NeedView, ...]
    groups: tuple[CardGroup[CardLine], ...]

    @property
    def kicker(self) -> str:
        """Return who plays, and with which deck."""
        return " · ".join(filter(None, (self.seat.player, self.seat.deck)))


@dataclass(frozen=True, slots=True)
class DuelSetupView:
    """The set-up page of a game: a part for each player, then everybody's steps."""

    seats: tuple[SeatView, ...]
    steps: tuple[Step, ...]


def duel_setup_view(sheet: DuelSheet) -> DuelSetupView:
    """Return the set-up page of a game."""
    return DuelSetupView(
        seats=tuple(seat_view(sheet, seat) for seat in sheet.body.seats),
        steps=steps(sheet, TABLE),
    )


def seat_view(sheet: DuelSheet, seat: SheetSeat) -> SeatView:
    """Return the set-up of one player."""
    cards = ((card.type, CardLine(card.name, card.count)) for card in seat.cards)
    return SeatView(
        seat=seat,
        figures=figures(seat),
        steps=steps(sheet, f"seat-{seat.number}"),
        dice=tuple(DiceView(die_view(dice), n) for dice, n in seat.dice.items()),
        needs=need_views(seat.needs),
        first_needs=need_views(seat.first_needs),
        groups=card_groups(cards, _("Unknown")),
    )


def steps(sheet: DuelSheet, part: str) -> tuple[Step, ...]:
    """Return the steps of a player, or of everybody."""
    kinds = ((line, line.code.removeprefix("step.")) for line in sheet.steps if line.part == part)
    return tuple(
        Step(f"{part}.{kind}", step(line), step_detail(line), kind=kind) for line, kind in kinds
    )


def die_view(dice: str) -> DieView:
    """Return a die of a type."""
    name = terms.dice_name(dice)
    return DieView(type=str(dice), name=name, letter=name[:2])


def need_views(needs: Sequence[DiceCost]) -> tuple[NeedView, ...]:
    """Return needs in words, each with a bar whose length is in percent of the longest."""
    most = max((need.n for need in needs), default=1)
    return tuple(
        NeedView(
            text=terms.need_words(need),
            count=need.n,
            icons=tuple(f"dice-{dice}" for dice in need.types),
            width=round(100 * need.n / most),
        )
        for need in needs
    )


def card_groups(cards: Iterable[tuple[str, Line]], others: str) -> tuple[CardGroup[Line], ...]:
    """Group cards, given with their types, by type and name; those without one last."""
    by_type: dict[str, list[Line]] = {kind: [] for kind in (*CardType, "")}
    for kind, card in sorted(cards, key=lambda typed: typed[1].name.casefold()):
        by_type[kind].append(card)
    return tuple(
        CardGroup(
            name=terms.card_types(kind) if kind else others,
            count=sum(line.count for line in lines),
            cards=tuple(lines),
        )
        for kind, lines in by_type.items()
        if lines
    )


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a duel ended for one player."""

    name: str
    phoenixborn: str  # empty if it is the name already
    deck: str
    place: int | None
    life: int | None
    life_most: int | None
    won: bool

    @property
    def kicker(self) -> str:
        """Return what they played."""
        return " · ".join(filter(None, (self.phoenixborn, self.deck)))


@dataclass(frozen=True, slots=True)
class DuelEnded:
    """How a duel ended; ``outcome`` is for the seal."""

    outcome: str
    winner: str
    ending: str
    rounds: int | None
    seats: tuple[SeatResult, ...]

    @property
    def lead(self) -> str:
        """Return how it ended and after how many rounds, as far as that was noted."""
        text = ngettext("%(rounds)s round", "%(rounds)s rounds", self.rounds or 0)
        rounds = text % {"rounds": self.rounds} if self.rounds else ""
        return " · ".join(filter(None, (self.ending, rounds)))


def ended(game: Game, played: Played[DuelResult]) -> DuelEnded:
    """Return the result of a game, the winner first."""
    setup, sheet, result = games.game_setup(game), games.game_sheet(game), played.result
    places = places_of(len(setup.seats), result)
    seats = [
        SeatResult(
            name=seat.player or seat.phoenixborn,
            phoenixborn=seat.phoenixborn if seat.player else "",
            deck=seat.deck,
            place=places.get(seat.number),
            life=noted(result.life, seat.number),
            life_most=life_of(seat_setup),
            won=seat.number == result.winner,
        )
        for seat, seat_setup in zip(sheet.body.seats, setup.seats, strict=True)
    ]
    seats.sort(key=lambda seat: (not seat.won, seat.place or len(seats)))
    return DuelEnded(
        outcome="win" if result.winner else "draw",
        winner=seats[0].name if result.winner else "",
        ending=str(terms.ENDINGS[result.ending]) if result.ending else "",
        rounds=result.rounds,
        seats=tuple(seats),
    )


# --- decks ---


def dice_views(dice: Mapping[DiceType, int]) -> tuple[DieView, ...]:
    """Return one die after the other, in the order of types."""
    return tuple(die_view(kind) for kind in DiceType for _place in range(dice.get(kind, 0)))


def line_of(card: Card, n: int, *, is_first: bool = False) -> CardLine:
    """Return copies of a card as a line."""
    cost, lang = terms.cost_words(card.cost), terms.foreign(card)
    return CardLine(terms.named(card), n, cost, lang, is_first)


@dataclass(frozen=True, slots=True)
class DeckSummary:
    """What is said of a deck: its counts, faults, hints, conjurations and dice needed."""

    size: int
    dice: tuple[DieView, ...]
    first_five: int
    faults: tuple[str, ...]
    hints: tuple[str, ...]
    conjurations: tuple[CardLine, ...]
    needs: tuple[NeedView, ...]
    first_needs: tuple[NeedView, ...]
    reason: str  # why it is played with its faults
    cards_most: int = rules.CARDS
    dice_most: int = rules.DICE

    @property
    def dice_missing(self) -> range:
        """Return a range as long as the number of dice still to choose."""
        return range(max(self.dice_most - len(self.dice), 0))

    @property
    def most_needed(self) -> int:
        """Return the largest number of dice needed of one kind."""
        return max((need.count for need in self.needs), default=1)


def deck_summary(deck: rules.Deck, reason: str = "") -> DeckSummary:
    """Return what is said of a deck."""
    box = catalogue()
    faults = rules.deck_faults(deck, box)
    cards = rules.cards_for(deck, box)
    pile = ((cards.get(key), n) for key, n in conjuration_pile(deck, box).items())
    first_five = dice_needed(cards, dict.fromkeys(deck.first_five, 1))
    return DeckSummary(
        size=deck.size,
        dice=dice_views(deck.dice),
        first_five=len(deck.first_five),
        faults=tuple(sentence(problem) for problem in faults),
        hints=tuple(sentence(problem) for problem in deck_hints(deck, box)),
        conjurations=tuple(line_of(card, n) for card, n in pile if card),
        needs=need_views(deck_dice_needed(deck, cards)),
        first_needs=need_views(first_five),
        reason=reason if faults else "",
    )


def groups_of(deck: rules.Deck) -> tuple[CardGroup[CardLine], ...]:
    """Return the cards of a deck by type; those that do not belong there last."""
    cards = rules.cards_for(deck, catalogue())
    lines = []
    for key, n in deck.cards.items():
        card = cards.get(key)
        if card is None:
            lines.append(("", CardLine(terms.card_name(key), n)))
        else:
            kind = card.type if card.type in DECK_TYPES else ""
            lines.append((kind, line_of(card, n, is_first=key in deck.first_five)))
    return card_groups(lines, _("Other cards"))


@dataclass(frozen=True, slots=True)
class DeckView:
    """The page of a deck: its contents, and what the visitor may do with it."""

    name: str
    edition: str
    phoenixborn: Card | None
    phoenixborn_name: str
    groups: tuple[CardGroup[CardLine], ...]
    summary: DeckSummary
    own_code: str = ""  # of a deck of the visitor's own
    share_link: str = ""  # "" until there is one
    copy_url: str = ""  # of somebody else's deck


def deck_view(deck: rules.Deck, reason: str = "") -> DeckView:
    """Return the page of a deck; ``reason`` is why it is played with its faults."""
    born = rules.cards_for(deck, catalogue()).get(deck.phoenixborn or "")
    return DeckView(
        name=deck_name(deck),
        edition=edition_name(deck),
        phoenixborn=born,
        phoenixborn_name=terms.named(born) if born else "",
        groups=groups_of(deck),
        summary=deck_summary(deck, reason),
    )


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck in a list, with one die of each of its types."""

    url: str
    name: str
    phoenixborn: str
    edition: str
    dice: tuple[DieView, ...]
    size: int
    is_playable: bool


def deck_row(deck: rules.Deck, url: str, *, is_playable: bool = True) -> DeckRow:
    """Return a deck as a row of a list."""
    born = deck.phoenixborn
    return DeckRow(
        url=url,
        name=deck_name(deck),
        phoenixborn=terms.card_name(born) if born else _("no Phoenixborn yet"),
        edition=edition_name(deck),
        dice=tuple(die_view(kind) for kind in DiceType if deck.dice.get(kind)),
        size=deck.size,
        is_playable=is_playable,
    )


def edition_name(deck: rules.Deck) -> str:
    """Return the edition of a deck, unless it is the first."""
    return "" if deck.edition is Edition.FIRST else str(terms.EDITIONS[deck.edition])


def deck_name(deck: rules.Deck) -> str:
    """Return the name of a deck, or that of its Phoenixborn."""
    if deck.name:
        return deck.name
    return terms.card_name(deck.phoenixborn) if deck.phoenixborn else _("A new deck")

"""The draft: a live game before the duel, of which each player sees their own hand (pp. 16-17).

Chance decides once, when the draft begins: who is first, and the order of the draft deck. All else
follows from what players take, so a draft replays from its moves. Hands are secret.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import reduce
from random import Random
from typing import Annotated, Any, Final, TypeVar

from campaign.rules.ashes.catalogue import PLAYERS, Catalogue, DiceType, Edition
from campaign.rules.ashes.deck import COPIES, DICE, FIRST_FIVE, Deck
from campaign.rules.ashes.draft_pool import DICE_OF_A_TYPE, ROUNDS, draft_pool, size_problems
from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import Few, Many
from campaign.rules.core.keys import Key
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Detail, Problem, RulesError, refuse
from campaign.rules.core.sheet import SetupSheet

DICE_AT_ONCE: Final = 2

T = TypeVar("T")

Dice = tuple[Mapping[DiceType, int], ...]  # by seat
Hands = tuple[tuple[str, ...], ...]  # by seat


class Stage(StrEnum):
    """The stages of a draft, in order."""

    PHOENIXBORN = "phoenixborn"
    CARDS = "cards"  # nine rounds
    DICE = "dice"  # two at a time
    SWAP = "swap"  # optional
    FIRST_FIVE = "first_five"
    DONE = "done"


AT_ONCE: Final = frozenset({Stage.CARDS, Stage.FIRST_FIVE})  # in the others players take turns


# --- how it begins, and its moves ---


@dataclass(frozen=True, slots=True)
class DraftStart:
    """How a draft begins; ``deck`` is the shuffled draft deck."""

    players: Annotated[int, Limit(PLAYERS[0], PLAYERS[-1])]
    first: int  # the seat that has the first player token
    phoenixborn: Many[tuple[Key, Key]]  # each with the exclusive card
    deck: Many[Key]
    dice: Few[DiceType]
    edition: Edition = Edition.FIRST


@dataclass(frozen=True, slots=True)
class PhoenixbornTaken(SeatMove, kind="draft_phoenixborn"):
    """A player takes a Phoenixborn with their exclusive cards."""

    card: Key


@dataclass(frozen=True, slots=True)
class CardTaken(SeatMove, kind="draft_card"):
    """A player keeps a card of the hand of a round."""

    round: int
    card: Key


@dataclass(frozen=True, slots=True)
class DiceTaken(SeatMove, kind="draft_dice"):
    """A player takes two dice."""

    dice: Few[DiceType]


@dataclass(frozen=True, slots=True)
class Swapped(SeatMove, kind="draft_swap"):
    """A player takes a revealed card for one of their own, or neither."""

    taken: Key | None = None
    left: Key | None = None


@dataclass(frozen=True, slots=True)
class FirstFiveChosen(SeatMove, kind="draft_first_five"):
    """A player chooses the cards to begin with."""

    cards: Few[Key]


MOVES: Final = (PhoenixbornTaken, CardTaken, DiceTaken, Swapped, FirstFiveChosen)


# --- the state that they add up to ---


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDraft:
    """The part of a draft that everybody sees."""

    players: int
    edition: Edition
    stage: Stage
    first: int
    waiting_for: tuple[int, ...]  # the seats that still have to move, in turn
    offered: tuple[str, ...]  # Phoenixborn that nobody has taken
    exclusives: Mapping[str, str] = field(hash=False)  # by Phoenixborn
    piles: Mapping[DiceType, int] = field(hash=False)
    phoenixborn: tuple[str | None, ...]
    dice: Dice = field(hash=False)
    revealed: tuple[str, ...] = ()
    round: int = 0

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the seats that may move now: all at once, or the next in turn."""
        return self.waiting_for if self.stage in AT_ONCE else self.waiting_for[:1]

    @property
    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(1, self.players + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(OpenDraft):
    """The complete state, hands included: for the server only. See :func:`seen_by`."""

    deck: tuple[str, ...]  # the rest of the draft deck
    hands: Hands
    taken: Hands
    first_fives: Hands = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftView(OpenDraft):
    """All that one player may see: the open part, and their own hand and cards."""

    seat: int
    hand: tuple[str, ...]
    taken: tuple[str, ...]
    names: tuple[str, ...]  # the cards taken, and the exclusive one
    first_five: tuple[str, ...]


def begin_draft(
    catalogue: Catalogue,
    players: int,
    rng: Random,
    *,
    edition: Edition = Edition.FIRST,
    sets: Collection[str],
) -> DraftStart:
    """Return how a draft of so many begins, or raise ``RulesError`` with every problem."""
    known = {each.slug for each in catalogue.sets_of(edition)}
    unknown = sorted(frozenset(sets) - known)
    sets_problems = [Problem("draft.unknown_set", {"name": slug}, "sets") for slug in unknown]
    pool = draft_pool(catalogue, edition, sets)
    refuse((*sets_problems, *size_problems(players, pool)))
    deck = list(pool.cards)
    rng.shuffle(deck)
    return DraftStart(
        players=players,
        first=rng.randrange(players) + 1,
        phoenixborn=tuple(pool.exclusives.items()),
        deck=tuple(deck),
        dice=pool.dice,
        edition=edition,
    )


def replay(start: DraftStart, moves: Iterable[Move]) -> Draft:
    """Return the state of a draft after some moves."""
    return reduce(apply, moves, begun(start))


def begun(start: DraftStart) -> Draft:
    """Return a draft before anybody has moved."""
    nothing = tuple(() for _ in range(start.players))
    draft = Draft(
        players=start.players,
        edition=start.edition,
        stage=Stage.PHOENIXBORN,
        first=start.first,
        waiting_for=(),
        offered=tuple(born for born, _ in start.phoenixborn),
        exclusives=dict(start.phoenixborn),
        deck=start.deck,
        piles=dict.fromkeys(start.dice, DICE_OF_A_TYPE),
        phoenixborn=tuple(None for _ in range(start.players)),
        hands=nothing,
        taken=nothing,
        dice=tuple({} for _ in range(start.players)),
        first_fives=nothing,
    )
    return _all_to_move(draft)


def _all_to_move(draft: Draft, **changes: Any) -> Draft:
    """Return the draft with everybody to move, clockwise from the first player."""
    after, count = replace(draft, **changes), draft.players
    waiting = tuple((after.first - 1 + step) % count + 1 for step in range(count))
    return replace(after, waiting_for=waiting)


def apply(draft: Draft, move: Move) -> Draft:
    """Return the draft after a move, or raise ``RulesError``."""
    if not isinstance(move, SeatMove):
        raise TypeError(type(move))
    changes = _changes(draft, move)
    waiting = tuple(seat for seat in draft.waiting_for if seat != move.seat)
    after = replace(draft, waiting_for=waiting, **changes)
    return after if waiting else _advanced(after)


def _changes(draft: Draft, move: SeatMove) -> dict[str, Any]:
    """Return the fields that a move changes, or raise ``RulesError``."""
    seat = move.seat
    match move:
        case PhoenixbornTaken(card=card):
            _check(draft, seat, Stage.PHOENIXBORN)
            _refuse_unless(card in draft.offered, "draft.phoenixborn_gone", card=card)
            offered = tuple(key for key in draft.offered if key != card)
            return {"offered": offered, "phoenixborn": _with(draft.phoenixborn, seat, card)}
        case CardTaken(card=card):
            on_time = draft.stage is not Stage.CARDS or move.round == draft.round
            _refuse_unless(on_time, "draft.round_over", round=move.round)
            _check(draft, seat, Stage.CARDS)
            hand, taken = draft.hands[seat - 1], (*draft.taken[seat - 1], card)
            _refuse_unless(card in hand, "draft.not_in_hand", card=card)
            left = tuple(key for key in hand if key != card)
            return {
                "hands": _with(draft.hands, seat, left),
                "taken": _with(draft.taken, seat, taken),
            }
        case DiceTaken(dice=dice):
            _check(draft, seat, Stage.DICE)
            return _dice_taken(draft, seat, dice)
        case Swapped():
            _check(draft, seat, Stage.SWAP)
            return _swapped(draft, move)
        case FirstFiveChosen(cards=cards):
            _check(draft, seat, Stage.FIRST_FIVE)
            right = len(set(cards)) == len(cards) == FIRST_FIVE
            _refuse_unless(right, "draft.first_five", needed=FIRST_FIVE)
            for card in cards:
                _refuse_unless(card in deck_names(draft, seat), "draft.not_yours", card=card)
            return {"first_fives": _with(draft.first_fives, seat, cards)}
    raise TypeError(type(move))


def _dice_taken(draft: Draft, seat: int, dice: tuple[DiceType, ...]) -> dict[str, Any]:
    _refuse_unless(len(dice) == DICE_AT_ONCE, "draft.dice_number", needed=DICE_AT_ONCE)
    for each in dict.fromkeys(dice):
        left = draft.piles.get(each, 0)
        _refuse_unless(dice.count(each) <= left, "draft.dice_gone", dice=(each.value,))
    owned = Counter(draft.dice[seat - 1]) + Counter(dice)
    piles = {each: left - dice.count(each) for each, left in draft.piles.items()}
    return {"piles": piles, "dice": _with(draft.dice, seat, dict(owned))}


def _swapped(draft: Draft, move: Swapped) -> dict[str, Any]:
    seat, taken, left = move.seat, move.taken, move.left
    if taken is None and left is None:
        return {}
    _refuse_unless(taken in draft.revealed, "draft.not_revealed", card=taken or "")
    mine = draft.taken[seat - 1]
    _refuse_unless(left in mine, "draft.not_yours", card=left or "")
    return {
        "revealed": tuple(left if key == taken else key for key in draft.revealed),
        "taken": _with(draft.taken, seat, tuple(taken if key == left else key for key in mine)),
    }


def _advanced(draft: Draft) -> Draft:
    """Return the draft after everybody has moved: in the next round or stage."""
    count = draft.players
    left = draft.first % count + 1  # the seat to which the first player token is passed
    match draft.stage:
        case Stage.PHOENIXBORN:
            starts = range(0, count * ROUNDS, ROUNDS)
            hands = tuple(draft.deck[start : start + ROUNDS] for start in starts)
            rest = draft.deck[count * ROUNDS :]
            return _all_to_move(
                draft, first=left, stage=Stage.CARDS, round=1, hands=hands, deck=rest
            )
        case Stage.CARDS:
            passed = (draft.hands[-1], *draft.hands[:-1])  # to the left: seat 1's goes to seat 2
            if any(passed):
                return _all_to_move(draft, hands=passed, round=draft.round + 1)
            return _all_to_move(draft, hands=passed, stage=Stage.DICE)
        case Stage.DICE if any(sum(each.values()) < DICE for each in draft.dice):
            return _all_to_move(draft)
        case Stage.DICE:
            revealed, rest = draft.deck[:count], draft.deck[count:]
            return _all_to_move(draft, first=left, stage=Stage.SWAP, revealed=revealed, deck=rest)
        case Stage.SWAP:
            return _all_to_move(draft, stage=Stage.FIRST_FIVE)
    return replace(draft, stage=Stage.DONE)


def _refuse_unless(holds: bool, code: str, **details: Detail) -> None:
    if not holds:
        raise RulesError([Problem(code, details)])


def _check(draft: Draft, seat: int, stage: Stage) -> None:
    """Refuse a move of an unknown seat, in another stage, made twice, or out of turn."""
    _refuse_unless(seat in draft.seats, "draft.no_such_seat", seat=seat)
    _refuse_unless(draft.stage is stage, "draft.stage_over")
    _refuse_unless(seat in draft.waiting_for, "draft.already_moved")
    _refuse_unless(seat in draft.awaited, "draft.not_your_turn")


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[: seat - 1], value, *values[seat:])


def deck_names(draft: Draft, seat: int) -> tuple[str, ...]:
    """Return the cards of which a player's deck has three copies each, the exclusive one last."""
    born = draft.phoenixborn[seat - 1]
    return (*draft.taken[seat - 1], *([draft.exclusives[born]] if born else ()))


def seen_by(draft: Draft, seat: int) -> DraftView:
    """Return all that one player may see."""
    _refuse_unless(seat in draft.seats, "draft.no_such_seat", seat=seat)
    # A player who has picked sees no hand until the others have: it is already passed on.
    has_hand = draft.stage is not Stage.CARDS or seat in draft.waiting_for
    return DraftView(
        **{each.name: getattr(draft, each.name) for each in fields(OpenDraft)},
        seat=seat,
        hand=draft.hands[seat - 1] if has_hand else (),
        taken=draft.taken[seat - 1],
        names=deck_names(draft, seat),
        first_five=draft.first_fives[seat - 1],
    )


def drafted_deck(draft: Draft, seat: int, name: str = "") -> Deck:
    """Return a player's deck: three copies of nine cards and of the exclusive one, thirty in all.

    It is complete once the draft is done.
    """
    return Deck(
        name=name,
        phoenixborn=draft.phoenixborn[seat - 1],
        cards=dict.fromkeys(deck_names(draft, seat), COPIES),
        dice=dict(draft.dice[seat - 1]),
        first_five=draft.first_fives[seat - 1],
        edition=draft.edition,
    )


# --- the live game ---


class DraftLive(Live[DraftStart, Draft]):
    """A draft as the live game that comes before a duel.

    Nothing is undone in it, for whoever took a card has seen the next hand, and nobody writes into
    its log.
    """

    start = DraftStart
    moves = MOVES

    @property
    def all_moves(self) -> tuple[type[Move], ...]:
        return MOVES

    def begin(self, sheet: SetupSheet[Any]) -> DraftStart:
        """Refuse: a draft begins with shuffled cards, by :func:`begin_draft`."""
        del sheet
        raise RulesError([Problem("draft.not_begun")])

    def table(self, start: DraftStart) -> Draft:
        return begun(start)

    def seats(self, start: DraftStart) -> tuple[int, ...]:
        return tuple(range(1, start.players + 1))

    def apply(self, table: Draft, move: Move, elapsed_s: int) -> Draft:
        del elapsed_s
        return apply(table, move)


DRAFT: Final = "draft"  # the phase of a game
LIVE: Final = DraftLive()

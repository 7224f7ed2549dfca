"""The draft: facts in, state out; each player's hand is theirs alone (rulebook pp. 16-17).

Chance decides once, when the draft begins: who is first, and the order of the draft deck. All else
follows from what players take, so a draft replays from its facts.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import reduce
from random import Random
from typing import Any, Final, TypeVar

from campaign.rules.ashes import draft_facts as facts
from campaign.rules.ashes.catalogue import DECK_TYPES, PLAYERS, Catalogue, DiceType, Edition
from campaign.rules.ashes.deck import COPIES, DICE, FIRST_FIVE, Deck
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Detail, Problem, RulesError, refuse

ROUNDS: Final = 9  # nine cards each, of which each takes one a round
DICE_AT_ONCE: Final = 2
DICE_OF_A_TYPE: Final = 10

T = TypeVar("T")

Dice = tuple[Mapping[DiceType, int], ...]  # by seat
Hands = tuple[tuple[str, ...], ...]  # by seat


class Stage(StrEnum):
    """What players are doing; the order is that of the rulebook."""

    PHOENIXBORN = "phoenixborn"  # in turn
    CARDS = "cards"  # all at once, nine rounds
    DICE = "dice"  # in turn, two at a time
    SWAP = "swap"  # in turn, each may
    FIRST_FIVE = "first_five"  # all at once
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDraft:
    """What of a draft lies open to everybody."""

    players: tuple[str, ...]
    edition: Edition
    stage: Stage
    first: int
    waiting_for: tuple[int, ...]  # the seats that have to move, in turn
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
        at_once = self.stage in (Stage.CARDS, Stage.FIRST_FIVE)
        return self.waiting_for if at_once else self.waiting_for[:1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(OpenDraft):
    """Where a draft stands, hands included: for the server only. See :func:`seen_by`."""

    deck: tuple[str, ...]  # the rest of the draft deck
    hands: Hands
    taken: Hands
    first_fives: Hands = ()

    @property
    def seats(self) -> range:
        """Return the seats, in turn from the first player's."""
        return range(1, len(self.players) + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftView(OpenDraft):
    """All that one player may know: what lies open, and their own hand and cards."""

    seat: int
    hand: tuple[str, ...]
    taken: tuple[str, ...]
    names: tuple[str, ...]  # the cards taken, and the exclusive one


def begin_draft(
    catalogue: Catalogue,
    players: Sequence[str],
    rng: Random,
    *,
    edition: Edition = Edition.FIRST,
    sets: Collection[str],
) -> facts.DraftBegun:
    """Return the beginning of a draft, or raise every problem."""
    slugs = frozenset(sets)
    cards = tuple(catalogue.cards(edition, slugs))
    exclusive = {c.exclusive_to: c.id for c in cards if c.exclusive_to and c.type in DECK_TYPES}
    born = [card.id for card in cards if card.id in exclusive]
    pool = [card.id for card in cards if card.type in DECK_TYPES and not card.exclusive_to]
    dice = tuple(each for each in DiceType if any(each in card.dice for card in cards))
    known = {each.slug for each in catalogue.sets_of(edition)}
    unknown = (_problem("draft.unknown_set", "sets", name=slug) for slug in sorted(slugs - known))
    refuse((*unknown, *_size_problems(len(players), len(born), len(pool), len(dice))))
    rng.shuffle(pool)
    return facts.DraftBegun(
        players=tuple(players),
        first=rng.randrange(len(players)) + 1,
        phoenixborn=tuple((key, exclusive[key]) for key in born),
        deck=tuple(pool),
        dice=dice,
        edition=edition,
    )


def _size_problems(players: int, born: int, pool: int, dice: int) -> Iterable[Problem]:
    if players not in PLAYERS:
        least, most = PLAYERS[0], PLAYERS[-1]
        yield _problem("draft.players", "players", least=least, most=most, actual=players)
        return
    for code, needed, actual in (
        ("draft.too_few_phoenixborn", players, born),
        ("draft.too_few_cards", players * (ROUNDS + 1), pool),
        ("draft.too_few_dice", players * DICE, dice * DICE_OF_A_TYPE),
    ):
        if actual < needed:
            yield _problem(code, "sets", needed=needed, actual=actual)


def _problem(code: str, path: str = "", **details: Detail) -> Problem:
    return Problem(code, details, path)


def replay(recorded: Iterable[Fact]) -> Draft:
    """Return the state of a draft; the first fact is its beginning."""
    moves = iter(recorded)
    begun = next(moves)
    if not isinstance(begun, facts.DraftBegun):
        raise TypeError("a draft begins with DraftBegun")
    return reduce(apply, moves, _begun(begun))


def _begun(begun: facts.DraftBegun) -> Draft:
    nothing = tuple(() for _ in begun.players)
    draft = Draft(
        players=begun.players,
        edition=begun.edition,
        stage=Stage.PHOENIXBORN,
        first=begun.first,
        waiting_for=(),
        offered=tuple(born for born, _ in begun.phoenixborn),
        exclusives=dict(begun.phoenixborn),
        deck=begun.deck,
        piles=dict.fromkeys(begun.dice, DICE_OF_A_TYPE),
        phoenixborn=tuple(None for _ in begun.players),
        hands=nothing,
        taken=nothing,
        dice=tuple({} for _ in begun.players),
        first_fives=nothing,
    )
    return _all_to_move(draft, begun.first)


def _all_to_move(draft: Draft, first: int, **changes: Any) -> Draft:
    """Return the draft with everybody to move, clockwise from the first player."""
    count = len(draft.players)
    waiting = tuple((first - 1 + step) % count + 1 for step in range(count))
    return replace(draft, first=first, waiting_for=waiting, **changes)


def _moved(draft: Draft, seat: int, **changes: Any) -> Draft:
    """Return the draft after the move of a seat, for which nobody waits any more."""
    waiting = tuple(other for other in draft.waiting_for if other != seat)
    return replace(draft, waiting_for=waiting, **changes)


def _left_of(draft: Draft) -> int:
    """Return the seat to which the first player token is passed."""
    return draft.first % len(draft.players) + 1


def apply(draft: Draft, move: Fact) -> Draft:
    """Return the draft after a move, or raise ``RulesError`` and leave everything as it was."""
    match move:
        case facts.PhoenixbornTaken(seat=seat, card=card):
            _check(draft, seat, Stage.PHOENIXBORN)
            _refuse_unless(card in draft.offered, "draft.phoenixborn_gone", card=card)
            return _phoenixborn(draft, seat, card)
        case facts.CardTaken(seat=seat, card=card):
            on_time = draft.stage is not Stage.CARDS or move.round == draft.round
            _refuse_unless(on_time, "draft.round_over", round=move.round)
            _check(draft, seat, Stage.CARDS)
            _refuse_unless(card in draft.hands[seat - 1], "draft.not_in_hand", card=card)
            return _card(draft, seat, card)
        case facts.DiceTaken(seat=seat, dice=dice):
            _check(draft, seat, Stage.DICE)
            _refuse_unless(len(dice) == DICE_AT_ONCE, "draft.dice_number", needed=DICE_AT_ONCE)
            for each in dict.fromkeys(dice):
                left = draft.piles.get(each, 0)
                _refuse_unless(dice.count(each) <= left, "draft.dice_gone", dice=(each.value,))
            return _dice(draft, seat, dice)
        case facts.Swapped(seat=seat):
            _check(draft, seat, Stage.SWAP)
            return _swap(draft, move)
        case facts.FirstFiveChosen(seat=seat, cards=cards):
            _check(draft, seat, Stage.FIRST_FIVE)
            right = len(set(cards)) == len(cards) == FIRST_FIVE
            _refuse_unless(right, "draft.first_five", needed=FIRST_FIVE)
            for card in cards:
                _refuse_unless(card in deck_names(draft, seat), "draft.not_yours", card=card)
            return _chosen(draft, seat, cards)
    raise TypeError(type(move))


def _refuse_unless(holds: bool, code: str, **details: Detail) -> None:
    if not holds:
        raise RulesError([Problem(code, details)])


def _check(draft: Draft, seat: int, stage: Stage) -> None:
    """Refuse a move at the wrong moment: twice, late, early, or out of turn."""
    _refuse_unless(seat in draft.seats, "draft.no_such_seat", seat=seat)
    _refuse_unless(draft.stage is stage, "draft.stage_over")
    _refuse_unless(seat in draft.waiting_for, "draft.already_moved")
    _refuse_unless(seat in draft.awaited, "draft.not_your_turn")


def _phoenixborn(draft: Draft, seat: int, card: str) -> Draft:
    offered = tuple(key for key in draft.offered if key != card)
    taken = _with(draft.phoenixborn, seat, card)
    after = _moved(draft, seat, offered=offered, phoenixborn=taken)
    if after.waiting_for:
        return after
    count = len(draft.players)
    hands = tuple(draft.deck[place * ROUNDS : (place + 1) * ROUNDS] for place in range(count))
    rest = draft.deck[count * ROUNDS :]
    changes = {"stage": Stage.CARDS, "round": 1, "hands": hands, "deck": rest}
    return _all_to_move(after, _left_of(draft), **changes)


def _card(draft: Draft, seat: int, card: str) -> Draft:
    hand = tuple(key for key in draft.hands[seat - 1] if key != card)
    hands = _with(draft.hands, seat, hand)
    taken = _with(draft.taken, seat, (*draft.taken[seat - 1], card))
    after = _moved(draft, seat, hands=hands, taken=taken)
    if after.waiting_for:
        return after
    passed = (hands[-1], *hands[:-1])  # to the left: seat 1's hand goes to seat 2
    if any(passed):
        return _all_to_move(after, draft.first, hands=passed, round=draft.round + 1)
    return _all_to_move(after, draft.first, hands=passed, stage=Stage.DICE)


def _dice(draft: Draft, seat: int, dice: tuple[DiceType, ...]) -> Draft:
    held = Counter(draft.dice[seat - 1]) + Counter(dice)
    piles = {each: left - dice.count(each) for each, left in draft.piles.items()}
    after = _moved(draft, seat, piles=piles, dice=_with(draft.dice, seat, dict(held)))
    if after.waiting_for:
        return after
    if any(sum(each.values()) < DICE for each in after.dice):
        return _all_to_move(after, draft.first)
    count = len(draft.players)
    revealed, rest = draft.deck[:count], draft.deck[count:]
    return _all_to_move(after, _left_of(draft), stage=Stage.SWAP, revealed=revealed, deck=rest)


def _swap(draft: Draft, move: facts.Swapped) -> Draft:
    seat, taken, left = move.seat, move.taken, move.left
    after = _moved(draft, seat)
    if taken is not None or left is not None:
        _refuse_unless(taken in draft.revealed, "draft.not_revealed", card=taken or "")
        mine = draft.taken[seat - 1]
        _refuse_unless(left in mine, "draft.not_yours", card=left or "")
        after = replace(
            after,
            revealed=tuple(str(left if key == taken else key) for key in draft.revealed),
            taken=_with(draft.taken, seat, tuple(str(taken if k == left else k) for k in mine)),
        )
    if after.waiting_for:
        return after
    return _all_to_move(after, draft.first, stage=Stage.FIRST_FIVE)


def _chosen(draft: Draft, seat: int, cards: tuple[str, ...]) -> Draft:
    after = _moved(draft, seat, first_fives=_with(draft.first_fives, seat, cards))
    return after if after.waiting_for else replace(after, stage=Stage.DONE)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[: seat - 1], value, *values[seat:])


def deck_names(draft: Draft, seat: int) -> tuple[str, ...]:
    """Return the names of which a player's deck will hold three copies each, exclusive last."""
    born = draft.phoenixborn[seat - 1]
    return (*draft.taken[seat - 1], *([draft.exclusives[born]] if born else ()))


def seen_by(draft: Draft, seat: int) -> DraftView:
    """Return all that one player may know."""
    _refuse_unless(seat in draft.seats, "draft.no_such_seat", seat=seat)
    # A player who has picked sees no hand until the others have: theirs is already passed on.
    asked = draft.stage is not Stage.CARDS or seat in draft.waiting_for
    return DraftView(
        **{each.name: getattr(draft, each.name) for each in fields(OpenDraft)},
        seat=seat,
        hand=draft.hands[seat - 1] if asked else (),
        taken=draft.taken[seat - 1],
        names=deck_names(draft, seat),
    )


def drafted_deck(draft: Draft, seat: int, name: str = "") -> Deck:
    """Return a player's deck: three copies of nine cards and of the exclusive one, thirty in all.

    It is whole once the draft is done.
    """
    return Deck(
        name=name,
        phoenixborn=draft.phoenixborn[seat - 1],
        cards=dict.fromkeys(deck_names(draft, seat), COPIES),
        dice=dict(draft.dice[seat - 1]),
        first_five=draft.first_fives[seat - 1],
        edition=draft.edition,
    )

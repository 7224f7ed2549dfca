"""The draft: every step of the rulebook, refusals that change nothing, and hands that stay shut."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.deck import deck_faults
from campaign.rules.ashes.draft import (
    LIVE,
    MOVES,
    CardTaken,
    DiceTaken,
    Draft,
    DraftStart,
    FirstFiveChosen,
    PhoenixbornTaken,
    Stage,
    Swapped,
    apply,
    begin_draft,
    deck_names,
    drafted_deck,
    replay,
    seen_by,
)
from campaign.rules.ashes.draft_pool import draft_pool
from campaign.rules.core.live import Remark, SeatMove, Undo, payload_of
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_plain, to_plain
from tests.marks import thorough
from tests.rules.ashes.packs import catalogue


def move_of(draft: Draft, rng: Random) -> SeatMove:
    """Return any move that the draft waits for."""
    together = draft.stage in (Stage.CARDS, Stage.FIRST_FIVE)
    seat = rng.choice(draft.waiting_for) if together else draft.waiting_for[0]
    match draft.stage:
        case Stage.PHOENIXBORN:
            return PhoenixbornTaken(seat, rng.choice(draft.offered))
        case Stage.CARDS:
            return CardTaken(seat, draft.round, rng.choice(draft.hands[seat - 1]))
        case Stage.DICE:
            left = [each for each, n in draft.piles.items() for _ in range(n)]
            return DiceTaken(seat, tuple(rng.sample(left, 2)))
        case Stage.SWAP:
            if rng.random() < 0.3:
                return Swapped(seat)
            return Swapped(seat, rng.choice(draft.revealed), rng.choice(draft.taken[seat - 1]))
    return FirstFiveChosen(seat, tuple(rng.sample(deck_names(draft, seat), 5)))


def played(
    players: int, seed: int, until: Stage = Stage.DONE, sets: Collection[str] = ("ashes",)
) -> tuple[DraftStart, list[SeatMove], Draft]:
    """Play a draft by chance until a stage begins; return how it began, and its moves, too."""
    rng = Random(seed)
    start = begin_draft(catalogue(), players, rng, sets=sets)
    moves: list[SeatMove] = []
    draft = replay(start, moves)
    while draft.stage is not until:
        moves.append(move_of(draft, rng))
        draft = apply(draft, moves[-1])
    return start, moves, draft


def refused(draft: Draft, move: SeatMove) -> str:
    with pytest.raises(RulesError) as caught:
        apply(draft, move)
    [problem] = caught.value.problems
    return problem.code


@pytest.mark.parametrize(
    ("players", "drafts"),
    [*((players, 30) for players in (2, 3, 4)), *(thorough(players, 334) for players in (2, 3, 4))],
)
def test_random_drafts_end_in_legal_decks(players: int, drafts: int) -> None:
    for seed in range(drafts):
        draft = played(players, seed)[-1]
        assert sum(map(len, draft.taken)) == len({k for hand in draft.taken for k in hand})
        for seat in draft.seats:
            deck = drafted_deck(draft, seat)
            assert not deck_faults(deck, catalogue())
            assert (deck.size, set(deck.cards.values())) == (30, {3})  # 27 + 3


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_draft_with_more_sets(players: int) -> None:
    """P. 16: more sets let more players join, with a type of dice for each of them."""
    sets = [each.slug for each in catalogue().sets_of(Edition.FIRST)]
    assert draft_pool(catalogue(), Edition.FIRST, sets).most_players == 6
    assert draft_pool(catalogue(), Edition.FIRST, ["ashes"]).most_players == 4
    *_begun, draft = played(players, 3, sets=sets)
    assert [sum(dice.values()) for dice in draft.dice] == [10] * players
    for seat in draft.seats:
        assert not deck_faults(drafted_deck(draft, seat), catalogue())


def test_a_draft_replays_from_its_moves_as_they_are_stored() -> None:
    start, moves, draft = played(3, 5)
    stored = [LIVE.read(payload_of(move), stored=True) for move in moves]
    assert replay(from_plain(DraftStart, to_plain(start)), stored) == draft


def test_nothing_is_undone_in_a_draft() -> None:
    """Whoever takes a card back has seen the next hand."""
    for move in (Undo(1), Remark("x")):
        with pytest.raises(RulesError):
            LIVE.read(payload_of(move))
    assert LIVE.all_moves == MOVES


def test_the_numbers_are_the_rulebooks() -> None:
    begun, _moves, draft = played(4, 1, Stage.CARDS)
    assert len(begun.deck) == 54
    assert [len(hand) for hand in draft.hands] == [9] * 4
    assert draft.first == begun.first % 4 + 1
    *_begun, draft = played(4, 1, Stage.DICE)
    assert (draft.round, [len(hand) for hand in draft.taken]) == (9, [9] * 4)
    assert draft.piles == dict.fromkeys(list(DiceType)[:4], 10)
    *_begun, draft = played(4, 1, Stage.SWAP)
    assert [sum(dice.values()) for dice in draft.dice] == [10] * 4
    assert len(draft.revealed) == 4
    assert draft.first == (begun.first + 1) % 4 + 1


def test_hands_go_to_the_left_when_all_have_picked() -> None:
    *_begun, draft = played(3, 2, Stage.CARDS)
    before = draft.hands
    for seat in (3, 1, 2):
        assert draft.round == 1
        draft = apply(draft, CardTaken(seat, 1, before[seat - 1][0]))
    assert draft.round == 2
    assert draft.hands == (before[2][1:], before[0][1:], before[1][1:])


def test_a_pick_that_is_sent_twice_late_or_for_a_card_elsewhere_changes_nothing() -> None:
    *_begun, draft = played(2, 3, Stage.CARDS)
    mine, theirs = draft.hands
    assert refused(draft, CardTaken(1, 1, theirs[0])) == "draft.not_in_hand"
    assert refused(draft, CardTaken(3, 1, mine[0])) == "draft.no_such_seat"
    once = apply(draft, CardTaken(1, 1, mine[0]))
    assert refused(once, CardTaken(1, 1, mine[0])) == "draft.already_moved"
    assert refused(once, CardTaken(1, 1, mine[1])) == "draft.already_moved"
    later = apply(once, CardTaken(2, 1, theirs[0]))
    assert refused(later, CardTaken(1, 1, mine[1])) == "draft.round_over"
    assert refused(later, PhoenixbornTaken(1, "fear")) == "draft.stage_over"


def test_turns_dice_swaps_and_first_fives_are_checked() -> None:
    draft = replay(played(2, 4, Stage.CARDS)[0], ())
    first, second = draft.waiting_for
    assert refused(draft, PhoenixbornTaken(second, draft.offered[0])) == "draft.not_your_turn"
    assert refused(draft, PhoenixbornTaken(first, "anchornaut")) == "draft.phoenixborn_gone"
    *_begun, draft = played(2, 4, Stage.DICE)
    seat = draft.waiting_for[0]
    assert refused(draft, DiceTaken(seat, (DiceType.CHARM,))) == "draft.dice_number"
    assert refused(draft, DiceTaken(seat, (DiceType.TIME,) * 2)) == "draft.dice_gone"
    *_begun, draft = played(2, 4, Stage.SWAP)
    seat = draft.waiting_for[0]
    mine, open_card = draft.taken[seat - 1][0], draft.revealed[0]
    assert refused(draft, Swapped(seat, mine, mine)) == "draft.not_revealed"
    assert refused(draft, Swapped(seat, open_card, open_card)) == "draft.not_yours"
    assert refused(draft, Swapped(seat, open_card)) == "draft.not_yours"
    swapped = apply(draft, Swapped(seat, open_card, mine))
    assert swapped.revealed[0] == mine
    assert open_card in swapped.taken[seat - 1]
    *_begun, draft = played(2, 4, Stage.FIRST_FIVE)
    names = deck_names(draft, 1)
    assert refused(draft, FirstFiveChosen(1, names[:4])) == "draft.first_five"
    assert refused(draft, FirstFiveChosen(1, (*names[:4], names[0]))) == "draft.first_five"
    assert refused(draft, FirstFiveChosen(1, (*names[:4], "nothing"))) == "draft.not_yours"


def test_a_player_knows_their_own_hand_and_what_lies_open() -> None:
    start, moves, _ = played(4, 7)
    draft = replay(start, ())
    for move in moves:
        draft = apply(draft, move)
        for seat in draft.seats:
            text = repr(seen_by(draft, seat))
            secret = {
                card
                for other in draft.seats
                if other != seat
                for card in (*draft.hands[other - 1], *draft.taken[other - 1])
            } | set(draft.deck)
            assert not [card for card in secret if repr(card) in text]


@pytest.mark.parametrize(
    ("players", "sets", "codes"),
    [
        (1, ["ashes"], ["draft.players"]),
        (5, ["ashes"], ["draft.too_few_dice"]),  # p. 16: as many types of dice as players
        (7, ["ashes"], ["draft.players"]),
        (2, ["nothing"], ["draft.unknown_set", "draft.too_few_phoenixborn"]),
        (4, ["the-young-ruler"], ["draft.too_few_phoenixborn", "draft.too_few_cards"]),
    ],
)
def test_a_draft_that_cannot_be_is_refused(players: int, sets: list[str], codes: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        begin_draft(catalogue(), players, Random(1), sets=sets)
    assert [problem.code for problem in caught.value.problems][: len(codes)] == codes


def test_any_sets_of_one_edition_can_be_drafted() -> None:
    for edition in Edition:
        sets = [each.slug for each in catalogue().sets_of(edition)]
        begun = begin_draft(catalogue(), 6, Random(1), edition=edition, sets=sets)
        counts = (len(begun.dice), len(begun.phoenixborn))
        assert counts == {"first": (7, 29), "reborn": (9, 32)}[edition]
        # Of two exclusive cards the one of the Phoenixborn's own box is drafted.
        for born, exclusive in begun.phoenixborn:
            box = catalogue().set_of_card
            assert box[edition, born] is box[edition, exclusive]

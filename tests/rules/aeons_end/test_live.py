"""The live table: the rulebooks' worked examples, and what holds whatever the phones send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import BreachState, NemesisKind
from campaign.rules.aeons_end.endings import DeckOutTiming, Ending
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.live.hits import ChooseHit, Hit, SetUnleash, Unleash, UnleashOn
from campaign.rules.aeons_end.live.moves import (
    BreachAct,
    BreachMove,
    Charge,
    Clock,
    Dial,
    Exhaust,
    Life,
    Pile,
    Prep,
    Whose,
)
from campaign.rules.aeons_end.live.nemesis_turn import (
    MAX_EVOLVED,
    MAX_IN_PLAY,
    DeckOut,
    Enter,
    Evolve,
    Leave,
    NoCardLeft,
    Tick,
    Tokens,
    UnleashCard,
)
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.live.table import NEMESIS_SEAT, Start, Table, TurnPhase, course
from campaign.rules.aeons_end.live.turns import Act, DrawTurn, From, LookAtTop, PutBack, To
from campaign.rules.aeons_end.turn_order import NEMESIS, UNLEASH, TurnCard, TurnKind, turn_cards
from campaign.rules.aeons_end.unleash import Who
from campaign.rules.core.entries import tidied
from campaign.rules.core.live import Move, Position, Undo, payload_of
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_plain, to_plain
from tests.rules.packs import legacy, war_eternal

MINION, POWER, ATTACK = NemesisKind.MINION, NemesisKind.POWER, NemesisKind.ATTACK
ONE = TurnCard(TurnKind.MAGE, (1,))


@cache
def started(mages: int, *, nemesis: str | None = None, of_legacy: bool = False) -> Start:
    pack = legacy() if of_legacy else war_eternal()
    return LIVE.begin(first_sheet(pack, Random(7), count=mages, nemesis=nemesis))


def played(start: Start, moves: Iterable[Move]) -> Position[Table]:
    position = LIVE.open(start)
    for at, move in enumerate(moves):
        position = LIVE.play(position, move, at)
    return position


def refused(position: Position[Table], move: Move, seen: int | None = None) -> list[str]:
    """Return why a move is refused: for what its sender saw, or by the rules."""
    problems = LIVE.problems(position, move, position.sequence if seen is None else seen)
    if not problems:
        with pytest.raises(RulesError) as error:
            LIVE.play(position, move, 0)
        problems = error.value.problems
    return [problem.code for problem in problems]


def gravehold(by: int) -> Dial:
    return Dial(Whose.GRAVEHOLD, by)


def tokens(by: int) -> Dial:
    return Dial(Whose.TOKENS, by)


# --- the rulebooks' examples ---


def test_the_nemesis_turn_of_war_eternal() -> None:
    # War Eternal p. 17: tokens 1 → 2 → 4 → 6, Gravehold 30 → 29 → 25 → 23.
    start = started(2, nemesis="gate-witch")
    in_play = [
        Enter(MINION, "Catacomb Drone", 5),
        Enter(POWER, "Planar Collision", 1),
        Enter(MINION, "Paradox Beast", 7),
    ]
    position = played(start, [*in_play, DrawTurn(NEMESIS)])
    assert (position.table.tokens, position.table.gravehold) == (1, 30)
    assert (position.table.phase, position.table.walk) == (TurnPhase.MAIN, (1, 2, 3))

    moves: list[Move] = [tokens(1), gravehold(-1), Tick(1), Tick(2)]
    for move in moves:
        position = LIVE.play(position, move, 0)
    assert (position.table.tokens, position.table.gravehold) == (2, 29)
    assert position.table.card(2).tokens == 0, "it waits to be resolved"
    for move in (tokens(2), Tick(2), gravehold(-4), Tick(3)):
        position = LIVE.play(position, move, 0)
    assert (position.table.tokens, position.table.gravehold) == (4, 25)
    assert [card.name for card in position.table.in_play] == ["Catacomb Drone", "Paradox Beast"]
    assert position.table.phase is TurnPhase.DRAW

    for move in (Enter(ATTACK, "Nullify"), tokens(2), gravehold(-2)):
        position = LIVE.play(position, move, 0)
    assert (position.table.tokens, position.table.gravehold) == (6, 23)
    assert position.table.phase is TurnPhase.DONE
    assert len(position.table.in_play) == 2, "an attack only passes through"
    assert sum(position.table.deck or ()) == sum(start.deck or ()) - 4


def test_an_exhausted_mage_of_war_eternal() -> None:
    # War Eternal p. 19: 2 life, 3 damage; tokens 3 → 5, breach IV goes, Gravehold 23 → 21.
    start = replace(started(2, nemesis="gate-witch"), gravehold=23, tokens=3)
    position = played(start, [Life(1, -8), Charge(1, 3), Life(1, -3)])
    anne = position.table.mages[0]
    assert (anne.life, anne.exhausted, anne.steps) == (0, True, tuple(ExhaustionStep))
    assert position.table.gravehold == 23, "the steps come before the rest of the damage"

    assert refused(position, Exhaust(1, ExhaustionStep.DISCARD_CHARGES)) == ["live.step_not_next"]
    steps = [
        tokens(2),
        Exhaust(1, ExhaustionStep.UNLEASH_TWICE),
        Exhaust(1, ExhaustionStep.DESTROY_BREACH, "IV"),
        Exhaust(1, ExhaustionStep.DISCARD_CHARGES),
    ]
    for move in steps:
        position = LIVE.play(position, move, 0)
    anne = position.table.mages[0]
    assert (position.table.tokens, anne.charges, anne.steps) == (5, (0,), ())
    assert position.table.gravehold == 21
    assert {b.number: b.state for b in anne.breaches}["IV"] is BreachState.ABSENT
    assert refused(position, Life(1, 2)) == ["live.no_healing"]
    assert LIVE.play(position, Life(1, -2), 0).table.gravehold == 17


def test_the_nemesis_turn_of_legacy() -> None:
    # Legacy: Gravehold 30 → 26 (a power goes out) → 24 (persistent) → 21 (the attack unleashes).
    start = started(2, of_legacy=True)
    position = played(start, [Enter(POWER, "", 1, tier=1), Enter(MINION, "", 6, tier=1)])
    shown = []
    for move in (
        DrawTurn(NEMESIS),
        Tick(1),
        gravehold(-4),
        Tick(1),
        gravehold(-2),
        Tick(2),
        Enter(ATTACK, tier=2),
        gravehold(-3),
    ):
        position = LIVE.play(position, move, 0)
        shown.append(position.table.gravehold)
    assert list(dict.fromkeys(shown)) == [30, 26, 24, 21]
    assert position.table.tier == 2
    assert start.deck is None, "the deck of chapter 1 is made as the story says"
    assert start.support
    assert start.exhaustion == (), "the steps are behind a seal"


def test_a_prepped_spell_goes_with_its_breach() -> None:
    # War Eternal p. 19: the breach is destroyed with its spell. p. 14: with Link two share one.
    start = started(2)
    number = start.mages[0].breaches[0].number
    spell = Prep(1, number, 1)
    assert played(start, [spell, spell, spell]).table.mage(1).spells(number) == 2
    assert played(start, [spell, Prep(1, number, -1)]).table.mage(1).prepped == ()
    gone = played(start, [spell, BreachMove(1, number, BreachAct.DESTROY)]).table.mage(1)
    assert gone.prepped == ()


def test_an_unleash_card_is_no_turn_of_the_nemesis() -> None:
    start = replace(started(2), turn_cards=turn_cards(2, unleash_card=True))
    minion = Enter(MINION, tokens=5)
    table = played(start, [minion, DrawTurn(UNLEASH)]).table
    assert (table.phase, table.acting, table.walk) == (TurnPhase.UNLEASH, NEMESIS_SEAT, ())
    done = played(start, [minion, DrawTurn(UNLEASH), UnleashCard()])
    assert done.table.phase is TurnPhase.DONE
    assert sum(done.table.deck or ()) == sum(start.deck or ()) - 1  # only the minion was drawn
    assert refused(done, UnleashCard()) == ["live.no_unleash_card"]


def test_pair_tokens_go_out_and_come_back() -> None:
    # Legacy, four mages: Thrud acts and takes the token; the pair's second card is Ramzel's.
    pair = TurnCard(TurnKind.PAIR, (3, 4))
    position = played(started(4, of_legacy=True), [DrawTurn(pair)])
    assert position.table.phase is TurnPhase.CHOOSE
    assert refused(position, DrawTurn(NEMESIS)) == ["live.choose_who_acts"]
    position = LIVE.play(position, Act(3), 0)
    assert (position.table.acting, position.table.turns.tokens) == (3, frozenset({3}))
    position = LIVE.play(position, DrawTurn(pair), 0)
    assert (position.table.acting, position.table.turns.tokens) == (4, frozenset())


# --- turn order by hand ---


def test_a_card_that_was_looked_at_comes_next_and_can_go_under() -> None:
    position = played(started(1), [LookAtTop(NEMESIS)])
    assert position.table.next_cards == (NEMESIS,)
    assert refused(position, DrawTurn(ONE)) == ["turn_order.card_not_left"]
    under = LIVE.play(position, PutBack(To.UNDER, From.TOP), 0)
    for card in (ONE, ONE, ONE, NEMESIS, NEMESIS):
        under = LIVE.play(under, DrawTurn(card), 0)
    assert (under.table.round, under.table.turns.round_over) == (1, True)


def test_several_cards_are_looked_at_and_put_back_in_any_order() -> None:
    # War Eternal p. 14: players choose the order.
    position = played(started(1), [LookAtTop(NEMESIS), LookAtTop(ONE), LookAtTop(ONE)])
    assert position.table.top == (NEMESIS, ONE, ONE)
    turned = LIVE.play(position, PutBack(To.TOP, From.TOP, ONE), 0)
    assert turned.table.top == (ONE, NEMESIS, ONE)
    position = played(
        started(1),
        [LookAtTop(ONE), LookAtTop(ONE), LookAtTop(ONE), LookAtTop(NEMESIS), LookAtTop(NEMESIS)],
    )
    assert refused(position, LookAtTop(ONE)) == ["live.top_is_known"]


def test_any_card_drawn_this_round_goes_back() -> None:
    position = played(started(1), [DrawTurn(NEMESIS), DrawTurn(ONE)])
    after = LIVE.play(position, PutBack(To.TOP, card=NEMESIS), 0).table
    assert (after.turns.drawn, after.top, after.acting) == ((ONE,), (NEMESIS,), 1)
    last = LIVE.play(position, PutBack(To.UNDER), 0).table
    assert (last.turns.drawn, last.under, last.acting) == ((NEMESIS,), (ONE,), None)


def test_a_drawn_card_goes_back() -> None:
    position = played(started(1), [DrawTurn(ONE), PutBack(To.TOP)])
    assert position.table.next_cards == (ONE,)
    shuffled = LIVE.play(position, PutBack(To.SHUFFLED, From.TOP), 0).table
    assert Counter(shuffled.next_cards) == {ONE: 3, NEMESIS: 2}
    assert refused(played(started(1), []), PutBack(To.TOP)) == ["live.nothing_to_put_back"]


# --- ends ---


@pytest.mark.parametrize(
    ("mages", "moves", "endings"),
    [
        (2, [Dial(Whose.NEMESIS, -70)], (Ending.NEMESIS_DEFEATED,)),
        (2, [gravehold(-30)], (Ending.GRAVEHOLD_FALLEN,)),
        (2, [Life(1, -10), Life(2, -10)], (Ending.MAGES_EXHAUSTED,)),
        (1, [Life(1, -10)], ()),
        (2, [Life(1, -10)], ()),
    ],
)
def test_the_table_says_when_it_is_over(
    mages: int, moves: list[Move], endings: tuple[Ending, ...]
) -> None:
    table = played(started(mages, nemesis="gate-witch"), moves).table
    assert table.endings == endings


def test_an_empty_deck_unleashes_while_a_card_is_in_play() -> None:
    start = replace(started(2), deck=(0, 0, 1))
    position = played(start, [Enter(MINION, "Last", 2), DrawTurn(NEMESIS), Tick(1)])
    assert refused(position, Enter(ATTACK)) == ["live.deck_empty"]
    position = LIVE.play(position, DeckOut(), 0)
    assert position.table.endings == ()
    assert LIVE.play(position, Tokens(1, -2), 0).table.endings == (Ending.DECK_EXHAUSTED,)


def test_an_empty_deck_with_nothing_in_play_is_won_at_once() -> None:
    # Legacy p. 20, War Eternal p. 20 in Polish: nothing more is resolved, so nothing is unleashed.
    start = replace(started(2), deck=(0, 0, 1))
    moves = [Enter(POWER, "Last", 1), DrawTurn(NEMESIS), Tick(1)]
    before = played(start, moves)
    assert before.table.endings == ()
    after = LIVE.play(before, Tick(1), 0)
    assert (after.table.phase, after.table.endings) == (TurnPhase.DRAW, (Ending.DECK_EXHAUSTED,))


def test_the_french_book_looks_at_the_end_of_a_turn() -> None:
    # War Eternal p. 20 in French: the group may choose it.
    start = replace(started(2), deck=(0, 0, 1), deck_out=DeckOutTiming.END_OF_TURN)
    moves = [Enter(POWER, "Last", 1), DrawTurn(NEMESIS), Tick(1), Tick(1)]
    position = played(start, moves)
    assert position.table.endings == ()
    assert LIVE.play(position, DeckOut(), 0).table.endings == (Ending.DECK_EXHAUSTED,)


def test_a_deck_of_unknown_size_can_run_out_too() -> None:
    # Legacy, chapters 1 and 2: the story says what is in the deck.
    start = started(2, of_legacy=True)
    moves = [Enter(MINION, "Last", 2), DrawTurn(NEMESIS), Tick(1), NoCardLeft()]
    position = played(start, moves)
    assert position.table.endings == ()
    assert refused(position, NoCardLeft()) == ["live.deck_counted"]
    assert refused(position, Enter(ATTACK)) == ["live.deck_empty"]
    unleashed = LIVE.play(position, DeckOut(), 0)
    assert LIVE.play(unleashed, Tokens(1, -2), 0).table.endings == (Ending.DECK_EXHAUSTED,)
    assert played(start, [NoCardLeft()]).table.endings == (Ending.DECK_EXHAUSTED,)


def test_the_rest_of_the_damage_comes_with_the_next_turn_at_the_latest() -> None:
    position = played(started(2), [DrawTurn(NEMESIS), Life(1, -12)])
    assert (position.table.gravehold, position.table.mages[0].overflow) == (30, 4)
    after = LIVE.play(position, DrawTurn(ONE), 0).table
    assert (after.gravehold, after.mages[0].overflow) == (26, 0)
    assert after.mages[0].steps == tuple(ExhaustionStep), "they are still to be taken"


# --- cards in play ---


def test_a_minion_never_has_more_life_than_it_came_with() -> None:
    # War Eternal p. 7; what nobody typed is not known.
    cards = [Enter(MINION, "", 5), Tokens(1, -2), Tokens(1, 9), Enter(MINION), Tokens(2, 9)]
    assert [card.tokens for card in played(started(2), cards).table.in_play] == [5, 9]


def test_a_card_drawn_in_the_main_phase_leaves_the_others_to_be_resolved() -> None:
    cards = [Enter(MINION, "Old", 5), Enter(MINION, "Older", 5), DrawTurn(NEMESIS)]
    position = played(started(2), [*cards, Tick(1), Enter(POWER, "New", 2)])
    assert (position.table.phase, position.table.walk) == (TurnPhase.MAIN, (2,))
    assert position.table.drew_early
    after = LIVE.play(position, Tick(2), 0).table
    assert (after.phase, after.walk) == (TurnPhase.DRAW, ())
    assert not LIVE.play(position, DrawTurn(ONE), 0).table.drew_early


# --- charges ---


def test_any_card_can_come_in_anybodys_turn() -> None:
    # An effect may draw one more card: deck and tier follow. What is not from the deck leaves it.
    start = started(2)
    before = sum(start.deck or ())
    attack = played(start, [DrawTurn(ONE), Enter(ATTACK)]).table
    assert (sum(attack.deck or ()), attack.tier, attack.in_play) == (before - 1, 1, ())
    assert attack.phase is TurnPhase.OPEN
    power = played(start, [DrawTurn(ONE), Enter(POWER, tokens=2, drawn=False)]).table
    assert (sum(power.deck or ()), len(power.in_play)) == (before, 1)


def test_the_nemesis_tier_is_the_highest_in_play_or_discarded() -> None:
    start = replace(started(2), deck=(1, 1, 5))
    cards = [Enter(ATTACK), Enter(MINION, tokens=3), Tokens(1, -3)]
    assert [played(start, cards[:n]).table.tier for n in range(4)] == [0, 1, 2, 2]


def test_an_emptied_pile_stays_empty() -> None:
    table = played(started(2), [Pile(1, -7), Pile(1, -1)]).table
    assert (table.piles[0], len(table.piles)) == (0, 9)


def test_each_ability_has_charges_of_its_own() -> None:
    start = started(1)
    mage = replace(start.mages[0], slots=(4, 6))
    position = played(replace(start, mages=(mage,)), [Charge(1, 9), Charge(1, 2, ability=2)])
    assert position.table.mages[0].charges == (4, 2)
    assert refused(position, Charge(1, 1, ability=3)) == ["live.no_ability"]


def test_a_table_of_before_has_one_counter_for_all_abilities() -> None:
    start = started(1)
    mage = replace(start.mages[0], slots=(), charges=9)
    assert played(replace(start, mages=(mage,)), [Charge(1, 7)]).table.mages[0].charges == (7,)


def test_the_outcome_fills_the_result_form() -> None:
    moves = [DrawTurn(ONE), Evolve("Scatter"), Life(1, -4), Dial(Whose.NEMESIS, -99)]
    position = played(started(1, nemesis="gate-witch"), moves)
    stopped = LIVE.play(position, Clock(runs=False), 45 * 60)
    assert stopped.table.seconds(99 * 60) == 45 * 60
    assert stopped.table.endings == (Ending.NEMESIS_DEFEATED,)
    assert [(mage.life, mage.exhausted) for mage in stopped.table.mages] == [(6, False)]
    assert [mark.name for mark in stopped.table.evolved] == ["Scatter"]


def test_the_course_shows_each_turn_and_who_fell() -> None:
    moves = [DrawTurn(ONE), gravehold(-2), DrawTurn(NEMESIS), Life(1, -11), Undo(4), Life(1, -12)]
    steps = [Exhaust(1, step, skipped=True) for step in ExhaustionStep]
    turns = course(played(started(1), [*moves, *steps]))
    assert [(end.table.turn, end.table.acting, end.table.gravehold) for end in turns] == [
        (0, None, 30),
        (1, 1, 28),
        (2, NEMESIS_SEAT, 24),
    ]
    assert turns[-1].fallen == (1,)


# --- four phones ---


def test_of_two_who_saw_the_same_only_the_first_draws() -> None:
    position = played(started(2), [gravehold(-1)])
    move = LIVE.decide(position.table, DrawTurn(), Random(1))
    after = LIVE.play(position, move, 0)
    assert refused(after, DrawTurn(), seen=1) == ["live.conflict"]
    both = LIVE.play(LIVE.play(after, gravehold(-2), 0), gravehold(-3), 0)
    assert both.table.gravehold == 24, "relative moves both count, whatever was seen"
    assert not LIVE.problems(both, DrawTurn(), seen=2), "a dial overtakes nobody"


def test_a_table_does_not_grow_without_end() -> None:
    named = "A card with a name"
    full = played(started(2), [Enter(MINION, named, 5, drawn=False)] * MAX_IN_PLAY)
    assert refused(full, Enter(MINION, named, 5, drawn=False)) == ["live.too_many_cards"]
    LIVE.play(full, Enter(ATTACK, named, drawn=False), 0)
    LIVE.play(LIVE.play(full, Leave(1), 0), Enter(MINION, named, 5, drawn=False), 0)
    noted = played(started(2), [Evolve(named)] * MAX_EVOLVED)
    assert refused(noted, Evolve(named)) == ["live.too_many_evolved"]


def test_what_was_undone_leaves_nothing_behind_in_later_positions() -> None:
    position = LIVE.open(started(2))
    for number in range(50):
        noted = LIVE.play(position, Evolve(f"Card {number}"), 0)
        position = LIVE.play(noted, Undo(noted.last_move), 0)
    assert position.changed_by == {}


seats = st.integers(1, 4)
cards = st.integers(1, 6)
by = st.integers(-12, 12)
numbers = st.sampled_from(["I", "II", "III", "IV"])
names = st.sampled_from(["", "Drone"])
any_move: st.SearchStrategy[Move] = st.one_of(
    st.just(DrawTurn()),
    st.just(LookAtTop()),
    st.builds(Act, seats),
    st.builds(
        PutBack, st.sampled_from(To), st.sampled_from(From), st.sampled_from([None, ONE, NEMESIS])
    ),
    st.builds(Dial, st.sampled_from(Whose), by),
    st.builds(Life, seats, by),
    st.builds(Charge, seats, by, st.integers(1, 2)),
    st.builds(BreachMove, seats, numbers, st.sampled_from(BreachAct)),
    st.builds(Exhaust, seats, st.sampled_from(ExhaustionStep), numbers, st.booleans()),
    st.builds(Enter, st.sampled_from([MINION, POWER, ATTACK]), names, st.integers(0, 9)),
    st.builds(Tokens, cards, by),
    st.builds(Leave, cards),
    st.builds(Tick, cards),
    st.just(DeckOut()),
    st.just(NoCardLeft()),
    st.builds(Evolve, names),
    st.builds(Pile, st.integers(1, 12), by),
    st.builds(Clock, st.booleans()),
    st.builds(SetUnleash, by, by, by, by, st.sampled_from(Who)),
    st.builds(Unleash, st.integers(1, 3)),
    st.builds(UnleashOn, st.booleans()),
    st.builds(Hit, st.sampled_from(Who), st.integers(1, 12)),
    st.builds(ChooseHit, seats),
    st.builds(Undo, st.integers(0, 40)),
)


def accepted(
    start: Start, sent: list[tuple[Move, int]], seed: int
) -> tuple[list[Move], list[Position[Table]]]:
    """Take what phones send as the service does; ``int`` is how far behind a sender was."""
    rng, position = Random(seed), LIVE.open(start)
    moves: list[Move] = []
    positions = [position]
    for move, behind in sent:
        aimed = Undo(position.last_move) if isinstance(move, Undo) and move.of % 2 else move
        if LIVE.problems(position, aimed, max(position.sequence - behind, 0)):
            continue
        decided = tidied(LIVE.decide(position.table, aimed, rng))
        try:
            position = LIVE.play(position, decided, len(moves))
        except RulesError:
            continue
        moves.append(decided)
        positions.append(position)
    return moves, positions


sent_moves = st.lists(st.tuples(any_move, st.integers(0, 3)), max_size=40)


@given(st.integers(1, 4), sent_moves, st.integers(0, 99))
def test_any_interleaving_gives_one_table_everywhere(
    mages: int, sent: list[tuple[Move, int]], seed: int
) -> None:
    start = started(mages)
    moves, positions = accepted(start, sent, seed)
    stored: list[Any] = [payload_of(move) for move in moves]
    again = from_plain(Start, to_plain(start))
    read = ((LIVE.read(payload), at) for at, payload in enumerate(stored))
    elsewhere = list(LIVE.replay(LIVE.open(again), read))
    assert [held.table for held in elsewhere] == [held.table for held in positions[1:]]
    assert [held.sequence for held in elsewhere] == list(range(1, len(moves) + 1))


@given(st.integers(1, 4), sent_moves, st.integers(0, 99))
def test_what_holds_at_any_table(mages: int, sent: list[tuple[Move, int]], seed: int) -> None:
    start = started(mages)
    moves, positions = accepted(start, sent, seed)
    for position in positions:
        table = position.table
        assert 0 <= table.gravehold <= start.gravehold
        assert table.nemesis is None or 0 <= table.nemesis <= (start.nemesis or 0)
        assert all(0 <= left <= first for left, first in zip(table.piles, start.piles, strict=True))
        for mage, first in zip(table.mages, start.mages, strict=True):
            assert 0 <= mage.life <= first.life
            held = zip(mage.charges, first.ability_slots, strict=True)
            assert all(0 <= charges <= slots for charges, slots in held)
            assert mage.exhausted == (mage.life == 0)
        seen = () if table.turns.round_over else (*table.turns.drawn, *table.top, *table.under)
        assert Counter((*seen, *table.unknown)) == Counter(start.turn_cards)
        assert set(table.walk) <= {card.number for card in table.in_play}
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        if not isinstance(move, Undo):
            back = LIVE.play(after, Undo(after.last_move), 0)
            assert back.table == before.table
            assert back.last_move == before.last_move


@given(st.integers(1, 4), st.lists(by, min_size=1, max_size=12), st.integers(0, 99))
def test_a_relative_move_is_never_lost(mages: int, changes: list[int], seed: int) -> None:
    start = replace(started(mages), gravehold=99)
    opening: list[tuple[Move, int]] = [(gravehold(-50), 0)]
    small = [max(min(change, 4), -4) for change in changes]
    moves, positions = accepted(start, [*opening, *((gravehold(c), 3) for c in small)], seed)
    assert len(moves) == len(small) + 1
    assert positions[-1].table.gravehold == 49 + sum(small)


@given(st.integers(2, 4), sent_moves, st.integers(0, 99), st.integers(2, 4))
def test_a_move_that_saw_the_same_is_never_doubled(
    mages: int, sent: list[tuple[Move, int]], seed: int, phones: int
) -> None:
    _moves, positions = accepted(started(mages), sent, seed)
    position = positions[-1]
    if position.table.phase is TurnPhase.CHOOSE:
        return
    seen, taken = position.sequence, 0
    for phone in range(phones):
        if LIVE.problems(position, DrawTurn(), seen):
            continue
        move = LIVE.decide(position.table, DrawTurn(), Random(phone))
        position, taken = LIVE.play(position, move, 0), taken + 1
    assert taken == 1


def test_every_move_has_a_name_of_its_own() -> None:
    assert len({move.kind for move in LIVE.moves}) == len(LIVE.moves)
    with pytest.raises(RulesError):
        LIVE.read({"kind": "nothing"})

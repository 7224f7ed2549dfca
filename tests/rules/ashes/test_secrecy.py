"""Secret decks: what is left of them for others, and how they come back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from campaign.rules.ashes.catalogue import CardType, Edition
from campaign.rules.ashes.deck import Deck, OwnCard
from campaign.rules.ashes.draft_pool import DraftChoice
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatChoice, draw_setup
from campaign.rules.ashes.systems import GAMES
from campaign.rules.core.facts import Planned
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.seeing import EVERYTHING, PUBLIC, Audience
from campaign.rules.core.serialize import from_plain, to_plain
from tests.rules.ashes.packs import READY, catalogue, ready

OWN = replace(ready(READY[2]), name="Canary")
SEATS = (SeatChoice("Ada", deck=OWN), SeatChoice("Bo", ready=READY[0]), SeatChoice("Cy"))


def planned(
    seats: tuple[SeatChoice, ...] = SEATS, *, secret: bool = True
) -> Planned[DuelChoices, DuelSetup]:
    choices = DuelChoices(seats, secret=secret)
    return Planned(choices, "5", draw_setup(catalogue(), choices, Random(5)))


def test_of_a_secret_deck_others_see_what_lies_on_the_table() -> None:
    plan = planned()
    seen = GAMES.redact_plan(plan, PUBLIC)
    for full, left in zip(plan.setup.seats, seen.setup.seats, strict=True):
        assert left.is_redacted
        assert (left.deck.phoenixborn, left.deck.dice) == (full.deck.phoenixborn, full.deck.dice)
        assert (left.draw_pile, left.phoenixborn) == (25, full.phoenixborn)
        assert (left.name, left.ready, left.conjurations, left.deck.cards) == (None, None, {}, {})
        assert [card.id for card in left.cards] == [full.deck.phoenixborn]
    assert seen.seed == ""
    assert {seat.ready for seat in seen.choices.seats} == {None}
    sheet = GAMES.sheet(seen.setup)
    assert {(seat.is_hidden, seat.deck, seat.cards) for seat in sheet.body.seats} == {
        (True, "", ())
    }


def test_a_player_sees_their_own_deck_and_everybody_all_when_the_game_is_over() -> None:
    plan = planned()
    seen = GAMES.redact_plan(plan, Audience(frozenset({1})))
    assert seen.choices.seats[0] == plan.choices.seats[0]
    assert [seat.is_redacted for seat in seen.setup.seats] == [False, True, True]
    assert seen.seed == ""  # it would draw the others' decks
    assert GAMES.redact_plan(plan, EVERYTHING) is plan


def test_open_decks_are_open() -> None:
    plan = planned(secret=False)
    assert GAMES.redact_plan(plan, PUBLIC) is plan
    assert GAMES.redact_setup(plan.setup, PUBLIC) is plan.setup


def test_a_draft_has_no_seed_for_none_deals_its_hands_again() -> None:
    choices = DuelChoices((SeatChoice(), SeatChoice()), draft=DraftChoice(Edition.FIRST, ()))
    plan = Planned(choices, "5", draw_setup(catalogue(), choices, Random(5)))
    assert GAMES.redact_plan(plan, PUBLIC) == replace(plan, seed="")


def test_a_typed_phoenixborn_keeps_its_name() -> None:
    born = OwnCard("Zoe", CardType.PHOENIXBORN, life=20)
    hidden = OwnCard("Canary", CardType.ALLY)
    deck = Deck("Mine", born.key, {hidden.key: 3}, own=(born, hidden))
    choices = DuelChoices((SeatChoice(deck=deck), SeatChoice()), reason="x", secret=True)
    setup = draw_setup(catalogue(), choices, Random(1))
    left = GAMES.redact_setup(setup, PUBLIC).seats[0]
    assert (left.phoenixborn and left.phoenixborn.name.en, left.deck.own) == ("Zoe", (born,))


def test_what_was_redacted_comes_back_from_the_game() -> None:
    plan = planned()
    seen = GAMES.redact_plan(plan, PUBLIC)
    seats = list(seen.choices.seats)
    seats[1] = SeatChoice("Bo", ready=READY[3])
    sent = replace(seen.choices, seats=tuple(seats))
    kept = GAMES.restore_choices(sent, plan, PUBLIC)
    drawn = plan.setup.seats[2].ready
    assert kept.seats == (SEATS[0], seats[1], SeatChoice("Cy", stays=drawn))
    assert kept.secret


def test_nobody_ends_the_secrecy_of_a_deck_that_they_cannot_see() -> None:
    plan = planned()
    sent = replace(GAMES.redact_plan(plan, PUBLIC).choices, secret=False)
    for sender in (PUBLIC, Audience(frozenset({1, 2}))):
        with pytest.raises(RulesError) as caught:
            GAMES.restore_choices(sent, plan, sender)
        assert [problem.code for problem in caught.value.problems] == ["duel.stays_secret"]
    kept = GAMES.restore_choices(sent, plan, Audience(frozenset({1, 2, 3})))
    assert (kept.secret, kept.seats[:2]) == (False, SEATS[:2])


def test_a_deck_beyond_the_seats_of_a_game_does_not_come_back() -> None:
    plan = planned()
    seen = GAMES.redact_plan(plan, PUBLIC).choices
    with pytest.raises(RulesError):
        GAMES.restore_choices(replace(seen, seats=(*seen.seats, seen.seats[0])), plan, PUBLIC)


def test_a_file_has_no_secret_and_can_be_read() -> None:
    seen = GAMES.export_plan(GAMES.redact_plan(planned(), PUBLIC))
    plain = to_plain(seen.choices)
    assert "Canary" not in str(plain)
    again = from_plain(DuelChoices, plain)
    setup = draw_setup(catalogue(), again, Random(9))
    assert [seat.deck.phoenixborn for seat in setup.seats] == [
        seat.deck.phoenixborn for seat in planned().setup.seats
    ]


def test_that_two_secret_decks_are_the_same_is_secret_too() -> None:
    twice = (SeatChoice(ready=READY[0]), SeatChoice(ready=READY[0]))
    assert planned(twice).setup
    with pytest.raises(RulesError):
        planned(twice, secret=False)


def test_a_random_deck_is_random_to_those_who_cannot_see_it() -> None:
    seen = GAMES.redact_plan(planned(), PUBLIC).choices.seats
    assert [seat.is_random for seat in seen] == [False, False, True]
    assert seen[2].drawn_from is Edition.FIRST


def test_what_is_wrong_with_a_deck_is_not_told_to_who_cannot_see_it() -> None:
    plan = planned()
    sent = replace(GAMES.redact_plan(plan, Audience(frozenset({1}))).choices, reason="")
    problems = [
        Problem("deck.copies", {"card": "canary"}, "decks.2", overrulable=True),
        Problem("deck.size", {}, "decks.2", overrulable=True),
        Problem("deck.copies", {"card": "mine"}, "decks.1"),
    ]
    assert GAMES.redact_problems(problems, sent) == [
        Problem("duel.secret_deck", {}, "decks.2", overrulable=True),
        problems[2],
    ]


# --- the First Five of a game ---

FIVE = tuple(OWN.cards)[3:8]
CHOSEN = (replace(SEATS[0], first_five=FIVE), SEATS[1])


def test_the_first_five_of_a_game_are_their_players_secret_though_decks_are_open() -> None:
    """P. 4, step 3: they are chosen from the deck, and a hand is not shown."""
    plan = planned(CHOSEN, secret=False)
    assert plan.setup.seats[0].first_five == FIVE
    seen = GAMES.redact_plan(plan, PUBLIC)
    assert (seen.choices.seats[0].first_five, seen.setup.seats[0].first_five) == (None, ())
    assert seen.setup.seats[0].deck == OWN  # open, with what it keeps
    steps = [step.code for step in GAMES.sheet(seen.setup).steps if step.part == "seat-1"]
    assert "step.secret_five" in steps
    own = GAMES.redact_plan(plan, Audience(frozenset({1})))
    assert own.setup.seats[0].first_five == FIVE
    assert GAMES.redact_plan(plan, EVERYTHING) is plan
    assert from_plain(DuelSetup, to_plain(seen.setup)) == seen.setup


def test_first_five_stay_when_others_change_something_and_go_with_their_deck() -> None:
    for secret in (False, True):
        plan = planned(CHOSEN, secret=secret)
        seen = GAMES.redact_plan(plan, Audience(frozenset({2})))
        changed = replace(seen.choices, first=2)
        restored = GAMES.restore_choices(changed, plan, Audience(frozenset({2})))
        assert restored.seats[0].first_five == FIVE
    plan = planned(CHOSEN, secret=False)
    other = replace(plan.choices, seats=(SeatChoice("Ada", ready=READY[3]), SEATS[1]))
    assert GAMES.restore_choices(other, plan, PUBLIC).seats[0].first_five is None
    none = replace(plan.choices, seats=(replace(CHOSEN[0], first_five=()), SEATS[1]))
    assert GAMES.restore_choices(none, plan, PUBLIC).seats[0].first_five == ()


@pytest.mark.parametrize(
    ("five", "code"),
    [
        (FIVE[:4], "deck.first_five_count"),
        ((*FIVE[:4], FIVE[0]), "deck.first_five_count"),
        ((*FIVE[:4], "fear"), "deck.first_five_not_in_deck"),
    ],
)
def test_first_five_that_cannot_be_are_refused(five: tuple[str, ...], code: str) -> None:
    with pytest.raises(RulesError) as refused:
        planned((replace(SEATS[0], first_five=five), SEATS[1]), secret=False)
    first = refused.value.problems[0]
    assert (first.code, first.path) == (code, "first_five.1")
    told = GAMES.redact_problems(refused.value.problems, DuelChoices(SEATS[:2]))
    assert {problem.code for problem in told} == {"duel.secret_deck"}  # somebody else's

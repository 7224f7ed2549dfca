"""Duels and melees: a deck for everybody, the sheet of the rulebook, and results that can be."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatChoice, draw_setup
from campaign.rules.ashes.result import DuelResult, Ending
from campaign.rules.ashes.systems import GAMES
from campaign.rules.core.facts import Planned, Played
from campaign.rules.core.play import Tag
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_plain, to_plain
from tests.rules.ashes.packs import READY, catalogue, open_choices, ready

IRON, SNAKES = READY[:2]
DUEL = DuelChoices((SeatChoice("Ada", IRON), SeatChoice("Bruno", SNAKES)))


def drawn(choices: DuelChoices, seed: int = 5) -> DuelSetup:
    return draw_setup(catalogue(), choices, Random(seed))


def refused(choices: DuelChoices) -> list[tuple[str, str]]:
    with pytest.raises(RulesError) as caught:
        drawn(choices)
    return [(problem.code, problem.path) for problem in caught.value.problems]


def codes(result: DuelResult, players: int = 2) -> list[str]:
    setup = drawn(DUEL if players == 2 else open_choices(players))
    return [problem.code for problem in GAMES.result_problems(setup, result)]


def test_the_sheet_of_a_duel_has_what_each_player_sets_out() -> None:
    sheet = GAMES.sheet(drawn(DUEL), seed="5", players=("Ada", "Bruno"))
    plain: dict[str, Any] = json.loads(json.dumps(sheet.as_dict()))
    assert (plain["system"], plain["players"], plain["seed"]) == ("ashes", 2, "5")
    iron, snakes = plain["seats"]
    assert (iron["phoenixborn"], iron["life"]) == ("Coal Roarkwin", 15)
    assert (iron["battlefield"], iron["spellboard"]) == (6, 5)
    assert len(set(iron["first_five"])) == 5
    assert iron["draw_pile"] == 25
    assert iron["conjurations"] == [{"name": "Iron Rhino", "count": 5}]
    assert iron["dice"] == {"ceremonial": 5, "natural": 5}
    assert {"name": "Gilder", "count": 5} in snakes["conjurations"]
    assert [step["code"] for step in plain["steps"] if step["part"] == "seat-1"] == [
        "step.phoenixborn",
        "step.first_five",
        "step.conjurations",
        "step.draw_pile",
        "step.reference_cards",
        "step.dice",
    ]
    assert [step["code"] for step in plain["steps"]][-2:] == ["step.tokens", "step.roll_for_first"]


def test_names_are_those_of_the_pack_in_polish_and_english_elsewhere() -> None:
    polish = GAMES.sheet(drawn(DUEL), language="pl").body.seats[0]
    assert (polish.deck, polish.first_five[0]) == ("Żelazni Ludzie", "Kotwicznik")
    assert GAMES.sheet(drawn(DUEL), language="fr").body.seats[0].first_five[0] == "Anchornaut"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_open_seats_get_different_decks_of_the_six(players: int) -> None:
    choices = open_choices(players)
    for seed in range(20):
        setup = drawn(choices, seed)
        assert setup == drawn(choices, seed)
        assert len({seat.ready for seat in setup.seats}) == players
    chosen = DuelChoices((SeatChoice(ready=IRON), *choices.seats[1:]))
    assert all(drawn(chosen, seed).seats[0].ready == IRON for seed in range(20))
    assert all(len({s.ready for s in drawn(chosen, n).seats}) == players for n in range(20))


def test_random_decks_are_of_the_edition_of_the_others_or_of_the_one_asked_for() -> None:
    reborn = SeatChoice(ready="reborn-the-iron-men")
    asked = SeatChoice(drawn_from=Edition.REBORN)
    for choices in (DuelChoices((reborn, SeatChoice())), DuelChoices((asked, SeatChoice()))):
        for seed in range(20):
            editions = {seat.deck.edition for seat in drawn(choices, seed).seats}
            assert editions == {Edition.REBORN}


def test_the_first_five_of_a_deck_that_keeps_none_are_chosen_in_the_set_up() -> None:
    """P. 4, step 3: five cards, of which none is the same as another."""
    unsaid = SeatChoice(ready="reborn-the-end-of-argaia-rowan")
    sheet = GAMES.sheet(drawn(DuelChoices((unsaid, SeatChoice(ready="reborn-the-iron-men")))))
    steps = [step for step in sheet.steps if step.part == "seat-1"]
    assert steps[1].code == "step.choose_five"
    assert sheet.body.seats[0].draw_pile == 25
    with_favourites = [step.code for step in sheet.steps if step.part == "seat-2"]
    assert "step.first_five" in with_favourites


def test_in_organised_play_no_chained_card_is_among_the_first_five() -> None:
    """A rule of public organised play, not of the book: it holds only where it is chosen."""
    chained = next(card.id for card in catalogue().cards(Edition.REBORN) if card.chained)
    deck = ready("reborn-the-mist-guardian")
    last = [*deck.cards][-1]
    cards = {**{key: n for key, n in deck.cards.items() if key != last}, chained: 3}
    with_chained = replace(deck, cards=cards, first_five=(*deck.first_five[:4], chained))
    seats = (SeatChoice(deck=with_chained), SeatChoice(ready="reborn-the-iron-men"))
    assert drawn(DuelChoices(seats)).organised is False
    assert refused(DuelChoices(seats, organised=True)) == [("duel.chained_first", "decks.1")]
    other = replace(with_chained, first_five=deck.first_five[:4])
    allowed = DuelChoices((replace(seats[0], deck=other), seats[1]), organised=True)
    assert "step.organised" in [step.code for step in GAMES.sheet(drawn(allowed)).steps]


def test_bad_choices_are_refused_all_at_once() -> None:
    assert refused(open_choices(0)) == [("duel.players", "players")]
    assert ("duel.players", "players") in refused(open_choices(7))
    twice = DuelChoices((SeatChoice(ready=IRON),) * 2, first=3)
    assert refused(twice) == [("duel.no_such_seat", "first"), ("duel.deck_twice", "players")]
    assert refused(replace(twice, reason="two boxes")) == [("duel.no_such_seat", "first")]
    assert drawn(replace(twice, first=2, reason="two boxes")).first == 2
    nothing = DuelChoices((SeatChoice(ready="nothing"), SeatChoice()))
    assert refused(nothing) == [("duel.deck_unknown", "decks.1")]


def test_a_deck_of_ones_own_is_kept_whole_and_must_be_right() -> None:
    wrong = replace(ready(), name="Mine", dice={DiceType.CEREMONIAL: 9})
    choices = DuelChoices((SeatChoice(deck=wrong), SeatChoice(ready=SNAKES)))
    assert refused(choices) == [("deck.too_few_dice", "decks.1")]
    overruled = drawn(replace(choices, reason="a shorter format"))
    assert overruled.seats[0].deck == wrong
    hinted = replace(ready(), name="Mine", dice={DiceType.CEREMONIAL: 10})
    setup = drawn(DuelChoices((SeatChoice(deck=hinted), SeatChoice())))
    assert GAMES.sheet(setup).body.seats[0].deck == "Mine"
    mixed = DuelChoices((SeatChoice(deck=Deck(edition=Edition.REBORN)), DUEL.seats[0]))
    assert ("duel.editions_mixed", "players") in refused(mixed)


def test_facts_read_back_as_they_were_written() -> None:
    choices = replace(DUEL, seats=(*DUEL.seats, SeatChoice("Cleo", deck=ready(READY[2]))))
    planned: Planned[Any, Any] = Planned(choices, "5", drawn(choices))
    played = Played(DuelResult(1, Ending.DESTROYED, 6, (1, 2, 3), (4, 0, 0)), ("A", "B", "C"))
    for fact in (planned, played):
        read = from_plain(GAMES.facts[fact.kind], json.loads(json.dumps(to_plain(fact))))
        assert read == fact
        assert GAMES.tidy(read) == read
        assert GAMES.entry_problems(read) == ()


def test_results_without_contradiction_stand() -> None:
    assert codes(DuelResult(1, Ending.DESTROYED, 7, life=(3, 0))) == []
    assert codes(DuelResult(2, Ending.CONCEDED, life=(5, 9))) == []
    assert codes(DuelResult(None, Ending.DESTROYED, life=(0, 0))) == []
    assert codes(DuelResult(3, Ending.DESTROYED, places=(2, 3, 1), life=(0, 0, 8)), 3) == []


@pytest.mark.parametrize(
    ("result", "found"),
    [
        (DuelResult(3), ["duel.no_such_seat"]),
        (DuelResult(1, life=(0, 0)), ["duel.winner_destroyed"]),
        (DuelResult(1, Ending.DESTROYED, life=(3, 2)), ["duel.loser_lives"]),
        (DuelResult(None, Ending.DESTROYED, life=(3, 0)), ["duel.somebody_lives"]),
        (DuelResult(1, life=(16, None)), ["duel.more_life_than_printed"]),
        (DuelResult(1, places=(2, 1)), ["duel.winner_not_first", "duel.first_did_not_win"]),
        (DuelResult(1, places=(1, 3)), ["duel.no_such_place"]),
        (DuelResult(1, life=(1, 0, 0)), ["duel.no_such_seat"]),
    ],
)
def test_contradictions_are_named(result: DuelResult, found: list[str]) -> None:
    assert codes(result) == found


def test_rounds_and_life_have_limits() -> None:
    played = Played(DuelResult(1, rounds=100, life=(100, 0)))
    paths = {(found.code, found.path) for found in GAMES.entry_problems(played)}
    assert paths == {("number.out_of_range", "rounds"), ("number.out_of_range", "life.1")}


def test_the_ledger_counts_seats_decks_and_rounds() -> None:
    setup = drawn(DUEL)
    result = DuelResult(2, Ending.DESTROYED, 6, life=(0, 4))
    played = Played(result, ("Ada", "Bruno"), played_on=date(2026, 5, 1), minutes=50)
    record = GAMES.play(DUEL, setup, played)
    assert (record.result, record.ending, record.minutes) == ("", "destroyed", 50)
    assert [(s.key, s.player, s.result, s.place, s.score) for s in record.seats] == [
        ("coal-roarkwin", "Ada", "loss", 2, 0),
        ("maeoni-viper", "Bruno", "win", 1, 4),
    ]
    assert record.tags == (
        Tag("deck", IRON, "", 1),
        Tag("deck", SNAKES, "", 2),
        Tag("rounds", "rounds", "", 6),
    )
    drawn_game = GAMES.play(DUEL, setup, Played(DuelResult()))
    assert (drawn_game.result, drawn_game.seats[0].result) == ("draw", "draw")

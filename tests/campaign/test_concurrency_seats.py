"""Phones that take seats at the same moment: each seat has one of them, the others are told."""

import pytest

from campaign.models import Game, Person, Seat
from campaign.rules.core.problems import RulesError
from campaign.services.seats import game_again, game_remove, seat_take
from tests.campaign.at_once import at_once
from tests.campaign.factories import person
from tests.tracker import one_offs

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_phones_one_gets_a_seat_and_the_others_a_sentence() -> None:
    game, phones = one_offs.game(mages=2), [person(f"Player {n}") for n in range(6)]

    def take(place: int) -> Seat:
        held = Game.objects.get(pk=game.pk)
        number, who = place % 2 + 1, phones[place]
        return seat_take(
            game=held, key=held.invite_key, number=number, person=who, name=f"Player {place}"
        )

    answers = at_once(*(lambda place=place: take(place) for place in range(6)))
    refused = [answer for answer in answers if isinstance(answer, RulesError)]
    assert {problem.code for error in refused for problem in error.problems} == {"seat.taken"}
    assert len(refused) == 4
    assert sorted(seat.number for seat in Seat.objects.exclude(person=None)) == [1, 2]


def test_two_who_play_again_at_once_and_ask_each_other_do_not_wait_for_one_another() -> None:
    game, players = one_offs.game(mages=2), [person("Anna"), person("Bo")]
    for number, player in enumerate(players, start=1):
        seat_take(game=game, key=game.invite_key, number=number, person=player, name=str(player))

    def again(player: Person) -> Game:
        held = Game.objects.get(pk=game.pk)
        chosen = one_offs.choices(held)
        made, asked = game_again(game=held, choices=chosen, person=player, token=f"by-{player.pk}")
        assert asked == 1
        return made

    for _round in range(3):
        answers = at_once(*(lambda player=player: again(player) for player in players))
        assert {type(answer) for answer in answers} == {Game}, answers
        Game.objects.exclude(pk=game.pk).delete()


def test_a_game_that_its_owner_removes_while_somebody_sits_down_is_theirs_or_gone() -> None:
    game, bo = one_offs.game(), person("Bo")
    owner = game.owner
    answers = at_once(
        lambda: seat_take(
            game=Game.objects.get(pk=game.pk), key=game.invite_key, number=1, person=bo, name="Bo"
        ),
        lambda: game_remove(game=Game.objects.get(pk=game.pk), person=owner),
    )
    kept = Game.objects.filter(pk=game.pk).first()
    if kept is None:
        assert isinstance(answers[0], RulesError | Game.DoesNotExist)
    else:
        assert (kept.owner, answers[1]) == (bo, False)

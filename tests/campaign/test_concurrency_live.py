"""A move and a result of one game at once: the move counts before the result, or not at all."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from campaign.models import Game, LiveMove
from campaign.rules.aeons_end.live.moves import Dial, Whose
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.core.problems import RulesError
from campaign.services.games import change_undo, game_undo
from campaign.services.live import move_make, table_open
from tests.campaign import factories
from tests.campaign.at_once import Aside, WhenHeld

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "connection.vendor != 'postgresql'",
        reason="on SQLite a write begins when no other is under way",
    ),
]


def moving(game: Game) -> Aside:
    move = Dial(Whose.GRAVEHOLD, -3)
    return Aside(lambda: move_make(game=game, person=None, move=move))


def refused(answer: Any) -> set[str]:
    assert isinstance(answer, RulesError), answer
    return {problem.code for problem in answer.problems}


def test_no_move_is_made_while_the_result_of_a_game_is_saved() -> None:
    alone = factories.start_game(person=factories.person(), choices=open_choices(2))
    campaign = factories.planned_campaign()
    in_campaign = campaign.games.get()
    results: dict[Game, Callable[[], object]] = {
        alone: lambda: factories.end_game(
            game=alone, tally=factories.WIN, revision=alone.revision, person=alone.owner
        ),
        in_campaign: lambda: factories.record_win(campaign),
    }
    for game, save in results.items():
        table_open(game=game, person=None)
        late = moving(Game.objects.get(pk=game.pk))
        with connection.execute_wrapper(WhenHeld("game", late)):
            save()
        late.end()
        assert refused(late.answer) == {"live.closed"}
    assert not LiveMove.objects.exists()


def test_no_move_is_made_while_a_game_of_a_campaign_is_undone_or_its_result_comes_back() -> None:
    campaign = factories.planned_campaign()
    game, keeper = campaign.games.get(), factories.keeper_of(campaign)
    table_open(game=game, person=None)
    late = moving(Game.objects.get(pk=game.pk))
    factories.record_win(campaign)
    change_undo(record=campaign, revision=campaign.revision, person=keeper)
    with connection.execute_wrapper(WhenHeld("game", late)):
        change_undo(record=campaign, revision=campaign.revision, person=keeper)
    late.end()
    assert refused(late.answer) == {"live.closed"}
    change_undo(record=campaign, revision=campaign.revision, person=keeper)
    late = moving(Game.objects.get(pk=game.pk))
    with connection.execute_wrapper(WhenHeld("game", late)):
        game_undo(game=1, campaign=campaign, revision=campaign.revision, person=keeper)
    late.end()
    assert refused(late.answer) == {"one_off.not_there"}
    assert not LiveMove.objects.exists()

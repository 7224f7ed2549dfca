"""Seats: who takes, leaves and frees them, whose game it is then, and what is in whose log."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import FreedSeat, Game, Person, Play
from campaign.rules.core.problems import RulesError
from campaign.selectors.games import games_left_behind, games_of
from campaign.selectors.plays import Wanted, plays_of
from campaign.selectors.seats import barred_by, offers_to, seats_of
from campaign.selectors.standing import Need, may
from campaign.selectors.statistics import count_plays
from campaign.services import seats as services
from campaign.services.games import change_undo
from campaign.services.merging import person_merge
from campaign.services.one_offs import game_change
from campaign.services.people import person_delete
from campaign.services.writes import GameSignature
from tests.campaign.factories import person
from tests.tracker import one_offs
from tests.tracker.ashes import duels

pytestmark = pytest.mark.django_db


def codes(call: Any, **arguments: Any) -> list[str]:
    """Return the codes of the problems with which a call is refused."""
    with pytest.raises(RulesError) as refused:
        call(**arguments)
    return [problem.code for problem in refused.value.problems]


def sit(game: Game, who: Person, number: int, name: str = "") -> None:
    services.seat_take(
        game=game, key=game.invite_key, number=number, person=who, name=name or str(who)
    )


def test_a_seat_has_the_name_of_who_took_it_and_keeps_it_when_they_leave() -> None:
    game, bo = duels.duel(), person("Bo")
    stamp, revision = game.stamp, game.revision
    sit(game, bo, 2)
    assert [(seat.name, seat.person_id) for seat in seats_of(game)] == [("", None), ("Bo", bo.pk)]
    assert game.stamp != stamp  # names are cached by it
    assert Game.objects.get(pk=game.pk).revision == revision  # no form becomes stale
    services.seat_leave(game=game, number=2, person=bo)
    assert [(seat.name, seat.is_free) for seat in seats_of(game)] == [("", True), ("Bo", True)]


def test_a_taken_seat_an_unknown_one_and_a_name_that_looks_like_another_are_refused() -> None:
    game, bo, cy = duels.duel(), person("Bo"), person("Cy")
    sit(game, bo, 2)
    take = services.seat_take
    assert codes(take, game=game, key=game.invite_key, number=2, person=cy, name="Cy") == [
        "seat.taken"
    ]
    assert codes(take, game=game, key=game.invite_key, number=3, person=cy, name="Cy") == [
        "seat.unknown"
    ]
    assert codes(take, game=game, key=game.invite_key, number=1, person=cy, name="B0") == [
        "people.looks_alike"
    ]
    assert codes(take, game=game, key=game.invite_key, number=1, person=cy) == ["seat.name_missing"]
    assert codes(take, game=game, key=game.invite_key, number=1, person=cy, name="x" * 61) == [
        "text.too_long"
    ]
    assert not games_of(cy)


def test_a_form_sent_twice_takes_one_seat_and_one_person_may_hold_several() -> None:
    game, bo = duels.duel(), person("Bo")
    for _time in range(2):
        services.seat_take(
            game=game,
            key=game.invite_key,
            number=1,
            person=bo,
            name="Bo",
            token="a-form-of-its-own",
        )
    services.seat_take(
        game=game, key=game.invite_key, number=2, person=bo, name="Ola", token="a-form-of-its-own"
    )
    assert [seat.name for seat in game.seats.filter(person=bo)] == ["Bo", "Ola"]


def test_only_the_owner_frees_the_seat_of_somebody_else() -> None:
    game, bo, cy = duels.duel(), person("Bo"), person("Cy")
    sit(game, bo, 1)
    sit(game, cy, 2)
    free = services.seat_free
    assert codes(free, game=game, number=2, owner=bo) == ["seat.not_yours"]
    free(game=game, number=2, owner=game.owner)
    assert FreedSeat.objects.get().person == cy
    assert codes(free, game=game, number=2, owner=game.owner) == ["seat.nobody_there"]
    sit(game, cy, 2)  # by the same link, on the same phone
    assert not FreedSeat.objects.exists()


def test_who_is_barred_stays_out_until_there_is_a_new_link() -> None:
    game, bo = duels.duel(), person("Bo")
    sit(game, bo, 1)
    sit(game, bo, 2, "Ola")
    services.seat_free(game=game, number=2, owner=game.owner, bars=True)
    assert not game.seats.exclude(person=None).exists()
    assert codes(services.seat_take, game=game, number=1, person=bo) == ["seat.barred"]
    account = person("Bo", username="bo")
    person_merge(guest=bo, into=account)  # signing in does not help
    assert codes(services.seat_take, game=game, number=1, person=account) == ["seat.barred"]
    old = game.invite_key
    services.invite_renew(game=game, owner=game.owner)
    assert Game.objects.get(pk=game.pk).invite_key == game.invite_key != old
    sit(game, account, 1)


def barred() -> tuple[Game, Person, Person]:
    """Return a game from which its owner, who comes first, has barred somebody."""
    game, bo = duels.played(), person("Bo")
    sit(game, game.owner, 1)
    sit(game, bo, 2)
    services.seat_free(game=game, number=2, owner=game.owner, bars=True)
    return game, game.owner, bo


def test_an_owner_is_asked_no_more_whatever_becomes_of_the_game() -> None:
    game, owner, bo = barred()
    services.invite_renew(game=game, owner=owner)
    sit(game, bo, 2)  # by the new link, from whomever
    services.seat_leave(game=game, number=2, person=bo)
    assert barred_by(bo) == {owner.pk}
    sit(game, person("Cy"), 2)
    services.game_remove(game=game, person=owner)  # Cy owns it now
    assert barred_by(bo) == {owner.pk}
    game.delete()
    assert barred_by(bo) == {owner.pk}


def test_an_owner_who_asks_again_may_be_asked_again() -> None:
    _game, owner, bo = barred()
    other = duels.duel()
    sit(other, owner, 1)
    sit(other, bo, 2)
    assert not services.seats_offer(game=other, to=duels.duel(person=bo), person=bo)
    assert barred_by(bo) == {owner.pk}
    assert services.seats_offer(game=other, to=duels.duel(person=owner), person=owner) == 1
    assert not barred_by(bo)


@pytest.mark.parametrize("guest_bars", [True, False])
def test_who_barred_whom_is_remembered_by_an_account(guest_bars: bool) -> None:
    _game, owner, bo = barred()
    guest, account = (owner if guest_bars else bo), person("Account", username="account")
    person_merge(guest=guest, into=account)
    if guest_bars:
        assert barred_by(bo) == {account.pk}
    else:
        assert barred_by(account) == {owner.pk}


def test_of_two_bars_the_later_counts_for_the_account_of_a_guest() -> None:
    game, _owner, guest = barred()
    account = person("Account", username="account")
    services.invite_renew(game=game, owner=game.owner)
    at = FreedSeat.objects.get(person=guest).barred_at
    FreedSeat.objects.create(game=game, person=account)  # freed before, and not barred
    person_merge(guest=guest, into=account)
    assert FreedSeat.objects.get(person=account).barred_at == at


def test_a_set_up_with_fewer_players_than_sit_is_refused() -> None:
    game, bo = one_offs.game(mages=3), person("Bo")
    sit(game, bo, 3)
    fewer = one_offs.choices(one_offs.game(mages=2))
    signed: GameSignature = {"revision": game.revision, "person": game.owner}
    assert codes(game_change, game=game, choices=fewer, **signed) == ["seat.still_taken"]
    services.seat_leave(game=game, number=3, person=bo)
    game_change(game=game, choices=fewer, **signed)


def test_undoing_a_change_after_which_more_sit_is_refused() -> None:
    game, bo = one_offs.game(mages=2), person("Bo")
    more = one_offs.choices(one_offs.game(mages=3))
    game_change(game=game, choices=more, revision=game.revision, person=game.owner)
    sit(game, bo, 3)
    signed: GameSignature = {"revision": game.revision, "person": game.owner}
    assert codes(change_undo, record=game, **signed) == ["seat.still_taken"]
    services.seat_leave(game=game, number=3, person=bo)
    change_undo(record=game, **signed)


def test_a_game_stays_with_who_holds_a_seat_when_its_owner_goes() -> None:
    owner, guest, account = person("Ada"), person("Bo"), person("Cy", username="cy")
    removed, deleted, alone = (duels.duel(owner) for _ in range(3))
    for game in (removed, deleted):
        sit(game, guest, 1)
        sit(game, account, 2)
    assert not services.game_remove(game=removed, person=owner)
    assert games_left_behind(owner) == (1, 1)
    person_delete(person=owner)
    assert set(games_of(guest)) == set(games_of(account)) == {removed, deleted}
    assert {game.owner for game in Game.objects.all()} == {account}  # an account first
    assert not Game.objects.filter(pk=alone.pk).exists()


def test_a_game_leaves_the_log_of_who_removes_it_and_the_last_one_deletes_it() -> None:
    game, bo = duels.played(), person("Bo")
    owner = game.owner
    sit(game, bo, 2)
    assert list(plays_of(bo)) == list(plays_of(owner)) == [game.play]
    assert not services.game_remove(game=game, person=bo)
    assert (list(plays_of(bo)), list(plays_of(owner))) == ([], [game.play])
    assert services.game_remove(game=game, person=owner)
    assert not Play.objects.exists()


def test_each_counts_their_own_wins() -> None:
    game, ada, bo = duels.played(winner=1), person("Ada"), person("Bo")
    sit(game, ada, 1, "Ada")
    sit(game, bo, 2, "Bruno")
    for who, (won, lost) in {ada: (1, 0), bo: (0, 1), game.owner: (0, 0)}.items():
        score = count_plays(plays_of(who), "en", who).score
        assert (score.won, score.lost, score.games) == (won, lost, 1)
    assert [plays_of(who, Wanted(result="win")).count() for who in (ada, bo)] == [1, 0]


def test_who_plays_both_seats_has_neither_won_nor_lost() -> None:
    game, ada = duels.played(winner=1), person("Ada")
    sit(game, ada, 1, "Ada")
    sit(game, ada, 2, "Bruno")
    assert count_plays(plays_of(ada), "en", ada).score.other == 1
    assert plays_of(ada).count() == 1


def test_playing_again_offers_everybody_their_seat() -> None:
    game, again, bo = one_offs.game(mages=3), one_offs.game(mages=2), person("Bo")
    for number, name in ((1, "Bo"), (3, "Ola")):
        sit(game, bo, number, name)
    cy = person("Cy")
    sit(game, cy, 2)
    services.seats_offer(game=game, to=again, person=bo)
    services.seats_offer(game=game, to=again, person=bo)  # the same form again
    seats = [(seat.number, seat.name, seat.person) for seat in again.seats.all()]
    assert seats == [(1, "Bo", bo), (2, "Cy", None)]
    assert [(offer.number, offer.person) for offer in offers_to(cy)] == [(2, cy)]
    assert not offers_to(bo)
    sit(again, person("Dan"), 2)  # somebody else was faster
    assert not offers_to(cy)


def test_a_link_that_is_replaced_while_somebody_sits_down_lets_nobody_in() -> None:
    game, bo = duels.duel(), person("Bo")
    old = game.invite_key
    services.invite_renew(game=game, owner=game.owner)
    take = services.seat_take
    refused = codes(take, game=game, key=old, number=1, person=bo, name="Bo")
    assert refused == ["seat.link_replaced"]
    assert codes(take, game=game, number=1, person=bo, name="Bo") == ["seat.link_replaced"]
    take(game=game, number=1, person=game.owner, name="Ada")  # who is in needs no link


def test_who_is_barred_does_not_come_back_by_a_guest_who_is_not() -> None:
    game, guest, ola = duels.duel(), person("Guest"), person("Ola", username="ola")
    sit(game, ola, 1)
    services.seat_free(game=game, number=1, owner=game.owner, bars=True)
    sit(game, guest, 1)
    person_merge(guest=guest, into=ola)
    assert [seat.is_free for seat in seats_of(Game.objects.get(pk=game.pk))] == [True, True]
    standing = may(ola, game)
    assert (standing.need, standing.barred) == (None, True)


def test_who_was_barred_as_a_guest_stays_barred_with_an_account() -> None:
    game, guest, ola = duels.duel(), person("Guest"), person("Ola", username="ola")
    sit(game, guest, 1)
    services.seat_free(game=game, number=1, owner=game.owner, bars=True)
    person_merge(guest=guest, into=ola)
    assert codes(
        services.seat_take, game=game, key=game.invite_key, number=1, person=ola, name="Ola"
    ) == ["seat.barred"]


def test_the_owner_as_whom_somebody_signs_in_is_not_kept_out_by_an_old_bar() -> None:
    ola, guest = person("Ola", username="ola"), person("Guest")
    game = duels.duel(guest)
    sit(game, ola, 1)
    services.seat_free(game=game, number=1, owner=guest, bars=True)
    person_merge(guest=guest, into=ola)
    assert may(ola, Game.objects.get(pk=game.pk)).need == Need.KEEP


def test_a_game_is_taken_over_only_from_an_owner_who_is_gone() -> None:
    game, bo = duels.duel(), person("Bo")
    over = services.game_take_over
    sit(game, bo, 1)
    assert codes(over, game=game, person=bo) == ["seat.owner_is_here"]
    long_ago = timezone.now() - timedelta(minutes=61)
    Game.objects.filter(pk=game.pk).update(created_at=long_ago)
    game.changes.update(at=long_ago)
    assert codes(over, game=game, person=person("Cy")) == ["seat.owner_is_here"]  # has no seat
    over(game=game, person=bo)
    assert Game.objects.get(pk=game.pk).owner == bo

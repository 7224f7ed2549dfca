"""Writing one-off games: whole or not at all, once, and only what was seen."""

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from campaign.models import OneOffGame, OneOffMage, OneOffPile, Person, Role
from campaign.rules.aeons_end.one_off.choices import Choices, Place, from_json, open_choices
from campaign.rules.aeons_end.one_off.setup import MarketRequest
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.selectors import one_off as selectors
from campaign.services.campaigns import campaign_delete
from campaign.services.one_off import (
    OneOffStale,
    SentBefore,
    one_off_change,
    one_off_delete,
    one_off_record,
    one_off_reopen,
    one_off_roll,
    one_off_share,
    one_off_start,
)
from campaign.services.people import person_delete, person_merge
from tests.campaign import factories
from tests.campaign.factories import refused

pytestmark = pytest.mark.django_db

WON = Tally(
    Result.WIN,
    Ending.NEMESIS_DEFEATED,
    gravehold_life=11,
    nemesis_life=0,
    lives=(4, 0),
    exhausted=frozenset({2}),
)
EVENING = datetime.date(2024, 3, 9)


def start(person: Person | None = None, *, mages: int = 2, **more: Any) -> OneOffGame:
    owner = person or factories.person()
    more.setdefault("choices", open_choices(mages))
    return one_off_start(person=owner, **more)


def record(game: OneOffGame, **more: Any) -> OneOffGame:
    given = {"tally": WON, "played_on": EVENING, "minutes": 70, "person": game.owner, **more}
    return one_off_record(game=game, revision=game.revision, **given)


def invited(campaign: Any, seat: int = 1) -> Place:
    mage = campaign.mages.get(seat=seat)
    return Place(guest=selectors.invited([mage])[mage.pk])


# --- start, change, roll ---


def test_a_game_is_set_up_from_nothing_but_the_number_of_mages() -> None:
    game = start(mages=3)
    setup = selectors.one_off_setup(OneOffGame.objects.get())
    assert (game.mage_count, len(setup.mats), len(setup.market)) == (3, 3, 9)
    assert (game.nemesis, game.difficulty) == (setup.nemesis.id, "normal")


def test_the_same_seed_typed_by_somebody_else_makes_the_same_set_up() -> None:
    first = start(seed=" ember  gate ")
    second = start(seed="Ember Gate")
    assert first.seed == second.seed == "EMBER GATE"
    assert selectors.one_off_setup(first) == selectors.one_off_setup(second)


def test_changing_keeps_the_seed_and_rolling_does_not() -> None:
    game = start(seed="1")
    before = selectors.one_off_setup(game)
    chosen = replace(open_choices(2), nemesis="umbra-titan", difficulty="expert")
    one_off_change(game=game, revision=1, person=None, choices=chosen)
    assert (game.seed, game.revision, game.nemesis) == ("1", 2, "umbra-titan")
    assert selectors.one_off_setup(game).market == before.market
    one_off_roll(game=game, revision=2, person=None)
    assert game.seed != "1"
    assert from_json(OneOffGame.objects.get().choices) == chosen
    assert selectors.one_off_setup(game).nemesis.id == "umbra-titan"


def test_every_problem_is_said_at_once_and_nothing_is_written() -> None:
    game = start()
    chosen = Choices(
        (Place("gex"), Place("gex")),
        nemesis="nobody",
        difficulty="nightmare",
        market=MarketRequest(template="nothing"),
        boxes=("no-such-box",),
    )
    codes = (
        "mages.twice",
        "nemesis.unknown",
        "difficulty.unknown",
        "market.template_unknown",
        "one_off.box_unknown",
    )
    with refused(*codes):
        one_off_change(game=game, revision=1, person=None, choices=chosen)


def test_what_no_column_can_hold_is_refused() -> None:
    game = start()
    chosen = Choices((Place(player="x" * 61), Place()), reason="y" * 301)
    with refused("text.too_long", "text.too_long", "text.too_long", "campaign.language_unknown"):
        one_off_change(
            game=game, revision=1, person=None, choices=chosen, seed="z" * 41, language="xx"
        )


def test_only_boxes_without_a_campaign_have_one_off_games() -> None:
    person = factories.person()
    with refused("one_off.system_unknown"):
        start(person, system="aeons-end-legacy")


def test_who_saw_an_older_game_is_told_so() -> None:
    game = start()
    other = OneOffGame.objects.get()
    one_off_roll(game=game, revision=1, person=None)
    before = factories.everything()
    with pytest.raises(OneOffStale):
        one_off_roll(game=other, revision=1, person=None)
    assert factories.everything() == before


def test_the_same_form_sent_twice_writes_once() -> None:
    owner = factories.person()
    game = start(owner, token="form-one")
    with pytest.raises(SentBefore) as before:
        start(owner, token="form-one")
    assert before.value.game == game
    one_off_roll(game=game, revision=1, person=None, token="form-two")
    seed = game.seed
    with pytest.raises(SentBefore):
        one_off_roll(game=game, revision=1, person=None, token="form-two")
    assert OneOffGame.objects.get().seed == seed


def test_a_game_that_is_gone_is_said_to_be() -> None:
    game = start()
    one_off_delete(game=OneOffGame.objects.get())
    with refused("one_off.not_there"):
        one_off_roll(game=game, revision=1, person=None)


# --- guests ---


def test_a_guest_stays_as_they_were_whatever_becomes_of_their_campaign() -> None:
    campaign = factories.settled_campaign()
    chosen = Choices((invited(campaign), Place()))
    game = start(choices=chosen)
    before = selectors.one_off_setup_sheet(game).body.mages[0]
    assert before.name == "Ilva"
    factories.play_game(campaign)
    campaign_delete(campaign=campaign)
    again = OneOffGame.objects.get()
    again.stamp = "another"  # nothing remembered
    assert selectors.one_off_setup_sheet(again).body.mages[0] == before


def test_a_finished_mage_brings_every_sticker() -> None:
    campaign = factories.finished_campaign()
    sheet = selectors.one_off_setup_sheet(start(choices=Choices((invited(campaign), Place()))))
    mage = sheet.body.mages[0]
    assert len(mage.stickers) == 5
    assert mage.ability == "Mark 3-1"
    assert "Mark 2a-1" in [card.name for card in mage.hand]
    assert [breach.number for breach in mage.breaches][-1] == "IV"
    assert "Crystal" in [card.name for card in mage.hand]


def test_a_guest_sits_down_once() -> None:
    campaign = factories.settled_campaign()
    person = factories.person()
    place = invited(campaign)
    with refused("mages.twice"):
        start(person, choices=Choices((place, place)))


# --- the result ---


def test_a_result_is_stored_so_that_it_can_be_counted() -> None:
    campaign = factories.settled_campaign()
    game = start(choices=Choices((invited(campaign), Place("gex"))))
    record(game, players=("Zuza", "Piotr"), note="What a night.")
    stored = OneOffGame.objects.get()
    assert (stored.result, stored.ending) == ("win", "nemesis_defeated")
    assert (stored.gravehold_life, stored.nemesis_life) == (11, 0)
    assert (stored.played_on, stored.minutes, stored.note) == (EVENING, 70, "What a night.")
    guest, gex = stored.mages.all()
    assert (guest.key, guest.name, guest.player, guest.life) == ("legacy-green", "Ilva", "Zuza", 4)
    assert guest.legacy == campaign.mages.get(seat=1)
    assert (gex.key, gex.name, gex.player, gex.exhausted) == ("gex", "", "Piotr", True)
    market = selectors.one_off_setup(stored).market
    assert [(p.key, p.kind, p.cost) for p in stored.piles.all()] == [
        (card.id, card.kind, card.cost) for card in market
    ]
    rows = [*stored.mages.all(), *stored.piles.all()]
    assert {(row.owner_id, row.result) for row in rows} == {(game.owner_id, "win")}
    assert selectors.one_off_tally(stored) == WON


def test_a_correction_takes_the_place_of_what_stood() -> None:
    game = record(start())
    lost = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0)
    record(game, tally=lost, players=("Oda", ""))
    assert OneOffGame.objects.get().result == "loss"
    assert list(OneOffMage.objects.values_list("result", "player")) == [
        ("loss", "Oda"),
        ("loss", ""),
    ]
    assert set(OneOffPile.objects.values_list("result", flat=True)) == {"loss"}
    assert OneOffPile.objects.count() == 9


def test_a_played_game_is_not_laid_out_anew_until_its_result_is_taken_back() -> None:
    game = record(start(seed="5"))
    for write in (one_off_roll, one_off_change):
        with refused("one_off.already_played"):
            write(game=game, revision=game.revision, person=None, choices=open_choices(1))
    one_off_reopen(game=game, revision=game.revision, person=None)
    assert (OneOffMage.objects.count(), OneOffPile.objects.count()) == (0, 0)
    assert OneOffGame.objects.planned().get().seed == "5"
    one_off_roll(game=game, revision=game.revision, person=None)
    with refused("one_off.not_played"):
        one_off_reopen(game=game, revision=game.revision, person=None)


def test_a_result_that_cannot_have_happened_is_refused_with_all_that_is_wrong() -> None:
    game = start()
    impossible = Tally(Result.WIN, gravehold_life=0, lives=(11, 3))
    with refused("result.win_with_gravehold_fallen", "result.life_above_start", "result.played_on"):
        record(game, tally=impossible, played_on=datetime.date(1999, 1, 1))


def test_a_written_reason_lifts_what_rests_on_the_pack() -> None:
    game = start()
    healed = replace(WON, lives=(11, 3), exhausted=frozenset())
    record(game, tally=healed, reason="a card said so")
    assert OneOffGame.objects.get().reason == "a card said so"


def test_the_dials_start_where_the_difficulty_puts_them() -> None:
    game = start(choices=replace(open_choices(2), difficulty="beginner"))
    record(game, tally=replace(WON, gravehold_life=35, lives=(12, 12), exhausted=frozenset()))
    assert OneOffGame.objects.get().gravehold_life == 35


# --- whose it is ---


def test_a_game_is_shared_with_the_people_of_a_campaign_in_which_one_records() -> None:
    game = start()
    campaign = factories.start_campaign()
    with refused("one_off.campaign_not_yours"):
        one_off_share(game=game, person=game.owner, campaign=campaign)
    factories.join(campaign, game.owner, Role.READER)
    with refused("one_off.campaign_not_yours"):
        one_off_share(game=game, person=game.owner, campaign=campaign)
    campaign.memberships.filter(person=game.owner).update(role=Role.PLAYER)
    one_off_share(game=game, person=game.owner, campaign=campaign)
    assert list(OneOffGame.objects.among(campaign)) == [game]
    one_off_share(game=game, person=game.owner, campaign=None)
    assert not OneOffGame.objects.among(campaign)


def test_a_deleted_campaign_leaves_the_game_to_its_owner() -> None:
    game = start()
    campaign = factories.start_campaign(person=game.owner)
    one_off_share(game=game, person=game.owner, campaign=campaign)
    campaign_delete(campaign=campaign)
    assert OneOffGame.objects.get().campaign is None


def test_a_guest_who_signs_in_keeps_the_games() -> None:
    game = record(start())
    zuza = factories.person("Zuza", username="zuza")
    person_merge(guest=game.owner, into=zuza)
    stored = OneOffGame.objects.get()
    assert stored.owner == stored.recorded_by == zuza
    rows = [*OneOffMage.objects.all(), *OneOffPile.objects.all()]
    assert {row.owner_id for row in rows} == {zuza.pk}


def test_who_leaves_for_good_takes_only_the_games_nobody_shares() -> None:
    keeper = factories.person("Keeper")
    campaign = factories.start_campaign(person=keeper)
    owner = factories.person()
    factories.join(campaign, owner)
    shared, own = record(start(owner)), record(start(owner))
    one_off_share(game=shared, person=owner, campaign=campaign)
    person_delete(person=owner)
    assert list(OneOffGame.objects.values_list("code", "owner")) == [(shared.code, keeper.pk)]
    assert set(OneOffPile.objects.values_list("owner", flat=True)) == {keeper.pk}
    assert own.code != shared.code


def test_a_deleted_game_leaves_nothing() -> None:
    one_off_delete(game=record(start()))
    assert not OneOffGame.objects.exists()
    assert not OneOffMage.objects.exists()
    assert not OneOffPile.objects.exists()


# --- reads ---


def test_the_last_market_is_that_of_the_last_game_played() -> None:
    owner = factories.person()
    old = record(start(owner, seed="1"), played_on=datetime.date(2024, 1, 1))
    new = record(start(owner, seed="2"), played_on=EVENING)
    planned = start(owner, seed="3")
    piles = {card.id for card in selectors.one_off_setup(new).market}
    assert selectors.last_piles(owner, but=planned) == piles
    assert selectors.last_piles(owner, but=new) == {
        card.id for card in selectors.one_off_setup(old).market
    }
    assert selectors.last_piles(factories.person()) == frozenset()


def test_what_is_still_to_be_played_stands_first() -> None:
    owner = factories.person()
    played = record(start(owner))
    planned = start(owner)
    start()
    assert [recent.game for recent in selectors.recent_games(owner)] == [planned, played]


# --- what the database promises ---


@pytest.mark.parametrize(
    "columns",
    [
        {"mage_count": 5},
        {"result": "draw"},
        {"result": "win", "gravehold_life": 0},
        {"result": "", "minutes": 30},
        {"result": "win", "ending": "boredom"},
    ],
)
def test_the_database_refuses_what_cannot_be(columns: dict[str, Any]) -> None:
    game = start()
    with pytest.raises(IntegrityError), transaction.atomic():
        OneOffGame.objects.filter(pk=game.pk).update(**columns)


def test_the_database_refuses_a_mage_exhausted_with_life() -> None:
    record(start())
    with pytest.raises(IntegrityError), transaction.atomic():
        OneOffMage.objects.filter(seat=1).update(exhausted=True)

"""Writing one-off games: whole or not at all, once, and only what was seen."""

import datetime
from dataclasses import replace
from typing import Any

import pytest

from campaign.models import Change, Fact, Game, LiveTable, Person, Play, PlaySeat, PlayTag, Role
from campaign.records import GameFacts
from campaign.records.reading import facts_of_game
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.live.moves import Dial, Whose
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    MarketRequest,
    SeatChoice,
    open_choices,
)
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Played
from campaign.selectors import games as selectors
from campaign.selectors.history import history
from campaign.selectors.seeing import game_setup
from campaign.services import games as services
from campaign.services.campaigns import campaign_delete
from campaign.services.games import change_undo
from campaign.services.live import move_make, table_open
from campaign.services.merging import person_merge
from campaign.services.one_offs import (
    game_change,
    game_delete,
    game_reopen,
    game_roll,
    game_share,
)
from campaign.services.people import person_delete
from campaign.services.writes import AlreadyDone, Stale
from tests.campaign import factories
from tests.campaign.factories import end_game, refused, start_game
from tracker.systems.aeons_end.shared.selectors import guest_of, last_piles

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


def start(person: Person | None = None, *, mages: int = 2, **more: Any) -> Game:
    owner = person or factories.person()
    more.setdefault("choices", open_choices(mages))
    return start_game(person=owner, **more)


def standing() -> GameFacts:
    """Return all that stands in the only game there is."""
    return facts_of_game(Game.objects.get())


def seed_of(game: Game) -> str:
    return facts_of_game(game).planned.seed


def record(game: Game, **more: Any) -> Game:
    given = {"tally": WON, "played_on": EVENING, "minutes": 70, "person": game.owner, **more}
    return end_game(game=game, revision=game.revision, **given)


def invited(campaign: Any, seat: int = 1) -> SeatChoice:
    mage = campaign.mages.get(seat=seat)
    return SeatChoice(guest=guest_of(mage))


# --- start, change, roll ---


def test_a_game_is_set_up_from_nothing_but_the_number_of_mages() -> None:
    game = start(mages=3)
    setup = game_setup(Game.objects.get()).game
    assert (len(setup.mats), len(setup.market), setup.difficulty.id) == (3, 9, "normal")
    assert game.changes.get().kind == "plan"


def test_the_same_seed_typed_by_somebody_else_makes_the_same_set_up() -> None:
    first = start(seed=" ember  gate ")
    second = start(seed="Ember Gate")
    assert seed_of(first) == seed_of(second) == "EMBER GATE"
    assert game_setup(first).game == game_setup(second).game


def test_changing_keeps_the_seed_and_rolling_does_not() -> None:
    game = start(seed="1")
    before = game_setup(game).game
    chosen = replace(open_choices(2), nemesis="umbra-titan", difficulty="expert")
    game_change(game=game, revision=1, person=None, choices=chosen)
    assert (seed_of(game), game.revision) == ("1", 2)
    assert game_setup(game).game.nemesis.id == "umbra-titan"
    assert game_setup(game).game.market == before.market
    game_roll(game=game, revision=2, person=None)
    assert seed_of(game) != "1"
    assert standing().planned.choices == chosen
    assert game_setup(game).game.nemesis.id == "umbra-titan"


def test_every_problem_is_said_at_once_and_nothing_is_written() -> None:
    game = start()
    chosen = Choices(
        (SeatChoice("gex"), SeatChoice("gex")),
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
        game_change(game=game, revision=1, person=None, choices=chosen)


def test_what_no_column_can_hold_is_refused() -> None:
    game = start()
    chosen = Choices((SeatChoice(player="x" * 61), SeatChoice()), reason="y" * 301)
    with refused("text.too_long", "text.too_long", "text.too_long", "campaign.language_unknown"):
        game_change(
            game=game, revision=1, person=None, choices=chosen, seed="z" * 41, language="xx"
        )


def test_only_boxes_without_a_campaign_have_one_off_games() -> None:
    person = factories.person()
    with refused("one_off.system_unknown"):
        start(person, system="aeons-end-legacy")


def test_who_saw_an_older_game_is_told_so() -> None:
    game = start()
    other = Game.objects.get()
    game_roll(game=game, revision=1, person=None)
    before = factories.everything()
    with pytest.raises(Stale):
        game_roll(game=other, revision=1, person=None)
    assert factories.everything() == before


def test_the_same_form_sent_twice_writes_once() -> None:
    owner = factories.person()
    game = start(owner, token="form-one")
    assert start(owner, token="form-one") == game
    game_roll(game=game, revision=1, person=None, token="form-two")
    seed = seed_of(game)
    with pytest.raises(AlreadyDone):
        game_roll(game=game, revision=1, person=None, token="form-two")
    assert seed_of(game) == seed


def test_a_token_that_planned_a_campaigns_game_starts_one_game() -> None:
    owner = factories.person()
    campaign = factories.start_campaign(person=owner)
    factories.plan(campaign, person=owner, token="draft-ABC")
    assert start(owner, token="draft-ABC") == start(owner, token="draft-ABC")


def test_a_game_that_is_gone_is_said_to_be() -> None:
    game = start()
    game_delete(game=Game.objects.get())
    with refused("one_off.not_there"):
        game_roll(game=game, revision=1, person=None)


# --- guests ---


def test_a_guest_stays_as_they_were_whatever_becomes_of_their_campaign() -> None:
    campaign = factories.settled_campaign()
    chosen = Choices((invited(campaign), SeatChoice()))
    game = start(choices=chosen)
    before = selectors.game_sheet(game).body.mages[0]
    assert before.name == "Ilva"
    factories.play_game(campaign)
    campaign_delete(campaign=campaign)
    again = Game.objects.get()
    again.stamp = "another"  # nothing remembered
    assert selectors.game_sheet(again).body.mages[0] == before


def test_a_finished_mage_brings_every_sticker() -> None:
    campaign = factories.finished_campaign()
    sheet = selectors.game_sheet(start(choices=Choices((invited(campaign), SeatChoice()))))
    mage = sheet.body.mages[0]
    assert len(mage.stickers) == 5
    assert [held.name for held in mage.abilities][-1] == "Mark 3-1"
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


def test_a_result_is_stored_with_who_played_and_a_note_and_counted() -> None:
    campaign = factories.settled_campaign()
    game = start(choices=Choices((invited(campaign), SeatChoice("gex"))))
    record(game, players=(" Zuza ", "Piotr"), note=" What a night.\r\n")
    stored = facts_of_game(game)
    assert stored.played is not None
    assert (stored.played.result, stored.played.players) == (WON, ("Zuza", "Piotr"))
    assert (stored.played.played_on, stored.played.minutes) == (EVENING, 70)
    assert stored.note == "What a night."
    seats = PlaySeat.objects.filter(play__game=game).values_list("key", "name", "player", "result")
    assert list(seats) == [("legacy-green", "Ilva", "Zuza", "win"), ("gex", "", "Piotr", "win")]


def test_a_correction_takes_the_place_of_what_stood_and_that_stays_in_the_history() -> None:
    game = record(start(), note="What a night.")
    lost = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0)
    record(game, tally=lost, players=("Oda", ""), note="Never again.")
    stored = standing()
    assert stored.played is not None
    assert (stored.played.result.result, stored.note) == ("loss", "Never again.")
    assert list(PlaySeat.objects.values_list("result", "player")) == [("loss", "Oda"), ("loss", "")]
    corrected, recorded, _planned = history(game)
    assert [fact.kind for fact in corrected.withdrawn] == ["played", "note"]
    assert corrected.withdrawn == recorded.recorded
    assert corrected.recorded[0].replaces == recorded.recorded[0]


def test_a_result_is_recorded_once() -> None:
    game = record(start())
    with refused("one_off.already_played"):
        services.game_record(game=game, revision=game.revision, person=None, played=Played(WON, ()))


def test_there_is_no_result_to_correct_before_it_is_recorded() -> None:
    game = start()
    with refused("result.not_recorded"):
        services.game_amend(game=game, revision=game.revision, person=None, played=Played(WON, ()))


# --- undo ---


def undo(game: Game) -> GameFacts:
    change_undo(record=game, revision=game.revision, person=game.owner)
    return standing()


def test_a_set_up_that_was_drawn_again_can_be_put_back_and_drawn_away_again() -> None:
    game = start(seed="1")
    first = standing()
    game_roll(game=game, revision=game.revision, person=None)
    rolled = standing()
    assert undo(game) == first
    assert undo(game) == rolled
    assert [change.kind for change in game.changes.all()] == ["plan", "roll", "undo", "redo"]


def test_undoing_a_change_brings_the_language_back() -> None:
    game = start(seed="1")
    chosen = open_choices(3)
    game_change(game=game, revision=1, person=None, choices=chosen, seed="2", language="pl")
    undo(game)
    assert (Game.objects.get().language, seed_of(game)) == ("en", "1")
    undo(game)
    assert (Game.objects.get().language, seed_of(game)) == ("pl", "2")


def test_undoing_a_change_deletes_a_live_table_of_the_other_set_up_but_never_its_moves() -> None:
    game = start(seed="1")
    game_change(game=game, revision=game.revision, person=None, choices=open_choices(3))
    table_open(game=game, person=None)
    undo(game)
    assert not LiveTable.objects.exists()
    undo(game)
    table_open(game=game, person=None)
    move_make(game=game, person=None, move=Dial(Whose.GRAVEHOLD, -3))
    with refused("live.begun"):
        change_undo(record=game, revision=game.revision, person=None)
    record(game, tally=replace(WON, lives=(), exhausted=frozenset()))
    undo(game)  # the result alone: the table stays
    assert LiveTable.objects.get().sequence == 1


def test_undoing_a_result_withdraws_it_with_its_note_and_its_play() -> None:
    game = record(start(), note="What a night.")
    undone = undo(game)
    assert (undone.played, undone.note) == (None, "")
    assert not Play.objects.exists()
    again = undo(game)
    assert again.played is not None
    assert (again.played.result, again.note) == (WON, "What a night.")
    assert Play.objects.exists()


def test_undoing_a_correction_brings_back_what_stood() -> None:
    game = record(start(), note="What a night.")
    before = standing()
    lost = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0)
    record(game, tally=lost, note="")
    assert undo(game) == before
    assert Play.objects.get().result == "win"


def test_undoing_that_a_result_was_taken_back_brings_it_back() -> None:
    game = record(start(), note="What a night.")
    before = standing()
    game_reopen(game=game, revision=game.revision, person=None)
    assert undo(game) == before


def test_the_first_set_up_cannot_be_undone() -> None:
    game = start()
    with refused("undo.nothing"):
        change_undo(record=game, revision=game.revision, person=None)


def test_photos_are_changes_that_make_no_form_stale_and_no_undo_another() -> None:
    game = start(seed="1")
    game_roll(game=game, revision=game.revision, person=None)
    Change.objects.create(game=game, kind="record", payload={"photos_of": 0})
    undo(game)
    assert seed_of(game) == "1"


def test_a_played_game_is_not_laid_out_anew_until_its_result_is_taken_back() -> None:
    game = record(start(seed="5"))
    for write in (game_roll, game_change):
        with refused("one_off.already_played"):
            write(game=game, revision=game.revision, person=None, choices=open_choices(1))
    game_reopen(game=game, revision=game.revision, person=None)
    assert not Play.objects.exists()
    assert Game.objects.planned().get() == game
    assert seed_of(game) == "5"
    game_roll(game=game, revision=game.revision, person=None)
    with refused("one_off.not_played"):
        game_reopen(game=game, revision=game.revision, person=None)


def test_a_result_that_cannot_have_happened_is_refused_with_all_that_is_wrong() -> None:
    game = start()
    impossible = Tally(Result.WIN, gravehold_life=0, lives=(11, 3))
    with refused("result.win_with_gravehold_fallen", "result.life_above_start", "result.played_on"):
        record(game, tally=impossible, played_on=datetime.date(1999, 1, 1))


def test_a_written_reason_lifts_what_rests_on_the_pack() -> None:
    game = start()
    healed = replace(WON, lives=(11, 3), exhausted=frozenset())
    record(game, tally=healed, reason="a card said so")
    played = standing().played
    assert played is not None
    assert played.reason == "a card said so"


def test_the_dials_start_where_the_difficulty_puts_them() -> None:
    game = start(choices=replace(open_choices(2), difficulty="beginner"))
    record(game, tally=replace(WON, gravehold_life=35, lives=(12, 12), exhausted=frozenset()))
    played = standing().played
    assert played is not None
    assert played.result.gravehold_life == 35


# --- whose it is ---


def test_a_game_is_shared_with_the_people_of_a_campaign_in_which_one_records() -> None:
    game = start()
    campaign = factories.start_campaign()
    with refused("one_off.campaign_not_yours"):
        game_share(game=game, person=game.owner, campaign=campaign)
    factories.join(campaign, game.owner, Role.READER)
    with refused("one_off.campaign_not_yours"):
        game_share(game=game, person=game.owner, campaign=campaign)
    campaign.memberships.filter(person=game.owner).update(role=Role.PLAYER)
    game_share(game=game, person=game.owner, campaign=campaign)
    assert list(campaign.shared_games.all()) == [game]
    game_share(game=game, person=game.owner, campaign=None)
    assert not campaign.shared_games.all()


def test_a_deleted_campaign_leaves_the_game_to_its_owner() -> None:
    game = start()
    campaign = factories.start_campaign(person=game.owner)
    game_share(game=game, person=game.owner, campaign=campaign)
    campaign_delete(campaign=campaign)
    assert Game.objects.get().shared_with is None


def test_a_guest_who_signs_in_keeps_the_games() -> None:
    game = record(start())
    zuza = factories.person("Zuza", username="zuza")
    person_merge(guest=game.owner, into=zuza)
    assert Game.objects.get().owner == zuza
    assert {change.person for change in Change.objects.all()} == {zuza}
    assert Play.objects.visible_to(zuza).count() == 1


def test_who_leaves_for_good_takes_only_the_games_nobody_shares() -> None:
    keeper = factories.person("Keeper")
    campaign = factories.start_campaign(person=keeper)
    owner = factories.person()
    factories.join(campaign, owner)
    shared, own = record(start(owner)), record(start(owner))
    game_share(game=shared, person=owner, campaign=campaign)
    person_delete(person=owner)
    assert list(Game.objects.values_list("code", "owner")) == [(shared.code, keeper.pk)]
    assert Play.objects.get().game == shared
    assert own.code != shared.code


def test_a_deleted_game_leaves_nothing() -> None:
    game_delete(game=record(start()))
    assert not Game.objects.exists()
    for table in (Change, Fact, Play, PlaySeat, PlayTag):
        assert not table.objects.exists()


# --- reads ---


def test_the_last_market_is_that_of_the_last_game_played() -> None:
    owner = factories.person()
    old = record(start(owner, seed="1"), played_on=datetime.date(2024, 1, 1))
    new = record(start(owner, seed="2"), played_on=EVENING)
    planned = start(owner, seed="3")
    piles = {card.id for card in game_setup(new).game.market}
    assert last_piles(owner, but=planned) == piles
    assert last_piles(owner, but=new) == {card.id for card in game_setup(old).game.market}
    assert last_piles(factories.person(), but=new) == frozenset()


def test_what_is_still_to_be_played_stands_first() -> None:
    owner = factories.person()
    played = record(start(owner))
    planned = start(owner)
    start()
    assert [game for game, _record in selectors.recent_games(owner)] == [planned, played]

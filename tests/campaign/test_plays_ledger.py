"""The ledger of plays says what a replay says, whatever was done to the games before."""

import datetime
import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from campaign.exchange.exporting import export_json
from campaign.memory import memory
from campaign.models import Campaign, Game, Person, Play, PlayTag
from campaign.packs import get_pack
from campaign.records.reading import fact_of
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.legacy.facts import MarketGrown
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.problems import RulesError
from campaign.rules.registry import get_system
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.selectors.games import players_of
from campaign.selectors.seeing import game_setup, seen_facts
from campaign.services.aeons_end import mage_rename
from campaign.services.campaigns import campaign_delete, campaign_fork
from campaign.services.facts import fact_replace, fact_withdraw
from campaign.services.games import change_undo, game_undo
from campaign.services.merging import person_merge
from campaign.services.one_offs import (
    game_change,
    game_delete,
    game_reopen,
    game_roll,
    game_share,
)
from campaign.services.people import person_delete
from campaign.services.plays import plays_differences
from tests.campaign import exchange, factories
from tests.marks import one_in

pytestmark = pytest.mark.django_db

LEGACY = "aeons-end-legacy"
WON, LOST = Tally(Result.WIN, None, 11, 0), Tally(Result.LOSS, None, 0, 9)


@dataclass
class World:
    """A few people, campaigns and games, to which things happen by chance."""

    rng: Random

    def __post_init__(self) -> None:
        for name in "AB":
            factories.person(name)
        factories.store(factories.told_story(factories.party(), LEGACY, 2), person=self.person())
        self.record_one_off()

    def person(self) -> Person:
        return self.rng.choice(list(Person.objects.order_by("pk")))

    def campaign(self) -> Campaign:
        found = list(Campaign.objects.order_by("pk"))
        if not found:
            found = [factories.start_campaign(person=self.person())]
        return self.rng.choice(found)

    def game(self) -> Game:
        found = list(Game.objects.one_off().order_by("pk"))
        return self.rng.choice(found) if found else self.start()

    def tally(self) -> Tally:
        return self.rng.choice((WON, LOST))

    def start(self) -> Game:
        seed = str(self.rng.randrange(99))
        return factories.start_game(person=self.person(), choices=open_choices(2), seed=seed)

    # --- what can happen ---

    def play(self) -> None:
        factories.play_game(self.campaign(), won=self.rng.random() < 0.5)

    def plan(self) -> None:
        factories.plan(self.campaign())

    def record(self) -> None:
        factories.record_win(self.campaign(), tally=self.tally())

    def correct(self) -> None:
        campaign = self.campaign()
        number = self.rng.randint(1, 1 + len(campaign_state(campaign).games))
        day = datetime.date(2024, 1, self.rng.randint(1, 28))
        factories.amend_game(
            **factories.signed(campaign), game=number, tally=self.tally(), played_on=day, minutes=5
        )

    def undo(self) -> None:
        campaign = self.campaign()
        game_undo(**factories.signed(campaign), game=len(campaign_state(campaign).games))

    def rename(self) -> None:
        name = f"Mage {self.rng.randrange(9)}"
        mage_rename(**factories.signed(self.campaign()), seat=1, name=name, player="Ola")

    def fork(self) -> None:
        campaign = self.campaign()
        after = self.rng.randint(0, len(campaign_state(campaign).games))
        campaign_fork(campaign=campaign, person=self.person(), after=after, name="Fork")

    def bring_in(self) -> None:
        exchange.bring_in(export_json(self.campaign()), self.person())

    def bring_one_off_in(self) -> None:
        exchange.bring_game_in(export_json(self.game()), self.person())

    def delete(self) -> None:
        campaign_delete(campaign=self.campaign())

    def record_one_off(self) -> None:
        game = self.game()
        players = ("Ola", self.rng.choice("XYZ"))
        factories.end_game(game=game, **self.signed(game), tally=self.tally(), players=players)

    def change_one_off(self) -> None:
        game, choices = self.game(), open_choices(self.rng.randint(1, 4))
        game_change(game=game, **self.signed(game), choices=choices, seed="5")

    def roll_one_off(self) -> None:
        game = self.game()
        game_roll(game=game, **self.signed(game))

    def reopen_one_off(self) -> None:
        game = self.game()
        game_reopen(game=game, **self.signed(game))

    def undo_one_off(self) -> None:
        game = self.game()
        change_undo(record=game, **self.signed(game))

    def signed(self, game: Game) -> dict[str, Any]:
        return {"revision": game.revision, "person": game.owner}

    def share(self) -> None:
        game = self.game()
        game_share(game=game, person=self.person(), campaign=self.campaign())

    def delete_one_off(self) -> None:
        game_delete(game=self.game())

    def sign_in(self) -> None:
        into = factories.person("Signed in", username=f"u{self.rng.getrandbits(64)}")
        guests = Person.objects.filter(username=None).order_by("pk")
        person_merge(guest=self.rng.choice([*guests, factories.person()]), into=into)

    def leave(self) -> None:
        if Person.objects.count() > 1:
            person_delete(person=self.person())


ACTIONS: tuple[Callable[[World], object], ...] = (
    World.play,
    World.play,
    World.plan,
    World.record,
    World.correct,
    World.undo,
    World.rename,
    World.fork,
    World.bring_in,
    World.bring_one_off_in,
    World.delete,
    World.record_one_off,
    World.record_one_off,
    World.change_one_off,
    World.roll_one_off,
    World.reopen_one_off,
    World.undo_one_off,
    World.share,
    World.delete_one_off,
    World.sign_in,
    World.leave,
)


# Without shrinking: a sequence of a dozen writes is read as it is, and each costs tens of ms.
@settings(max_examples=one_in(4), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.lists(st.sampled_from(ACTIONS), min_size=4, max_size=14), st.integers(0, 2**32))
def test_the_ledger_is_as_the_replay_after_any_sequence(
    actions: list[Callable[[World], object]], seed: int
) -> None:
    with transaction.atomic():
        world = World(Random(seed))
        for action in actions:
            try:
                with transaction.atomic():
                    action(world)
            except RulesError:
                pass  # it was not possible now, and nothing was written
        memory.clear()
        assert list(plays_differences()) == []
        as_replayed()
        transaction.set_rollback(True)
    memory.clear()


def as_replayed() -> None:
    """Compare every play with the states of its campaign, or with the set-up of its game."""
    found: set[tuple[object, ...]] = set()
    for campaign in Campaign.objects.all():
        rules, story = get_system(campaign.system).campaign, campaign_facts(campaign).story
        assert rules is not None
        names = [(seat.name, seat.player) for seat in story.seats]
        for game in campaign_state(campaign).games:
            if game.tally is not None:
                before = rules.replay(story.until(game.number - 1), get_pack(campaign.system))
                market = {pile.key for pile in before.market}
                found.add(
                    _said(campaign.code, game.number, game.tally, game.foe.key, names, market)
                )
    for one_off in Game.objects.one_off():
        held, setup = seen_facts(one_off), game_setup(one_off).game
        if held.played is not None:
            players = players_of(one_off, held)
            names = [(mat.name, players[mat.seat - 1]) for mat in setup.mats]
            market = {card.id for card in setup.market}
            tally, against = held.played.result, setup.nemesis.id
            found.add(_said(one_off.code, None, tally, against, names, market))
    assert {_play(play) for play in Play.objects.with_rows()} == found


def _said(
    code: str,
    number: int | None,
    tally: Tally,
    against: str,
    names: list[tuple[str, str]],
    market: set[str],
) -> tuple[object, ...]:
    dials = (tally.gravehold_life, tally.nemesis_life)
    return code, number, str(tally.result), dials, against, tuple(names), frozenset(market)


def _play(play: Play) -> tuple[object, ...]:
    numbers = play.numbers("dial")
    dials = (numbers.get("gravehold"), numbers.get("nemesis"))
    names = tuple((seat.name, seat.player) for seat in play.seats.all())
    market = frozenset(PlayTag.objects.filter(play=play, kind="pile").values_list("key", flat=True))
    return play.code, play.number, play.result, dials, play.against, names, market


def test_a_market_that_is_put_right_later_is_the_one_that_was_played_with() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_win(campaign)
    row = factories.standing_fact(campaign, "growth", 1)
    grown = fact_of(row)
    assert isinstance(grown, MarketGrown)
    first, _second, third, _fourth = (pile.key for pile in grown.growth.offered)
    other = MarketGrown(replace(grown.growth, added=(first, third)))
    fact_replace(**factories.signed(campaign), fact=row.pk, by=other)
    assert list(plays_differences()) == []
    as_replayed()


def test_a_result_that_is_taken_back_alone_takes_its_play_along() -> None:
    campaign = factories.played_campaign()
    assert Play.objects.count() == 1
    row = factories.standing_fact(campaign, "played")
    fact_withdraw(**factories.signed(campaign), fact=row.pk)
    assert not Play.objects.exists()


# --- manage.py plays ---


def said(*options: str) -> str:
    out = io.StringIO()
    call_command("plays", *options, stdout=out, stderr=out)
    return out.getvalue()


def test_the_command_finds_what_differs_and_writes_it_anew() -> None:
    factories.played_through(2)
    assert "2 plays, all as recorded." in said("--check")
    PlayTag.objects.filter(kind="pile").first().delete()
    Play.objects.filter(number=2).delete()
    with pytest.raises(CommandError, match="2 plays differ"):
        said("--check")
    assert "2 plays written, 2 in all." in said("--rebuild")
    assert "2 plays, all as recorded." in said("--check")
    assert list(plays_differences()) == []


def test_a_write_to_a_late_game_leaves_the_plays_of_early_ones_alone() -> None:
    campaign = factories.played_through(2)
    before = list(Play.objects.order_by("number").values_list("pk", flat=True))
    factories.play_game(campaign)
    assert list(Play.objects.order_by("number").values_list("pk", flat=True))[:2] == before


def test_a_corrected_market_is_that_of_the_plays_after_it() -> None:
    campaign = factories.second_game()
    grown = next(e for e in campaign_facts(campaign).entries if isinstance(e.fact, MarketGrown))
    assert isinstance(grown.fact, MarketGrown)
    others = tuple(pile.key for pile in grown.fact.growth.offered[2:])
    corrected = MarketGrown(replace(grown.fact.growth, added=others))
    fact_replace(**factories.signed(campaign), fact=grown.id, by=corrected)
    assert list(plays_differences()) == []
    assert set(others) <= set(PlayTag.objects.filter(play__number=2).values_list("key", flat=True))

"""Migrations: the databases of past releases, and what single migrations put right."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from campaign.models import (
    Barring,
    Campaign,
    Change,
    Fact,
    Game,
    LiveMove,
    LiveTable,
    Person,
    Photo,
    Play,
)
from campaign.rules.ashes.draft import Stage, apply, begin_draft, replay
from campaign.rules.core.serialize import to_plain
from campaign.selectors.ashes import (
    draft_choice,
    draft_of,
    game_of_old_code,
    game_of_old_invitation,
)
from campaign.selectors.campaigns import campaign_state
from campaign.selectors.standing import may
from campaign.services.ashes.drafts import draft_begin, draft_move, draft_play
from campaign.services.live import table_open
from campaign.services.seats import seat_free, seat_take
from tests.campaign import factories
from tests.campaign.databases import empty_database, migrated_database
from tests.rules.ashes.packs import catalogue
from tests.rules.ashes.test_draft import move_of
from tests.rules.journal.journals import LOST
from tests.tracker.ashes import duels
from tests.tracker.journal.kept import planned, played

SNAPSHOTS = Path(__file__).parent / "snapshots"
RELEASES = sorted({file.name.split(".")[0] for file in SNAPSHOTS.glob("*.sql")})


@pytest.fixture
def empty(kind: str, tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """Put an empty database in the place of the one the tests run on."""
    with django_db_blocker.unblock(), empty_database(kind, tmp_path) as where:
        yield where


@pytest.fixture
def today(
    kind: str, tmp_path: Path, django_db_setup: None, django_db_blocker: Any
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the columns and the constraints of a database that was installed today."""
    beside = tmp_path / "beside"
    beside.mkdir()
    with django_db_blocker.unblock(), migrated_database(kind, beside):
        return columns(), constraints()


def migrate(to: str | None = None) -> None:
    """Go to a migration of ours ("": before the first), or to the newest of everybody."""
    executor = MigrationExecutor(connection)
    ends = executor.loader.graph.leaf_nodes()
    targets = ends if to is None else [("campaign", to or None)]
    executor.migrate(targets)


def columns() -> dict[str, list[str]]:
    """Return every table there is with its columns."""
    with connection.cursor() as cursor:
        describe = connection.introspection.get_table_description
        return {
            table: sorted(column.name for column in describe(cursor, table))
            for table in connection.introspection.table_names(cursor)
        }


def constraints() -> dict[str, list[str]]:
    """Return the constraints and indexes that we have named, table by table."""
    with connection.cursor() as cursor:
        get = connection.introspection.get_constraints
        return {
            table: sorted(name for name in get(cursor, table) if name in NAMED)
            for table in connection.introspection.table_names(cursor)
        }


NAMED = {
    named.name
    for model in (Campaign, Change, Fact, Game, Person)
    for named in (*model._meta.constraints, *model._meta.indexes)
}


@contextmanager
def replays(campaigns: int) -> Iterator[None]:
    """Assert that so many campaigns replay after what is done within."""
    yield
    out = StringIO()
    call_command("replay", stdout=out, stderr=out)
    assert f"{campaigns} campaigns replayed." in out.getvalue(), out.getvalue()


# The suite itself upgrades what people have: tests/upgrade.
@pytest.mark.thorough
@pytest.mark.parametrize("release", RELEASES)
def test_the_database_of_a_release_migrates_to_today(
    release: str,
    kind: str,
    today: tuple[dict[str, list[str]], dict[str, list[str]]],  # before the next takes its place
    empty: str,
) -> None:
    sql = (SNAPSHOTS / f"{release}.{kind}.sql").read_text(encoding="utf-8")
    assert len(sql) < 300_000
    load(kind, empty, sql)
    with replays(3):
        migrate()
    assert not MigrationExecutor(connection).migration_plan(
        MigrationExecutor(connection).loader.graph.leaf_nodes()
    )
    finished = [campaign_state(c).finished for c in Campaign.objects.filter(demo=True)]
    assert sorted(finished) == [False, True]
    zuza = Person.objects.get_by_natural_key("ZUZA")
    assert Argon2PasswordHasher().verify("nine piles, no more", zuza.password)
    assert Game.objects.filter(owner=zuza).count() == 2
    assert (columns(), constraints()) == today  # as if it had been installed today


def load(kind: str, where: str, sql: str) -> None:
    """Load a snapshot into an empty database, past Django."""
    if kind == "sqlite":
        file = sqlite3.connect(where)
        try:
            file.executescript(sql)
        finally:
            file.close()
        return
    with psycopg.connect(where) as held_open:
        held_open.execute(sql)


def test_a_snapshot_of_the_first_release_is_kept() -> None:
    assert "first_release" in RELEASES
    for release in RELEASES:
        for each in ("sqlite", "postgresql"):
            assert (SNAPSHOTS / f"{release}.{each}.sql").exists()


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


# --- what single migrations put right, on rows as they were then ---


class Then:
    """The tables of an older version, in an empty database."""

    def __init__(self, at: str) -> None:
        migrate(at)
        state = MigrationExecutor(connection).loader.project_state([("campaign", at)])
        self.apps = state.apps

    def make(self, table: str, **columns: Any) -> Any:
        """Store a row, with what the others leave out."""
        return self.apps.get_model("campaign", table)._default_manager.create(
            **(DEFAULTS.get(table, {}) | columns)
        )


OPEN = {  # what players of two mages chose then, who left everything to chance
    "version": 1,
    "places": [{"mage": "", "player": "", "guest": None}] * 2,
    "nemesis": None,
    "nemesis_difficulty": None,
    "difficulty": "normal",
    "market": {
        "suggested": None,
        "chosen": [],
        "template": None,
        "locks": [],
        "constraints": [],
    },
    "paired": False,
    "partner": 2,
    "solo_cards": 3,
    "solo_life": None,
    "boxes": [],
    "reason": "",
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "Campaign": {"system": "aeons-end-legacy", "pack_version": 1},
    "Session": {"number": 1, "chapter": 1, "nemesis_key": "maelstrom"},
    "Photo": {"width": 4, "height": 3},
    "Game": {"system": "aeons-end-legacy", "pack_version": 1},
    "OneOffGame": {
        "system": "aeons-end-war-eternal",
        "pack_version": 1,
        "seed": "1",
        "choices": OPEN,
        "mage_count": 2,
        "nemesis": "umbra-titan",
        "difficulty": "normal",
    },
}


@pytest.mark.thorough
def test_a_game_inherits_as_many_photos_as_it_can_have_and_none_is_lost(empty: str) -> None:
    then = Then("0008_one_evening")
    campaign = then.make("Campaign", name="One")
    planned, undone = (then.make("Deed", campaign=campaign, kind=k) for k in ("plan", "undo"))
    old = then.make("Session", campaign=campaign, recorded=planned, withdrawn=undone)
    new = then.make("Session", campaign=campaign, recorded=planned)
    for number in range(20):
        at = campaign.created_at + datetime.timedelta(hours=number)
        then.make("Photo", session=old, name=f"undone-{(number + 19) % 20}", added_at=at)
        then.make("Photo", session=new, name=f"standing-{number}")
    migrate()
    photos = Photo.objects.filter(game=new.pk)
    assert photos.count() == 24
    moved = set(photos.filter(name__startswith="undone").values_list("name", flat=True))
    assert moved == {"undone-19", "undone-0", "undone-1", "undone-2"}  # the oldest
    assert Photo.objects.filter(game=old.pk).count() == 16


@pytest.mark.thorough
def test_whoever_had_left_shares_no_game_any_more_and_who_is_there_does(empty: str) -> None:
    then = Then("0010_stamps_and_counting")
    one, other = (then.make("Campaign", name=name) for name in ("One", "Other"))
    left, stayed = (then.make("Person", display_name=name) for name in ("Left", "Stayed"))
    for campaign, person in ((other, left), (one, stayed)):
        then.make("Membership", campaign=campaign, person=person, role="player")
    shared = {
        then.make("OneOffGame", owner=owner, campaign=campaign, code=f"CODE{number}").code: kept
        for number, (owner, campaign, kept) in enumerate(
            (
                (left, one, None),
                (left, other, other.pk),
                (stayed, one, one.pk),
                (stayed, None, None),
            )
        )
    }
    migrate()
    assert dict(Game.objects.values_list("code", "shared_with")) == shared


@pytest.mark.thorough
def test_photos_that_came_with_a_file_count_as_theirs_who_brought_it(empty: str) -> None:
    then = Then("0010_stamps_and_counting")
    marek = then.make("Person", display_name="Marek")
    now, hour = timezone.now(), datetime.timedelta(hours=1)
    brought, plain = (then.make("Campaign", name=name) for name in ("Brought", "Plain"))
    then.make("Deed", campaign=brought, kind="import", person=marek, at=now)
    rows = {
        "came": (brought, None, now - hour),
        "added since by who has gone": (brought, None, now + hour),
        "of another campaign": (plain, None, now - hour),
    }
    for name, (of, by, at) in rows.items():
        change = then.make("Deed", campaign=of, kind="plan", at=now)
        game, _made = then.apps.get_model("campaign", "Session").objects.get_or_create(
            campaign=of, defaults={**DEFAULTS["Session"], "recorded": change}
        )
        then.make("Photo", session=game, name=name, added_by=by, added_at=at)
    migrate()
    found = dict(Photo.objects.values_list("name", "added_by"))
    assert found == dict.fromkeys(rows) | {"came": marek.pk}


ZOE, TWO = "Zoe\u0301", "Zo\u00e9"  # the same name, its accent typed as two characters and as one


@pytest.mark.thorough
def test_stored_names_are_composed_and_what_they_name_is_found_again(empty: str) -> None:
    then = Then("0029_draft_game")
    campaign = then.make("Campaign", name=ZOE)
    then.make("Mage", campaign=campaign, seat=1, colour="green", side="a", name=ZOE)
    change = then.make("Change", campaign=campaign, kind="plan", revision=1)
    game = then.make("Game", campaign=campaign, number=1)

    facts = {
        "planned": {"chapter": 1, "foe": {"key": f"~{ZOE.casefold()}", "name": ZOE, "life": 40}},
        "seal": {"seal": f"~{TWO.casefold()}", "name": TWO},
        "note": {"text": f"~ {ZOE}"},
    }
    for place, (kind, payload) in enumerate(facts.items()):
        row = {"kind": kind, "place": place, "payload": payload}
        then.make("Fact", game=game, recorded=change, **row)
    migrate()
    found = Campaign.objects.get()
    assert found.name == TWO
    planned, seal, noted = (row.payload for row in Fact.objects.order_by("pk"))
    # Two things that were told apart stay two, and each has the key of its name.
    assert planned["foe"] == {"key": "~zo\u00e9 2", "name": f"{TWO} 2", "life": 40}
    assert seal == {"seal": "~zo\u00e9", "name": TWO}
    assert noted["text"] == f"~ {TWO}"
    state = campaign_state(found)
    assert (state.seats[0].name, state.games[0].foe.name) == (TWO, f"{TWO} 2")


@pytest.mark.thorough
def test_of_two_spellings_of_one_name_the_older_is_found_by_any(empty: str) -> None:
    then = Then("0032_passkey_links")
    for name in ("inigo", "\u0131nigo", "Stra\u00dfe", "Strasse", None, None):
        then.make("Person", username=name, password="x", display_name=str(name))
    migrate()
    inigo, dotless, sharp, double = Person.objects.exclude(username=None).order_by("pk")
    assert Person.objects.find("INIGO") == inigo
    assert Person.objects.find("\u0131nigo") == dotless
    assert Person.objects.find("STRASSE") == sharp
    assert Person.objects.find("Strasse") == double
    assert set(Person.objects.filter(username=None).values_list("username_key", flat=True)) == {
        None
    }


@pytest.mark.thorough
def test_a_duel_says_once_whether_its_decks_are_secret(empty: str) -> None:
    then = Then("0043_remove_change_detail")
    owner = then.make("Person", display_name="Ada")
    duels = {}
    for code, secrets in {"MIXED001": (True, False), "OPEN0001": (False, False)}.items():
        game = then.make("Game", owner=owner, system="ashes", code=code)
        change = then.make("Change", game=game, kind="plan", revision=1)
        seats = [{"player": "x", **({"secret": True} if secret else {})} for secret in secrets]
        payload = {"choices": {"seats": seats}, "setup": {"seats": seats}, "seed": "1"}
        then.make("Fact", game=game, recorded=change, kind="planned", place=0, payload=payload)
        duels[code] = game.pk
    migrate()
    found = {code: Fact.objects.get(game=pk).payload for code, pk in duels.items()}
    drawn = {"seats": [{"player": "x"}, {"player": "x"}]}
    chosen = {"seats": [{"player": 2}, {"player": 2}]}  # the member after the owner
    assert found["MIXED001"]["choices"] == {**chosen, "secret": True}
    assert found["MIXED001"]["setup"] == {**drawn, "secret": True}
    assert found["OPEN0001"] == {"choices": chosen, "setup": drawn, "seed": "1"}


@pytest.mark.thorough
def test_the_game_of_each_journal_is_named_in_the_ledger(empty: str) -> None:
    migrate()
    played(factories.person("Ann"), LOST)
    migrate("0061_former_players")
    call_command("migrate", verbosity=0)
    play = Play.objects.get()
    assert (play.game_name, play.seats.count()) == ("The lighthouse year", 3)


@pytest.mark.thorough
def test_who_barred_whom_is_taken_from_freed_seats(empty: str) -> None:
    migrate()
    ada, bo, cy = (factories.person(name) for name in ("Ada", "Bo", "Cy"))
    for bars, others in ((True, (bo, cy)), (True, (bo,)), (False, (cy,))):
        game = duels.duel(ada)
        for other in others:
            seat_take(game=game, key=game.invite_key, number=2, person=other, name="Them")
            seat_free(game=game, number=2, owner=ada, bars=bars)
    migrate("0065_delete_drafts")
    call_command("migrate", verbosity=0)
    assert set(Barring.objects.values_list("by", "person")) == {(ada.pk, bo.pk), (ada.pk, cy.pk)}


@pytest.mark.thorough
def test_the_names_at_the_live_table_of_a_journal_are_dropped(empty: str) -> None:
    migrate()
    game = factories.game_of_campaign(planned(factories.person("Ann")), 1)
    table = table_open(game=game, person=None)
    begun = table.start
    named = [seat | {"name": "Ann"} for seat in begun["seats"]]
    migrate("0066_barrings")
    LiveTable.objects.filter(pk=table.pk).update(start=begun | {"seats": named})
    call_command("migrate", verbosity=0)
    assert LiveTable.objects.get().start == begun


@pytest.mark.thorough
@pytest.mark.parametrize("moves", [None, 0, 30, 1000], ids=["lobby", "begun", "running", "done"])
def test_a_draft_becomes_a_game_that_goes_on_where_it_was(empty: str, moves: int | None) -> None:
    then = Then("0062_game_names")
    ada, bo, cy = (then.make("Person", display_name=name) for name in ("Ada", "Bo", "Cy"))
    draft = then.make("Draft", host=ada, edition="first", sets=["ashes"], join_key="old-key")
    for seat, (person, name) in enumerate(((ada, "Ada"), (bo, "Bo"), (ada, "Di")), start=1):
        then.make("DraftSeat", draft=draft, seat=seat, person=person, name=name)
    then.make("DraftSeat", draft=draft, seat=4, person=None, freed_from=cy, name="Cy")
    start = begin_draft(catalogue(), 4, Random(3), sets=["ashes"])
    state, facts = (
        replay(start, ()),
        [("draft_begun", {**to_plain(start), "players": [1, 2, 3, 4]})],
    )
    while state.stage is not Stage.DONE and len(facts) <= (moves or 0):
        move = move_of(state, Random(len(facts)))
        state = apply(state, move)
        facts.append((move.kind, to_plain(move)))
    for place, (kind, payload) in enumerate(facts if moves is not None else ()):
        then.make("DraftFact", draft=draft, place=place, kind=kind, payload=payload)
    migrate()

    game = Game.objects.get()
    assert (game.code, game.owner_id) == (draft.code, ada.pk)
    seats = [(seat.name, seat.person_id) for seat in game.seats.order_by("number")]
    assert seats == [("Ada", ada.pk), ("Bo", bo.pk), ("Di", ada.pk), ("Cy", None)]
    assert [(member.name, member.person_id) for member in game.members.order_by("name")] == [
        ("Ada", ada.pk),
        ("Bo", bo.pk),
        ("Cy", None),
        ("Di", None),
    ]
    assert may(Person.objects.get(pk=cy.pk), game).freed
    assert game_of_old_code(draft.code) == game
    assert game_of_old_invitation("old-key") == (game, True)
    found = draft_of(game)
    assert (found.table if found else None) == (None if moves is None else state)
    if moves is None:
        draft_begin(game=game, person=None, rng=Random(3))  # the free seat falls away
        assert [seat.name for seat in game.seats.all()] == ["Ada", "Bo", "Di"]
    elif state.stage is Stage.DONE:
        draft_play(game=game, person=None)
        assert draft_choice(Game.objects.get()) is None
    else:
        draft_move(game=game, person=None, move=move_of(state, Random(9)))
        assert LiveMove.objects.count() == moves + 1


@pytest.mark.thorough
def test_a_draft_that_is_played_with_stays_with_its_game(empty: str) -> None:
    then = Then("0062_game_names")
    owner = then.make("Person", display_name="Ada")
    game = then.make("Game", owner=owner, system="ashes", code="DUEL2345")
    columns = {"host": owner, "edition": "first", "sets": ["ashes"], "game": game}
    draft = then.make("Draft", **columns, join_key="old-key")
    then.make("DraftFact", draft=draft, place=0, kind="draft_begun", payload={"players": [1, 2]})
    migrate()
    assert LiveTable.objects.get().game_id == game.pk
    found = game_of_old_code(draft.code)
    assert found is not None
    assert found.pk == game.pk
    invited = game_of_old_invitation("old-key")
    assert invited is not None
    assert not invited[1]  # its seats are those of the game, and have an invitation of their own

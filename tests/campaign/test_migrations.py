"""Migrations: each forwards and backwards on data, and the databases of past releases."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from campaign.models import Campaign, Deed, Fact, OneOffGame, Person, Photo
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.selectors.campaigns import campaign_state
from campaign.services.games import game_undo
from campaign.services.one_off import one_off_share, one_off_start
from tests.campaign import factories
from tests.campaign.databases import empty_database, migrated_database
from tests.campaign.snapshots.__main__ import fill

SNAPSHOTS = Path(__file__).parent / "snapshots"
RELEASES = sorted({file.name.split(".")[0] for file in SNAPSHOTS.glob("*.sql")})
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def empty(kind: str, tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """Put an empty database in the place of the one the tests run on."""
    with django_db_blocker.unblock(), empty_database(kind, tmp_path) as where:
        yield where


@pytest.fixture
def migrated(
    kind: str, tmp_path: Path, django_db_setup: None, django_db_blocker: Any
) -> Iterator[None]:
    """Put a database without a row, migrated to the newest, in the place of the tests' own."""
    with django_db_blocker.unblock(), migrated_database(kind, tmp_path):
        yield


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
    executor.migrate(targets)  # type: ignore[arg-type]


def steps() -> list[str]:
    """Return our migrations, the first one first."""
    graph = MigrationExecutor(connection).loader.graph
    (end,) = graph.leaf_nodes("campaign")
    return [name for app, name in graph.forwards_plan(end) if app == "campaign"]


def held() -> Rows:
    """Return every row of our tables, by the names of its columns."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table.startswith("campaign_"):
                cursor.execute(f"SELECT * FROM {table}")
                names = [column[0] for column in cursor.description]
                found[table] = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return found


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
    for model in (Campaign, Deed, Fact, OneOffGame, Person)
    for named in (*model._meta.constraints, *model._meta.indexes)
}


def same_where_both_have_it(one: Rows, other: Rows) -> None:
    """Assert that what two schemas share holds the same."""
    for table in one.keys() & other.keys():
        assert len(one[table]) == len(other[table]), table
        if one[table]:
            both = sorted(_filled(one[table]) & _filled(other[table]))
            assert _told(one[table], both) == _told(other[table], both), table


def _filled(rows: list[dict[str, Any]]) -> set[str]:
    """Return the columns that hold something: one just made is filled by the next migration."""
    return {name for row in rows for name, value in row.items() if value is not None}


def _told(rows: list[dict[str, Any]], names: list[str]) -> list[str]:
    return sorted(repr([row[name] for name in names]) for row in rows)


@contextmanager
def replays(campaigns: int) -> Iterator[None]:
    """Assert that so many campaigns replay after what is done within."""
    yield
    out = StringIO()
    call_command("replay", stdout=out, stderr=out)
    assert f"{campaigns} campaigns replayed." in out.getvalue(), out.getvalue()


@pytest.mark.thorough
def test_every_migration_goes_back_and_forth_on_data(migrated: None) -> None:
    fill(demo=False)
    factories.long_campaign(8)
    full = held()
    assert len([table for table, rows in full.items() if rows]) > 15
    ours = steps()
    for to in (*reversed(ours[:-1]), *ours[1:]):
        before = held()
        migrate(to)
        same_where_both_have_it(before, held())
    with replays(2):
        migrate()
    assert columns().keys() >= full.keys()
    assert held()["campaign_fact"]
    migrate("")
    assert not [table for table in columns() if table.startswith("campaign_")]


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
    then = held()
    with replays(3):
        migrate()
    same_where_both_have_it(then, held())
    assert not MigrationExecutor(connection).migration_plan(
        MigrationExecutor(connection).loader.graph.leaf_nodes()
    )
    finished = [campaign_state(c).finished for c in Campaign.objects.filter(demo=True)]
    assert sorted(finished) == [False, True]
    zuza = Person.objects.get_by_natural_key("ZUZA")
    assert Argon2PasswordHasher().verify("nine piles, no more", zuza.password)
    assert OneOffGame.objects.filter(owner=zuza).count() == 2
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
        held_open.execute(sql)  # type: ignore[call-overload]


def test_a_snapshot_of_the_first_release_is_kept() -> None:
    assert "first_release" in RELEASES
    for release in RELEASES:
        for each in ("sqlite", "postgresql"):
            assert (SNAPSHOTS / f"{release}.{each}.sql").exists()


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


def test_a_game_inherits_as_many_photos_as_it_can_have_and_none_is_lost(migrated: None) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    undone = campaign.sessions.get()
    game_undo(campaign=campaign, revision=campaign.revision, person=keeper, game=1)
    standing = factories.plan(campaign)
    sizes = {"width": 4, "height": 3}
    for number in range(20):
        Photo.objects.create(session=undone, name=f"undone-{number}", **sizes)
        Photo.objects.create(session=standing, name=f"standing-{number}", **sizes)
    Photo.objects.filter(name="undone-19").update(added_at=campaign.created_at)
    migrate("0008_one_evening")
    migrate()
    assert standing.photos.count() == 24
    moved = set(standing.photos.filter(name__startswith="undone").values_list("name", flat=True))
    assert moved == {"undone-19", "undone-0", "undone-1", "undone-2"}  # the oldest
    assert undone.photos.count() == 16


def shared(owner: Person, campaign: Campaign) -> OneOffGame:
    """Return a one-off game that its owner shares with the people of a campaign."""
    game = one_off_start(person=owner, choices=open_choices(2))
    return one_off_share(game=game, person=owner, campaign=campaign)


def test_whoever_had_left_shares_no_game_any_more_and_who_is_there_does(migrated: None) -> None:
    one, other = factories.start_campaign(name="One"), factories.start_campaign(name="Other")
    left, stayed, alone = (factories.person(name) for name in ("Left", "Stayed", "Alone"))
    for campaign in (one, other):
        factories.join(campaign, left)
        factories.join(campaign, stayed)
    going, kept = shared(left, one), shared(left, other)
    theirs = shared(stayed, one)
    own = one_off_start(person=alone, choices=open_choices(2))
    one.memberships.filter(person=left).delete()  # as earlier versions let people leave
    before = stamps()
    migrate("0010_stamps_and_counting")
    migrate()
    now = dict(OneOffGame.objects.values_list("pk", "campaign"))
    assert now == {going.pk: None, kept.pk: other.pk, theirs.pk: one.pk, own.pk: None}
    # Who reads of them reads anew, and nobody else has to.
    assert stamps() - before == {("One", stamp_of(one)), ("Left", stamp_of(left))}


def stamps() -> set[tuple[str, str]]:
    """Return the stamps by which what campaigns and people have read is remembered."""
    return {(str(row), row.stamp) for row in (*Campaign.objects.all(), *Person.objects.all())}


def stamp_of(row: Campaign | Person) -> str:
    row.refresh_from_db()
    return row.stamp


def test_photos_that_came_with_a_file_count_as_theirs_who_brought_it(migrated: None) -> None:
    campaign, plain = factories.planned_campaign(), factories.planned_campaign()
    marek = factories.person("Marek")
    now = timezone.now()
    Deed.objects.create(campaign=campaign, kind="import", person=marek, at=now)
    hour = datetime.timedelta(hours=1)
    rows = {
        "came": (campaign, None, now - hour),
        "added since by who has gone": (campaign, None, now + hour),
        "added since": (campaign, factories.keeper_of(campaign), now + hour),
        "of another campaign": (plain, None, now - hour),
    }
    for name, (of, by, at) in rows.items():
        Photo.objects.create(
            session=of.sessions.get(), name=name, width=4, height=3, added_by=by, added_at=at
        )
    migrate("0010_stamps_and_counting")
    migrate()
    found = {photo.name: photo.added_by for photo in Photo.objects.select_related("added_by")}
    assert found == {name: by for name, (_of, by, _at) in rows.items()} | {"came": marek}

"""What an installation of November 2026 held is all there after an upgrade, and says the same.

``november_2026/README.md`` says what its files are. Everything that is asked of the product here is
asked in :mod:`tests.upgrade.reading`.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management import call_command

from tests.campaign.databases import empty_database
from tests.campaign.exchange import as_exported
from tests.marks import thorough
from tests.postgresql import ABSENT, postgresql
from tests.upgrade import reading
from tests.upgrade.november_2026 import (
    BACKUP,
    CAMPAIGNS,
    EXPECTED,
    HERE,
    ONE_OFFS,
    PEOPLE,
    WITH_PHOTOS,
    archive_of_then,
    directory,
)

# How a database of then becomes one of today: loaded and migrated, or restored from its backup.
# The suite takes the first, `make thorough` all others.
WAYS = (
    "sqlite dump",
    thorough("postgresql dump"),
    thorough("sqlite backup"),
    thorough("postgresql backup"),
)


@pytest.fixture(scope="module", params=WAYS)
def installation(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: Any,
) -> Iterator[Path]:
    """Upgrade the installation of November 2026, and give its directory; no test writes to it."""
    kind, way = str(request.param).split()
    if kind == "postgresql" and not postgresql():
        pytest.skip(ABSENT)
    place = tmp_path_factory.mktemp("installation")
    with django_db_blocker.unblock(), directory(place), empty_database(kind, place) as where:
        if way == "dump":
            load(kind, where)
            unpack_pictures(place / "media")
            call_command("migrate", verbosity=0)
        else:
            call_command("migrate", verbosity=0)
            call_command("restore", str(BACKUP), "--into-empty", stdout=io.StringIO())
        yield place


def load(kind: str, where: str) -> None:
    """Load the dump into an empty database, without Django."""
    sql = gzip.decompress((HERE / f"{kind}.sql.gz").read_bytes()).decode()
    if kind == "sqlite":
        file = sqlite3.connect(where)
        try:
            file.executescript(sql)
        finally:
            file.close()
        return
    with psycopg.connect(where) as connection:
        connection.execute(sql)


def unpack_pictures(media: Path) -> None:
    """Unpack the dump's pictures into the media directory."""
    with zipfile.ZipFile(BACKUP) as archive:
        for name in archive.namelist():
            if name.startswith("media/"):
                file = media / name.removeprefix("media/")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(archive.read(name))


def plain(rows: list[dict[str, Any]]) -> list[str]:
    """Return rows sorted by content: games of one day have no order."""
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def without_case(found: dict[str, Any]) -> dict[str, Any]:
    """Return statistics with the name of each nemesis in small letters, and without empty rows.

    Of a name that players typed in two ways each database showed another. Piles that no game was
    played with stood among the others, where the market had lost them before.
    """
    nemeses = [{**each, "name": each["name"].casefold()} for each in found["nemeses"]]
    piles = [each for each in found["piles"] if each["won"] or each["lost"]]
    return {**found, "nemeses": nemeses, "piles": piles}


def without_pool(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without the question for the basic cards among what is open.

    It was asked from the beginning of an aftermath; today it waits for the section that needs it.
    """
    step = state["next"]
    still_open = [key for key in step["open"] if not key.startswith("pool:")]
    return {**state, "next": {**step, "open": still_open}}


# --- after an upgrade, and after a restore ---


def test_everything_is_there(installation: Path) -> None:
    assert reading.campaigns() == list_by_creation(CAMPAIGNS)
    assert sorted(reading.one_offs()) == sorted(ONE_OFFS)
    assert sorted(reading.people()) == sorted(PEOPLE)


def list_by_creation(found: dict[str, Any]) -> list[str]:
    """Return codes in the order in which their campaigns were created."""
    return sorted(found, key=lambda code: found[code]["place"])


def test_every_campaign_replays(installation: Path) -> None:
    out = io.StringIO()
    call_command("replay", stdout=out, stderr=out)
    assert f"{len(CAMPAIGNS)} campaigns replayed." in out.getvalue()


def test_the_ledger_of_plays_is_as_recorded(installation: Path) -> None:
    out = io.StringIO()
    call_command("plays", "--check", stdout=out, stderr=out)
    assert "all as recorded" in out.getvalue()


@pytest.mark.parametrize("code", CAMPAIGNS)
def test_a_campaign_is_as_it_was(installation: Path, code: str) -> None:
    wanted = CAMPAIGNS[code]
    about = reading.campaign_row(code)
    assert about == {name: wanted[name] for name in about}
    assert reading.results(code) == wanted["results"]
    assert without_pool(reading.state(code)) == without_pool(wanted["state"])
    assert reading.history(code) == wanted["history"]
    assert without_case(reading.statistics_of_campaign(code)) == without_case(wanted["statistics"])
    for game, sheet in wanted["sheets"].items():
        assert reading.sheet(code, int(game)) == sheet, game


@pytest.mark.parametrize("code", CAMPAIGNS)
def test_a_campaign_is_exported_as_it_was(installation: Path, code: str) -> None:
    wanted = as_exported((HERE / "exports" / f"{code}.json").read_bytes())
    assert json.loads(reading.exported(code)) == wanted
    for name in CAMPAIGNS[code]["people"]:
        client = reading.client_of(name)
        assert json.loads(reading.body(client, f"/c/{code}/export", {"photos": "0"})) == wanted


def test_a_campaign_is_exported_with_its_pictures(installation: Path) -> None:
    client = reading.client_of("zuza")
    data = reading.body(client, f"/c/{WITH_PHOTOS}/export", {"photos": "1"})
    found, wanted = zipfile.ZipFile(io.BytesIO(data)), archive_of_then()
    assert sorted(found.namelist()) == sorted(wanted)
    document = json.loads(found.read("campaign.json"))
    assert document == as_exported(wanted.pop("campaign.json"))
    assert all(found.read(name) == picture for name, picture in wanted.items())


@pytest.mark.parametrize("code", [c for c in CAMPAIGNS if "zuza" in CAMPAIGNS[c]["people"]])
def test_the_history_is_shown_in_the_same_words(installation: Path, code: str) -> None:
    client = reading.client_of("zuza")
    shown, address = "", f"/c/{code}/history"
    while address:
        page = reading.body(client, address)
        shown += reading.in_words_of_then(reading.words(page)) + " "
        address = older(page, f"/c/{code}/history")
    shown = shown.casefold()
    for write in CAMPAIGNS[code]["history"]:
        title = re.sub(r"^Game \d+(:| was) ", "", write["title"])  # the card names it today
        for said in (title, write["who"], *(each["text"] for each in write["entries"])):
            assert " ".join(said.split()).casefold() in shown, said


def older(page: bytes, address: str) -> str:
    """Return where a page of the history leads to for what was written before it."""
    found = re.search(r'rel="next" href="(\?page=\d+)"', page.decode())
    return f"{address}{found[1]}" if found else ""


@pytest.mark.parametrize("code", ONE_OFFS)
def test_a_one_off_game_is_as_it_was(installation: Path, code: str) -> None:
    wanted = ONE_OFFS[code]
    found = reading.one_off(code)
    if wanted["changed_by"] is None:  # not stored then; its owner is said to have set it up
        del found["changed_by"]
    assert found == {name: wanted[name] for name in found}
    client = reading.client_of(wanted["owner"])
    page = reading.words(reading.body(client, f"/g/{code}/"))
    assert wanted["nemesis_name"] in page
    assert " ".join(wanted["note"].split()) in page
    for photo in wanted["photos"]:
        assert reading.body(client, f"/g/{code}/photos/{photo['name']}")[8:12] == b"WEBP"


@pytest.mark.parametrize("name", PEOPLE)
def test_somebody_has_played_the_same_games(installation: Path, name: str) -> None:
    for wanted in PEOPLE[name]["asked"]:
        asked = wanted["asked"]
        rows = reading.log_rows(name, asked)
        assert [row["date"] for row in rows] == [row["date"] for row in wanted["log"]], asked
        assert plain(rows) == plain(wanted["log"]), asked
        found = reading.statistics_of_person(name, asked)
        assert without_case(found) == without_case(wanted["statistics"]), asked
    assert reading.bgstats_file(name) == PEOPLE[name]["bgstats"]


def test_links_still_lead_where_they_did(installation: Path) -> None:
    with reading.then():
        found = {url: reading.answer(url) for url in EXPECTED["links"]}
    assert found == EXPECTED["links"]
    assert {200, 404} >= set(found.values())


def test_passwords_still_work(installation: Path) -> None:
    zuza = reading.person_called("zuza")
    assert Argon2PasswordHasher().verify("nine piles, no more", zuza.password)

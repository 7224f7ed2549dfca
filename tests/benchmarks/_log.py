"""Measure the play log on the database of DATABASE_URL; a process of its own for each of them."""

from __future__ import annotations

import datetime
import json
import sys
from functools import partial
from pathlib import Path
from time import perf_counter

import django
from django.test import Client, override_settings

from tests.benchmarks._databases import analyse_tables
from tests.benchmarks.figures import seconds

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CSV = "/log.csv"
# Addresses by what the figure is called.
ASKED = {
    "log": "/log",
    "last page of the log": "/log?page=oldest",
    "log by nemesis": "/log?nemesis=gate-witch",
    "log by player": "/log?person=Player+2",
    "statistics": "/log/statistics",
    "statistics since a day": "/log/statistics?since=2015-01-01",
    "statistics by mage": "/log/statistics?mage=gex",
}


def main(few: int, many: int) -> dict[str, object]:
    """Return milliseconds of each page for each size, and what the spreadsheet takes."""
    django.setup()
    from campaign.models import Person

    told: dict[str, object] = {}
    with override_settings(STORAGES=PLAIN):
        for name, games in (("few", few), ("many", many)):
            person = Person.objects.guest(display_name=name)
            write_plays(person, games)
            analyse_tables()
            client = Client(SERVER_NAME="localhost")
            client.force_login(person)
            told[name] = {**_pages(client), **_spreadsheet(client, games)}
    return told


def write_plays(person: object, games: int) -> None:
    """Write so many plays of one-off games; the log reads nothing else of a game."""
    from campaign.models import Game, Person, Play, PlaySeat, PlayTag
    from campaign.packs import get_pack

    assert isinstance(person, Person)
    system = "aeons-end-war-eternal"
    pack = get_pack(system)
    piles = [card.id for card in pack.find.piles]
    rows = Game.objects.bulk_create(
        Game(owner=person, system=system, pack_version=pack.version) for _ in range(games)
    )
    plays = Play.objects.bulk_create(
        Play(
            game=game,
            system=system,
            played_on=datetime.date(2000, 1, 1) + datetime.timedelta(n % 9000),
            minutes=30 + n * 23 % 120,
            result="loss" if n * 13 % 5 < 2 else "win",
            against=pack.nemeses[n % len(pack.nemeses)].id,
            difficulty=pack.difficulties[n % len(pack.difficulties)].id,
        )
        for n, game in enumerate(rows)
    )
    PlaySeat.objects.bulk_create(
        PlaySeat(
            play=play,
            seat=seat,
            key=pack.mages[(n + seat * 3) % len(pack.mages)].id,
            player=f"Player {seat}",
            result=play.result,
        )
        for n, play in enumerate(plays)
        for seat in range(1, 2 + n % 4)
    )
    PlayTag.objects.bulk_create(
        tag
        for n, play in enumerate(plays)
        for tag in (
            PlayTag(play=play, kind="dial", key="gravehold", number=n % 31),
            *(
                PlayTag(play=play, kind="pile", key=piles[(n * 3 + m) % len(piles)])
                for m in range(9)
            ),
        )
    )


def _pages(client: Client) -> dict[str, float]:
    def page(url: str) -> None:
        assert client.get(url).status_code == 200, url

    return {
        what: seconds(partial(page, url), rounds=3, clock=perf_counter) * 1000
        for what, url in ASKED.items()
    }


def _spreadsheet(client: Client, games: int) -> dict[str, float]:
    """Return the milliseconds of a download, and the megabytes by which the process grew."""
    before = _highest()
    start = perf_counter()
    lines = sum(part.count(b"\n") for part in client.get(CSV))
    took = perf_counter() - start
    assert lines == games + 1, lines
    return {"csv": took * 1000, "csv memory": _highest() - before}


def _highest() -> float:
    """Return the peak memory of the process in megabytes, and reset it."""
    status = Path("/proc/self/status").read_text().splitlines()
    highest = next(line for line in status if line.startswith("VmHWM:"))
    Path("/proc/self/clear_refs").write_text("5")
    return int(highest.split()[1]) / 1024


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))

"""Measure the play log on the database of DATABASE_URL; a process of its own for each of them."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from time import perf_counter

import django
from django.core.management import call_command
from django.test import Client, override_settings

from tests.benchmarks._statistics import PLAIN
from tests.benchmarks.figures import seconds

LOG, CSV = "/log", "/log.csv"
# What somebody asks for, by what the figure is called.
ASKED = {
    "first page": "",
    "page in the middle": "?page=older.2017-01-01.o.25000000",
    "last page": "?page=oldest",
    "by nemesis": "?nemesis=nemesis-3",
    "by mage": "?mage=mage-3",
    "by player": "?person=Player+2",
    "by dates": "?since=2015-01-01&until=2015-02-01",
}


def main(few: int, many: int) -> dict[str, object]:
    """Return milliseconds of each page for each size, and what the spreadsheet takes."""
    django.setup()
    call_command("migrate", verbosity=0)
    from campaign.models import Person
    from tests.benchmarks._games import write_games

    told: dict[str, object] = {}
    with override_settings(STORAGES=PLAIN):
        for name, games, base in (("few", few, 10_000_000), ("many", many, 20_000_000)):
            person = Person.objects.guest(display_name=name)
            write_games(person, games, base=base)
            client = Client(SERVER_NAME="localhost")
            client.force_login(person)
            told[name] = {**_pages(client), **_spreadsheet(client, games)}
    return told


def _pages(client: Client) -> dict[str, float]:
    from campaign.memory import memory

    def page(query: str) -> None:
        memory.clear()  # as after a write
        assert client.get(LOG + query).status_code == 200

    return {what: seconds(partial(page, query), rounds=5) * 1000 for what, query in ASKED.items()}


def _spreadsheet(client: Client, games: int) -> dict[str, float]:
    """Return the milliseconds of a download, and the megabytes by which the process grew."""
    before = _highest()
    start = perf_counter()
    lines = sum(part.count(b"\n") for part in client.get(CSV))
    took = perf_counter() - start
    assert lines == games + 1, lines
    return {"csv": took * 1000, "csv memory": _highest() - before}


def _highest() -> float:
    """Return how many megabytes the process ever had, and begin anew."""
    status = Path("/proc/self/status").read_text().splitlines()
    highest = next(line for line in status if line.startswith("VmHWM:"))
    Path("/proc/self/clear_refs").write_text("5")
    return int(highest.split()[1]) / 1024


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))

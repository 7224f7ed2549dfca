"""Measure statistics on the database of DATABASE_URL; a process of its own for each of them."""

from __future__ import annotations

import json
import sys
from functools import partial

import django
from django.core.management import call_command
from django.test import Client, override_settings

from tests.benchmarks.figures import seconds

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
PAGE = "/log/statistics"
# What somebody asks for, by what the figure is called.
ASKED = {
    "all": "",
    "since a day": "?since=2012-01-01",
    "within days": "?since=2015-01-01&until=2015-02-01",
    "by box": "?game=aeons-end-war-eternal",
    "by nemesis": "?nemesis=nemesis-3",
    "by mage": "?mage=mage-3",
    "by player": "?person=Player+2",
}


def main(few: int, many: int) -> dict[str, object]:
    """Return milliseconds of the reading and of each page for each size, and the plan of many."""
    django.setup()
    call_command("migrate", verbosity=0)
    from campaign.models import Person
    from tests.benchmarks._games import write_games

    told: dict[str, object] = {}
    for name, games, base in (("few", few, 10_000_000), ("many", many, 20_000_000)):
        person = Person.objects.guest(display_name=name)
        write_games(person, games, base=base)
        told[name] = _costs(person, games)
        told["plan"] = _plan(person)
    return told


def _costs(person: object, games: int) -> dict[str, object]:
    """Return what counting costs after a write, when nothing is remembered."""
    from campaign.memory import memory
    from campaign.models import Person
    from campaign.statistics import statistics_of

    assert isinstance(person, Person)
    assert statistics_of(person).score.games == games
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)

    def page(query: str) -> None:
        memory.clear()
        assert client.get(PAGE + query).status_code == 200

    reading = seconds(lambda: statistics_of(person), rounds=7)
    with override_settings(STORAGES=PLAIN):
        pages = {
            what: seconds(partial(page, query), rounds=5) * 1000 for what, query in ASKED.items()
        }
    return {"reading": reading * 1000, "pages": pages}


def _plan(person: object) -> list[str]:
    from django.db import connection

    from campaign.models import Person
    from campaign.statistics.reading import question_of

    assert isinstance(person, Person)
    question, parameters = question_of(person)
    explain = "EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN "
    with connection.cursor() as cursor:
        cursor.execute(explain + question, parameters)
        return [str(row[-1]) for row in cursor.fetchall()]


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))

"""Measure statistics on the database of DATABASE_URL; a process of its own for each of them."""

from __future__ import annotations

import json
import sys

import django
from django.core.management import call_command
from django.test import Client, override_settings

from tests.benchmarks.figures import seconds

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def main(few: int, many: int) -> dict[str, object]:
    """Return milliseconds of the reading and of the page for each size, and the plan of many."""
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


def _costs(person: object, games: int) -> dict[str, float]:
    from campaign.models import Person
    from campaign.statistics import statistics_of

    assert isinstance(person, Person)
    assert statistics_of(person).score.games == games
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)

    def page() -> None:
        assert client.get("/log/statistics").status_code == 200

    reading = seconds(lambda: statistics_of(person), rounds=7)
    with override_settings(STORAGES=PLAIN):
        return {"reading": reading * 1000, "page": seconds(page, rounds=7) * 1000}


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

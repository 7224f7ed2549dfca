"""Write a snapshot of both databases as they are now; README.md says when."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import django

HERE = Path(__file__).parent


def main(name: str) -> None:
    """Make a small record in either database, and write it down as SQL."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.campaign.databases import empty_database

    for kind, dump in (("sqlite", _sqlite), ("postgresql", _postgresql)):
        with tempfile.TemporaryDirectory() as place, empty_database(kind, Path(place)) as where:
            call_command("migrate", verbosity=0)
            fill()
            connection.close()
            text = dump(where)
        (HERE / f"{name}.{kind}.sql").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}.{kind}.sql: {len(text.encode()) // 1024} KB\n")


def fill(*, demo: bool = True) -> None:
    """Make up a little of everything that an installation holds."""
    from campaign.demo import make_demo
    from campaign.models import Person, Role
    from campaign.rules.aeons_end.legacy.facts import Noted
    from campaign.services.facts import fact_withdraw
    from campaign.services.games import game_undo
    from campaign.services.one_offs import game_share
    from campaign.services.people import invite_make
    from tests.campaign import factories
    from tests.tracker import one_offs

    if demo:
        make_demo()
    zuza = Person.objects.create_user("zuza", "nine piles, no more", display_name="Zuza")
    campaign = factories.settled_campaign(person=zuza, name="The First Table")
    factories.join(campaign, factories.person("Marek"), Role.PLAYER)
    invite_make(campaign=campaign, person=zuza, role=Role.READER)
    note = factories.record(campaign, Noted("Taken back"), game=1)
    fact_withdraw(**factories.signed(campaign), fact=note.pk)
    factories.plan(campaign)
    factories.record_loss(campaign)
    game_undo(**factories.signed(campaign), game=2)
    factories.plan(campaign)
    factories.record(campaign, Noted("Ala ma kota – „zażółć”"))
    game = one_offs.played(zuza)
    game_share(game=game, person=zuza, campaign=campaign)
    one_offs.game(zuza)


def _sqlite(file: str) -> str:
    connection = sqlite3.connect(file)
    try:
        return "\n".join(connection.iterdump()) + "\n"
    finally:
        connection.close()


def _postgresql(url: str) -> str:
    command = ["pg_dump", "--inserts", "--rows-per-insert=200", "--no-owner", "--no-privileges"]
    ran = subprocess.run([*command, url], check=True, capture_output=True, text=True)
    # What psql alone understands, what older servers do not know, and what only people read.
    noise = ("\\", "--", "SET transaction_timeout")
    lines = [line for line in ran.stdout.splitlines() if line and not line.startswith(noise)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What somebody's log can be asked about: only what stands in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet, Value

from campaign.models import Campaign, Mage, OneOffGame, OneOffMage, Person, ResultFact, Session
from campaign.plays.naming import mage_name, nemesis_name
from campaign.plays.values import Known

MOST_CHOICES = 500
NEMESIS, MAGE, PLAYER = "nemesis", "mage", "player"

# Somebody's own evenings are many, and name few things over and over. A plain DISTINCT reads them
# all; this goes from one name to the next by the indexes of the tables (``one_off_counted``,
# ``one_off_by_mage``, ``one_off_by_player``), so that it costs as many steps as there are names.
_OWN = """
WITH RECURSIVE
results AS (SELECT 'win' AS result UNION ALL SELECT 'loss'),
foes(result, key) AS (
    SELECT r.result, (SELECT MIN(g.nemesis) FROM campaign_oneoffgame g
                      WHERE g.owner_id = %(person)s AND g.result = r.result)
    FROM results r
    UNION ALL
    SELECT f.result, (SELECT MIN(g.nemesis) FROM campaign_oneoffgame g
                      WHERE g.owner_id = %(person)s AND g.result = f.result AND g.nemesis > f.key)
    FROM foes f WHERE f.key IS NOT NULL
),
mats(key) AS (
    SELECT MIN(m.key) FROM campaign_oneoffmage m WHERE m.owner_id = %(person)s
    UNION ALL
    SELECT (SELECT MIN(m.key) FROM campaign_oneoffmage m
            WHERE m.owner_id = %(person)s AND m.key > mats.key)
    FROM mats WHERE mats.key IS NOT NULL
),
named(key, name) AS (
    SELECT mats.key, (SELECT MIN(m.name) FROM campaign_oneoffmage m
                      WHERE m.owner_id = %(person)s AND m.key = mats.key)
    FROM mats WHERE mats.key IS NOT NULL
    UNION ALL
    SELECT n.key, (SELECT MIN(m.name) FROM campaign_oneoffmage m
                   WHERE m.owner_id = %(person)s AND m.key = n.key AND m.name > n.name)
    FROM named n WHERE n.name IS NOT NULL
),
people(name) AS (
    SELECT MIN(m.player) FROM campaign_oneoffmage m WHERE m.owner_id = %(person)s
    UNION ALL
    SELECT (SELECT MIN(m.player) FROM campaign_oneoffmage m
            WHERE m.owner_id = %(person)s AND m.player > people.name)
    FROM people WHERE people.name IS NOT NULL
)
SELECT 'nemesis', key, '' FROM foes WHERE key IS NOT NULL
UNION SELECT 'mage', CASE name WHEN '' THEN key ELSE name END, name
      FROM named WHERE name IS NOT NULL
UNION SELECT 'player', name, '' FROM people WHERE name <> ''
"""


def known_to(person: Person, *, language: str = "en") -> Known:
    """Return what somebody's log can be asked about, in three questions."""
    mine = Campaign.objects.of(person).order_by("-created_at", "-pk")
    campaigns = tuple(mine.values_list("code", "name")[:MOST_CHOICES])
    by: dict[str, dict[str, str]] = defaultdict(dict)
    for what, key, name in (*_own(person), *_shared(person)):
        by[what][key] = name or by[what].get(key, "")
    nemeses = {k: name or nemesis_name(k, language) for k, name in by[NEMESIS].items()}
    mages = {k: name or mage_name(k, language) for k, name in by[MAGE].items()}
    players = sorted(by[PLAYER], key=str.casefold)
    return Known(campaigns, _by_name(nemeses), _by_name(mages), tuple(players[:MOST_CHOICES]))


def _own(person: Person) -> list[tuple[str, str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_OWN, {"person": person.pk})
        return list(cursor.fetchall())


def _shared(person: Person) -> Iterator[tuple[str, str, str]]:
    """Yield what stands in campaigns, and in the evenings of others among their people."""
    mine = Campaign.objects.of(person)
    result = ResultFact.objects.filter(fact__session=OuterRef("pk"), fact__withdrawn=None)
    sessions = Session.objects.standing().filter(Exists(result), campaign__in=mine).order_by()
    mages = Mage.objects.filter(campaign__in=mine).order_by()
    games = OneOffGame.objects.played().filter(campaign__in=mine).exclude(owner=person).order_by()
    guests = OneOffMage.objects.filter(game__in=games).order_by()
    nothing = Value("")

    def asked(rows: QuerySet[Any], what: str, key: Any, name: Any) -> QuerySet[Any]:
        named: QuerySet[Any] = rows.annotate(k_what=Value(what), k_key=key, k_name=name)
        return named.values_list("k_what", "k_key", "k_name").distinct()

    found = asked(sessions, NEMESIS, F("nemesis_key"), F("nemesis_name")).union(
        asked(mages, MAGE, F("name"), F("name")),
        asked(mages.exclude(player=""), PLAYER, F("player"), nothing),
        asked(games, NEMESIS, F("nemesis"), nothing),
        asked(guests.exclude(name=""), MAGE, F("name"), F("name")),
        asked(guests.filter(name=""), MAGE, F("key"), nothing),
        asked(guests.exclude(player=""), PLAYER, F("player"), nothing),
    )
    yield from found.order_by("k_what", "k_key", "k_name")


def _by_name(names: dict[str, str]) -> tuple[tuple[str, str], ...]:
    ordered = sorted(names.items(), key=lambda named: named[1].casefold())
    return tuple(ordered[:MOST_CHOICES])

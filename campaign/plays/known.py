"""What somebody's log can be asked about: only what stands in it."""

from __future__ import annotations

from collections import defaultdict

from django.db import connection

from campaign.models import Campaign, Person
from campaign.plays.naming import mage_name, nemesis_name
from campaign.plays.values import Known

MOST_CHOICES = 500
NEMESIS, MAGE, PLAYER = "nemesis", "mage", "player"

# Somebody's own evenings are many, and name few things over and over. A plain DISTINCT reads them
# all; this goes from one name to the next by the indexes of the tables (``one_off_counted``,
# ``one_off_by_mage``, ``one_off_by_player``), so that it costs as many steps as there are names.
# What follows them stands in campaigns, and in the evenings of others among their people.
_ASKED = """
WITH RECURSIVE
mine AS (SELECT campaign_id FROM campaign_membership WHERE person_id = %(person)s),
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
UNION SELECT 'nemesis', s.nemesis_key, s.nemesis_name FROM campaign_session s
      WHERE s.campaign_id IN (SELECT campaign_id FROM mine) AND s.withdrawn_id IS NULL
        AND EXISTS (SELECT 1 FROM campaign_fact f JOIN campaign_resultfact r ON r.fact_id = f.id
                    WHERE f.session_id = s.id AND f.withdrawn_id IS NULL)
UNION SELECT 'mage', m.name, m.name FROM campaign_mage m
      WHERE m.campaign_id IN (SELECT campaign_id FROM mine)
UNION SELECT 'player', m.player, '' FROM campaign_mage m
      WHERE m.campaign_id IN (SELECT campaign_id FROM mine) AND m.player <> ''
UNION SELECT 'nemesis', g.nemesis, '' FROM campaign_oneoffgame g
      WHERE g.campaign_id IN (SELECT campaign_id FROM mine) AND OTHERS
UNION SELECT 'mage', CASE m.name WHEN '' THEN m.key ELSE m.name END, m.name
      FROM campaign_oneoffgame g JOIN campaign_oneoffmage m ON m.game_id = g.id
      WHERE g.campaign_id IN (SELECT campaign_id FROM mine) AND OTHERS
UNION SELECT 'player', m.player, ''
      FROM campaign_oneoffgame g JOIN campaign_oneoffmage m ON m.game_id = g.id
      WHERE g.campaign_id IN (SELECT campaign_id FROM mine) AND OTHERS AND m.player <> ''
ORDER BY 1, 2, 3
""".replace("OTHERS", "g.owner_id <> %(person)s AND g.result IN ('win', 'loss')")


def known_to(person: Person, *, language: str = "en") -> Known:
    """Return what somebody's log can be asked about, in two questions."""
    mine = Campaign.objects.of(person).order_by("-created_at", "-pk")
    campaigns = tuple(mine.values_list("code", "name")[:MOST_CHOICES])
    by: dict[str, dict[str, str]] = defaultdict(dict)
    for what, key, name in _asked(person):
        by[what][key] = name or by[what].get(key, "")
    nemeses = {k: name or nemesis_name(k, language) for k, name in by[NEMESIS].items()}
    mages = {k: name or mage_name(k, language) for k, name in by[MAGE].items()}
    players = sorted(by[PLAYER], key=str.casefold)
    return Known(campaigns, _by_name(nemeses), _by_name(mages), tuple(players[:MOST_CHOICES]))


def _asked(person: Person) -> list[tuple[str, str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_ASKED, {"person": person.pk})
        return list(cursor.fetchall())


def _by_name(names: dict[str, str]) -> tuple[tuple[str, str], ...]:
    ordered = sorted(names.items(), key=lambda named: named[1].casefold())
    return tuple(ordered[:MOST_CHOICES])

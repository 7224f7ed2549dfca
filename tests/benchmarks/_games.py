"""Very many games of one person, written by the database itself: one statement a table.

Numbers are spread by arithmetic, the same on either database. Nine games of ten are one-off games,
the rest are campaigns of ten games each, with a market that grows after every game.
"""

from __future__ import annotations

from django.db import connection

from campaign.models import Person

NUMBERS = "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < %(games)s) "

# Ids begin at %(base)s, so that a row finds its game without asking for it.
STATEMENTS = (
    """INSERT INTO campaign_oneoffgame (id, code, owner_id, campaign_id, system, pack_version,
         language, seed, choices, revision, stamp, token, created_at, mage_count, nemesis,
         difficulty, result, ending, gravehold_life, nemesis_life, played_on, minutes, note, reason)
       NUMBERS SELECT %(base)s + n, CAST(%(base)s + n AS text), %(person)s, NULL,
         'aeons-end-war-eternal', 1, 'en', CAST(n AS text), '{}', 2, CAST(n AS text), '',
         '2024-01-01 12:00:00', 1 + n * 7 %% 4, 'nemesis-' || (n * 11 %% 8),
         'difficulty-' || (n * 5 %% 4), CASE WHEN n * 13 %% 5 < 2 THEN 'loss' ELSE 'win' END, '',
         CASE WHEN n * 13 %% 5 < 2 THEN 0 ELSE 1 + n * 17 %% 30 END,
         CASE WHEN n * 13 %% 5 < 2 THEN 1 + n * 19 %% 60 ELSE 0 END,
         DAY, 30 + n * 23 %% 120, '', '' FROM up""",
    """INSERT INTO campaign_oneoffmage (owner_id, result, key, game_id, seat, name, colour, player,
         life, exhausted)
       NUMBERS SELECT %(person)s, CASE WHEN n * 13 %% 5 < 2 THEN 'loss' ELSE 'win' END,
         'mage-' || ((n + seat.i * 3) %% 16), %(base)s + n, seat.i, '', '', 'Player ' || seat.i,
         5, NO FROM up JOIN (SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL
         SELECT 4) AS seat ON seat.i <= 1 + n * 7 %% 4""",
    """INSERT INTO campaign_oneoffpile (owner_id, result, key, game_id, kind, cost)
       NUMBERS SELECT %(person)s, CASE WHEN n * 13 %% 5 < 2 THEN 'loss' ELSE 'win' END,
         'pile-' || ((n * 3 + pile.i) %% 46), %(base)s + n, 'spell', 3 FROM up JOIN (SELECT 1
         AS i UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL
         SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS pile ON 1 = 1""",
)
CAMPAIGNS = (
    """INSERT INTO campaign_campaign (id, code, name, system, pack_version, language, revision,
         stamp, demo, created_at)
       NUMBERS SELECT %(base)s + n, 'B' || (%(base)s + n), 'Campaign ' || n, 'aeons-end-legacy', 1,
         'en', 1, 'B' || (%(base)s + n), NO, '2024-01-01 12:00:00' FROM up WHERE n %% 10 = 1""",
    """INSERT INTO campaign_membership (campaign_id, person_id, role, joined_at)
       NUMBERS SELECT %(base)s + n, %(person)s, 'keeper', '2024-01-01 12:00:00' FROM up
       WHERE n %% 10 = 1""",
    """INSERT INTO campaign_mage (campaign_id, seat, colour, side, name, player, portrait)
       NUMBERS SELECT %(base)s + n, seat.i, seat.colour, 'a', 'Mage ' || ((n + seat.i) %% 40),
         'Player', '' FROM up JOIN (SELECT 1 AS i, 'green' AS colour UNION ALL
         SELECT 2, 'blue' UNION ALL SELECT 3, 'orange') AS seat ON 1 = 1 WHERE n %% 10 = 1""",
    """INSERT INTO campaign_deed (id, campaign_id, revision, kind, at, detail)
       NUMBERS SELECT %(base)s + n, %(base)s + n, 1, 'record', '2024-01-01 12:00:00', '' FROM up
       WHERE n %% 10 = 1""",
    """INSERT INTO campaign_session (id, campaign_id, number, chapter, nemesis_key, nemesis_name,
         reason, recorded_id)
       NUMBERS SELECT %(base)s + n, %(base)s + n - (n - 1) %% 10, 1 + (n - 1) %% 10,
         1 + (n - 1) %% 7, '~foe ' || ((n - 1) %% 7), 'Foe ' || ((n - 1) %% 7), '',
         %(base)s + n - (n - 1) %% 10 FROM up""",
    """INSERT INTO campaign_fact (id, session_id, kind, place, reason, recorded_id)
       NUMBERS SELECT %(base)s + 2 * n + fact.i, %(base)s + n, fact.kind, fact.i, '',
         %(base)s + n - (n - 1) %% 10 FROM up JOIN (SELECT 0 AS i, 'played' AS kind UNION ALL
         SELECT 1, 'growth') AS fact ON 1 = 1""",
    """INSERT INTO campaign_resultfact (fact_id, result, ending, gravehold_life, nemesis_life,
         played_on, minutes)
       NUMBERS SELECT %(base)s + 2 * n, CASE WHEN n * 13 %% 5 < 2 THEN 'loss' ELSE 'win' END, '',
         CASE WHEN n * 13 %% 5 < 2 THEN 0 ELSE 9 END, NULL, DAY, 90 FROM up""",
    """INSERT INTO campaign_growth (fact_id) NUMBERS SELECT %(base)s + 2 * n + 1 FROM up""",
    # Each growth adds two piles; the next but one banishes them.
    """INSERT INTO campaign_growthpile (growth_id, place, fate, key, name, kind, cost)
       NUMBERS SELECT %(base)s + 2 * n + 1, pile.i,
         CASE WHEN pile.i <= 2 THEN 'added' ELSE 'banished' END,
         '~pile ' || (1 + (n - 1) %% 10 - pile.back) || '.' || pile.side,
         'Pile ' || (1 + (n - 1) %% 10 - pile.back) || '.' || pile.side, 'gem', 3
       FROM up JOIN (SELECT 1 AS i, 0 AS back, 1 AS side UNION ALL SELECT 2, 0, 2 UNION ALL
         SELECT 3, 2, 1 UNION ALL SELECT 4, 2, 2) AS pile
         ON pile.back < 1 + (n - 1) %% 10""",
)
DAYS = {
    "sqlite": "DATE('2010-01-01', (n * 29 %% 5000) || ' days')",
    "postgresql": "DATE '2010-01-01' + n * 29 %% 5000",
}
FALSE = {"sqlite": "0", "postgresql": "FALSE"}


def write_games(person: Person, games: int, *, base: int) -> None:
    """Write so many games of a person, and let the database look at what it has."""
    one_off = games * 9 // 10
    for statement in STATEMENTS:
        _run(statement, person=person.pk, base=base, games=one_off)
    for statement in CAMPAIGNS:
        _run(statement, person=person.pk, base=base, games=games - one_off)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _run(statement: str, **parameters: int) -> None:
    dialect = {"NUMBERS": NUMBERS, "DAY": DAYS[connection.vendor], "NO": FALSE[connection.vendor]}
    table, rest = statement.split("NUMBERS", 1)
    # Only the words that stand for themselves: "NO" is part of others.
    for word in ("DAY", "NO"):
        rest = rest.replace(f" {word},", f" {dialect[word]},").replace(
            f" {word} ", f" {dialect[word]} "
        )
    with connection.cursor() as cursor:
        cursor.execute(table + NUMBERS + rest, parameters)

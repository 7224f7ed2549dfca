"""The one question that statistics ask, in SQL that SQLite and PostgreSQL both understand.

Every part answers in the same columns: what is counted, its key, a name or a second key, a number,
the result, and how many games. Games of a campaign stand over five tables, so they are gathered
once (``told``) and counted from there; somebody's own one-off games are counted straight from their
indexes, which hold everything that is asked (``one_off_counted``, ``one_off_by_mage``,
``one_off_by_pile``): a hundred thousand games are counted without one of them being read.

What was withdrawn or undone is never counted, and what was amended is counted as it stands. What
somebody asks about (:class:`campaign.plays.Wanted`) narrows every part in the same way as the log:
a condition is a sentence of this module with a name in it, never what was typed.
"""

from __future__ import annotations

from campaign.plays import Wanted

_GAMES = """
SELECT s.campaign_id AS campaign, c.system, s.number, s.chapter, 0 AS one_off,
       s.nemesis_key AS nemesis, s.nemesis_name AS name, '' AS difficulty,
       (SELECT COUNT(*) FROM campaign_mage m WHERE m.campaign_id = s.campaign_id) AS mages,
       r.result, r.played_on, r.gravehold_life, r.nemesis_life, r.minutes
"""

# SQLite takes a CROSS JOIN in the order it is written in: from whom it is about to their games,
# never from everybody's games. PostgreSQL finds the way by itself.
_FROM_PERSON = """
FROM campaign_membership mine
CROSS JOIN campaign_campaign c
CROSS JOIN campaign_session s
CROSS JOIN campaign_fact f
CROSS JOIN campaign_resultfact r
WHERE mine.person_id = %(person)s AND c.id = mine.campaign_id
"""

_FROM_CAMPAIGN = """
FROM campaign_campaign c
CROSS JOIN campaign_session s
CROSS JOIN campaign_fact f
CROSS JOIN campaign_resultfact r
WHERE c.id = %(campaign)s
"""

_STANDING = """
  AND s.campaign_id = c.id AND s.withdrawn_id IS NULL
  AND f.session_id = s.id AND f.kind = 'played' AND f.withdrawn_id IS NULL
  AND r.fact_id = f.id
"""

# A fork repeats the games before it: who belongs to both campaigns played them once.
_ONCE = """
  AND NOT (c.forked_from_id IS NOT NULL AND s.number <= COALESCE(c.forked_after, 0) AND EXISTS (
    SELECT 1 FROM campaign_session twin
    JOIN campaign_membership also
      ON also.campaign_id = twin.campaign_id AND also.person_id = %(person)s
    WHERE twin.campaign_id = c.forked_from_id AND twin.number = s.number
      AND twin.withdrawn_id IS NULL))
"""

# One-off games that others own and play among the people of a campaign.
_SHARED = """
UNION ALL
SELECT NULL, g.system, 0, 0, g.id, g.nemesis, '', g.difficulty, g.mage_count,
       g.result, g.played_on, g.gravehold_life, g.nemesis_life, g.minutes
FROM campaign_oneoffgame g
WHERE g.campaign_id IN (SELECT campaign_id FROM campaign_membership WHERE person_id = %(person)s)
  AND g.owner_id <> %(person)s AND g.result IN ('win', 'loss')
"""

# What is asked about, of the games of campaigns and of one-off games.
_OF_CAMPAIGNS = {
    "system": " AND c.system = %(wanted_system)s",
    "campaign": " AND c.code = %(wanted_campaign)s",
    "nemesis": " AND s.nemesis_key = %(wanted_nemesis)s",
    "mage": """ AND c.id IN (
        SELECT campaign_id FROM campaign_mage WHERE name = %(wanted_mage)s)""",
    "player": """ AND c.id IN (
        SELECT campaign_id FROM campaign_mage WHERE UPPER(player) = UPPER(%(wanted_player)s))""",
    "result": " AND r.result = %(wanted_result)s",
    "since": " AND r.played_on >= %(wanted_since)s",
    "until": " AND r.played_on <= %(wanted_until)s",
}
_OF_ONE_OFFS = {
    "system": " AND g.system = %(wanted_system)s",
    "campaign": """ AND g.campaign_id = (
        SELECT id FROM campaign_campaign WHERE code = %(wanted_campaign)s)""",
    "nemesis": " AND g.nemesis = %(wanted_nemesis)s",
    "mage": """ AND EXISTS (
        SELECT 1 FROM campaign_oneoffmage sat WHERE sat.game_id = g.id
        AND (sat.name = %(wanted_mage)s OR (sat.name = '' AND sat.key = %(wanted_mage)s)))""",
    "player": """ AND EXISTS (
        SELECT 1 FROM campaign_oneoffmage sat WHERE sat.game_id = g.id
        AND UPPER(sat.player) = UPPER(%(wanted_player)s))""",
    "result": " AND g.result = %(wanted_result)s",
    "since": " AND g.played_on >= %(wanted_since)s",
    "until": " AND g.played_on <= %(wanted_until)s",
}
# The same of somebody's own, who may have very many. Who sat there is looked up once for all parts.
# A sum and COALESCE change no value and lead to no index: games are counted in the order of the one
# that holds what is counted. Another would find them sooner, and then fetch each wide row.
_OF_OWN = {
    **_OF_ONE_OFFS,
    "mage": " AND g.id + 0 IN (SELECT game_id FROM with_mage)",
    "player": " AND g.id + 0 IN (SELECT game_id FROM with_player)",
    "since": " AND COALESCE(g.played_on, g.played_on) >= %(wanted_since)s",
    "until": " AND COALESCE(g.played_on, g.played_on) <= %(wanted_until)s",
}
_SEATS = {
    "mage": """with_mage AS (
        SELECT game_id FROM campaign_oneoffmage WHERE owner_id = %(person)s
        AND (name = %(wanted_mage)s OR (name = '' AND key = %(wanted_mage)s))),""",
    "player": """with_player AS (
        SELECT game_id FROM campaign_oneoffmage WHERE owner_id = %(person)s
        AND UPPER(player) = UPPER(%(wanted_player)s)),""",
}
_FEW = {"campaign", "nemesis"}  # what few games answer to
_OF_TABLES = " AND result = %(wanted_result)s"
_UNTIL_GAME = " AND s.number <= %(after)s"

# The market of a game is the first market, and what had come and not gone when the games before it
# were settled. So a pile that comes counts for all games that follow, and one that goes takes them
# back: how many follow is counted once for each game (``later``), not once for each pile.
_PILES = """
tables AS (SELECT DISTINCT campaign FROM told WHERE campaign IS NOT NULL),
later AS (
    SELECT s.id AS session,
           SUM(CASE told.result WHEN 'win' THEN 1 ELSE 0 END) AS won,
           SUM(CASE told.result WHEN 'win' THEN 0 ELSE 1 END) AS lost
    FROM tables
    CROSS JOIN campaign_session s
    CROSS JOIN told
    WHERE s.campaign_id = tables.campaign AND s.withdrawn_id IS NULL
      AND told.campaign = s.campaign_id AND told.number > s.number
    GROUP BY s.id
),
piles AS (
    SELECT p.key, MAX(p.name) AS name,
           SUM(CASE p.fate WHEN 'added' THEN later.won ELSE -later.won END) AS won,
           SUM(CASE p.fate WHEN 'added' THEN later.lost ELSE -later.lost END) AS lost
    FROM later
    CROSS JOIN campaign_fact f
    CROSS JOIN campaign_growthpile p
    WHERE f.session_id = later.session AND f.kind = 'growth' AND f.withdrawn_id IS NULL
      AND p.growth_id = f.id AND p.fate IN ('added', 'banished')
    GROUP BY p.key
)
"""

_COUNT_TOLD = """
SELECT 'game' AS what, nemesis AS key, difficulty AS more, mages AS number, result,
       COUNT(*) AS games, MAX(name) AS name
FROM told GROUP BY nemesis, difficulty, mages, result
UNION ALL
SELECT 'month', SUBSTR(CAST(played_on AS text), 1, 7), '', 0, result, COUNT(*), ''
FROM told GROUP BY SUBSTR(CAST(played_on AS text), 1, 7), result
UNION ALL
SELECT 'gravehold', '', '', gravehold_life, result, COUNT(*), ''
FROM told WHERE gravehold_life IS NOT NULL GROUP BY gravehold_life, result
UNION ALL
SELECT 'nemesis_life', '', '', nemesis_life, result, COUNT(*), ''
FROM told WHERE nemesis_life IS NOT NULL GROUP BY nemesis_life, result
UNION ALL
SELECT 'minutes', '', '', minutes, result, COUNT(*), ''
FROM told WHERE minutes IS NOT NULL GROUP BY minutes, result
UNION ALL
SELECT 'chapter', '', '', chapter, result, COUNT(*), ''
FROM told WHERE campaign IS NOT NULL GROUP BY chapter, result
UNION ALL
SELECT 'mage', '', m.name, 0, told.result, COUNT(*), ''
FROM told JOIN campaign_mage m ON m.campaign_id = told.campaign GROUP BY m.name, told.result
UNION ALL
SELECT 'pile', firsts.key, '', 0, told.result, COUNT(*), ''
FROM told JOIN firsts ON firsts.system = told.system
WHERE told.campaign IS NOT NULL GROUP BY firsts.key, told.result
UNION ALL
SELECT 'pile', key, '', 0, 'win', CAST(won AS bigint), name FROM piles WHERE won <> 0
UNION ALL
SELECT 'pile', key, '', 0, 'loss', CAST(lost AS bigint), name FROM piles WHERE lost <> 0
"""

_COUNT_SHARED = """
UNION ALL
SELECT 'mage', m.key, m.name, 0, told.result, COUNT(*), ''
FROM told JOIN campaign_oneoffmage m ON m.game_id = told.one_off
WHERE told.campaign IS NULL GROUP BY m.key, m.name, told.result
UNION ALL
SELECT 'pile', p.key, '', 0, told.result, COUNT(*), ''
FROM told JOIN campaign_oneoffpile p ON p.game_id = told.one_off
WHERE told.campaign IS NULL GROUP BY p.key, told.result
"""

# Somebody's own; ASKED stands for what is asked about.
_COUNT_OWN = """
UNION ALL
SELECT 'game', g.nemesis, g.difficulty, g.mage_count, g.result, COUNT(*), ''
FROM campaign_oneoffgame g WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
GROUP BY g.nemesis, g.difficulty, g.mage_count, g.result
UNION ALL
SELECT 'month', SUBSTR(CAST(g.played_on AS text), 1, 7), '', 0, g.result, COUNT(*), ''
FROM campaign_oneoffgame g WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
GROUP BY SUBSTR(CAST(g.played_on AS text), 1, 7), g.result
UNION ALL
SELECT 'gravehold', '', '', g.gravehold_life, g.result, COUNT(*), ''
FROM campaign_oneoffgame g WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
  AND g.gravehold_life IS NOT NULL GROUP BY g.gravehold_life, g.result
UNION ALL
SELECT 'nemesis_life', '', '', g.nemesis_life, g.result, COUNT(*), ''
FROM campaign_oneoffgame g WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
  AND g.nemesis_life IS NOT NULL GROUP BY g.nemesis_life, g.result
UNION ALL
SELECT 'minutes', '', '', g.minutes, '', COUNT(*), ''
FROM campaign_oneoffgame g WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
  AND g.minutes IS NOT NULL GROUP BY g.minutes
"""

_COUNT_OWN_TABLES = """
UNION ALL
SELECT 'mage', key, name, 0, result, COUNT(*), ''
FROM campaign_oneoffmage WHERE owner_id = %(person)s ASKED GROUP BY key, name, result
UNION ALL
SELECT 'pile', key, '', 0, result, COUNT(*), ''
FROM campaign_oneoffpile WHERE owner_id = %(person)s ASKED GROUP BY key, result
"""

# The rows of a table know their owner and result, but nothing else that is asked about. The result
# is the game's, so that a pile is counted from the index that finds it (``one_off_pile_once``).
_COUNT_ASKED_TABLES = """
UNION ALL
SELECT 'mage', m.key, m.name, 0, g.result, COUNT(*), ''
FROM campaign_oneoffgame g JOIN campaign_oneoffmage m ON m.game_id = g.id
WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
GROUP BY m.key, m.name, g.result
UNION ALL
SELECT 'pile', p.key, '', 0, g.result, COUNT(*), ''
FROM campaign_oneoffgame g JOIN campaign_oneoffpile p ON p.game_id = g.id
WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED
GROUP BY p.key, g.result
"""


# The same for what many games answer to: the rows of all tables in the order they are counted in,
# each looked up among the games.
_COUNT_MANY_TABLES = """
UNION ALL
SELECT 'mage', key, name, 0, result, COUNT(*), ''
FROM campaign_oneoffmage WHERE owner_id = %(person)s AND game_id + 0 IN (
  SELECT g.id FROM campaign_oneoffgame g
  WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED)
GROUP BY key, name, result
UNION ALL
SELECT 'pile', key, '', 0, result, COUNT(*), ''
FROM campaign_oneoffpile WHERE owner_id = %(person)s AND game_id + 0 IN (
  SELECT g.id FROM campaign_oneoffgame g
  WHERE g.owner_id = %(person)s AND g.result IN ('win', 'loss') ASKED)
GROUP BY key, result
"""


def of_person(firsts: int, wanted: Wanted) -> str:
    """Return the question about a person's games; ``firsts`` piles are in the boxes' markets."""
    asked = wanted.asked
    of_campaigns = "".join(_OF_CAMPAIGNS[name] for name in asked)
    of_one_offs = "".join(_OF_ONE_OFFS[name] for name in asked)
    # Who asks for a fork wants all of its story.
    once = "" if wanted.campaign else _ONCE
    told = (_GAMES, _FROM_PERSON, _STANDING, once, of_campaigns, _SHARED, of_one_offs)
    of_own = "".join(_OF_OWN[name] for name in asked)
    own = _COUNT_OWN.replace("ASKED", of_own)
    if set(asked) <= {"result"}:
        tables = _COUNT_OWN_TABLES.replace("ASKED", _OF_TABLES if asked else "")
    else:
        by = _COUNT_ASKED_TABLES if set(asked) & _FEW else _COUNT_MANY_TABLES
        tables = by.replace("ASKED", of_own)
    seats = "".join(_SEATS.get(name, "") for name in asked)
    return _asked(told, firsts, _COUNT_SHARED, own, tables, seats=seats)


def of_campaign(firsts: int, *, back: bool = False) -> str:
    """Return the question about the games of one campaign; those up to one for a look back."""
    return _asked((_GAMES, _FROM_CAMPAIGN, _STANDING, _UNTIL_GAME if back else ""), firsts)


def _asked(told: tuple[str, ...], firsts: int, *more: str, seats: str = "") -> str:
    # Named and numbered parameters do not mix: the piles of the first market get names as well.
    first = " UNION ALL ".join(
        f"SELECT CAST(%(system{n})s AS text) AS system, CAST(%(first{n})s AS text) AS key"
        for n in range(firsts)
    )
    known = ("WITH ", seats, "told AS (", *told, "), firsts AS (", first, "),", _PILES)
    return "".join((*known, _COUNT_TOLD, *more))

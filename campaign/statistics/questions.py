"""The one question that statistics ask, in SQL that SQLite and PostgreSQL both understand.

Every part answers in the same columns: what is counted, its key, a name or a second key, a number,
the result, and how many games. Games of a campaign stand over five tables, so they are gathered
once (``told``) and counted from there; somebody's own one-off games are counted straight from their
indexes, which hold everything that is asked (``one_off_counted``, ``one_off_by_mage``,
``one_off_by_pile``): a hundred thousand games are counted without one of them being read.

What was withdrawn or undone is never counted, and what was amended is counted as it stands.
"""

from __future__ import annotations

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

_COUNT_OWN = """
UNION ALL
SELECT 'game', nemesis, difficulty, mage_count, result, COUNT(*), ''
FROM campaign_oneoffgame WHERE owner_id = %(person)s AND result IN ('win', 'loss')
GROUP BY nemesis, difficulty, mage_count, result
UNION ALL
SELECT 'month', SUBSTR(CAST(played_on AS text), 1, 7), '', 0, result, COUNT(*), ''
FROM campaign_oneoffgame WHERE owner_id = %(person)s AND result IN ('win', 'loss')
GROUP BY SUBSTR(CAST(played_on AS text), 1, 7), result
UNION ALL
SELECT 'gravehold', '', '', gravehold_life, result, COUNT(*), ''
FROM campaign_oneoffgame
WHERE owner_id = %(person)s AND result IN ('win', 'loss') AND gravehold_life IS NOT NULL
GROUP BY gravehold_life, result
UNION ALL
SELECT 'nemesis_life', '', '', nemesis_life, result, COUNT(*), ''
FROM campaign_oneoffgame
WHERE owner_id = %(person)s AND result IN ('win', 'loss') AND nemesis_life IS NOT NULL
GROUP BY nemesis_life, result
UNION ALL
SELECT 'minutes', '', '', minutes, '', COUNT(*), ''
FROM campaign_oneoffgame
WHERE owner_id = %(person)s AND result IN ('win', 'loss') AND minutes IS NOT NULL
GROUP BY minutes
UNION ALL
SELECT 'mage', key, name, 0, result, COUNT(*), ''
FROM campaign_oneoffmage WHERE owner_id = %(person)s GROUP BY key, name, result
UNION ALL
SELECT 'pile', key, '', 0, result, COUNT(*), ''
FROM campaign_oneoffpile WHERE owner_id = %(person)s GROUP BY key, result
"""


def of_person(firsts: int) -> str:
    """Return the question about a person's games; ``firsts`` piles are in the boxes' markets."""
    told = (_GAMES, _FROM_PERSON, _STANDING, _ONCE, _SHARED)
    return _asked(told, firsts, _COUNT_SHARED, _COUNT_OWN)


def of_campaign(firsts: int) -> str:
    """Return the question about the games of one campaign."""
    return _asked((_GAMES, _FROM_CAMPAIGN, _STANDING), firsts)


def _asked(told: tuple[str, ...], firsts: int, *more: str) -> str:
    # Named and numbered parameters do not mix: the piles of the first market get names as well.
    first = " UNION ALL ".join(
        f"SELECT CAST(%(system{n})s AS text) AS system, CAST(%(first{n})s AS text) AS key"
        for n in range(firsts)
    )
    parts = ("WITH told AS (", *told, "), firsts AS (", first, "),", _PILES, _COUNT_TOLD, *more)
    return "".join(parts)

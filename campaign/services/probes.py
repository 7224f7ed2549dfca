"""Whether the database can be written to: reading goes on when a disk is full or read-only."""

import time

from django.db import connection

KEY = "probe"  # no digest has it
SPARED = 5_000  # ms: a write that somebody made just now is proof enough
# One statement, so that it is a commit of its own; a row that is fresh stays as it is.
WRITE = """
    INSERT INTO campaign_tokenbucket AS probe (key, full_at) VALUES (%(key)s, %(now)s)
    ON CONFLICT (key) DO UPDATE SET full_at = %(now)s
    WHERE probe.full_at NOT BETWEEN %(now)s - %(spared)s AND %(now)s
"""


def write_probe() -> None:
    """Write to the database, or raise ``DatabaseError``."""
    now = int(time.time() * 1000)
    with connection.cursor() as cursor:
        cursor.execute(WRITE, {"key": KEY, "now": now, "spared": SPARED})

"""Rate limits, shared by all workers and machines: token buckets in the database.

Written by hand, because no library does it. django-ratelimit counts in Django's cache, in windows
that begin anew all at once, can neither return a token nor say how long to wait, and needs Redis or
Memcached: no other cache has an atomic counter. django-axes, which was used here once, counts
sign-ins only, stores names and addresses, and locks people out.
"""

import time
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise

from campaign.clocks import CLOCKS_DIFFER
from campaign.models import TokenBucket
from campaign.services.locks import lock_unclaimed

KEPT_FOR = timedelta(hours=1)  # a bucket that is full again, in case it is used again soon
# The ORM's upsert can set only constants. A bucket without enough tokens is not updated, and no row
# is returned: of two requests for the last token, one gets it. A bucket that would be full later
# than an empty one was written by a clock that ran ahead, and begins anew.
TAKE = """
    INSERT INTO campaign_tokenbucket AS bucket (key, full_at)
    VALUES (%(key)s, %(now)s + %(cost)s)
    ON CONFLICT (key) DO UPDATE
    SET full_at = %(cost)s
        + CASE WHEN bucket.full_at > %(now)s AND bucket.full_at <= %(possible)s
            THEN bucket.full_at ELSE %(now)s END
    WHERE bucket.full_at <= %(latest)s OR bucket.full_at > %(possible)s
    RETURNING full_at
"""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A token bucket per visitor: ``capacity`` tokens, refilled within ``period``."""

    name: str
    reason: str | Promise
    capacity: int
    period: timedelta

    def take(self, who: str, tokens: int = 1) -> None:
        """Take tokens, or raise :class:`RateLimited`, which takes none: retries prolong no wait."""
        if not settings.RATE_LIMITS:
            return
        key, now, cost = self._key(who), int(time.time() * 1000), self._cost(tokens)
        latest = now + _milliseconds(self.period) - cost
        bounds = {"latest": latest, "possible": latest + cost + _milliseconds(CLOCKS_DIFFER)}
        with connection.cursor() as cursor:
            cursor.execute(TAKE, {"key": key, "now": now, "cost": cost, **bounds})
            taken = cursor.fetchone()
        if taken is None:
            full_at = TokenBucket.objects.filter(key=key).values_list("full_at", flat=True).first()
            # Without a row, or with one that has tokens again, another request was given some back.
            raise RateLimited(self, timedelta(milliseconds=max(0, (full_at or 0) - latest)))
        if taken == (now + cost,):  # a new row, perhaps
            _delete_old(before=now - _milliseconds(KEPT_FOR))

    def give_back(self, who: str) -> None:
        """Return a token, taken for an attempt that turned out not to count."""
        TokenBucket.objects.filter(key=self._key(who)).update(full_at=F("full_at") - self._cost(1))

    def _cost(self, tokens: int) -> int:
        """Return how long so many tokens take to refill, at most the whole period."""
        return _milliseconds(self.period) * min(tokens, self.capacity) // self.capacity

    def _key(self, who: str) -> str:
        return salted_hmac(f"campaign.limits.{self.name}", who, algorithm="sha256").hexdigest()


class RateLimited(PermissionDenied):
    """The rate limit is exceeded: ``limit`` says which, ``wait`` for how long."""

    def __init__(self, limit: RateLimit, wait: timedelta) -> None:
        super().__init__(limit.name)
        self.limit = limit
        self.wait = wait


def _delete_old(*, before: int) -> None:
    """Delete buckets that have been full for long, except those that a request is using.

    Two requests that waited for each other's row would be a deadlock.
    """
    with transaction.atomic():
        old = TokenBucket.objects.filter(full_at__lt=before)
        unused = lock_unclaimed(old, of=())  # SQLite has one writer, and no such locks
        TokenBucket.objects.filter(pk__in=unused.values("pk")).delete()


def _milliseconds(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)

"""Rate limits, shared by all workers."""

import contextlib
import logging
import time
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise

from campaign.models import TokenBucket

logger = logging.getLogger(__name__)


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
        if settings.REDIS_URL and self._takes_shared(who, tokens):
            return
        now, key, cost = timezone.now(), self._key(who), self._cost(tokens)
        TokenBucket.objects.filter(full_at__lte=now).delete()  # full buckets need no row
        TokenBucket.objects.bulk_create([TokenBucket(key=key, full_at=now)], ignore_conflicts=True)
        bucket = TokenBucket.objects.filter(key=key)
        # Checked and taken in one statement: of two requests for the last token, one gets it.
        enough = bucket.filter(full_at__lte=now + self.period - cost)
        if not enough.update(full_at=F("full_at") + cost):
            full_at = bucket.values_list("full_at", flat=True).first() or now
            raise RateLimited(self, full_at + cost - self.period - now)

    def _takes_shared(self, who: str, tokens: int) -> bool:
        """Take tokens in the shared cache, which stores when the bucket is full again.

        Return False if the cache does not answer: the caller falls back to the database.
        """
        key, period, cost = self._key(who), _milliseconds(self.period), self._cost(tokens)
        now = int(time.time() * 1000)
        try:
            cache.add(key, now, timeout=period // 1000)
            full_at = cache.incr(key, _milliseconds(cost))  # atomic: only one gets the last token
            if full_at <= now + period:
                cache.touch(key, timeout=max(0, full_at - now) // 1000 + 1)
                return True
            cache.decr(key, _milliseconds(cost))
        except Exception as error:  # whatever its library raises
            logger.warning("The shared cache does not count: %s", type(error).__name__)
            return False
        raise RateLimited(self, timedelta(milliseconds=full_at - period - now))

    def give_back(self, who: str) -> None:
        """Return a token, taken for an attempt that turned out not to count."""
        if settings.REDIS_URL:
            with contextlib.suppress(Exception):  # expired, so full; or no answer
                cache.decr(self._key(who), _milliseconds(self._cost(1)))
        TokenBucket.objects.filter(key=self._key(who)).update(full_at=F("full_at") - self._cost(1))

    def _cost(self, tokens: int) -> timedelta:
        """Return how long so many tokens take to refill, at most the whole period."""
        return self.period * min(tokens, self.capacity) / self.capacity

    def _key(self, who: str) -> str:
        return salted_hmac(f"campaign.limits.{self.name}", who, algorithm="sha256").hexdigest()


class RateLimited(PermissionDenied):
    """The rate limit is exceeded: ``limit`` says which, ``wait`` for how long."""

    def __init__(self, limit: RateLimit, wait: timedelta) -> None:
        super().__init__(limit.name)
        self.limit = limit
        self.wait = wait


def _milliseconds(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)

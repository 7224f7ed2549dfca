"""Rate limits in the database, shared by all workers."""

from datetime import UTC, datetime

from django.db import models


class TokenBucket(models.Model):
    """The token bucket of one visitor under one rate limit.

    Tokens refill at a steady rate, so the time at which the bucket is full again says how many are
    in it. A bucket is full if it has no row, or if that time has passed.
    """

    key = models.CharField(max_length=64, primary_key=True)  # a digest: neither name nor IP address
    # Milliseconds since 1970: a number is something that either database can add to.
    full_at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"full at {datetime.fromtimestamp(self.full_at / 1000, UTC):%Y-%m-%d %H:%M:%S}"

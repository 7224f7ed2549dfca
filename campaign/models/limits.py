"""Rate limits, counted in the database: every worker sees the same."""

from django.db import models


class TokenBucket(models.Model):
    """The bucket of one visitor under one rate limit.

    Tokens come back at a steady rate, so the moment at which the bucket is full again says how many
    are in it. A bucket without a row is full, and so is one whose moment has passed.
    """

    key = models.CharField(max_length=64, primary_key=True)  # a digest: no name, no address
    full_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"full at {self.full_at:%Y-%m-%d %H:%M:%S}"

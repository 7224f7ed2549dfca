"""Entries that are sent twice: the same one writes once, and a token names one entry only."""

import hashlib
import json
from typing import Any

from django.db.models import Manager
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Schema

from campaign.rules.core import sizes
from campaign.services.accounts import hash_token
from tracker.api.problems import refused
from tracker.api.tokens import owner_of

HALF = sizes.TOKEN // 2
# The record may have changed between two tries of the same entry.
VARIES = {"revision", "token"}


def entry_key(request: HttpRequest, body: Schema, token: str, written: Manager[Any]) -> str:
    """Return what is stored of an entry's token: digests of it, and of what was sent.

    Two people may use the same token and say the same, each for themselves. Refuse a token that
    named another entry of its owner's among those that were ``written``.
    """
    said = json.dumps([request.path, body.model_dump(mode="json", exclude=VARIES)], sort_keys=True)
    head = hash_token(f"{owner_of(request).pk}:{token}")[:HALF]
    key = head + hashlib.sha256(said.encode()).hexdigest()[:HALF]
    if written.filter(token__startswith=head).exclude(token=key).exists():
        sentence = _("This token was used for another entry: use a new one for each.")
        raise refused(409, "api.token_used", sentence, "token")
    return key

"""Notices to phones: what each says, and sending those in the outbox."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from time import monotonic

from django.conf import settings
from django.db import DatabaseError
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from campaign.models import Campaign, Evening, Game, Notice, NoticeKind, PushSubscription, Record
from campaign.selectors.evenings import is_told_of
from campaign.selectors.standing import may
from campaign.services import notices as services
from tracker.outgoing import web_push
from tracker.outgoing.sending import Fault
from tracker.web.envelopes import AGENT, Envelope, sent
from tracker.web.evenings import name_of
from tracker.web.records import game_url
from tracker.words.evenings import evening_time

logger = logging.getLogger(__name__)

SENDERS = 16  # messages under way at a time, one for each person
SECONDS = 5.0  # for one message
A_TURN = 30.0  # seconds for all messages of a person; what is left then is dropped

Outcome = tuple[PushSubscription, Fault | None]


@dataclass(frozen=True, slots=True)
class Said:
    """What a notice says, and the page that it opens. Nothing of a game's content is in it."""

    title: str
    text: str
    url: str


def send_notices() -> int:
    """Send every notice in the outbox to all browsers of its person; return how many were tried.

    Several people are sent to at a time, each one message: a slow address delays its owner alone.
    """
    services.tomorrow_add()
    waiting: dict[int, list[tuple[PushSubscription, Envelope]]] = {}
    for notice in services.notices_take():
        for subscription in PushSubscription.objects.filter(person=notice.person_id):
            if (envelope := _envelope_of(notice, subscription)) is not None:
                waiting.setdefault(notice.person_id, []).append((subscription, envelope))
    with ThreadPoolExecutor(SENDERS, "notices") as senders:
        outcomes = list(chain.from_iterable(senders.map(_sent_in_turn, waiting.values())))
    for subscription, fault in outcomes:
        if fault is None:
            services.subscription_arrived(subscription=subscription)
        else:
            services.subscription_refused(subscription=subscription)
    return len(outcomes)


def _sent_in_turn(messages: Sequence[tuple[PushSubscription, Envelope]]) -> list[Outcome]:
    """Send somebody's messages one after another; a browser that one does not reach is left out.

    No database is used: it runs in a thread.
    """
    outcomes: list[Outcome] = []
    silent: set[int] = set()
    ends = monotonic() + A_TURN
    for subscription, envelope in messages:
        if monotonic() > ends:
            break
        if subscription.pk not in silent:
            fault = sent(envelope, SECONDS)
            outcomes.append((subscription, fault))
            if fault is not None:
                silent.add(subscription.pk)
    return outcomes


def _envelope_of(notice: Notice, subscription: PushSubscription) -> Envelope | None:
    """Return a notice, encrypted for a browser; None if there is nothing to tell."""
    to = web_push.receiver_of(subscription.public_key, subscription.auth)
    try:
        with translation.override(subscription.language):
            said = said_of(notice)
    except DatabaseError:
        raise
    except Exception:
        # A damaged record raises anything; the notices of others are sent all the same.
        logger.exception("A notice cannot be written: %s.", notice)
        return None
    if said is None or to is None:
        return None
    plain = json.dumps({"title": said.title, "body": said.text, "url": said.url}).encode()
    key = web_push.server_key(settings.SECRET_KEY)
    headers = web_push.headers_for(subscription.endpoint, key, settings.PUSH_CONTACT)
    body = web_push.encrypt(plain, to)
    return Envelope(subscription.endpoint, body, {**headers, "User-Agent": AGENT})


def said_of(notice: Notice) -> Said | None:
    """Return what a notice says; None if somebody may not know it, or does not want to."""
    if notice.evening is not None:
        return _of_evening(notice, notice.evening)
    return _of_game(notice, notice.game) if notice.game is not None else None


def _of_evening(notice: Notice, evening: Evening) -> Said | None:
    standing = may(notice.person, evening.record)
    if evening.called_off_at or not is_told_of(evening, notice.person, standing):
        return None
    if _is_muted(notice, evening.record):
        return None
    url, name = reverse("evening", args=[evening.key]), name_of(evening.record)
    when = evening_time(evening.starts_at, evening.zone) if evening.starts_at else ""
    match notice.kind:
        case NoticeKind.PROPOSED if not when:
            return Said(name, _("Dates are proposed for the next evening. When can you come?"), url)
        case NoticeKind.SETTLED if when:
            return Said(name, _("The next evening is settled: %(date)s.") % {"date": when}, url)
        case NoticeKind.TOMORROW if when:
            return Said(name, _("Tomorrow: %(date)s.") % {"date": when}, url)
    return None


def _of_game(notice: Notice, game: Game) -> Said | None:
    standing = may(notice.person, game)
    if game.withdrawn_id is not None or not (standing.belongs and standing.sees):
        return None
    if _is_muted(notice, game.record):
        return None
    name = name_of(game.record)
    if notice.kind == NoticeKind.LIVE:
        return Said(name, _("A live game has begun."), game_url(game, "live"))
    return Said(name, _("A result was entered."), game_url(game))


def _is_muted(notice: Notice, record: Record) -> bool:
    campaign = record if isinstance(record, Campaign) else None
    return services.is_muted(notice.person, campaign)

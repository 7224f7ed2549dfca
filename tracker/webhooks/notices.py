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
from django.utils.translation import ngettext

from campaign.models import (
    Campaign,
    Evening,
    Game,
    Notice,
    NoticeKind,
    PushSubscription,
    Record,
)
from campaign.selectors.evenings import is_told_of, people_without_answer
from campaign.selectors.notices import browsers_of, confirmed_mail
from campaign.selectors.standing import may
from campaign.services import notices as services
from tracker.faces.registry import campaign_face
from tracker.outgoing import web_push
from tracker.outgoing.mails import has_server, send_mail
from tracker.outgoing.sending import Fault
from tracker.people.access import Access
from tracker.people.mail_links import mail_url
from tracker.web.envelopes import AGENT, Envelope, sent
from tracker.web.evenings import name_of
from tracker.web.records import game_url
from tracker.words.evenings import evening_time
from tracker.words.phrases import labelled

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


@dataclass(frozen=True, slots=True)
class Mail:
    """A notice as an e-mail; sending it needs no database."""

    to: str
    subject: str
    lines: list[str]
    off_url: str


def send_notices() -> int:
    """Send every notice in the outbox to its person; return how many messages were tried.

    Several people are sent to at a time, each one message: a slow address delays its owner alone.
    """
    services.tomorrow_add()
    services.answers_ask()
    waiting: dict[int, list[tuple[PushSubscription, Envelope]]] = {}
    mails: list[Mail] = []
    for notice in services.notices_take():
        for subscription in browsers_of(notice.person_id):
            if (envelope := _envelope_of(notice, subscription)) is not None:
                waiting.setdefault(notice.person_id, []).append((subscription, envelope))
        if (mail := _mail_of(notice)) is not None:
            mails.append(mail)
    with ThreadPoolExecutor(SENDERS, "notices") as senders:
        posted = senders.map(_send, mails)
        outcomes = list(chain.from_iterable(senders.map(_sent_in_turn, waiting.values())))
        lost = sum(fault is not None for fault in posted)
    if lost:
        logger.warning("The mail server did not take %s of %s e-mails.", lost, len(mails))
    for subscription, fault in outcomes:
        if fault is None:
            services.subscription_arrived(subscription=subscription)
        else:
            services.subscription_refused(subscription=subscription)
    return len(outcomes) + len(mails)


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


def _send(mail: Mail) -> Fault | None:
    return send_mail(to=mail.to, subject=mail.subject, lines=mail.lines, off_url=mail.off_url)


def _mail_of(notice: Notice) -> Mail | None:
    """Return a notice as an e-mail; None if there is nothing to tell, or nobody reads it there."""
    if not has_server():
        return None
    to = confirmed_mail(notice.person_id)
    said = _said_in(notice, to.language) if to is not None else None
    if to is None or said is None:
        return None
    off_url = mail_url(to)
    with translation.override(to.language):
        off = labelled(_("To get no more of these e-mails"), off_url)
    return Mail(to.address, said.title, [said.text, f"{to.site}{said.url}", off], off_url)


def _said_in(notice: Notice, language: str) -> Said | None:
    """Return what a notice says in a language; None if there is nothing to tell."""
    try:
        with translation.override(language):
            return said_of(notice)
    except DatabaseError:
        raise
    except Exception:
        # A damaged record raises anything; the notices of others are sent all the same.
        logger.exception("A notice cannot be written: %s.", notice)
        return None


def _envelope_of(notice: Notice, subscription: PushSubscription) -> Envelope | None:
    """Return a notice, encrypted for a browser; None if there is nothing to tell."""
    to = web_push.receiver_of(subscription.public_key, subscription.auth)
    said = _said_in(notice, subscription.language)
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
        case NoticeKind.DECISION if not when and _has_not_answered(notice, evening):
            return Said(name, _("Your answer is still missing: when can you come?"), url)
    return None


def _has_not_answered(notice: Notice, evening: Evening) -> bool:
    return any(each.pk == notice.person_id for each in people_without_answer(evening))


def _of_game(notice: Notice, game: Game) -> Said | None:
    standing = may(notice.person, game)
    if game.withdrawn_id is not None or not (standing.belongs and standing.sees):
        return None
    if _is_muted(notice, game.record):
        return None
    name = name_of(game.record)
    match notice.kind:
        case NoticeKind.LIVE:
            return Said(name, _("A live game has begun."), game_url(game, "live"))
        case NoticeKind.RESULT if not _undecided(notice, game):  # else the other notice says both
            return Said(name, _("A result was entered."), game_url(game))
        case NoticeKind.DECISION if undecided := _undecided(notice, game):
            text = ngettext(
                "A result was entered. %(number)s decision is still open.",
                "A result was entered. %(number)s decisions are still open.",
                undecided,
            )
            return Said(
                name, text % {"number": undecided}, reverse("campaign", args=[game.record.code])
            )
    return None


def _undecided(notice: Notice, game: Game) -> int:
    """Return how many decisions somebody is asked for after a game: their number alone is told."""
    muted = services.is_muted(notice.person, game.campaign, NoticeKind.DECISION)
    if game.campaign is None or muted:
        return 0
    access = Access(game.campaign, notice.person, may(notice.person, game.campaign))
    return len(campaign_face(game.system).undecided(access))


def _is_muted(notice: Notice, record: Record) -> bool:
    campaign = record if isinstance(record, Campaign) else None
    return services.is_muted(notice.person, campaign, notice.kind)

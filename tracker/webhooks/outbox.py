"""The outbox: what an event says, and sending whatever is due."""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import translation

from campaign.models import Game, Play, WebhookDelivery, WebhookEvent
from campaign.selectors.standing import may
from campaign.services import webhooks as services
from tracker.api.plays import PlayOut
from tracker.faces.registry import campaign_face
from tracker.outgoing import sending
from tracker.outgoing.sending import Fault, NotSent
from tracker.people.access import Access

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds between two looks into the outbox
AGENT = "Breachkeeper"


def send_all() -> int:
    """Send everything that is due, to every owner in turn; return how many messages were tried."""
    tried, had_a_turn = 0, set[int]()
    while (delivery := services.delivery_take(but_not_to=had_a_turn)) is not None or had_a_turn:
        if delivery is None:
            had_a_turn.clear()
            continue
        send_one(delivery)
        had_a_turn.add(delivery.webhook.person_id)
        tried += 1
    services.deliveries_delete_old()
    return tried


def send_for_ever(stopped: Callable[[float], bool]) -> None:
    """Send what is due, again and again; ``stopped`` waits so many seconds and says when to end."""
    while not stopped(PAUSE):
        try:
            send_all()
        except DatabaseError:
            logger.exception("The outbox cannot be read; it is tried again.")
        close_old_connections()


def send_one(delivery: WebhookDelivery) -> None:
    """Send one message, or note why it did not arrive."""
    try:
        message = message_of(delivery)
    except DatabaseError:
        raise
    except Exception:
        # A damaged record raises anything; the messages of others are sent all the same.
        logger.exception("A message of %s cannot be written.", delivery)
        services.delivery_failed(delivery=delivery, fault=Fault.UNREADABLE)
        return
    if message is None:
        services.delivery_done(delivery=delivery)
        return
    body, at = json.dumps(message).encode(), int(time.time())
    hook = delivery.webhook
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "X-Breachkeeper-Event": delivery.event,
        "X-Breachkeeper-Delivery": str(delivery.pk),
        "X-Breachkeeper-Time": str(at),
        "X-Breachkeeper-Signature": sending.signature(hook.secret, at, body),
    }
    try:
        sending.send(sending.target_of(hook.url), body, headers)
    except NotSent as error:
        services.delivery_failed(delivery=delivery, fault=error.fault)
    else:
        services.delivery_done(delivery=delivery)


def message_of(delivery: WebhookDelivery) -> dict[str, Any] | None:
    """Return what a message says; None if it was undone, or is no longer the owner's to know."""
    game, person = delivery.game, delivery.webhook.person
    standing = may(person, game)
    if game.withdrawn_id is not None or not (standing.belongs and standing.sees):
        return None
    about = {
        "event": delivery.event,
        "at": delivery.made_at.isoformat(),
        "system": game.system,
        "campaign": game.campaign.code if game.campaign else "",
        "number": game.number or None,
        "code": "" if game.campaign else game.code,
    }
    with translation.override(settings.LANGUAGE_CODE):
        if delivery.event == WebhookEvent.GAME_FINISHED:
            return _finished(about, game)
        return _next(about, Access(game.record, person, standing))


def _finished(about: dict[str, Any], game: Game) -> dict[str, Any] | None:
    play = Play.objects.with_rows().filter(game=game).first()
    if play is None:
        return None
    return {**about, "play": PlayOut.of(play).model_dump(mode="json")}


def _next(about: dict[str, Any], access: Access) -> dict[str, Any]:
    step = campaign_face(access.campaign.system).ahead(access)
    return {**about, "title": step.title, "text": step.text}

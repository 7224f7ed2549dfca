"""The outbox: what an event says, and sending whatever is due."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import translation

from campaign.models import (
    WebhookDelivery,
)
from campaign.services import webhooks as services
from tracker.outgoing.sending import Fault
from tracker.web.envelopes import Envelope, envelope_for, sent
from tracker.webhooks.messages import message_of
from tracker.webhooks.notices import send_notices

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds between two looks into the outbox
SENDERS = 16  # messages under way at a time, one for each owner


def send_all() -> int:
    """Send everything that is due; return how many messages were tried.

    Several owners are sent to at a time, each one message: a slow address delays its owner alone.
    Everything but the sending itself happens here, in one thread with one connection.
    """
    tried = 0
    under_way: dict[Future[Fault | None], WebhookDelivery] = {}
    with ThreadPoolExecutor(SENDERS, "sender") as senders:
        while True:
            while len(under_way) < SENDERS:
                owners = {each.webhook.person_id for each in under_way.values()}
                delivery = services.delivery_take(but_not_to=owners)
                if delivery is None:
                    break
                tried += 1
                if (envelope := _envelope_of(delivery)) is not None:
                    under_way[senders.submit(sent, envelope)] = delivery
            if not under_way:
                break
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                _note(under_way.pop(done), done.result())
    services.deliveries_delete_old()
    return tried


def send_for_ever(stopped: Callable[[float], bool]) -> None:
    """Send what is due, again and again; ``stopped`` waits so many seconds and says when to end.

    Notices have a thread of their own: webhooks that are never done hold none of them up.
    """
    ended = threading.Event()
    notices = threading.Thread(target=_again, args=[send_notices, ended.wait], daemon=True)
    notices.start()
    try:
        _again(send_all, stopped)
    finally:
        ended.set()


def _again(send: Callable[[], int], stopped: Callable[[float], bool]) -> None:
    while not stopped(PAUSE):
        try:
            send()
        except DatabaseError:
            logger.exception("The outbox cannot be read; it is tried again.")
        close_old_connections()


def _envelope_of(delivery: WebhookDelivery) -> Envelope | None:
    """Return what is to be sent; None if there is nothing to tell, or it cannot be read."""
    try:
        with translation.override(settings.LANGUAGE_CODE):
            message = message_of(delivery)
            if message is not None:
                hook = delivery.webhook
                return envelope_for(hook, delivery.event, str(delivery.pk), message)
    except DatabaseError:
        raise
    except Exception:
        # A damaged record raises anything; the messages of others are sent all the same.
        logger.exception("A message of %s cannot be written.", delivery)
        services.delivery_failed(delivery=delivery, fault=Fault.UNREADABLE)
        return None
    services.delivery_drop(delivery=delivery)
    return None


def _note(delivery: WebhookDelivery, fault: Fault | None) -> None:
    if fault is None:
        services.delivery_arrived(delivery=delivery)
    else:
        services.delivery_failed(delivery=delivery, fault=fault)

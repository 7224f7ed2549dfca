"""Webhooks: create and delete them, and the outbox of what is to be sent.

An event is put into the outbox in the transaction of what it tells of, so that neither is without
the other. It is sent later, by ``manage.py webhooks``: at once, then after each of ``WAITS``.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaign.clocks import CLOCKS_DIFFER
from campaign.models import Game, Person, Webhook, WebhookDelivery, WebhookEvent, WebhookStyle
from campaign.models.webhooks import URL_LONGEST
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.texts import text_problems
from campaign.services.locks import lock_unclaimed, locked_person

MAX_WEBHOOKS = 5  # of one person
MAX_WAITING = 200  # deliveries of one webhook; with more, nobody listens there
WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
LEASE = timedelta(minutes=2)  # a delivery that is being sent is tried again by nobody else
KEPT_FOR = timedelta(days=7)  # a delivery that was given up, for its owner to see


def webhook_make(
    *, person: Person, url: str, style: WebhookStyle = WebhookStyle.PROGRAM
) -> Webhook:
    """Make a webhook, or return the one that the person has for this address."""
    refuse(text_problems("url", url, URL_LONGEST))
    with locked_person(person):  # two at once are counted both
        found = person.webhooks.filter(url=url).first()
        if found is not None:
            return found
        if person.webhooks.count() >= MAX_WEBHOOKS:
            raise RulesError([Problem("webhook.no_room", {"most": MAX_WEBHOOKS})])
        return Webhook.objects.create(
            person=person, url=url, style=style, secret=secrets.token_urlsafe(32)
        )


def webhook_delete(*, webhook: Webhook) -> None:
    """Delete a webhook, with what was to be sent to it."""
    webhook.delete()


def event_add(*, event: WebhookEvent, game: Game) -> None:
    """Put an event into the outbox of everybody it concerns, in the caller's transaction.

    That is the owner of a one-off game and whoever holds a seat in it, and the members of a
    campaign. Whether they still may know is asked again when it is sent.
    """
    if game.campaign_id is None:
        seated = game.seats.exclude(person=None).values("person")
        hooks = Webhook.objects.filter(Q(person=game.owner_id) | Q(person__in=seated))
    else:
        hooks = Webhook.objects.filter(person__memberships__campaign=game.campaign_id)
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=hook, event=event, game=game)
        for hook in hooks
        if hook.deliveries.count() < MAX_WAITING
    )


# --- the outbox ---


def delivery_take(*, but_not_to: Collection[int] = ()) -> WebhookDelivery | None:
    """Return a delivery that is due, and keep other senders from it for a while.

    ``but_not_to`` are the ids of people who have to wait until the others were sent something.
    """
    now = timezone.now()
    due = WebhookDelivery.objects.filter(_is_due(now), gave_up=False).order_by("due_at")
    if but_not_to:
        due = due.exclude(webhook__person__in=but_not_to)
    if not due.exists():  # most of the time; on SQLite a transaction would keep others waiting
        return None
    with transaction.atomic():
        rows = lock_unclaimed(due)
        found = rows.select_related("webhook__person", "game__campaign").first()
        if found is not None:
            found.due_at = now + LEASE
            found.save(update_fields=["due_at"])
        return found


def _is_due(now: datetime) -> Q:
    """Return what is due, and what a clock that ran ahead has put off for longer than we wait."""
    due = Q(due_at__lte=now)
    for attempts, wait in enumerate((LEASE, *WAITS)):
        due |= Q(attempts=attempts, due_at__gt=now + wait + CLOCKS_DIFFER)
    return due


def delivery_arrived(*, delivery: WebhookDelivery) -> None:
    """Delete a delivery that has arrived, and note when."""
    with transaction.atomic():
        webhook_arrived(webhook=delivery.webhook)
        delivery.delete()


def webhook_arrived(*, webhook: Webhook) -> None:
    """Note that a message has arrived just now."""
    Webhook.objects.filter(pk=webhook.pk).update(arrived_at=timezone.now())


def delivery_drop(*, delivery: WebhookDelivery) -> None:
    """Delete a delivery that has nothing to tell any more."""
    delivery.delete()


def delivery_failed(*, delivery: WebhookDelivery, fault: str) -> None:
    """Try a delivery again later, or give it up after the last attempt; it may be gone by now."""
    changes: dict[str, Any] = {"fault": fault, "attempts": delivery.attempts + 1}
    if delivery.attempts < len(WAITS):
        changes["due_at"] = timezone.now() + WAITS[delivery.attempts]
    else:
        changes["gave_up"] = True
    WebhookDelivery.objects.filter(pk=delivery.pk).update(**changes)


def deliveries_delete_old() -> None:
    """Delete what was given up long ago."""
    old = timezone.now() - KEPT_FOR
    WebhookDelivery.objects.filter(gave_up=True, made_at__lt=old).delete()

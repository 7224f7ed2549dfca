"""Messages of webhooks, ready to be sent; and a test message that is sent at once."""

import json
import time
from dataclasses import dataclass

from django.utils import timezone

from campaign.models import Webhook, WebhookStyle
from campaign.services.webhooks import webhook_arrived
from tracker.outgoing import sending
from tracker.outgoing.sending import Fault, NotSent
from tracker.web.chats import TEST, Message, TrialMessage, body_of

TEST_SECONDS = 5.0  # somebody waits for the answer
AGENT = "Breachkeeper"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message that is ready to be sent; sending it needs no database."""

    url: str
    body: bytes
    headers: dict[str, str]


def envelope_for(hook: Webhook, event: str, delivery: str, message: Message) -> Envelope:
    """Return a message as an address takes it: signed for a program, a sentence for a chat."""
    style = WebhookStyle(hook.style)
    body, at = json.dumps(body_of(style, message)).encode(), int(time.time())
    headers = {"Content-Type": "application/json", "User-Agent": AGENT}
    if style is WebhookStyle.PROGRAM:  # a chat has no use for the others
        headers |= {
            "X-Breachkeeper-Event": event,
            "X-Breachkeeper-Delivery": delivery,
            "X-Breachkeeper-Time": str(at),
            "X-Breachkeeper-Signature": sending.signature(hook.secret, at, body),
        }
    return Envelope(hook.url, body, headers)


def sent(envelope: Envelope, within: float | None = None) -> Fault | None:
    """Send a message; return why it did not arrive. No database is used: it runs in a thread."""
    try:
        target = sending.target_of(envelope.url)
        sending.send(target, envelope.body, envelope.headers, within=within)
    except NotSent as error:
        return error.fault
    return None


def send_test(hook: Webhook) -> Fault | None:
    """Send a test message now; return why it did not arrive."""
    message = TrialMessage(timezone.now().isoformat())
    envelope = envelope_for(hook, TEST, f"{TEST}-{int(time.time())}", message)
    fault = sent(envelope, TEST_SECONDS)
    if fault is None:
        webhook_arrived(webhook=hook)
    return fault

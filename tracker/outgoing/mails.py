"""E-mail: whether the host set a server, and one message by Django's own means."""

from __future__ import annotations

from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage

from tracker.outgoing.sending import Fault


def has_server() -> bool:
    """Say whether the host set a mail server."""
    return bool(settings.EMAIL_HOST)


def send_mail(*, to: str, subject: str, lines: list[str], off_url: str = "") -> Fault | None:
    """Send a plain message; return why it was not taken. No database is used.

    ``off_url`` is where its reader ends such messages; mail programs show it, too.
    """
    headers = {"List-Unsubscribe": f"<{off_url}>"} if off_url else {}
    title = " ".join(subject.split())  # a line break would begin another header
    message = EmailMessage(title, "\n\n".join(lines), to=[to], headers=headers)
    try:
        message.send()
    except (SMTPException, OSError, ValueError):
        return Fault.REFUSED
    return None

"""``manage.py passkey_link``: a one-time link by which somebody adds a passkey."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from campaign.management.arguments import utf8_text
from campaign.models import Person
from campaign.services.accounts import passkey_link_make


class Command(BaseCommand):
    """Print a link for staff, who cannot add their first passkey without it."""

    help = "Print a link, good once and for an hour, by which somebody adds a passkey."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        name = "who may use it, by username"
        parser.add_argument("username", type=utf8_text, metavar="NAME", help=name)

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        """Make the link; earlier ones become invalid."""
        person = Person.objects.find(username)
        if person is None:
            raise CommandError(f"Nobody signs in as {username}.")
        token = passkey_link_make(person=person)
        self.stdout.write(_site() + reverse("passkey_link", args=[token]))


def _site() -> str:
    """Return the address of the site, as far as the settings know it."""
    host: str = next(iter(settings.ALLOWED_HOSTS), "localhost")
    if host.startswith(("*", ".")):
        host = "localhost"
    if settings.HTTPS:
        return f"https://{host}"
    return f"http://{host}:{settings.PORT}"

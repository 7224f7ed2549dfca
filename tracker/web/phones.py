"""Phones in the home network: the address at which they find the site, for who runs it."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest

from tracker.pictures.qr import qr_image

ELSEWHERE = ("192.0.2.1", 9)  # of a network that is reserved for examples


@dataclass(frozen=True, slots=True)
class PhonesLink:
    """The address of the site in the home network, and its QR code."""

    url: str
    image_url: str


def phones_link(request: HttpRequest) -> PhonesLink | None:
    """Return the address for phones, if this visitor sits at the machine that serves the site."""
    if not settings.PHONES_URL or not _is_this_machine(request):
        return None
    return PhonesLink(settings.PHONES_URL, qr_image(settings.PHONES_URL))


def link_for_phones(request: HttpRequest, path: str) -> str:
    """Return a link to send to others: in the home network, if this visitor came by none."""
    link = request.build_absolute_uri(path)
    if settings.PHONES_URL and leads_here_only(link):
        return urljoin(settings.PHONES_URL, path)
    return link


def leads_here_only(link: str) -> bool:
    """Say whether a link leads to the machine itself on whatever machine it is opened."""
    host = urlsplit(link).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return host == "localhost" or host.endswith(".localhost")


def _is_this_machine(request: HttpRequest) -> bool:
    if settings.PROXIES or "HTTP_X_FORWARDED_FOR" in request.META:
        return False  # it is the proxy that sits there
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:  # a Unix socket has no address
        return False


def home_address() -> str:
    """Return this machine's address in the home network; "" if it is in none.

    The route to some other network is looked up; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    address = ipaddress.ip_address(found)
    return found if address.is_private and not address.is_loopback else ""

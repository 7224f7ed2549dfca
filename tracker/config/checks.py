"""Warnings for whoever runs the site: a deployment check, and one at startup."""

import ipaddress
import logging
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register

logger = logging.getLogger(__name__)

# Names that are valid only within a home network.
HOUSE = (".local", ".localhost", ".home.arpa", ".internal", ".lan")


@register(Tags.security, deploy=True)
def check_rate_limits(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 (Django passes it by this name)
    **_: object,
) -> list[CheckMessage]:
    """Warn if rate limits are off or count all visitors as one, or if no proxy is in front."""
    found: list[CheckMessage] = []
    if settings.HTTPS and not settings.PROXIES:
        found.append(
            checks.Warning(
                "Behind the proxy all visitors have one address: whoever guesses slows down all.",
                hint="Set BREACHKEEPER_PROXIES to how many proxies append to X-Forwarded-For.",
                id="tracker.W001",
            )
        )
    if not settings.RATE_LIMITS:
        found.append(
            checks.Warning(
                "Throttling is off: passwords can be guessed without end.",
                hint="Leave BREACHKEEPER_THROTTLING unset.",
                id="tracker.W002",
            )
        )
    if not settings.AT_HOME and not settings.HTTPS and not settings.PROXIES:
        found.append(
            checks.Warning(
                "There seems to be no proxy in front: nothing bounds the number of connections.",
                hint="Put one in front, such as deploy/nginx.conf, and set BREACHKEEPER_PROXIES.",
                id="tracker.W003",
            )
        )
    return found


def warn_if_not_at_home() -> None:
    """Warn if a site that is configured for use at home has a public host name."""
    far = [host for host in settings.ALLOWED_HOSTS if not is_near(host)]
    if settings.AT_HOME and not settings.DEBUG and far:
        logger.warning(
            "BREACHKEEPER_DEBUG is unset, which is for home, but the site answers to %s: "
            "set BREACHKEEPER_DEBUG=off if others can reach it.",
            ", ".join(far),
        )


def is_near(host: str) -> bool:
    """Say whether a host is this machine, or in a home network."""
    name = host.strip("[].").lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name != "*" and ("." not in name or name.endswith(HOUSE))
    # Private includes 0.0.0.0, for `make run HOST=0.0.0.0`.
    return address.is_loopback or address.is_private or address.is_link_local

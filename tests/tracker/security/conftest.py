"""One site per module; each test, marked `django_db`, rolls back what it changed."""

import logging
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from campaign.memory import memory
from tests.seeding import seed_random
from tests.tracker.security.site import Site, build_site


@pytest.fixture(scope="module", autouse=True)
def seeded_site(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seed the site's codes, cards and tokens, so that a failure can be repeated."""
    with pytest.MonkeyPatch.context() as patch:
        seed_random(patch, request.node.nodeid)
        yield


@pytest.fixture(scope="module")
def site(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """Build the site, and tear it down."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with django_db_blocker.unblock(), media, transaction.atomic():
        memory.clear()
        yield build_site()
        transaction.set_rollback(True)


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    """Silence Django's log: these tests provoke thousands of refusals."""
    log = logging.getLogger("django")
    level = log.level
    log.setLevel(logging.CRITICAL)
    yield
    log.setLevel(level)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report how many bad requests were sent, and the share of them that wrote something."""
    counts: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name in ("sent", "changed"):
                counts[name] += int(value)
    if counts["sent"]:
        share = counts["changed"] / counts["sent"]
        terminalreporter.write_line(
            f"{counts['sent']:,} requests, {share:.0%} of them wrote something"
        )

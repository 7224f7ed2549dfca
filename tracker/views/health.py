"""Health checks: is the site alive, and is it ready for visitors?"""

import logging
from collections.abc import Callable
from functools import cache

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.packs import all_packs
from campaign.services.probes import write_probe
from tracker.web.deadlines import database_deadline, lock_deadline

# Connecting may take two seconds more (tracker/config/environment.py): within three in all.
DATABASE_SECONDS = 0.9
# SQLite needs no time to connect, but lets one write after the other: a busy site is ready.
LOCK_SECONDS = 2.5

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the database answers, 503 if not; the reason is only logged."""
    try:
        _ask_database()
    except (DatabaseError, InterfaceError):
        logger.exception("The database does not answer.")
        return HttpResponse("unavailable\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the site is ready; 503 with the name of the first thing that is missing."""
    needs: dict[str, Callable[[], object]] = {
        "database": _ask_database,
        "migrations": _ask_migrations,
        "writing": _try_writing,
        "packs": all_packs,
    }
    for name, ask in needs.items():
        try:
            ask()
        except Exception:
            # Any exception means no; the log says why.
            logger.exception("Not ready: %s.", name)
            return HttpResponse(f"not ready: {name}\n", content_type="text/plain", status=503)
    return HttpResponse("ready\n", content_type="text/plain")


def _ask_database() -> None:
    with database_deadline(DATABASE_SECONDS), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def _try_writing() -> None:
    with database_deadline(DATABASE_SECONDS), lock_deadline(LOCK_SECONDS):
        write_probe()


def _ask_migrations() -> None:
    applied = MigrationRecorder(connection).applied_migrations()
    if missing := _migrations().difference(applied):
        raise LookupError(f"{len(missing)} migrations are not applied")


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of this release; they do not change while it runs."""
    return frozenset(MigrationLoader(None).disk_migrations)

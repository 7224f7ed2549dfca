"""How the site is: alive, and ready for visitors."""

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
from tracker.deadlines import database_deadline

# A new connection may take two seconds more (tracker/environment.py): within three it is known.
DATABASE_SECONDS = 0.9

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database does, 503 if not; the reason goes to the log only."""
    try:
        _ask_database()
    except (DatabaseError, InterfaceError):
        logger.exception("The database does not answer.")
        return HttpResponse("unavailable\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if visitors may come; 503 with the first thing that is missing, by its name."""
    needs: dict[str, Callable[[], object]] = {
        "database": _ask_database,
        "migrations": _ask_migrations,
        "packs": all_packs,
    }
    for name, ask in needs.items():
        try:
            ask()
        except Exception:
            # Whatever it is, the answer is no; why stands in the log.
            logger.exception("Not ready: %s.", name)
            return HttpResponse(f"not ready: {name}\n", content_type="text/plain", status=503)
    return HttpResponse("ready\n", content_type="text/plain")


def _ask_database() -> None:
    with database_deadline(DATABASE_SECONDS), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def _ask_migrations() -> None:
    applied = MigrationRecorder(connection).applied_migrations()
    if missing := _migrations().difference(applied):
        raise LookupError(f"{len(missing)} migrations are not applied")


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations this release brings; they do not change while it runs."""
    return frozenset(MigrationLoader(None).disk_migrations)

"""Why the site cannot start or a command cannot run, as one sentence; and data that is too new."""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from environs import EnvError

FULL = (errno.ENOSPC, errno.EDQUOT)
OLDER = (
    "The data is that of an older release. To bring it up to date, start Breachkeeper once, or run "
    "`breachkeeper manage migrate`."
)
NONE_YET = (
    "There is no data of this release here yet: start Breachkeeper once, or run "
    "`breachkeeper manage migrate`."
)
# What SQLite says, and what it means.
SQLITE_SAYS = {
    "disk is full": "The disk is full: free some space, then start it again.",
    "disk I/O error": "The disk cannot be written to, or is full.",
    "readonly database": "The database is read-only: this user needs to write to it and to its "
    "directory.",
    "unable to open": "The database cannot be opened: this user needs to write to its directory.",
    "not a database": "The file of the database is damaged, or is no database. Restore a backup "
    "into an empty directory.",
    "malformed": "The database is damaged. Restore a backup into an empty directory.",
    "no such table": NONE_YET,
    "no such column": OLDER,
    "is locked": "Another program is writing to the database and does not finish. Stop it first.",
}
# PostgreSQL says it in the language of its server; the code is the same in each.
POSTGRESQL_SAYS = {
    "42P01": NONE_YET,  # a table is missing
    "42703": OLDER,  # a column is
    "25006": "The database is read-only: it takes no writes.",
    "53100": "The disk of the database is full: free some space, then start it again.",
}
NEWER = "This data was written by a newer Breachkeeper: update this one first. Nothing was changed."


@contextmanager
def explained() -> Iterator[None]:
    """End the program with a sentence for what whoever runs it can mend."""
    try:
        yield
    except EnvError as error:
        sys.exit(f"Breachkeeper cannot start. {error}")
    except OSError as error:
        sys.exit(f"Breachkeeper cannot go on. {_file_fault(error)}")
    except Exception as error:
        if said := _database_fault(error):
            sys.exit(f"Breachkeeper cannot go on. {said}")
        raise


def missing_migrations() -> tuple[int, bool]:
    """Return how many migrations the database lacks, and whether it has any; Django is set up.

    End the program if a newer release has migrated it.
    """
    from django.db import connection  # the settings come first
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    known = MigrationLoader(None).disk_migrations or {}
    latest: dict[str, str] = {}
    for app, name in known:
        latest[app] = max(name, latest.get(app, ""))
    applied = MigrationRecorder(connection).applied_migrations()
    if any(app in latest and name > latest[app] for app, name in applied):
        sys.exit(NEWER)
    return len(known.keys() - applied.keys()), bool(applied)


def _file_fault(error: OSError) -> str:
    if error.errno in FULL:
        return SQLITE_SAYS["disk is full"]
    where = f": {error.filename}" if error.filename else ""
    return f"{error.strerror or error}{where}."


def _database_fault(error: Exception) -> str:
    """Return what is wrong with the database; "" if that is not it."""
    from django.db import InterfaceError, OperationalError  # the settings come first
    from django.db.utils import DatabaseError

    if not isinstance(error, (DatabaseError, InterfaceError)):
        return ""
    said = str(error)
    for symptom, sentence in SQLITE_SAYS.items():
        if symptom in said:
            return sentence
    state = str(getattr(error.__cause__, "sqlstate", ""))
    if state in POSTGRESQL_SAYS:
        return POSTGRESQL_SAYS[state]
    if isinstance(error, (OperationalError, InterfaceError)):
        return f"The database does not answer: {(said or repr(error)).splitlines()[0]}"
    return ""

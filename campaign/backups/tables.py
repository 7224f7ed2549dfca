"""Tables as lines of JSON: read in one snapshot, written in one transaction."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from campaign.backups.manifest import BackupError

BATCH = 500
Row = list[Any]


def backed_up() -> list[type[models.Model]]:
    """Return every model that has a table of its own, those between two models included."""
    return stored(apps)


def stored(found: Apps) -> list[type[models.Model]]:
    """Return the models with a table of their own, of today or of some migration."""
    every = found.get_models(include_auto_created=True)
    return [m for m in every if m._meta.managed and not m._meta.proxy]


def label(model: type[models.Model]) -> str:
    """Return what a model is called in a backup."""
    return model._meta.label_lower


def columns(model: type[models.Model]) -> tuple[str, ...]:
    """Return the columns that are stored; what the database works out itself is not."""
    return tuple(field.attname for field in _fields(model))


@contextmanager
def snapshot() -> Iterator[None]:
    """See the database as it is at one moment, while others go on writing."""
    if connection.in_atomic_block:
        yield  # whoever opened it sees to that
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Not atomic(): that begins IMMEDIATE here, and every writer would have to wait. A deferred
        # transaction sees, in WAL mode, what its first read saw.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                cursor.execute("SELECT COUNT(*) FROM django_migrations")
                yield
            finally:
                cursor.execute("ROLLBACK")


def lines(model: type[models.Model]) -> Iterator[bytes]:
    """Yield a table's rows, each as a line."""
    rows = model._base_manager.order_by("pk").values_list(*columns(model))
    for row in rows.iterator(chunk_size=BATCH):
        text = json.dumps([_plain(value) for value in row], ensure_ascii=False)
        yield f"{text}\n".encode()


def read_line(data: bytes, width: int) -> Row:
    """Return the row of a line."""
    try:
        row = json.loads(data)
    except ValueError as error:
        raise BackupError("a row of it cannot be read") from error
    if not isinstance(row, list) or len(row) != width:
        raise BackupError("a row of it has not as many columns as its table")
    return row


def empty(found: list[type[models.Model]]) -> None:
    """Delete every row. Constraints are looked at when the transaction is committed."""
    with connection.cursor() as cursor:
        for model in found:
            cursor.execute(f"DELETE FROM {_quoted(model._meta.db_table)}")  # noqa: S608 # our own table


def fill(model: type[models.Model], rows: Iterator[Row], order: tuple[str, ...] = ()) -> int:
    """Insert rows as they are, ids and times included; return how many.

    ``order`` names the columns of the rows, where they are not in the model's own order.
    """
    by_name = {field.attname: field for field in _fields(model)}
    fields = [by_name[name] for name in order or columns(model)]
    names = ", ".join(_quoted(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES ({marks})"  # noqa: S608 # our own table
    count = 0
    with connection.cursor() as cursor:
        while batch := list(islice(rows, BATCH)):
            cursor.executemany(sql, [_prepared(fields, row) for row in batch])
            count += len(batch)
    return count


def set_sequences(found: list[type[models.Model]]) -> None:
    """Let new rows get ids after those that were brought in."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(sql)


def lock(found: list[type[models.Model]]) -> None:
    """Let nobody write to the tables meanwhile; SQLite's transaction does that already."""
    if connection.vendor == "postgresql":
        names = ", ".join(_quoted(model._meta.db_table) for model in found)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()
    if value is None or isinstance(value, str | int | float | bool | list | dict):
        return value
    raise BackupError(f"a column holds {type(value).__name__}, which a backup cannot")


def _prepared(fields: list[models.Field[Any, Any]], row: Row) -> Row:
    """Return a row as the database takes it."""
    return [
        field.get_db_prep_save(
            value if isinstance(field, models.JSONField) else field.to_python(value), connection
        )
        for field, value in zip(fields, row, strict=True)
    ]


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))

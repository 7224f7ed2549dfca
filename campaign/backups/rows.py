"""Rows as lines of JSON: Django's serializers, whatever models there are."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.apps.registry import Apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.jsonl import Deserializer
from django.db import connection, models, transaction

BATCH = 500
Model = type[models.Model]


class ExactEncoder(DjangoJSONEncoder):
    """Django's, but for moments: it would cut them to milliseconds."""

    def default(self, o: Any) -> Any:
        """Return a value as JSON has it."""
        return o.isoformat() if isinstance(o, datetime.datetime) else super().default(o)


class _Deserializer(Deserializer):
    """Django's, but for the models: those of some migration have a registry of their own."""

    def __init__(self, lines: IO[str], found: Apps) -> None:
        super().__init__(lines)
        self._apps = found

    def _get_model_from_node(self, model_identifier: str) -> Model:
        try:
            return self._apps.get_model(model_identifier)
        except (LookupError, TypeError) as error:
            raise DeserializationError(f"there is no {model_identifier}") from error


def stored_models(found: Apps = apps, *, between: bool = False) -> list[Model]:
    """Return the models with a table of their own; if asked, those between two models as well."""
    every = found.get_models(include_auto_created=between)
    return [model for model in every if model._meta.managed and not model._meta.proxy]


def dump_rows(to: Path, found: Apps = apps) -> None:
    """Write a file of each model."""
    to.mkdir()
    for model in stored_models(found):
        related = (field.name for field in model._meta.many_to_many)
        rows = model._base_manager.order_by("pk").prefetch_related(*related)
        with (to / f"{model._meta.label_lower}.jsonl").open("w", encoding="utf-8") as file:
            serializers.serialize("jsonl", rows.iterator(BATCH), stream=file, cls=ExactEncoder)


def load_rows(file: Path, found: Apps = apps) -> None:
    """Insert the rows of a file as they are, ids and times included."""
    with file.open(encoding="utf-8") as lines:
        for row in _Deserializer(lines, found):
            row.save(force_insert=True)


def delete_rows(found: Apps = apps) -> None:
    """Delete every row. Constraints are looked at when the transaction is committed."""
    with connection.cursor() as cursor:
        for table in _tables(found):
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 # our own table


def reset_sequences() -> None:
    """Let new rows get ids after those that were loaded."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), stored_models(between=True)):
            cursor.execute(sql)


def lock_tables() -> None:
    """Let nobody write to the tables meanwhile; SQLite's transaction does that already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {', '.join(_tables(apps))} IN EXCLUSIVE MODE")


@contextmanager
def snapshot() -> Iterator[None]:
    """See the database as it is at one moment, while others go on writing."""
    if connection.vendor == "postgresql":
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


def _tables(found: Apps) -> list[str]:
    models = stored_models(found, between=True)
    return [connection.ops.quote_name(model._meta.db_table) for model in models]

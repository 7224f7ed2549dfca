"""Rows of all models as JSON lines, by Django's serializers."""

import datetime
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, cast

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
    """Django's encoder, with microseconds, which it would truncate to milliseconds."""

    def default(self, o: Any) -> Any:
        """Return a value that JSON can represent."""
        return o.isoformat() if isinstance(o, datetime.datetime) else super().default(o)


class _Deserializer(Deserializer):
    """Django's deserializer, with the models of any registry, such as a migration state's."""

    def __init__(self, lines: IO[str], registry: Apps) -> None:
        super().__init__(lines)
        self._apps = registry

    def _get_model_from_node(self, model_identifier: str) -> Model:
        try:
            return self._apps.get_model(model_identifier)
        except (LookupError, TypeError) as error:
            raise DeserializationError(f"there is no {model_identifier}") from error


def stored_models(registry: Apps = apps, *, include_auto_created: bool = False) -> list[Model]:
    """Return the models with a table; if asked, the automatic ones of many-to-many fields too."""
    every = registry.get_models(include_auto_created=include_auto_created)
    return [model for model in every if model._meta.managed and not model._meta.proxy]


def dump_rows(to: Path, registry: Apps = apps) -> None:
    """Write a file for each model."""
    to.mkdir()
    for model in stored_models(registry):
        related = (field.name for field in model._meta.many_to_many)
        rows = model._base_manager.order_by("pk").prefetch_related(*related)
        found = cast("Generator[models.Model, None, None]", rows.iterator(BATCH))
        with (
            (to / f"{model._meta.label_lower}.jsonl").open("w", encoding="utf-8") as file,
            closing(found) as read,  # before the connection is, also if the disk is full
        ):
            serializers.serialize("jsonl", read, stream=file, cls=ExactEncoder)


def load_rows(file: Path, registry: Apps = apps) -> None:
    """Insert the rows of a file unchanged, with their ids and times."""
    with file.open(encoding="utf-8") as lines:
        for row in _Deserializer(lines, registry):
            row.save(force_insert=True)


def delete_rows(registry: Apps = apps) -> None:
    """Delete every row. Foreign keys are checked on commit."""
    with connection.cursor() as cursor:
        for table in _tables(registry):
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 # our own table


def reset_sequences() -> None:
    """Set the sequences so that new ids follow the loaded ones."""
    models = stored_models(include_auto_created=True)
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sql)


def lock_tables() -> None:
    """Lock the tables against writes; on SQLite the transaction does that already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {', '.join(_tables(apps))} IN EXCLUSIVE MODE")


@contextmanager
def snapshot() -> Iterator[None]:
    """Read a consistent snapshot of the database, while others go on writing.

    Both databases take it at the first read, not before: so that comes at once.
    """
    first_read = "SELECT COUNT(*) FROM django_migrations"
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            # Pictures are copied meanwhile, for longer than a request may leave a transaction idle.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute(first_read)
            yield
    else:
        # Not atomic(): that is IMMEDIATE here and blocks every writer. In WAL mode a deferred
        # transaction keeps seeing what its first read saw.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                cursor.execute(first_read)
                yield
            finally:
                cursor.execute("ROLLBACK")


def _tables(registry: Apps) -> list[str]:
    models = stored_models(registry, include_auto_created=True)
    return [connection.ops.quote_name(model._meta.db_table) for model in models]

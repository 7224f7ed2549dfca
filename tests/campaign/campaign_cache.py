"""Build a campaign once for all tests: later calls copy its rows.

A copy is another campaign, with its own keys, code and stamps, made just now; all else is as the
services wrote it the first time, to the last change. A dozen inserts stand for hundreds of queries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Field, ForeignKey, Max, Model
from django.utils import timezone, translation
from django.utils.functional import cached_property

from campaign.models import Campaign, Change, Member, Person, SavedDeck
from campaign.models.records import new_code, new_stamp

# What a row of a copy has of its own.
ANEW = (new_code, new_stamp, timezone.now)

Build = Callable[..., Campaign]
Rows = list[tuple[type[Model], list[dict[str, Any]]]]


def built_once(build: Build) -> Build:
    """Cache a function that builds a campaign, by its arguments."""
    kept: dict[object, CachedCampaign] = {}

    @wraps(build)
    def built(*args: Any, person: Person | None = None, **more: Any) -> Campaign:
        key = (args, *sorted(more.items()), person is None, translation.get_language())
        if key in kept:
            return kept[key].copy(person)
        before = highest_keys()
        campaign = build(*args, **more, **({"person": person} if person else {}))
        tables = [CachedTable.of(model, rows) for model, rows in rows_since(before)]
        kept[key] = CachedCampaign(campaign.pk, person.pk if person else None, tables)
        return campaign

    return built


def highest_keys() -> dict[type[Model], int]:
    """Return the highest key of each table."""
    return {m: m._base_manager.aggregate(Max("pk"))["pk__max"] or 0 for m in tables()}


def rows_since(before: dict[type[Model], int]) -> Rows:
    """Return the rows written since, each table after those that it references."""
    found = ((m, m._base_manager.filter(pk__gt=before[m]).order_by("pk")) for m in tables())
    return [(model, rows) for model, asked in found if (rows := list(asked.values()))]


def tables() -> list[type[Model]]:
    """Return the models, each after those that it references."""
    left, found = list(apps.get_app_config("campaign").get_models()), list[type[Model]]()
    while left:
        ready = [m for m in left if not {f.related_model for f in _before(m)} & {*left} - {m}]
        assert ready, f"foreign keys in a circle: {left}"
        found += ready
        left = [m for m in left if m not in ready]
    return found


def _before(model: type[Model]) -> list[ForeignKey[Any]]:
    """Return the foreign keys whose targets come first, without those that no campaign uses."""
    unused = ((Change, "game"), (SavedDeck, "copied_public"))
    return [link for link in _links(model) if (model, link.name) not in unused]


def _links(model: type[Model]) -> list[ForeignKey[Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


@dataclass(frozen=True)
class CachedTable:
    """Rows of one table, with values as the database takes them: inserted past the models."""

    model: type[Model]
    keys: list[Any]
    fields: list[Field[Any, Any]]
    rows: list[list[Any]]

    @classmethod
    def of(cls, model: type[Model], rows: list[dict[str, Any]]) -> CachedTable:
        """Prepare rows; the database assigns a copy's primary key, unless it is a foreign key."""
        key, links = model._meta.pk, _links(model)
        for link in links:
            own = link.related_model is model and any(row[link.attname] for row in rows)
            assert not own, "a row points to its own table"
        fields = [f for f in model._meta.concrete_fields if f is not key or f in links]
        return cls(
            model=model,
            keys=[row[key.attname] for row in rows],
            fields=fields,
            rows=[[f.get_db_prep_save(row[f.attname], connection) for f in fields] for row in rows],
        )

    def insert(self, moved: dict[type[Model], dict[int, Any]]) -> list[Any]:
        """Insert a copy of the rows, whose foreign keys point to copies; return their keys."""
        links = [
            (place, moved[field.related_model])
            for place, field in enumerate(self.fields)
            if isinstance(field, ForeignKey) and field.related_model in moved
        ]
        anew = [(place, field) for place, field in enumerate(self.fields) if _is_anew(field)]
        values: list[Any] = []
        for row in self.rows:
            copy = [*row]
            for place, targets in links:
                copy[place] = targets.get(row[place], row[place])
            for place, field in anew:
                now = field.get_default() if field.has_default() else timezone.now()
                copy[place] = field.get_db_prep_save(now, connection)
            values += copy
        with connection.cursor() as cursor:
            cursor.execute(self._statement, values)
            return [key for (key,) in cursor.fetchall()]

    @cached_property
    def _statement(self) -> str:
        quote, meta = connection.ops.quote_name, self.model._meta
        columns = ", ".join(quote(field.column) for field in self.fields)
        row = f"({', '.join(['%s'] * len(self.fields))})"
        return (
            f"INSERT INTO {quote(meta.db_table)} ({columns})"
            f" VALUES {', '.join([row] * len(self.rows))} RETURNING {quote(meta.pk.column)}"
        )


@dataclass(frozen=True)
class CachedCampaign:
    """The rows of a campaign, and of its keeper if nobody was named."""

    campaign: int
    keeper: int | None
    tables: list[CachedTable]

    def copy(self, keeper: Person | None) -> Campaign:
        """Insert a copy of the rows, for the same keeper or another."""
        moved: dict[type[Model], dict[int, Any]] = {table.model: {} for table in self.tables}
        if self.keeper and keeper:
            moved[Person] = {self.keeper: keeper.pk}
        for table in self.tables:
            moved[table.model] |= zip(table.keys, table.insert(moved), strict=True)
        if keeper:
            Member.objects.filter(person=keeper).update(name=keeper.own_name)
        return Campaign.objects.get(pk=moved[Campaign][self.campaign])


def _is_anew(field: Field[Any, Any]) -> bool:
    """Whether each copy has a value of its own: a code, a stamp, the time it was made."""
    return field.default in ANEW or getattr(field, "auto_now_add", False)

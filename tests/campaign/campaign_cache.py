"""Build a campaign once for all tests: whoever asks again gets a copy of its rows.

A copy is another campaign, with its own keys, code and stamps, made just now; all else is as the
services wrote it the first time, to the last change. A dozen inserts stand for hundreds of queries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Max, Model
from django.utils import timezone, translation

from campaign.models import Campaign, Change, Person
from campaign.models.campaigns import new_code, new_stamp

# What a row of a copy has of its own.
ANEW = (new_code, new_stamp, timezone.now)

Build = Callable[..., Campaign]
Rows = list[tuple[type[Model], list[dict[str, Any]]]]


def built_once(build: Build) -> Build:
    """Let a function that builds a campaign do so once for the same words."""
    kept: dict[object, CachedCampaign] = {}

    @wraps(build)
    def built(*args: Any, person: Person | None = None, **more: Any) -> Campaign:
        key = (args, *sorted(more.items()), person is None, translation.get_language())
        if key in kept:
            return kept[key].copy(person)
        before = highest_keys()
        campaign = build(*args, **more, **({"person": person} if person else {}))
        kept[key] = CachedCampaign(campaign.pk, person.pk if person else None, rows_since(before))
        return campaign

    return built


def highest_keys() -> dict[type[Model], int]:
    """Return the highest key of each table."""
    return {m: m._base_manager.aggregate(Max("pk"))["pk__max"] or 0 for m in tables()}


def rows_since(before: dict[type[Model], int]) -> Rows:
    """Return what was written since, each table after those that it points to."""
    found = ((m, m._base_manager.filter(pk__gt=before[m]).order_by("pk")) for m in tables())
    return [(model, rows) for model, asked in found if (rows := list(asked.values()))]


def tables() -> list[type[Model]]:
    """Return the tables of the record, each after those that it points to."""
    left, found = list(apps.get_app_config("campaign").get_models()), list[type[Model]]()
    while left:
        ready = [m for m in left if not {f.related_model for f in _before(m)} & {*left} - {m}]
        found += ready
        left = [m for m in left if m not in ready]
    return found


def _before(model: type[Model]) -> list[ForeignKey[Any]]:
    """Return the links whose targets come first; no campaign's change is of a one-off game."""
    return [link for link in _links(model) if (model, link.name) != (Change, "game")]


def _links(model: type[Model]) -> list[ForeignKey[Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


@dataclass(frozen=True)
class CachedCampaign:
    """The rows of a campaign, and of its keeper if nobody was named."""

    campaign: int
    keeper: int | None
    rows: Rows

    def copy(self, keeper: Person | None) -> Campaign:
        """Store the rows once more, for the same keeper or another."""
        moved: dict[type[Model], dict[int, Any]] = {model: {} for model, _rows in self.rows}
        if self.keeper and keeper:
            moved[Person] = {self.keeper: keeper.pk}
        made: dict[int, Model] = {}
        for model, rows in self.rows:
            copies = _copies(model, rows, moved)
            model._base_manager.bulk_create(copies)
            key = model._meta.pk.attname
            moved[model] |= {row[key]: new.pk for row, new in zip(rows, copies, strict=True)}
            if model is Campaign:
                made = {row[key]: new for row, new in zip(rows, copies, strict=True)}
        campaign = made[self.campaign]
        assert isinstance(campaign, Campaign)
        return campaign


def _copies(
    model: type[Model], rows: list[dict[str, Any]], moved: dict[type[Model], dict[int, Any]]
) -> list[Model]:
    """Return rows that point to each other's copies, as yet unsaved."""
    links = [(f.attname, moved[f.related_model]) for f in _links(model) if f.related_model in moved]
    anew = [f.attname for f in model._meta.concrete_fields if f.default in ANEW]
    left_out = {*anew, *(() if model._meta.pk in _links(model) else (model._meta.pk.attname,))}
    copies = []
    for row in rows:
        told = {name: value for name, value in row.items() if name not in left_out}
        for name, targets in links:
            assert row[name] is None or targets is not moved[model], "a row points to its own table"
            told[name] = targets.get(row[name], row[name])
        copies.append(model(**told))
    return copies

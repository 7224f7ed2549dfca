"""The history of a campaign or of a one-off game: its changes, with what each brought or took."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q

from campaign.models import Campaign, Change, ChangeKind, Fact, Game


@dataclass(frozen=True, slots=True)
class Happening:
    """One change, with the facts it recorded or withdrew; a plan among them is a whole game."""

    change: Change
    recorded: tuple[Fact, ...]
    withdrawn: tuple[Fact, ...]

    @property
    def can_be_undone(self) -> bool:
        """Say whether a one-off game would be another without it; its first plan is the game."""
        return self.change.kind != ChangeKind.PLAN and bool(self.recorded or self.withdrawn)


def history(record: Campaign | Game, *, page: int | str = 1, size: int = 50) -> Page[Happening]:
    """Return a page of the changes, newest first; an absurd number is the first or the last."""
    changes = record.changes.select_related("person").order_by("-pk")
    found = Paginator(changes, size).get_page(page)
    happened = happenings_of(tuple(found))
    return Page(happened, found.number, found.paginator)  # type: ignore[arg-type] # it counts


def happenings_of(changes: tuple[Change, ...]) -> tuple[Happening, ...]:
    """Return what some changes did."""
    ids = [change.pk for change in changes]
    # A fork brings a whole campaign, whose history is shown where it happened.
    brought = [change.pk for change in changes if change.kind != ChangeKind.FORK]
    mine = Fact.objects.filter(Q(recorded__in=brought) | Q(withdrawn__in=ids))
    facts = list(
        mine.select_related("game", "withdrawn__person", "replaces").order_by("place", "pk")
    )
    return tuple(
        Happening(
            change=change,
            recorded=tuple(fact for fact in facts if fact.recorded_id == change.pk),
            withdrawn=tuple(fact for fact in facts if fact.withdrawn_id == change.pk),
        )
        for change in changes
    )

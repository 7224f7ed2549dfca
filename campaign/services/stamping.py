"""New stamps for all who read of a one-off game: its owner, and the people it was played among.

Whoever writes to one-off games calls these, in the transaction of the write: what somebody's log
has shown is remembered by these stamps (:func:`campaign.plays.log_stamp`). The campaigns first,
then the games, then the people: two writes that take rows in one order never wait in a ring.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import Campaign, OneOffGame, Person
from campaign.models.campaigns import new_stamp


def stamp_campaigns(campaigns: Iterable[int | None]) -> None:
    """Let the people of campaigns read anew; each gets a stamp that no other has."""
    for pk in sorted({pk for pk in campaigns if pk is not None}):
        Campaign.objects.filter(pk=pk).update(stamp=new_stamp())


def hold_games(games: QuerySet[OneOffGame], *, also: Iterable[int | None] = ()) -> list[int]:
    """Hold games that are written to, and let the people they were played among read anew.

    So do the people of further campaigns: all of them are stamped in one order, before any game.
    Whoever shares a game otherwise holds the campaign it leaves and the one it comes to. So if one
    was shared before it was held here, everything is let go, and held again with that campaign.
    """
    among = {*also, *games.order_by().values_list("campaign", flat=True).distinct()}
    while True:
        mark = transaction.savepoint()
        stamp_campaigns(among)
        held = dict(games.select_for_update().order_by("pk").values_list("pk", "campaign"))
        missed = set(held.values()) - among
        if not missed:
            transaction.savepoint_commit(mark)
            return list(held)
        transaction.savepoint_rollback(mark)
        among |= missed


def stamp_people(people: Iterable[int]) -> None:
    """Let people read their own games anew."""
    for pk in sorted(set(people)):
        Person.objects.filter(pk=pk).update(stamp=new_stamp())


def owners_among(campaign: Campaign) -> list[int]:
    """Return whose games were played among the people of a campaign, which they may have left."""
    games = OneOffGame.objects.among(campaign).order_by()
    return list(games.values_list("owner", flat=True).distinct())

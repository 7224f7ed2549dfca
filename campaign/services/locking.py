"""Row locks in one order, campaigns before one-off games: two writes never wait in a ring."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import Campaign, Game


def hold_campaigns(campaigns: Iterable[int | None]) -> None:
    """Lock campaigns, before anything that belongs to them."""
    wanted = {pk for pk in campaigns if pk is not None}
    rows = Campaign.objects.select_for_update().filter(pk__in=wanted)
    list(rows.order_by("pk").values_list("pk"))


def hold_games(games: QuerySet[Game], *, also: Iterable[int | None] = ()) -> None:
    """Lock one-off games, and before them the campaigns they are shared with and further ones.

    Whoever shares a game otherwise holds the campaign it leaves and the one it comes to. So if one
    was shared before it was locked here, everything is let go, and locked again with that campaign.
    """
    among = {*also, *games.order_by().values_list("shared_with", flat=True).distinct()}
    while True:
        mark = transaction.savepoint()
        hold_campaigns(among)
        rows = games.select_for_update().order_by("pk").values_list("shared_with", flat=True)
        missed = set(rows) - among
        if not missed:
            transaction.savepoint_commit(mark)
            return
        transaction.savepoint_rollback(mark)
        among |= missed

"""Make each draft a game whose decks are drafted: its seats, its picks, and its old addresses."""

from __future__ import annotations

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from campaign.models.records import new_invite_key

DRAFT: str = "Draft"  # which is no model any more
PACK_VERSION = 3  # of the catalogue when drafts became games
SEATS = 6  # of a draft that has not begun; those that nobody takes fall away
PHASE = "draft"


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    drafts = apps.get_model("campaign", DRAFT).objects.select_related("game", "host")
    links = apps.get_model("campaign", "DraftLink").objects
    for draft in drafts.order_by("pk").iterator():
        seats = list(draft.seats.select_related("person").order_by("seat"))
        game = draft.game
        invite_key = ""
        if game is None:
            game = _game_of(apps, draft, seats)
            invite_key = game.invite_key
        links.create(game=game, code=draft.code, join_key=draft.join_key, invite_key=invite_key)
        _fill_table(apps, draft, game, {seat.seat: seat.person for seat in seats})


def _game_of(apps: Apps, draft: Any, seats: list[Any]) -> Any:
    """Make a game that is still to be drafted, with the seats of its draft."""
    games = apps.get_model("campaign", "Game").objects
    code = {} if games.filter(code=draft.code).exists() else {"code": draft.code}
    game = games.create(
        **code,
        system="ashes",
        pack_version=PACK_VERSION,
        owner=draft.host,
        created_at=draft.created_at,
        revision=1,
        invite_key=new_invite_key(),
    )
    change = apps.get_model("campaign", "Change").objects.create(
        game=game, kind="plan", revision=1, person=draft.host, at=draft.created_at
    )
    count = len(seats) if draft.facts.exists() else SEATS
    chosen = {"edition": draft.edition, "sets": list(draft.sets)}
    payload = {"choices": {"seats": [{} for _seat in range(count)], "draft": chosen}, "seed": "1"}
    apps.get_model("campaign", "Fact").objects.create(
        game=game, recorded=change, kind="planned", place=0, payload=payload
    )
    _fill_seats(apps, draft, game, seats)
    return game


def _fill_seats(apps: Apps, draft: Any, game: Any, seats: list[Any]) -> None:
    rows = apps.get_model("campaign", "Seat").objects
    members = apps.get_model("campaign", "Member").objects
    freed = apps.get_model("campaign", "FreedSeat").objects
    known: set[int] = set()
    # The seat under somebody's own name is theirs, else their first; others they hold are others'.
    for number, seat in enumerate(sorted(seats, key=_is_anothers), start=1):
        own = seat.person if seat.person_id not in known else None
        member = members.create(game=game, number=number, name=seat.name, person=own)
        rows.create(game=game, number=seat.seat, person=seat.person, member=member)
        known |= {own.pk} if own is not None else set()
    name = _own_name(draft.host)
    if draft.host_id not in known and name and name not in {seat.name for seat in seats}:
        members.create(game=game, number=len(seats) + 1, name=name, person=draft.host)
    holders = {seat.person_id for seat in seats}
    for person in {seat.freed_from_id for seat in seats} - holders - {None, draft.host_id}:
        freed.create(game=game, person_id=person)


def _is_anothers(seat: Any) -> bool:
    return seat.person is None or seat.name != _own_name(seat.person)


def _own_name(person: Any) -> str:
    return person.display_name or person.username or ""


def _fill_table(apps: Apps, draft: Any, game: Any, holders: dict[int, Any]) -> None:
    """Make the facts of a draft the moves at a live table."""
    tables = apps.get_model("campaign", "LiveTable").objects
    begun, *moves = list(draft.facts.order_by("place")) or [None]
    if begun is None or tables.filter(game=game, phase=PHASE).exists():
        return
    table = tables.create(
        game=game,
        phase=PHASE,
        start={**begun.payload, "players": len(begun.payload["players"])},
        opened_at=begun.at,
        opened_by=draft.host,
        sequence=len(moves),
    )
    rows = apps.get_model("campaign", "LiveMove")
    rows.objects.bulk_create(
        rows(
            table=table,
            sequence=sequence,
            kind=move.kind,
            payload={"kind": move.kind, **move.payload},
            person=holders.get(move.payload["seat"]),
            at=move.at,
        )
        for sequence, move in enumerate(moves, start=1)
    )


class Migration(migrations.Migration):
    dependencies = [("campaign", "0063_phases_and_draft_links")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

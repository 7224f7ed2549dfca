"""Give every record its members, and let facts, mages and seats hold these instead of names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Numbered = Callable[[str], int]
DRAFT_FACT: str = "DraftFact"  # which is no model any more


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    for campaign in apps.get_model("campaign", "Campaign").objects.order_by("pk").iterator():
        _fill_campaign(apps, campaign)
    games = apps.get_model("campaign", "Game").objects.filter(campaign=None).order_by("pk")
    for game in games.select_related("owner").iterator():
        _fill_game(apps, game)
    drafts = apps.get_model("campaign", DRAFT_FACT).objects.exclude(payload__players=None)
    for fact in drafts.order_by("pk").iterator():
        seats = range(1, len(fact.payload["players"]) + 1)
        fact.payload = {**fact.payload, "players": list(seats)}
        fact.save(update_fields=["payload"])


class _Members:
    """The members of a record, made one by one."""

    def __init__(self, apps: Apps, **record: Any) -> None:
        self.rows = apps.get_model("campaign", "Member").objects
        self.record = record
        self.by_name: dict[str, Any] = {}
        self.by_person: dict[int, Any] = {}
        self.last = 0

    def called(self, name: str, person: Any = None) -> Any:
        """Return the member of a name; a person is one member, under their first name."""
        if person is not None and person.pk in self.by_person:
            return self.by_person[person.pk]
        member = self.by_name.get(name) if name else None
        if member is None:
            self.last += 1
            member = self.rows.create(
                number=self.last, name=name, person=person if name else None, **self.record
            )
        elif person is not None and member.person_id is None:
            member.person = person
            member.save(update_fields=["person"])
        if name:
            self.by_name[name] = member
        if person is not None:
            self.by_person[person.pk] = member
        return member

    def number(self, name: str) -> int:
        return int(self.called(name).number)


def _own_name(person: Any) -> str:
    return person.display_name or person.username or ""


def _fill_campaign(apps: Apps, campaign: Any) -> None:
    members = _Members(apps, campaign=campaign)
    places = apps.get_model("campaign", "Membership").objects.filter(campaign=campaign)
    for place in places.select_related("person").order_by("joined_at", "pk"):
        if name := _own_name(place.person):
            members.called(name, place.person)
    for mage in apps.get_model("campaign", "Mage").objects.filter(campaign=campaign):
        if mage.player:
            mage.member = members.called(mage.player)
            mage.save(update_fields=["member"])
    if campaign.opening and campaign.opening.get("players"):
        players = _listed(campaign.opening["players"], members.number)
        campaign.opening = {**campaign.opening, "players": players}
        campaign.save(update_fields=["opening"])
    _fill_facts(apps, members, game__campaign=campaign)


def _fill_game(apps: Apps, game: Any) -> None:
    members = _Members(apps, game=game)
    seats = apps.get_model("campaign", "Seat").objects.filter(game=game).select_related("person")
    taken = list(seats.order_by("number"))
    # The seat under somebody's own name is theirs, else their first; others they hold are others'.
    for seat in sorted(
        taken, key=lambda row: row.person is None or row.name != _own_name(row.person)
    ):
        own = seat.person if seat.person_id not in members.by_person else None
        seat.member = members.called(seat.name, own if seat.name else None)
        seat.save(update_fields=["member"])
    if game.owner is not None and _own_name(game.owner):
        members.called(_own_name(game.owner), game.owner)
    offers = apps.get_model("campaign", "SeatOffer").objects.filter(game=game)
    for offer in offers.select_related("person"):
        offer.member = members.called(offer.name, offer.person)
        offer.save(update_fields=["member"])
    _fill_facts(apps, members, game=game)


def _fill_facts(apps: Apps, members: _Members, **of: Any) -> None:
    facts = apps.get_model("campaign", "Fact").objects.filter(kind__in=("planned", "played"), **of)
    for fact in facts.order_by("pk").iterator(chunk_size=500):
        payload = _numbered(fact.payload, members.number)
        if payload != fact.payload:
            fact.payload = payload
            fact.save(update_fields=["payload"])


def _numbered(payload: dict[str, Any], number: Numbered) -> dict[str, Any]:
    """Return the payload of a plan or a result with numbers of members instead of names."""
    lists = {
        key: _listed(payload[key], number)
        for key in ("players", "stand_ins")
        if isinstance(payload.get(key), list)
    }
    choices = payload.get("choices")
    if not isinstance(choices, dict):
        return {**payload, **lists}
    seats = {
        key: [_seat(seat, number) for seat in choices[key]]
        for key in ("places", "seats")
        if isinstance(choices.get(key), list)
    }
    return {**payload, **lists, "choices": {**choices, **seats}}


def _seat(seat: Any, number: Numbered) -> Any:
    if isinstance(seat, dict) and isinstance(seat.get("player"), str) and seat["player"]:
        return {**seat, "player": number(seat["player"])}
    return seat


def _listed(names: list[Any], number: Numbered) -> list[Any]:
    return [number(name) if isinstance(name, str) and name else name for name in names]


class Migration(migrations.Migration):
    dependencies = [("campaign", "0057_members")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

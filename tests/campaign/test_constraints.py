"""The simple promises that the database itself keeps, each by its name."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from campaign.models import (
    Campaign,
    Change,
    ChangeKind,
    Fact,
    Game,
    Invite,
    Mage,
    Membership,
    Person,
    Preference,
    RecoveryCode,
    Removal,
    Role,
)
from tests.campaign.factories import keeper_of, person, planned_campaign

pytestmark = pytest.mark.django_db

SUBJECTS = ("aeons_end", "campaigns", "changes", "games", "people")  # modules of campaign.models


def fact(campaign: Campaign, **columns: Any) -> Fact:
    game = campaign.games.get()
    place, change = game.facts.count() + 1, campaign.changes.latest("pk")
    row = {"game": game, "kind": "note", "place": place, "payload": {}, "recorded": change}
    return Fact.objects.create(**(row | columns))


def game(campaign: Campaign | None, **columns: Any) -> Game:
    row = {"campaign": campaign, "number": 2, "system": "x", "pack_version": 1}
    return Game.objects.create(**(row | columns))


def one_off(**columns: Any) -> Game:
    row = {"owner": person("Marek"), "system": "x", "pack_version": 1}
    return Game.objects.create(**(row | columns))


def mage(campaign: Campaign, **columns: Any) -> Mage:
    seat = {"seat": 3, "colour": "blue", "side": "a", "name": "Three"}
    return Mage.objects.create(campaign=campaign, **(seat | columns))


def invite(campaign: Campaign, **columns: Any) -> Invite:
    link = {"role": Role.PLAYER, "expires_at": timezone.now() + timedelta(1)}
    link |= {"selector": "x", "token_hash": "x"}
    return Invite.objects.create(campaign=campaign, **(link | columns))


def recovery_code(campaign: Campaign) -> RecoveryCode:
    return RecoveryCode.objects.create(person=keeper_of(campaign), code_hash="x")


def preference(campaign: Campaign) -> Preference:
    return Preference.objects.create(person=keeper_of(campaign), family="x", kind="x", name="x")


def member(campaign: Campaign, **columns: Any) -> Membership:
    place = {"person": person("Marek"), "role": Role.PLAYER}
    return Membership.objects.create(campaign=campaign, **(place | columns))


def change(campaign: Campaign | None, **columns: Any) -> None:
    Change.objects.create(campaign=campaign, **({"kind": ChangeKind.RECORD} | columns))


def twice(make: Callable[..., Any], campaign: Campaign | None, **columns: Any) -> None:
    make(campaign, **columns)
    make(campaign, **columns)


def zuza_again(campaign: Campaign) -> None:
    Person.objects.create_user("Zuza")
    Person.objects.create_user("zUZA")


# By its name: a write that breaks the promise.
BREACHES: dict[str, Callable[[Campaign], Any]] = {
    "campaign_has_a_name": lambda c: Campaign.objects.create(name="", system="x", pack_version=1),
    "person_username_key_once": zuza_again,
    "person_username_with_key": lambda c: Person.objects.create(username="without-a-key"),
    "membership_once": lambda c: member(c, person=keeper_of(c)),
    "removal_once": lambda c: [
        Removal.objects.create(campaign=c, person=keeper_of(c)) for _ in range(2)
    ],
    "membership_role": lambda c: member(c, role="king"),
    "membership_one_keeper": lambda c: member(c, role=Role.KEEPER),
    "invite_role": lambda c: invite(c, role="king"),
    "invite_never_keeper": lambda c: invite(c, role=Role.KEEPER),
    "mage_one_per_seat": lambda c: mage(c, seat=1),
    "mage_one_per_colour": lambda c: mage(c, colour="green"),
    "mage_seat_one_to_four": lambda c: mage(c, seat=5),
    "mage_colour": lambda c: mage(c, colour="mauve"),
    "mage_side": lambda c: mage(c, side="c"),
    "mage_has_a_name": lambda c: mage(c, name=""),
    "recovery_code_once": lambda c: twice(recovery_code, c),
    "preference_once_by_name": lambda c: twice(preference, c),
    "change_of_a_campaign_or_a_game": lambda c: change(c, game=one_off()),
    "change_one_per_revision": lambda c: change(c, revision=c.revision),
    "change_one_per_token": lambda c: twice(change, c, token="form-1"),
    "change_of_game_one_per_revision": lambda c: twice(change, None, game=one_off(), revision=1),
    "change_of_game_one_per_token": lambda c: twice(change, None, game=one_off(), token="form-1"),
    "game_of_a_campaign_or_a_person": lambda c: game(c, owner=keeper_of(c)),
    "game_number_once": lambda c: game(c, number=1),
    "fact_one_per_place": lambda c: twice(fact, c, place=7),
    "fact_once_per_game": lambda c: twice(fact, c, kind="played"),
    "fact_has_a_kind": lambda c: fact(c, kind=""),
}


def constraints() -> dict[str, type[models.Model]]:
    """Return every named constraint of the campaigns' record with its table."""
    return {
        constraint.name: model
        for model in apps.get_app_config("campaign").get_models()
        if model.__module__.rpartition(".")[2] in SUBJECTS
        for constraint in model._meta.constraints
    }


def test_every_named_promise_is_tried() -> None:
    assert set(BREACHES) == set(constraints())


@pytest.mark.parametrize("name", BREACHES)
def test_the_database_keeps_its_promise(name: str) -> None:
    campaign = planned_campaign()
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        BREACHES[name](campaign)
    assert named(caught.value, name)


def named(error: IntegrityError, name: str) -> bool:
    """Say whether it was this promise: SQLite names the columns of a plain unique one instead."""
    constraint = next(c for c in constraints()[name]._meta.constraints if c.name == name)
    text = str(error)
    if name in text or not isinstance(constraint, models.UniqueConstraint):
        return name in text
    columns = constraint.fields or [
        name
        for expression in constraint.expressions
        for name in [getattr(expression, "name", None)]
        if name
    ]
    table = constraints()[name]._meta
    stored_as = {field.name: field.column for field in table.concrete_fields}
    return all(f"{table.db_table}.{stored_as[name]}" in text for name in columns)


@pytest.mark.parametrize("columns", [{"number": 0}, {"owner": None}])
def test_a_game_is_of_a_campaign_and_has_a_number_or_is_somebody_s(columns: dict[str, Any]) -> None:
    campaign = None if "owner" in columns else planned_campaign()
    with pytest.raises(IntegrityError, match="game_of_a_campaign_or_a_person"):
        game(campaign, **columns)


def test_what_was_withdrawn_stands_in_nobody_s_way() -> None:
    campaign = planned_campaign()
    first = fact(campaign, kind="played", place=7)
    first.withdrawn = first.recorded
    first.save()
    fact(campaign, kind="played", place=7)
    old = campaign.games.get()
    old.withdrawn = first.recorded
    old.save()
    game(campaign, number=1)


def test_what_is_legal_is_kept() -> None:
    campaign = planned_campaign()
    one_off(shared_with=campaign)
    member(campaign)
    invite(campaign)
    mage(campaign)
    twice(change, campaign, revision=None, token=None)
    twice(change, None, game=one_off(), revision=None, token=None)

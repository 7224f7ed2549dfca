"""The simple promises that the database itself keeps, each by its name."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from campaign.models import (
    BasicChange,
    Campaign,
    Deed,
    DeedKind,
    Fact,
    Growth,
    GrowthPile,
    Invite,
    Mage,
    MageTally,
    Membership,
    Person,
    PlacedSticker,
    ResultFact,
    Role,
    SealOpening,
    SectionUnlock,
    Session,
)
from tests.campaign.factories import keeper_of, person, planned_campaign

pytestmark = pytest.mark.django_db

SUBJECTS = ("campaigns", "facts", "people", "sessions")  # modules of campaign.models


def fact(campaign: Campaign, **columns: Any) -> Fact:
    session = campaign.sessions.get()
    place = session.facts.count() + 1
    told = {"session": session, "kind": "note", "place": place, "recorded": session.recorded}
    return Fact.objects.create(**(told | columns))


def session(campaign: Campaign, **columns: Any) -> Session:
    deed = campaign.deeds.latest("pk")
    plan = {"number": 2, "chapter": 1, "nemesis_key": "~x", "recorded": deed}
    return Session.objects.create(campaign=campaign, **(plan | columns))


def mage(campaign: Campaign, **columns: Any) -> Mage:
    seat = {"seat": 3, "colour": "blue", "side": "a", "name": "Three"}
    return Mage.objects.create(campaign=campaign, **(seat | columns))


def invite(campaign: Campaign, **columns: Any) -> Invite:
    link = {"role": Role.PLAYER, "expires_at": timezone.now() + timedelta(1)}
    link |= {"selector": "x", "token_hash": "x"}
    return Invite.objects.create(campaign=campaign, **(link | columns))


def member(campaign: Campaign, **columns: Any) -> Membership:
    place = {"person": person("Marek"), "role": Role.PLAYER}
    return Membership.objects.create(campaign=campaign, **(place | columns))


def result(campaign: Campaign, **columns: Any) -> ResultFact:
    told = {"fact": fact(campaign, kind="played"), "result": "win"}
    return ResultFact.objects.create(**(told | columns))


def tally(campaign: Campaign, *rows: dict[str, Any]) -> None:
    of = result(campaign)
    for row in rows:
        MageTally.objects.create(result=of, **({"seat": 1} | row))


def piles(campaign: Campaign, *rows: dict[str, Any]) -> None:
    growth = Growth.objects.create(fact=fact(campaign, kind="growth"))
    whole = {"fate": "added", "key": "~x", "kind": "gem", "cost": 3, "place": 0}
    for row in rows:
        GrowthPile.objects.create(growth=growth, **(whole | row))


def sticker(campaign: Campaign, **columns: Any) -> None:
    told = {"fact": fact(campaign, kind="sticker"), "seat": 1, "slot": "2a", "kind": "other"}
    PlacedSticker.objects.create(**(told | columns))


def basic(campaign: Campaign, **columns: Any) -> None:
    told = {"fact": fact(campaign, kind="joined"), "card": "~x", "kind": "power", "tier": 1}
    BasicChange.objects.create(**(told | columns))


def deed(campaign: Campaign, **columns: Any) -> None:
    Deed.objects.create(campaign=campaign, **({"kind": DeedKind.RECORD} | columns))


def twice(make: Callable[..., Any], campaign: Campaign, **columns: Any) -> None:
    make(campaign, **columns)
    make(campaign, **columns)


def zuza_again(campaign: Campaign) -> None:
    Person.objects.create_user("Zuza")
    Person.objects.create_user("zUZA")


# By its name: a write that breaks the promise.
BREACHES: dict[str, Callable[[Campaign], Any]] = {
    "campaign_has_a_name": lambda c: Campaign.objects.create(name="", system="x", pack_version=1),
    "person_username_once": zuza_again,
    "membership_once": lambda c: member(c, person=keeper_of(c)),
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
    "deed_one_per_revision": lambda c: deed(c, revision=c.revision),
    "deed_one_per_token": lambda c: twice(deed, c, token="form-1"),
    "session_number_once": lambda c: session(c, number=1),
    "session_number_from_one": lambda c: session(c, number=0),
    "session_chapter_from_one": lambda c: session(c, chapter=0),
    "session_nemesis_life_on_the_dial": lambda c: session(c, nemesis_life=100),
    "session_pair_of_seats": lambda c: session(c, paired_with_first=1),
    "fact_one_per_place": lambda c: twice(fact, c, place=7),
    "fact_once_per_game": lambda c: twice(fact, c, kind="verdict"),
    "fact_kind": lambda c: fact(c, kind="planned"),
    "result_win_or_loss": lambda c: result(c, result="draw"),
    "result_ending": lambda c: result(c, ending="boredom"),
    "result_no_win_without_gravehold": lambda c: result(c, gravehold_life=0),
    "tally_one_per_seat": lambda c: tally(c, {}, {}),
    "tally_exhausted_is_life_zero": lambda c: tally(c, {"life": 3, "exhausted": True}),
    "growth_one_pile_a_place": lambda c: piles(c, {}, {"key": "~y"}),
    "growth_pile_once": lambda c: piles(c, {}, {"place": 1}),
    "growth_pile_fate": lambda c: piles(c, {"fate": "lost"}),
    "growth_pile_kind": lambda c: piles(c, {"kind": "rock"}),
    "growth_offered_pile_is_whole": lambda c: piles(c, {"cost": None}),
    "sticker_kind": lambda c: sticker(c, kind="stamp"),
    "sticker_where": lambda c: sticker(c, where="hat"),
    "sticker_card_kind": lambda c: sticker(c, card_kind="rock"),
    "sticker_has_a_slot": lambda c: sticker(c, slot=""),
    "basic_names_a_card": lambda c: basic(c, card="", into="~y"),
    "basic_becomes_another": lambda c: basic(c, into="~x"),
    "basic_tier_one_to_three": lambda c: basic(c, tier=4),
    "basic_kind": lambda c: basic(c, kind="rock"),
    "section_has_a_letter": lambda c: SectionUnlock.objects.create(
        fact=fact(c, kind="section"), section="A", letter=""
    ),
    "seal_is_named": lambda c: SealOpening.objects.create(fact=fact(c, kind="seal"), seal=""),
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
    return all(f"{table.db_table}.{table.get_field(c).column}" in text for c in columns)


def test_what_was_withdrawn_stands_in_nobody_s_way() -> None:
    campaign = planned_campaign()
    first = fact(campaign, kind="verdict", place=7)
    first.withdrawn = first.recorded
    first.save()
    fact(campaign, kind="verdict", place=7)
    old = campaign.sessions.get()
    old.withdrawn = old.recorded
    old.save()
    session(campaign, number=1)


def test_what_is_legal_is_kept() -> None:
    campaign = planned_campaign()
    tally(campaign, {"life": 0, "exhausted": True}, {"seat": 2, "life": 4}, {"seat": 3})
    piles(campaign, {}, {"place": 1, "fate": "banished", "key": "~y", "kind": "", "cost": None})
    sticker(campaign)
    basic(campaign, into="~y")
    member(campaign)
    invite(campaign)
    mage(campaign)
    twice(deed, campaign, revision=None, token=None)

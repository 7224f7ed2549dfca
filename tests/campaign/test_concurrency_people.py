"""Coming, leaving and sharing at once: nobody waits in a ring, and nobody shares who has left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection

from campaign.models import (
    Campaign,
    CardCollection,
    Game,
    Membership,
    Person,
    Role,
    SavedDeck,
)
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.ashes.deck import Deck
from campaign.rules.core.problems import RulesError
from campaign.services.accounts import person_keep
from campaign.services.ashes.decks import collection_set, deck_create
from campaign.services.campaigns import campaign_delete
from campaign.services.merging import person_merge
from campaign.services.one_offs import game_share
from campaign.services.people import (
    campaign_hand_over,
    invite_accept,
    invite_make,
    member_remove,
    person_delete,
)
from campaign.services.preferences import preference_save
from tests.campaign import factories
from tests.campaign.at_once import Aside, Between, WhenHeld
from tests.campaign.factories import start_game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "connection.vendor != 'postgresql'",
        reason="on SQLite a write begins when no other is under way",
    ),
]


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


def table(person: Person, name: str) -> Campaign:
    """Return a campaign of somebody else's in which a person plays."""
    campaign = factories.start_campaign(name=name)
    factories.join(campaign, person)
    return campaign


def evening(person: Person) -> Game:
    return start_game(person=person, choices=open_choices(2))


# What a write raises if its person is gone; pages say that the account was deleted meanwhile.
TOO_LATE = (IntegrityError, Person.DoesNotExist)


class Meanwhile:
    """Let another's write begin just before one query of this connection is sent."""

    def __init__(self, nth: int, other: Aside) -> None:
        self.nth = nth
        self.other = other
        self.sent = 0

    @property
    def begun(self) -> bool:
        return self.sent >= self.nth

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.sent += 1
        if self.sent == self.nth:
            self.other.begin_or_finish()
        return execute(sql, params, many, context)


def at_many_queries(write: Callable[[int], tuple[Callable[[], Any], Aside]]) -> list[Any]:
    """Let a write fall before every third query of another; ``write`` makes both anew.

    Returns what came of each write that began.
    """
    answers: list[Any] = []
    while True:
        nth = 1 + 3 * len(answers)
        ours, other = write(nth)
        point = Meanwhile(nth, other)
        with connection.execute_wrapper(point):
            ours()
        if not point.begun:
            return answers
        other.end()
        answers.append(other.answer)


def test_a_game_that_is_shared_by_three_at_once_makes_nobody_wait_in_a_ring(zuza: Person) -> None:
    one, other = table(zuza, "One"), table(zuza, "Other")
    game = evening(zuza)
    again = Game.objects.get(pk=game.pk)
    # Shared with one campaign after it was asked where it is, and taken back out once it is held.
    shared = Between(3, lambda: game_share(game=again, person=zuza, campaign=one))
    back = Aside(lambda: game_share(game=again, person=zuza, campaign=None))
    with (
        connection.execute_wrapper(WhenHeld("game", back)),
        connection.execute_wrapper(shared),
    ):
        game_share(game=game, person=zuza, campaign=other)
    back.end()
    assert back.answer is None, back.answer  # nothing was raised
    assert shared.sent >= shared.nth
    assert Game.objects.get().shared_with in (None, other)


def test_who_leaves_while_sharing_shares_nothing(zuza: Person) -> None:
    campaign = table(zuza, "One")
    game = evening(zuza)
    place = Membership.objects.get(campaign=campaign, person=zuza)
    left = Between(2, lambda: member_remove(membership=place, person=zuza))
    with connection.execute_wrapper(left), pytest.raises(RulesError, match="campaign_not_yours"):
        game_share(game=game, person=zuza, campaign=campaign)
    assert Game.objects.get().shared_with is None


def test_a_campaign_that_is_deleted_while_somebody_joins_it_is_gone(zuza: Person) -> None:
    campaign = factories.start_campaign(person=factories.person("Ola"))
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    invite, _token = invite_make(campaign=campaign, person=keeper, role=Role.PLAYER)
    gone = Aside(lambda: campaign_delete(campaign=campaign))
    with connection.execute_wrapper(WhenHeld("invite", gone)):
        invite_accept(invite=invite, person=zuza)
    gone.end()
    assert gone.answer is None
    assert not Campaign.objects.exists()
    with factories.refused("invite.closed"):
        invite_accept(invite=invite, person=zuza)


def test_a_guest_who_signs_in_while_being_taken_out_is_out(zuza: Person) -> None:
    campaign = table(zuza, "One")
    game_share(game=evening(zuza), person=zuza, campaign=campaign)
    keeper, into = factories.keeper_of(campaign), factories.person("Zuza", username="zuza")
    place = Membership.objects.get(campaign=campaign, person=zuza)
    out = Aside(lambda: member_remove(membership=place, person=keeper))
    with connection.execute_wrapper(WhenHeld("membership", out)):
        person_merge(guest=zuza, into=into)
    out.end()
    assert out.answer is None
    assert not campaign.memberships.filter(person=into).exists()
    game = Game.objects.get()
    assert (game.owner, game.shared_with) == (into, None)


@pytest.mark.parametrize("nth", range(1, 4))
def test_a_campaign_that_is_handed_over_while_its_keeper_goes_stays(nth: int, zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    place = factories.join(campaign, factories.person("Marek"))
    over = Between(nth, lambda: campaign_hand_over(campaign=campaign, person=zuza, to=place))
    with connection.execute_wrapper(over):
        person_delete(person=zuza)
    assert over.sent >= nth
    assert Campaign.objects.get() == campaign
    assert factories.keeper_of(campaign) == place.person


def save_of_every_kind(person: Person) -> Callable[[], Any]:
    """Return a write of a game, a campaign and a deck, each in a transaction of its own."""
    in_another_tab = Person.objects.get(pk=person.pk)

    def save() -> tuple[Game, Campaign, SavedDeck]:
        return (
            evening(in_another_tab),
            factories.start_campaign(person=in_another_tab),
            deck_create(person=in_another_tab, deck=Deck("Later")),
        )

    return save


def test_what_a_guest_saves_while_signing_in_comes_along() -> None:
    into = factories.person("Zuza", username="zuza")

    def write(nth: int) -> tuple[Callable[[], Any], Aside]:
        guest = factories.person(f"Guest {nth}")
        return lambda: person_merge(guest=guest, into=into), Aside(save_of_every_kind(guest))

    answers = at_many_queries(write)
    # Whoever comes too late is told so, and nothing was saved.
    saved = [answer for answer in answers if not isinstance(answer, TOO_LATE)]
    assert 10 < len(saved) < len(answers)
    assert set(Game.objects.all()) == set(into.games.all()) == {game for game, _, _ in saved}
    kept = Campaign.objects.filter(memberships__person=into, memberships__role=Role.KEEPER)
    assert set(Campaign.objects.all()) == set(kept) == {campaign for _, campaign, _ in saved}
    assert set(into.decks.all()) == {deck for _, _, deck in saved}


def test_what_is_saved_while_its_owner_goes_goes_with_them() -> None:
    def write(nth: int) -> tuple[Callable[[], Any], Aside]:
        person = factories.person(f"Guest {nth}")
        return lambda: person_delete(person=person), Aside(save_of_every_kind(person))

    for answer in at_many_queries(write):
        assert isinstance(answer, (tuple, *TOO_LATE)), answer
    for model in (Person, Campaign, Game, SavedDeck):
        assert not model._default_manager.exists()


def test_two_guests_who_sign_in_to_one_account_at_once_both_bring_what_they_have() -> None:
    into = factories.person("Zuza", username="zuza")

    def merge(nth: int) -> Callable[[], Any]:
        guest = factories.person(f"Guest {nth}")
        preference_save(
            person=guest, family="toy", kind="kind", name=str(nth), value=open_choices(2)
        )
        collection_set(person=guest, sets=["ashes"])
        evening(guest)
        return lambda: person_merge(guest=guest, into=into)

    def write(nth: int) -> tuple[Callable[[], Any], Aside]:
        into.preferences.all().delete()
        CardCollection.objects.all().delete()
        return merge(nth), Aside(merge(nth))

    answers = at_many_queries(write)
    assert answers == [None] * len(answers)
    assert into.games.count() == 2 * len(answers) + 1  # the last one met no other
    assert into.preferences.count() == 1


def test_a_guest_who_becomes_an_account_meanwhile_is_not_merged_away(zuza: Person) -> None:
    into = factories.person("Ola", username="ola")
    game = evening(zuza)
    again = Person.objects.get(pk=zuza.pk)
    kept = Between(3, lambda: person_keep(person=again, username="zuza", password="pass-1234"))
    with connection.execute_wrapper(kept):
        person_merge(guest=zuza, into=into)
    game.refresh_from_db()
    assert game.owner == Person.objects.get(username="zuza")

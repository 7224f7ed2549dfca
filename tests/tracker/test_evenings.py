"""The next evening on pages: proposed, answered by a link without an account, settled, shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Evening, EveningAnswer, Person, Role
from campaign.rules.evenings.agreement import MAX_DATES, MAX_PEOPLE, Answer
from campaign.selectors.evenings import calendar_of
from campaign.services.accounts import person_rename
from campaign.services.evenings import evening_call_off, link_renew
from campaign.services.one_offs import game_share
from campaign.services.people import invite_make, member_remove
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.campaign.next_evenings import answer, date_of, proposed, settled
from tests.tracker import clients, one_offs
from tests.tracker.sent_forms import Sent

pytestmark = pytest.mark.django_db

TOKEN = "a-form-of-its-own"


@pytest.fixture
def keeper() -> Person:
    return factories.person("Ada")


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    return factories.start_campaign(person=keeper)


def at(evening: Evening, name: str = "evening") -> str:
    return reverse(name, args=[evening.key])


def text(client: Client, url: str) -> str:
    return client.get(url, follow=True).content.decode()


def says(client: Client, evening: Evening, given: str, name: str = "", number: int = 0) -> int:
    """Answer to a date by its button."""
    sent = {"answer": f"{date_of(evening, number)} {given}", "token": f"{TOKEN}-{name}"}
    return client.post(at(evening), {**sent, "name": name}).status_code


# --- propose ---


def test_anybody_who_plays_proposes_dates_in_the_time_zone_of_the_group(
    campaign: Campaign,
) -> None:
    bo = factories.person("Bo")
    factories.join(campaign, bo)
    phone, url = clients.client_of(bo), reverse("evenings", args=[campaign.code])
    with time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC)):
        sent = {"day_1": "2026-10-24", "clock_1": "19:30", "day_2": "2026-10-31"}
        plan = {"clock_2": "19:30", "chosen_zone": "Europe/Berlin", "minutes": 240}
        answered = phone.post(url, sent | plan | {"place": "At Bo’s", "brings": "Ada: crisps"})
        made = Evening.objects.get()
        assert answered["Location"] == at(made)
        assert [date.starts_at.hour for date in made.dates.all()] == [17, 18]  # in UTC
        page = text(phone, at(made))
        assert "Saturday, 24 October, 19:30" in page
        assert "Saturday, 31 October, 19:30" in page
        assert "At Bo’s" in page
        assert "Ada: crisps" in page
        assert "Europe/Berlin" in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Choose at least one date."),
        ({"day_1": "2026-10-19"}, "That is in the past."),
        ({"day_1": "2026-10-24", "clock_1": ""}, "Enter a time for this date."),
        ({"day_1": "2027-03-28", "clock_1": "02:30"}, "02:30 doesn’t exist on that day"),
        ({"day_1": "2031-01-01"}, "Choose a date within the next year."),
        ({"day_1": "never"}, "Invalid date. Use the format YYYY-MM-DD."),
        ({"day_1": "2026-10-24", "chosen_zone": "Mars"}, "Choose one of the time zones offered."),
    ],
)
def test_a_date_that_cannot_be_keeps_what_was_typed_and_says_why(
    campaign: Campaign, keeper: Person, sent: dict[str, str], said: str
) -> None:
    phone, url = clients.client_of(keeper), reverse("evenings", args=[campaign.code])
    usual = {"clock_1": "19:30", "chosen_zone": "Europe/Berlin", "minutes": "180"}
    with time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC)):
        page = phone.post(url, {"place": "At Bo’s", **usual, **sent})
    assert page.status_code == 422
    assert said in page.content.decode()
    assert "At Bo’s" in page.content.decode()
    assert not Evening.objects.exists()


def test_more_dates_are_proposed_until_there_are_too_many(
    campaign: Campaign, keeper: Person
) -> None:
    made, phone = proposed(campaign, keeper), clients.client_of(keeper)
    day = (timezone.localdate() + timedelta(days=30)).isoformat()
    more = at(made, "evening_dates")
    assert phone.post(more, {"day_1": day, "clock_1": "20:00"}).status_code == 302
    assert made.dates.count() == 3
    assert phone.post(more, {}).status_code == 422
    proposed(campaign, keeper, days=tuple(range(10, 10 + MAX_DATES - 3)))
    again = phone.post(more, {"day_1": day, "clock_1": "21:00"})
    assert again.status_code == 422
    assert day in again.content.decode()
    assert f"The limit is {MAX_DATES}." in again.content.decode()


# --- answer ---


def test_somebody_without_an_account_answers_by_the_link_with_one_tap_each(
    campaign: Campaign, keeper: Person
) -> None:
    made, phone = proposed(campaign, keeper, place="At Ada’s"), Client()
    page = text(phone, at(made))
    assert "At Ada’s" in page
    assert "Your name" in page
    assert says(phone, made, "yes") == 422  # who?
    assert says(phone, made, "yes", "Bo") == 302
    assert says(phone, made, "maybe", number=1) == 302
    assert "Your name" not in text(phone, at(made))
    guest = Person.objects.get(display_name="Bo")
    given = EveningAnswer.objects.filter(person=guest).order_by("date__starts_at")
    assert [each.answer for each in given] == ["yes", "maybe"]
    assert says(phone, made, "no") == 302  # another day, another plan
    assert EveningAnswer.objects.filter(person=guest).count() == 2
    assert "Bo" in text(clients.client_of(keeper), at(made))
    assert phone.get(reverse("campaign", args=[campaign.code])).status_code == 404


def test_a_form_that_is_sent_twice_makes_one_guest(campaign: Campaign, keeper: Person) -> None:
    made = proposed(campaign, keeper)
    for _each in range(2):
        assert says(Client(), made, "yes", "Bo") == 302
    assert Person.objects.filter(display_name="Bo").count() == 1


@pytest.mark.parametrize("given", ["", "yes", "0 yes", "1 often", "x yes", f"{10**17} no"])
def test_an_answer_that_is_none_is_refused(campaign: Campaign, keeper: Person, given: str) -> None:
    made, phone = proposed(campaign, keeper), clients.client_of(keeper)
    before = EveningAnswer.objects.count()
    sent = phone.post(at(made), {"answer": given, "token": TOKEN})
    assert sent.status_code == 422
    assert EveningAnswer.objects.count() == before


def test_the_link_is_closed_to_who_was_removed_and_to_everybody_once_it_is_renewed(
    campaign: Campaign, keeper: Person
) -> None:
    bo = factories.person("Bo")
    member, made = factories.join(campaign, bo), proposed(campaign, keeper)
    phone, owner = clients.client_of(bo), clients.client_of(keeper)
    member_remove(membership=member, person=keeper)
    assert phone.get(at(made)).status_code == 403
    old = at(made)
    assert owner.post(at(made, "evening_renew")).status_code == 302
    made.refresh_from_db()
    assert Client().get(old).status_code == 404
    assert Client().get(at(made).replace(made.key, made.key.lower())).status_code == 200


@pytest.mark.parametrize("is_past", [False, True])
def test_removing_somebody_with_the_links_replaces_those_of_evenings(
    campaign: Campaign, keeper: Person, is_past: bool
) -> None:
    """Who is signed in nowhere would still read where everybody meets, or has met."""
    member, made = factories.join(campaign, factories.person("Bo")), settled(campaign, keeper)
    with time_machine.travel(timezone.now() + timedelta(days=60 * is_past)):
        member_remove(membership=member, person=keeper, revoke_links=True)
        assert Client().get(at(made)).status_code == 404
    assert made.key not in text(
        clients.client_of(keeper), reverse("evenings", args=[campaign.code])
    )


def test_the_evening_of_a_game_that_is_shared_with_a_group_is_closed_to_who_was_removed(
    campaign: Campaign, keeper: Person
) -> None:
    game, bo, cy = one_offs.game(keeper), factories.person("Bo"), factories.person("Cy")
    game_share(game=game, person=keeper, campaign=campaign)
    seat_take(game=game, key=game.invite_key, number=2, person=cy, name="Cy")
    made = settled(game, keeper)
    for person in (bo, cy):
        member = factories.join(campaign, person)
        answer(made, person)
        assert calendar_of(person) == (made,)
        member_remove(membership=member, person=keeper)
    assert calendar_of(bo) == ()
    assert calendar_of(cy) == (made,)  # who plays in it
    assert [clients.client_of(each).get(at(made)).status_code for each in (bo, cy)] == [403, 200]
    assert EveningAnswer.objects.exclude(person=keeper).get().person == cy
    new = factories.join(campaign, factories.person("Di"))
    member_remove(membership=new, person=keeper, revoke_links=True)
    assert Client().get(at(made)).status_code == 404


def test_strangers_with_the_link_keep_nobody_of_the_group_from_answering(
    campaign: Campaign, keeper: Person
) -> None:
    bo = factories.person("Bo")
    factories.join(campaign, bo)
    made = proposed(campaign, keeper)
    for number in range(MAX_PEOPLE - 1):
        answer(made, Person.objects.guest(display_name=f"Stranger {number}"))
    assert says(Client(), made, "yes", "One too many") == 422
    assert says(clients.client_of(bo), made, "yes") == 302
    link_renew(evening=made, person=keeper)
    assert {each.person for each in EveningAnswer.objects.all()} == {keeper, bo}


@override_settings(RATE_LIMITS=True)
def test_a_keeper_settles_and_asks_again_so_often_and_no_more(
    campaign: Campaign, keeper: Person
) -> None:
    """Each time everybody is notified."""
    made, phone = proposed(campaign, keeper), clients.client_of(keeper)
    sent = {"date": date_of(made)}
    found = {phone.post(at(made, "evening_settle"), sent).status_code for _ in range(61)}
    assert found == {302, 429}


@override_settings(RATE_LIMITS=True)
def test_nobody_guesses_links(campaign: Campaign) -> None:
    found = {Client().get(reverse("evening", args=["2" * 12])).status_code for _ in range(40)}
    assert found == {404, 429}


# --- settle ---


def test_the_keeper_settles_a_date_and_everybody_sees_when_it_moves(
    campaign: Campaign, keeper: Person
) -> None:
    bo = factories.person("Bo")
    factories.join(campaign, bo)
    made, owner, phone = (
        proposed(campaign, keeper),
        clients.client_of(keeper),
        clients.client_of(bo),
    )
    first, second = date_of(made), date_of(made, 1)
    assert phone.post(at(made, "evening_settle"), {"date": first}).status_code == 403
    assert owner.post(at(made, "evening_settle"), {"date": first}).status_code == 302
    assert "This date is settled." in text(phone, at(made))
    owner.post(at(made, "evening_settle"), {"date": second})
    assert "The date has changed." in text(Client(), at(made))
    owner.post(at(made, "evening_reopen"))
    assert "It is open again." in text(phone, at(made))


def test_an_evening_that_was_called_off_says_so_and_takes_no_answers(
    campaign: Campaign, keeper: Person
) -> None:
    made, owner = settled(campaign, keeper), clients.client_of(keeper)
    assert "Call the evening off?" in text(owner, at(made, "evening_call_off"))
    assert owner.post(at(made, "evening_call_off")).status_code == 302
    assert "This evening was called off." in text(Client(), at(made))
    assert says(owner, made, "yes") == 422
    assert "Propose dates" in text(owner, reverse("evenings", args=[campaign.code]))


def test_where_and_who_brings_what_is_changed_by_the_group_alone(
    campaign: Campaign, keeper: Person
) -> None:
    made = proposed(campaign, keeper)
    plan = {"place": "At the club", "brings": "Bo: crisps", "minutes": 300}
    assert Client().post(at(made, "evening_plan"), plan).status_code == 403
    owner = clients.client_of(keeper)
    assert owner.post(at(made, "evening_plan"), plan).status_code == 302
    assert "At the club" in text(Client(), at(made))
    assert owner.post(at(made, "evening_plan"), plan | {"minutes": "7"}).status_code == 422


def test_what_two_people_change_of_the_plan_at_once_is_both_kept_and_nothing_overwritten(
    campaign: Campaign, keeper: Person
) -> None:
    bo = factories.person("Bo")
    factories.join(campaign, bo)
    made = proposed(campaign, keeper)
    owner, phone, url = clients.client_of(keeper), clients.client_of(bo), at(made, "evening_plan")
    opened = Sent(text(phone, at(made)), url).fields
    assert owner.post(url, opened | {"brings": "Ada: crisps"}).status_code == 302
    assert phone.post(url, opened | {"place": "At Bo’s"}).status_code == 302
    made.refresh_from_db()
    assert (made.place, made.brings) == ("At Bo’s", "Ada: crisps")
    refused = phone.post(url, opened | {"brings": "Bo: tea"})
    assert refused.status_code == 422
    assert "Somebody else has changed this" in refused.content.decode()
    made.refresh_from_db()
    assert made.brings == "Ada: crisps"
    again = Sent(refused.content.decode(), url).fields
    assert (again["brings"], again["initial-brings"]) == ("Bo: tea", "Ada: crisps")
    assert phone.post(url, again).status_code == 302
    made.refresh_from_db()
    assert (made.place, made.brings) == ("At Bo’s", "Bo: tea")


def test_dates_proposed_from_an_old_page_lead_to_the_evening_that_they_are_of(
    campaign: Campaign, keeper: Person
) -> None:
    made, owner = proposed(campaign, keeper), clients.client_of(keeper)
    sent = Sent(text(owner, at(made)), at(made, "evening_dates")).fields
    owner.post(at(made, "evening_call_off"))
    day = next(name for name in sent if "day" in name)
    later = f"{timezone.now() + timedelta(days=8):%Y-%m-%d}"
    answered = owner.post(at(made, "evening_dates"), sent | {day: later})
    (following,) = Evening.objects.ahead()
    assert answered.headers["Location"] == at(following)


def test_nobody_passes_for_somebody_else_by_a_new_name(campaign: Campaign, keeper: Person) -> None:
    made, zed = proposed(campaign, keeper), factories.person("Zed")
    answer(made, zed)
    with factories.refused("people.looks_alike"):
        person_rename(person=zed, display_name="Ada")
    person_rename(person=zed, display_name="Zoe")


# --- where it is shown ---


def test_the_next_evening_is_on_the_first_page_and_on_home_of_everybody_who_plays(
    campaign: Campaign, keeper: Person
) -> None:
    bo = factories.person("Bo")
    factories.join(campaign, bo)
    phone, front = clients.client_of(bo), reverse("campaign", args=[campaign.code])
    assert reverse("evenings", args=[campaign.code]) in text(phone, front)
    made = proposed(campaign, keeper)
    for url in (front, reverse("home")):
        assert at(made) in text(phone, url)
        assert "2 dates are proposed." in text(phone, url)
    answer(made, bo)
    for url in (front, reverse("home")):
        assert "2 dates are proposed." not in text(phone, url)
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        assert at(made) not in text(phone, reverse("home"))
        past = text(phone, reverse("evenings", args=[campaign.code]))
        assert at(made) in past


def test_whoever_only_looks_on_is_not_told_where_people_meet(
    campaign: Campaign, keeper: Person
) -> None:
    made = settled(campaign, keeper, place="Mill Lane 4")
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    onlooker = Client()
    onlooker.get(reverse("look", args=[token]))
    for name in ("campaign", "history"):
        page = text(onlooker, reverse(name, args=[campaign.code]))
        assert "Mill Lane" not in page
        assert made.key not in page
    assert onlooker.get(reverse("evenings", args=[campaign.code])).status_code == 404


def test_a_reader_sees_the_evening_and_answers_but_plans_nothing(
    campaign: Campaign, keeper: Person
) -> None:
    reader = factories.person("Cy")
    factories.join(campaign, reader, Role.READER)
    made, phone = proposed(campaign, keeper), clients.client_of(reader)
    assert "Propose more dates" not in text(phone, at(made))
    assert says(phone, made, "maybe") == 302
    assert phone.post(at(made, "evening_dates"), {}).status_code == 403


def test_an_evening_follows_from_a_one_off_game_for_the_people_who_played_it(
    keeper: Person,
) -> None:
    game, bo = one_offs.played(keeper), factories.person("Bo")
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bo")
    url = reverse("game_evenings", args=[game.code])
    phone = clients.client_of(bo)
    assert url in text(phone, reverse("game", args=[game.code]))
    day = (timezone.localdate() + timedelta(days=3)).isoformat()
    phone.post(url, {"day_1": day, "clock_1": "19:00", "minutes": 180})
    made = Evening.objects.get(game=game)
    assert at(made) in text(clients.client_of(keeper), reverse("home"))
    says(clients.client_of(keeper), made, "yes")
    made.refresh_from_db()
    assert made.starts_at is not None
    assert clients.client_of(factories.person("Cy")).get(url).status_code == 404


def test_the_history_tells_what_was_planned(campaign: Campaign, keeper: Person) -> None:
    made = settled(campaign, keeper)
    evening_call_off(evening=made, person=keeper)
    page = text(clients.client_of(keeper), reverse("history", args=[campaign.code]))
    assert "Dates were proposed for the next evening" in page
    assert "The date of the next evening was settled" in page
    assert "The next evening was called off" in page


def test_answers_are_told_apart_without_colour(campaign: Campaign, keeper: Person) -> None:
    made = proposed(campaign, keeper)
    answer(made, keeper, Answer.NO)
    page = text(clients.client_of(keeper), at(made))
    assert page.count('aria-pressed="true"') == 2

"""Starting a campaign: one form, no account, and nothing twice."""

from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, Membership, Person, Role
from tests.campaign import factories as f
from tracker.forms.nested import fields_on_page

pytestmark = pytest.mark.django_db


def filled(**changes: Any) -> dict[str, Any]:
    """Fill the form in for two mages; the rows beyond are as a browser sends them."""
    form: dict[str, Any] = {
        "token": "a-token-of-this-form",
        "name": "The Tuesday Table",
        "mages": "2",
        "language": "pl",
    }
    for number, colour in enumerate(("green", "yellow", "orange", "blue"), start=1):
        name = ("Mira", "Odo", "", "")[number - 1]
        form |= {f"colour_{number}": colour, f"side_{number}": "a", f"name_{number}": name}
        form[f"player_{number}"] = ("Zuza", "", "", "")[number - 1]
    return {**form, **changes}


def test_the_form_comes_with_sensible_defaults(client: Client) -> None:
    form = fields_on_page(client.get("/start").context["form"])
    assert form["name"].value()
    assert form["mages"].value() == 2
    assert form["language"].value() == "en"
    assert [form[f"colour_{n}"].value() for n in (1, 2, 3, 4)] == [
        "green",
        "yellow",
        "orange",
        "blue",
    ]


def test_a_stranger_starts_and_is_the_keeper_from_then_on(client: Client) -> None:
    answer = client.post("/start", filled())
    campaign = Campaign.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.code}/")
    assert (campaign.name, campaign.language) == ("The Tuesday Table", "pl")
    mages = [(m.seat, m.colour, m.side, m.name, m.player) for m in campaign.mages.all()]
    assert mages == [(1, "green", "a", "Mira", "Zuza"), (2, "yellow", "a", "Odo", "")]
    keeper = Membership.objects.get()
    assert keeper.role == Role.KEEPER
    assert keeper.person.is_guest
    assert keeper.person.display_name == "Zuza"
    assert client.get(f"/c/{campaign.code}/").status_code == 200


def test_who_is_signed_in_starts_as_who_they_are(client: Client) -> None:
    anna = f.person("Anna", username="anna")
    client.force_login(anna)
    client.post("/start", filled())
    assert Membership.objects.get().person == anna
    assert Person.objects.count() == 1


def test_rows_beyond_the_number_of_mages_are_not_read(client: Client) -> None:
    client.post("/start", filled(mages="1", name_3="Left over", name_2="mira"))
    assert [mage.name for mage in Campaign.objects.get().mages.all()] == ["Mira"]


def test_four_sit_down(client: Client) -> None:
    client.post("/start", filled(mages="4", name_3="Thrud", name_4="Kar", side_4="b"))
    assert [m.side for m in Campaign.objects.get().mages.all()] == ["a", "a", "a", "b"]


@pytest.mark.parametrize("signed_in", [True, False])
def test_the_same_form_twice_is_one_campaign(client: Client, signed_in: bool) -> None:
    if signed_in:
        client.force_login(f.person("Anna"))
    first = client.post("/start", filled())
    again = client.post("/start", filled())
    assert first["Location"] == again["Location"]
    assert Campaign.objects.count() == 1


def test_two_taps_before_an_answer_are_one_guest_and_one_campaign() -> None:
    first, second = Client(), Client()  # the same browser, twice without its new cookie
    one = first.post("/start", filled())
    two = second.post("/start", filled())
    assert one["Location"] == two["Location"]
    assert Person.objects.count() == Campaign.objects.count() == 1
    assert second.get(two["Location"]).status_code == 200


def test_another_form_is_another_campaign(client: Client) -> None:
    client.post("/start", filled())
    client.post("/start", filled(token="another-token-of-a-form"))
    assert Campaign.objects.count() == 2
    assert Person.objects.count() == 1


def test_what_the_record_keeps_of_a_form_signs_nobody_in() -> None:
    Client().post("/start", filled())
    kept = Campaign.objects.get().changes.get().token
    thief = Client()
    thief.post("/start", filled(token=kept, name="Mine now"))
    assert Person.objects.count() == 2


def test_somebody_with_a_password_is_not_signed_in_by_a_form() -> None:
    owner = Client()
    owner.post("/start", filled())
    Person.objects.update(username="zuza", username_key="zuza")
    other = Client()
    other.post("/start", filled())
    assert Person.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"name": "  "}, "name", "Give the campaign a name."),
        ({"name": "x" * 81}, "name", "80"),
        ({"mages": "5"}, "mages", "Choose one of the options"),
        ({"mages": ""}, "mages", "1 to 4"),
        ({"name_2": ""}, "name_2", "Enter a name for every mage"),
        ({"name_2": " MIRA "}, "name_2", "Two mages are called"),
        ({"colour_2": "green"}, "colour_2", "the same mat colour"),
        ({"colour_2": "pink"}, "colour_2", "Choose one of the options"),
        ({"side_1": "c"}, "side_1", "Choose one of the options"),
        ({"name_1": "x" * 61}, "name_1", "60"),
        ({"language": "es"}, "language", "Choose one of the options"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(
    client: Client, changes: dict[str, str], field: str, words: str
) -> None:
    page = client.post("/start", filled(**changes))
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert words in " ".join(page.context["form"].errors[field])
    assert not Campaign.objects.exists()
    assert not Person.objects.exists()
    assert "_auth_user_id" not in client.session


def test_everything_that_is_wrong_is_said_at_once_and_nothing_typed_is_lost(
    client: Client,
) -> None:
    page = client.post("/start", filled(name="", name_2="mira", colour_2="green", player_2="Ola"))
    assert set(page.context["form"].errors) == {"name", "name_2", "colour_2"}
    text = page.content.decode()
    assert 'value="Ola"' in text
    assert 'id="problems"' in text


def test_characters_no_page_can_show_are_refused_and_leave_nobody_behind(client: Client) -> None:
    page = client.post("/start", filled(name_1="Mi\u202era"))
    assert page.status_code == 422
    assert not Person.objects.exists()


def test_a_form_without_its_token_is_refused(client: Client) -> None:
    assert client.post("/start", filled(token="")).status_code == 422
    assert not Campaign.objects.exists()

"""Personal tokens: shown once, stored hashed, listed, revoked; what each allows."""

import pytest
from django.test import Client

from campaign.models import ApiToken, Person, Scope
from campaign.services import accounts
from campaign.services.api_tokens import MAX_TOKENS, api_token_make
from tests.campaign import factories as f
from tests.tracker.api.clients import BASE, Program, codes
from tests.tracker.clients import client_of
from tracker.people.limits import API_REQUESTS, WRONG_TOKENS

pytestmark = pytest.mark.django_db
PAGE = "/account/tokens"


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


def test_a_token_is_shown_once_and_only_its_hash_is_stored(zuza: Person) -> None:
    client = client_of(zuza)
    answer = client.post(PAGE, {"name": "Spreadsheet", "scope": "read"}, follow=True)
    shown = answer.context["token"]
    assert shown in answer.content.decode()
    stored = ApiToken.objects.get()
    assert (stored.name, stored.scope, stored.used_on) == ("Spreadsheet", Scope.READ, None)
    assert shown not in stored.token_hash
    elsewhere = client_of(zuza).get(PAGE).content.decode()
    assert shown not in elsewhere
    assert "Spreadsheet" in elsewhere


def test_a_revoked_token_no_longer_works(zuza: Person) -> None:
    program = Program(zuza)
    assert program.get("/campaigns").status_code == 200
    token = ApiToken.objects.get()
    assert token.used_on is not None
    client_of(zuza).post(PAGE, {"revoke": str(token.pk)})
    assert program.get("/campaigns").status_code == 401


def test_nobody_revokes_anothers_token(zuza: Person) -> None:
    Program(zuza)
    other = client_of(f.person("Ada", username="ada"))
    assert other.post(PAGE, {"revoke": str(ApiToken.objects.get().pk)}).status_code == 404
    assert ApiToken.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "", "scope": "read"},
        {"name": "x" * 101, "scope": "read"},
        {"name": "A bot"},
        {"name": "A bot", "scope": "admin"},
        {"name": "\u202e", "scope": "read"},
    ],
)
def test_a_token_without_a_name_or_a_scope_is_refused(zuza: Person, fields: dict[str, str]) -> None:
    answer = client_of(zuza).post(PAGE, fields)
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_person_has_a_limited_number_of_tokens(zuza: Person) -> None:
    for number in range(MAX_TOKENS):
        api_token_make(person=zuza, name=str(number), scope=Scope.READ)
    answer = client_of(zuza).post(PAGE, {"name": "One more", "scope": "read"})
    assert answer.status_code == 422
    assert "Revoke one first." in answer.content.decode()


def test_a_new_password_revokes_all_tokens(zuza: Person) -> None:
    program = Program(zuza)
    accounts.person_set_password(person=zuza, password="a lantern over the table")
    assert program.get("/campaigns").status_code == 401


def test_a_guest_has_no_tokens() -> None:
    answer = client_of(f.person("Gia")).get(PAGE)
    assert (answer.status_code, answer["Location"]) == (302, "/account")


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer nonsense", "Basic bk_x", "Bearer " + "x" * 9999]
)
def test_without_a_valid_token_there_is_nothing(client: Client, header: str) -> None:
    answer = client.get(f"{BASE}/campaigns", headers={"Authorization": header} if header else {})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert codes(answer) == {"api.token"}


def test_a_session_is_no_token(zuza: Person) -> None:
    assert client_of(zuza).get(f"{BASE}/campaigns").status_code == 401


def test_a_token_that_only_reads_records_nothing(zuza: Person) -> None:
    reader = Program(zuza, Scope.READ)
    answer = reader.post("/games", system="aeons-end-war-eternal", token="a-token-1")
    assert answer.status_code == 403
    assert codes(answer) == {"api.scope"}
    assert not zuza.games.exists()


def test_guessing_tokens_is_limited(client: Client, settings: object) -> None:
    settings.RATE_LIMITS = True  # type: ignore[attr-defined] # a fixture of pytest-django
    wrong = {"Authorization": "Bearer bk_wrong"}
    statuses = [
        client.get(f"{BASE}/campaigns", headers=wrong).status_code
        for _time in range(WRONG_TOKENS.capacity + 1)
    ]
    assert statuses == [401] * WRONG_TOKENS.capacity + [429]


def test_all_tokens_of_a_person_share_one_rate_limit(zuza: Person, settings: object) -> None:
    settings.RATE_LIMITS = True  # type: ignore[attr-defined] # a fixture of pytest-django
    programs = [Program(zuza), Program(zuza)]
    API_REQUESTS.take(str(zuza.pk), API_REQUESTS.capacity - 1)
    answers = [program.get("/systems") for program in programs]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert codes(answers[1]) == {"limit.api"}
    assert int(answers[1]["Retry-After"]) >= 1

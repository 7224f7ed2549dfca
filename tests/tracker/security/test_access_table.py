"""Every URL × method × role, held against the table; a URL that is not in it fails here."""

import pytest
from django.http import HttpResponse
from django.urls import get_resolver, reverse

from tests.tracker.security.house import ROLES, House, patterns, undone
from tests.tracker.security.table import HEARD, TABLE, Row

pytestmark = pytest.mark.django_db

LET_IN = (200, 302, 409, 422)
DEMO = sorted(name for name, row in TABLE.items() if "code" in row.args)


def address(name: str, house: House, *, demo: bool = False) -> str:
    row = TABLE[name]
    args = house.place.args(*row.args)
    if demo:
        args[0] = house.demo.code
    return reverse(name, args=args) + row.query


def said(response: HttpResponse) -> str:
    """Return where an answer leads, to be shown beside what was expected."""
    return f"{response.status_code} {response.headers.get('Location', '')}"


def test_every_url_is_in_the_table_and_nothing_else_is() -> None:
    assert sorted(patterns()) == sorted(TABLE)
    assert {name.rpartition(":")[0] for name in resolved_namespaces()} == {"admin"}


def resolved_namespaces() -> list[str]:
    """Return the namespaces there are: the table has no room for a second one to hide in."""
    return [f"{space}:" for space in get_resolver().namespace_dict]


@pytest.mark.parametrize("name", sorted(patterns("admin")))
def test_nobody_but_staff_is_let_into_support(name: str, house: House) -> None:
    pattern = patterns("admin")[name]
    parts = dict.fromkeys(pattern.pattern.converters, "1")
    if name == "admin:app_list":
        parts = {"app_label": "campaign"}
    # What has no name is Django's old address of a row, or its "nothing here".
    unnamed = "<" in name
    url = "/admin/campaign/person/1/" if unnamed else reverse(name, kwargs=parts)
    for role in ROLES:
        for method in ("put", "delete"):
            assert getattr(house.client(role), method)(url).status_code == 405, (role, method, url)
        for method in ("get", "head", "post"):
            response = getattr(house.client(role), method)(url)
            outside = role in ("anonymous", "onlooker")
            assert response.status_code in ((302,) if outside else (404, 405)), (role, method, url)
            assert not outside or response.headers["Location"].startswith(reverse("sign_in"))


@pytest.mark.parametrize("name", sorted(TABLE))
def test_each_role_reads_what_the_table_says(name: str, house: House) -> None:
    row, url = TABLE[name], address(name, house)
    for role in ROLES:
        for method in ("get", "head"):
            response = getattr(house.client(role), method)(url)
            expected = row.read[role] if row.read else 405
            assert response.status_code == expected, (role, method, url, said(response))


@pytest.mark.parametrize("name", sorted(TABLE))
def test_each_role_writes_what_the_table_says(name: str, house: House) -> None:
    row, url = TABLE[name], address(name, house)
    for role in ROLES:
        with undone():
            response = house.client(role).post(url)
        expected = row.write[role] if row.write else 405
        found = response.status_code
        fits = found in LET_IN if expected == HEARD else found == expected
        assert fits, (role, url, said(response))


@pytest.mark.parametrize("name", sorted(TABLE))
def test_no_url_answers_to_another_method(name: str, house: House) -> None:
    url = address(name, house)
    for role in ROLES:
        for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"):
            response = house.client(role).generic(method, url)
            assert response.status_code == 405, (role, method, url)


@pytest.mark.parametrize("name", DEMO)
def test_the_demo_is_looked_at_by_anybody_and_written_by_nobody(name: str, house: House) -> None:
    row, url = TABLE[name], address(name, house, demo=True)
    for role in ROLES:
        client = house.client(role)
        if row.read:
            assert client.get(url).status_code == row.demo, (role, url)
        if row.write and name != "fork":  # the one thing a passer-by may make of it
            assert client.post(url).status_code in (403, 404), (role, url)


def test_every_row_says_what_the_demo_answers() -> None:
    assert not [name for name in DEMO if TABLE[name].read and TABLE[name].demo is None]


def test_every_row_names_every_role() -> None:
    for name, row in TABLE.items():
        for answers in filter(None, (row.read, row.write)):
            assert set(answers) == set(ROLES), name
        assert isinstance(row, Row)

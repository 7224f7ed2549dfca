"""Every URL × method × role, held against the table; a URL that is not in it fails here.

Only the status of an answer is looked at, so the suite renders no template, which would be most of
the work; the thorough tests render every page for every role.
"""

from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.template.backends.django import Template
from django.test import Client
from django.test.client import ClientHandler
from django.urls import get_resolver, reverse

from tests.marks import thorough
from tests.tracker.security.site import ROLES, Site, rolled_back, url_patterns
from tests.tracker.security.table import HEARD, TABLE, Row

pytestmark = pytest.mark.django_db

LET_IN = (200, 302, 409, 422)
DEMO = sorted(name for name, row in TABLE.items() if "code" in row.args)
METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")  # none is ours
SUPPORT = sorted(url_patterns("admin"))
HANDLER = ClientHandler(enforce_csrf_checks=False)
# Where all roles are alike, the suite asks as two of them: all are asked in the thorough tests.
OUTSIDE_AND_INSIDE = ("anonymous", "keeper")
in_turns = pytest.mark.parametrize(
    "roles", [OUTSIDE_AND_INSIDE, thorough(ROLES)], ids=["two roles", "all roles"]
)


@pytest.fixture(
    scope="module",
    autouse=True,
    params=["empty pages", thorough("whole pages")],
)
def pages(request: pytest.FixtureRequest) -> Iterator[None]:
    """Answer with empty pages, or with whole ones."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "empty pages":
            patch.setattr(Template, "render", lambda *_args, **_more: "")
        yield


def address(name: str, site: Site, *, demo: bool = False) -> str:
    row = TABLE[name]
    args = site.sample.args(*row.args)
    if demo:
        args[0] = site.demo.code
    return reverse(name, args=args) + row.query


def addresses(site: Site) -> list[str]:
    """Return every address there is, of the site and of support."""
    return [*(address(name, site) for name in TABLE), *map(address_of_support, SUPPORT)]


def client_of_role(site: Site, role: str) -> Client:
    return site.client(role, handler=HANDLER)


def said(response: HttpResponse) -> str:
    """Return where an answer leads, to be shown beside what was expected."""
    return f"{response.status_code} {response.headers.get('Location', '')}"


def test_every_url_is_in_the_table_and_nothing_else_is() -> None:
    assert sorted(url_patterns()) == sorted(TABLE)
    assert {name.rpartition(":")[0] for name in resolved_namespaces()} == {"admin"}


def resolved_namespaces() -> list[str]:
    """Return the namespaces there are: the table has no room for a second one to hide in."""
    return [f"{space}:" for space in get_resolver().namespace_dict]


def address_of_support(name: str) -> str:
    parts = dict.fromkeys(url_patterns("admin")[name].pattern.converters, "1")
    if name == "admin:app_list":
        parts = {"app_label": "campaign"}
    # What has no name is Django's old address of a row, or its "nothing here".
    return "/admin/campaign/person/1/" if "<" in name else reverse(name, kwargs=parts)


def refused_support(site: Site, role: str, method: str, url: str) -> None:
    response = getattr(client_of_role(site, role), method)(url)
    outside = role in ("anonymous", "onlooker")
    assert response.status_code in ((302,) if outside else (404, 405)), (role, method, url)
    assert not outside or response.headers["Location"].startswith(reverse("sign_in"))


@in_turns
@pytest.mark.parametrize("name", SUPPORT)
def test_nobody_but_staff_is_let_into_support(
    name: str, roles: tuple[str, ...], site: Site
) -> None:
    url = address_of_support(name)
    for role in roles:
        for method in ("get", "post", "head"):
            refused_support(site, role, method, url)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_each_role_reads_what_the_table_says(name: str, site: Site) -> None:
    url, answers = address(name, site), TABLE[name].read or dict.fromkeys(ROLES, 405)
    for role in ROLES:
        response = client_of_role(site, role).get(url)
        assert response.status_code == answers[role], (role, url, said(response))


# A head is a page without its body.
@in_turns
def test_a_head_is_answered_as_its_page_is(roles: tuple[str, ...], site: Site) -> None:
    for name, row in TABLE.items():
        url, answers = address(name, site), row.read or dict.fromkeys(ROLES, 405)
        for role in roles:
            with rolled_back():  # who follows a link to look on may look from then on
                response = client_of_role(site, role).head(url)
            assert response.status_code == answers[role], (role, url, said(response))


@pytest.mark.parametrize("name", sorted(TABLE))
def test_each_role_writes_what_the_table_says(name: str, site: Site) -> None:
    row, url = TABLE[name], address(name, site)
    for role in ROLES:
        with rolled_back():
            response = client_of_role(site, role).post(url)
        expected = row.write[role] if row.write else 405
        found = response.status_code
        fits = found in LET_IN if expected == HEARD else found == expected
        assert fits, (role, url, said(response))


@in_turns
def test_no_url_answers_to_another_method(roles: tuple[str, ...], site: Site) -> None:
    for role in roles:
        client = client_of_role(site, role)
        for url in addresses(site):
            for method in METHODS:
                assert client.generic(method, url).status_code == 405, (role, method, url)


@in_turns
@pytest.mark.parametrize("name", DEMO)
def test_the_demo_is_looked_at_by_anybody_and_written_by_nobody(
    name: str, roles: tuple[str, ...], site: Site
) -> None:
    row, url = TABLE[name], address(name, site, demo=True)
    for role in roles:
        client = client_of_role(site, role)
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

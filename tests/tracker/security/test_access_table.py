"""Every URL × method × role is answered as the table says; a URL that is not in it fails here.

Only the status of an answer is checked, so the suite renders no template, which would be most of
the work, and asks as two of the roles that are answered alike. `make thorough` renders every page
for every role.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.template.backends.django import Template
from django.test import Client
from django.test.client import ClientHandler
from django.urls import get_resolver, reverse

from tests.marks import thorough
from tests.tracker.clients import Answer
from tests.tracker.security.rows import HEARD, Answers, Row, url_name
from tests.tracker.security.site import ROLES, Site, rolled_back, url_patterns
from tests.tracker.security.table import TABLE
from tracker.faces.registry import FACES, face_of

pytestmark = pytest.mark.django_db

LET_IN = (200, 302, 409, 422)
OF_CAMPAIGN = {"code", "game", "photo_game"}
DEMO = sorted(name for name, row in TABLE.items() if OF_CAMPAIGN & {*row.args})
METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")  # none is ours
SUPPORT = sorted(url_patterns("admin"))
HANDLER = ClientHandler(enforce_csrf_checks=False)
# Where every role gets the same answer, the suite asks as two of them and `make thorough` as all.
OUTSIDE_AND_INSIDE = ("anonymous", "keeper")
in_turns = pytest.mark.parametrize(
    "roles", [OUTSIDE_AND_INSIDE, thorough(ROLES)], ids=["two roles", "all roles"]
)


@pytest.fixture(
    scope="module",
    autouse=True,
    params=[False, thorough(True)],
    ids=["empty pages", "rendered pages"],
)
def rendered(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Answer with empty pages, or render them; say which."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.param:
            patch.setattr(Template, "render", lambda *_args, **_more: "")
        yield request.param


def roles_to_ask(answers: Answers, turn: int, *, every: bool) -> list[str]:
    """Return every role, or two of those that get the same answer: other ones each turn."""
    if every:
        return [*ROLES]
    alike: dict[int, list[str]] = {}
    for role, status in answers.items():
        alike.setdefault(status, []).append(role)
    return [
        role
        for roles in alike.values()
        for role in (roles + roles)[turn % len(roles) :][: min(2, len(roles))]
    ]


def address(name: str, site: Site, *, demo: bool = False) -> str:
    row = TABLE[name]
    args = site.sample.args(*row.args)
    if demo:
        args[0] = replace(site.sample, campaign=site.demo).part(row.args[0])
    return reverse(url_name(name), args=args) + row.query


def addresses(site: Site) -> list[str]:
    """Return every address there is, of the site and of support."""
    return [*(address(name, site) for name in TABLE), *map(address_of_support, SUPPORT)]


def client_of_role(site: Site, role: str) -> Client:
    return site.client(role, handler=HANDLER)


def described(response: Answer) -> str:
    """Return an answer's status and where it leads, for a failure's message."""
    return f"{response.status_code} {response.headers.get('Location', '')}"


def test_every_url_is_in_the_table_and_nothing_else_is() -> None:
    assert sorted(url_patterns()) == sorted(set(map(url_name, TABLE)))
    assert {name.rpartition(":")[0] for name in resolved_namespaces()} == {
        "admin",
        "api",  # test_api_access.py
    }


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


# One test for all addresses: each worker that took some of them would build the site.
@in_turns
def test_nobody_but_staff_is_let_into_support(roles: tuple[str, ...], site: Site) -> None:
    for url in map(address_of_support, SUPPORT):
        for role in roles:
            for method in ("get", "post", "head"):
                refused_support(site, role, method, url)


def test_each_role_reads_what_the_table_says(site: Site, rendered: bool) -> None:
    wrong = {}
    for turn, (name, row) in enumerate(TABLE.items()):
        url, answers = address(name, site), row.read or dict.fromkeys(ROLES, 405)
        for role in roles_to_ask(answers, turn, every=rendered):
            with rolled_back():  # who follows a link to look on may look from then on
                response = client_of_role(site, role).get(url)
            if response.status_code != answers[role]:
                wrong[role, url] = described(response)
    assert not wrong


@in_turns
def test_a_head_request_gets_the_status_of_the_page(roles: tuple[str, ...], site: Site) -> None:
    for name, row in TABLE.items():
        url, answers = address(name, site), row.read or dict.fromkeys(ROLES, 405)
        for role in roles:
            with rolled_back():
                response = client_of_role(site, role).head(url)
            assert response.status_code == answers[role], (role, url, described(response))


def test_each_role_writes_what_the_table_says(site: Site, rendered: bool) -> None:
    wrong = {}
    for turn, (name, row) in enumerate(TABLE.items()):
        url, answers = address(name, site), row.write or dict.fromkeys(ROLES, 405)
        for role in roles_to_ask(answers, turn, every=rendered):
            with rolled_back():
                response = client_of_role(site, role).post(url)
            expected = LET_IN if answers[role] == HEARD else (answers[role],)
            if response.status_code not in expected:
                wrong[role, url] = described(response)
    assert not wrong


@in_turns
def test_every_url_refuses_other_methods(roles: tuple[str, ...], site: Site) -> None:
    for role in roles:
        client = client_of_role(site, role)
        for url in addresses(site):
            for method in METHODS:
                assert client.generic(method, url).status_code == 405, (role, method, url)


@in_turns
def test_anybody_may_read_the_demo_and_nobody_may_write_to_it(
    roles: tuple[str, ...], site: Site
) -> None:
    for name in DEMO:
        row, url = TABLE[name], address(name, site, demo=True)
        for role in roles:
            client = client_of_role(site, role)
            if row.read:
                assert client.get(url).status_code == row.demo, (role, url)
            if row.write and name != "fork":  # everybody may fork the demo
                assert client.post(url, follow=True).status_code in (403, 404, 405), (role, url)


def test_every_row_of_a_campaign_says_what_the_demo_answers() -> None:
    assert not [name for name in DEMO if TABLE[name].read and TABLE[name].demo is None]


def test_every_row_names_every_role() -> None:
    for name, row in TABLE.items():
        for answers in filter(None, (row.read, row.write)):
            assert set(answers) == set(ROLES), name
        assert isinstance(row, Row)


def test_pages_that_only_one_system_has_are_not_found_for_games_of_others(site: Site) -> None:
    """No page links there, but an address can be typed, or edited from that of another game."""
    keeper, sample = client_of_role(site, "keeper"), site.sample
    statuses = {}
    for face in map(face_of, FACES):
        own = [str(url.name) for url in face.urls if str(url.pattern).startswith("g/<str:code>")]
        for game in (sample.one_off, sample.duel, sample.relic_game):
            if face_of(game.system).folder == face.folder:
                continue
            for name in own:
                row = TABLE[name]
                url = reverse(name, args=[game.code, *sample.args(*row.args[1:])])
                with rolled_back():
                    response = keeper.post(url) if row.write else keeper.get(url)
                statuses[url] = response.status_code
    assert len(statuses) > 20
    assert set(statuses.values()) == {404}, statuses

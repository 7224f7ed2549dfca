"""Attacks by request: forged, framed, redirected, with swapped ids, with too much data."""

from typing import Any

import pytest
from django.template.backends.django import Template
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from campaign.models import Campaign, Game, Membership, Person, Role
from tests.addresses import game_at
from tests.campaign.factories import everything
from tests.marks import thorough
from tests.tracker.clients import Answer
from tests.tracker.security.helpers import TOKEN, WRITABLE, url_of
from tests.tracker.security.rows import OK, url_name
from tests.tracker.security.site import PASSWORD, ROLES, Site, jpeg
from tests.tracker.security.table import TABLE

pytestmark = pytest.mark.django_db

Rows = dict[str, list[tuple[Any, ...]]]
HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
EVIL = (
    *("https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "http:evil"),
    *(
        "javascript:alert(1)",
        "data:text/html,x",
        "\\\\evil.example",
        "https:evil.example",
        "//\tevil",
    ),
    *(
        "http://testserver@evil.example/",
        "/\n/evil.example",
        "\x00//evil.example",
        "ftp://testserver/",
    ),
)


@pytest.fixture(scope="module")
def rows(site: Site, django_db_blocker: DjangoDbBlocker) -> Rows:
    """Return every row of the site as it was built."""
    with django_db_blocker.unblock():
        return everything()


# --- forged requests ---


@pytest.mark.parametrize("role", ["keeper", thorough("anonymous")])
def test_no_write_is_taken_from_another_site(
    role: str, site: Site, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")  # the status is enough
    bare, client = (site.client(role, enforce_csrf_checks=True) for _browser in range(2))
    client.cookies["csrftoken"] = "a" * 32  # a cookie alone proves nothing
    for name in WRITABLE:
        response = bare.post(url_of(site, name), {"token": TOKEN, "name": "x"})
        assert response.status_code == 403, name
        assert client.post(url_of(site, name)).status_code == 403, name
    assert everything() == rows


def test_a_token_of_another_site_is_refused_over_https(site: Site) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/account/sign-in", secure=True)
    token = str(page.context["csrf_token"])
    form = {"csrfmiddlewaretoken": token, "username": "keeper", "password": PASSWORD}
    for headers in ({"origin": "https://evil.example"}, {"referer": "https://evil.example/"}, {}):
        answer = client.post("/account/sign-in", form, secure=True, headers=headers)
        assert answer.status_code == 403
    ours = {"origin": "https://testserver"}
    assert client.post("/account/sign-in", form, secure=True, headers=ours).status_code == 302


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "a b", "[::1", "x\r\ny"]
)
@override_settings(ALLOWED_HOSTS=["testserver"], DEBUG=False)
def test_another_host_is_not_answered(host: str, site: Site) -> None:
    for path in ("/", "/account/sign-in", url_of(site, "people")):
        response = site.client("keeper").get(path, headers={"host": host})
        assert response.status_code == 400
        assert b"evil" not in response.content
        assert "The site isn’t open at this address" in response.content.decode()
    forwarded = site.client("keeper").get("/", headers={"x-forwarded-host": "evil.example"})
    assert forwarded.status_code == 200
    assert b"evil" not in forwarded.content


# --- where it leads ---


@pytest.mark.parametrize("url", EVIL)
def test_signing_in_and_changing_the_language_redirect_to_no_other_site(
    url: str, site: Site
) -> None:
    form = {"username": "keeper", "password": PASSWORD, "next": url}
    answers: list[Answer] = [
        Client().post("/account/sign-in", form),
        Client().post("/account/sign-in", {**form, "next": ""}, query_params={"next": url}),
        site.client("keeper").get("/account/sign-in", {"next": url}),
        Client().post("/language", {"language": "pl", "next": url}),
        Client().post("/language", {"language": "pl"}, headers={"referer": url}),
    ]
    for response in answers:
        assert response.status_code == 302
        assert response.headers["Location"] == "/", response.headers["Location"]


def test_no_line_break_reaches_a_header(site: Site) -> None:
    broken = "/c/x\r\nSet-Cookie: a=b"
    answers: list[Any] = [
        Client().post(
            "/account/sign-in", {"username": "keeper", "password": PASSWORD, "next": broken}
        ),
        Client().post("/language", {"language": "pl\r\nSet-Cookie: a=b", "next": broken}),
        Client().get("/", headers={"x-request-id": "abcdefgh\r\nSet-Cookie: a=b"}),
    ]
    Campaign.objects.filter(pk=site.sample.campaign.pk).update(name='a"\r\nSet-Cookie: a=b; "é')
    urls = [url_of(site, name) for name in ("sheet_pdf", "share", "mats_pdf")]
    urls.append(url_of(site, "export") + "?photos=0")
    answers += [site.client("keeper").get(url) for url in urls]
    for response in answers:
        assert "a" not in response.cookies
        for name, value in response.headers.items():
            assert "\n" not in value, name
            assert "\r" not in value, name


# --- other people's things ---


def swapped(site: Site, name: str) -> list[str]:
    """Return a URL of this campaign whose other arguments are ids of another campaign."""
    row = TABLE[name]
    mine, theirs = site.sample.args(*row.args), site.other_sample.args(*row.args)
    found = []
    for number, part in enumerate(row.args):
        if number and mine[number] != theirs[number]:
            found.append(
                reverse(url_name(name), args=[*mine[:number], theirs[number], *mine[number + 1 :]])
            )
        assert part
    return found


SWAPPED = sorted(
    name
    for name, row in TABLE.items()
    if set(row.args[1:]) & {"note", "fact", "photo", "game_photo", "invite", "member"}
)


@pytest.mark.parametrize("name", SWAPPED)
def test_nothing_of_another_campaign_is_reached_through_ones_own(
    name: str, site: Site, rows: Rows
) -> None:
    urls = swapped(site, name)
    assert urls
    for url in urls:
        read, written = (getattr(site.client("keeper"), m)(url) for m in ("get", "post"))
        # Deleting what is not there is taken for done already; nothing is.
        gone = name in ("note_delete", "photo_delete", "one_off:photo_delete", "entry_reenter")
        assert written.status_code == (302 if gone else 404) or not TABLE[name].write
        # Who opens a button's address is led to its page in their own campaign, whatever it names.
        button = OK not in (TABLE[name].read or {"": OK}).values()
        assert read.status_code in ((302, 404) if button else (404, 405))
    assert everything() == rows


def test_a_one_off_game_is_shared_with_nobody_elses_campaign(site: Site) -> None:
    game = site.sample.one_off
    url = reverse("share_game", args=[game.code])
    site.client("keeper").post(url, {"campaign": site.other_sample.campaign.pk})
    site.client("keeper").post(url, {"campaign": site.other_sample.campaign.code})
    game.refresh_from_db()
    assert game.shared_with_id == site.sample.campaign.pk


def test_extra_fields_in_a_form_change_nothing(site: Site) -> None:
    extra = {
        "role": "keeper",
        "demo": "on",
        "is_staff": "on",
        "is_superuser": "1",
        "owner": site.person("stranger").pk,
        "person": site.person("stranger").pk,
        "campaign": site.other_sample.campaign.pk,
        "code": "AAAAAAAA",
        "pk": 1,
        "id": 1,
    }
    player, campaign = site.client("player"), site.sample.campaign
    url = game_at(campaign, 2, "note")
    note = {"revision": campaign.revision, "token": TOKEN, "text": "A note"}
    assert player.post(url, {**extra, **note}).status_code == 302
    assert player.post("/account/name", {**extra, "display_name": "Piotr"}).status_code == 302
    join = reverse("join", args=[site.other_sample.join_token])
    assert player.post(join, {**extra, "token": TOKEN}).status_code == 302
    start = player.post("/play", {**extra, "mages": 2, "token": TOKEN, "seed": ""})
    person = Person.objects.get(pk=site.person("player").pk)
    assert not person.is_staff
    assert not person.is_superuser
    assert not Campaign.objects.exclude(pk=site.demo.pk).filter(demo=True).exists()
    roles = dict(Membership.objects.filter(person=person).values_list("campaign", "role"))
    theirs = (
        campaign,
        site.sample.expedition,
        site.sample.journal,
        site.other_sample.campaign,
    )
    assert roles == {each.pk: Role.PLAYER for each in theirs}
    assert start.status_code in (302, 422)
    assert not Game.objects.filter(owner=site.person("stranger")).exists()


@pytest.mark.parametrize("role", ["keeper", "owner", "admin", "KEEPER", ""])
def test_nobody_is_made_a_keeper_by_an_invite_or_a_role(role: str, site: Site) -> None:
    keeper = site.client("keeper")
    for form in ({"role": role, "days": 14}, {"role": role, "days": 99999}):
        assert keeper.post(url_of(site, "invite"), {**form, "token": TOKEN}).status_code == 422
    assert keeper.post(url_of(site, "change_role"), {"role": role}).status_code == 422
    assert site.sample.campaign.memberships.get(role=Role.KEEPER).person == site.person("keeper")


# --- what an answer carries ---


def kinds_of_answers(site: Site) -> dict[str, Answer]:
    """Return one response of every kind."""
    keeper, nobody = site.client("keeper"), site.client("anonymous")
    refused = {"revision": 0, "token": TOKEN, "text": "late"}
    with override_settings(DEBUG=False):
        return {
            "page": keeper.get(url_of(site, "campaign")),
            "part": keeper.get(url_of(site, "history"), headers={"hx-request": "true"}),
            "picture": keeper.get(url_of(site, "photo")),
            "file": keeper.get(url_of(site, "sheet_pdf")),
            "export": keeper.get(url_of(site, "export") + "?photos=0"),
            "spreadsheet": keeper.get("/log.csv"),
            "redirect": nobody.get("/account"),
            "bad request": nobody.get("/", headers={"host": "evil.example"}),
            "forged": site.client("keeper", enforce_csrf_checks=True).post(url_of(site, "note")),
            "forbidden": site.client("reader").get(url_of(site, "settings")),
            "missing": nobody.get(url_of(site, "campaign")),
            "nowhere": nobody.get("/nothing/here"),
            "odd": nobody.get("/", PATH_INFO="/c/\0/"),
            "method": keeper.put(url_of(site, "campaign")),
            "stale": keeper.post(url_of(site, "note"), refused),
            "unreadable": keeper.post(url_of(site, "note"), {"text": ""}),
            "huge": nobody.generic("POST", "/start", b"", CONTENT_LENGTH=str(10**9)),
            "health": nobody.get("/healthz"),
        }


@override_settings(ALLOWED_HOSTS=["testserver"])
def test_every_kind_of_response_has_the_security_headers_and_is_private(site: Site) -> None:
    for kind, response in kinds_of_answers(site).items():
        for name, value in HEADERS.items():
            assert response.headers.get(name) == value, (kind, name)
        policy = response.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy, kind
        assert "unsafe" not in policy, kind
        cached = response.headers["Cache-Control"]
        assert "private" in cached or "no-store" in cached, (kind, cached)
        assert "public" not in cached, kind
        assert response.headers["X-Request-ID"], kind


def test_nobody_is_served_a_cached_page_of_somebody_else(site: Site) -> None:
    for name in ("campaign", "history", "home", "account", "sheet_pdf", "log"):
        response = site.client("keeper").get(url_of(site, name))
        assert "Cookie" in response.headers["Vary"], name
        etag = response.headers.get("ETag", "*")
        for role in ("anonymous", "other"):
            again = site.client(role).get(url_of(site, name), headers={"if-none-match": etag})
            assert again.status_code != 304, (name, role)
            assert again.content != response.content, (name, role)


def test_account_pages_and_links_are_never_cached(site: Site) -> None:
    of_accounts = ("password", "delete_account", "browsers", "api_tokens", "recovery_codes")
    of_links = ("people", "keeper_code", "invitation", "seats")  # an evening is kept offline
    for name in ("sign_in", *of_accounts, *of_links):
        role = "anonymous" if name == "sign_in" else "keeper"
        response = site.client(role).get(url_of(site, name))
        assert "no-store" in response.headers["Cache-Control"], name


# --- too much ---


def test_a_huge_body_too_many_fields_and_deep_json_are_refused(site: Site) -> None:
    keeper, url, before = site.client("keeper"), url_of(site, "note"), everything()
    many = "&".join(f"f{number}=1" for number in range(2000))
    form = "application/x-www-form-urlencoded"
    for body in (many.encode(), b"text=" + b"a" * 3_000_000):
        refused = keeper.generic("POST", url, body, form)
        assert refused.status_code == 400
        assert "That was too much at once" in refused.content.decode()
    assert keeper.generic("POST", url, b"", form, CONTENT_LENGTH=str(2**40)).status_code == 413
    assert keeper.generic("POST", url, b"[" * 100_000, "application/json").status_code == 422
    files = {f"file{number}": jpeg() for number in range(150)}
    assert keeper.post(url_of(site, "photos"), files).status_code == 400
    assert everything() == before


ASKED = [
    (name, query)
    for query in ("what=card&q=", "what=", "after=", "before=", "page=", "next=", "kind=")
    for name in ("complete", "history", "log", "sign_in", "aftermath_close")
]
invalid_texts = pytest.mark.parametrize(
    "text",
    [
        "a\0b",
        b"\xff",
        thorough("\0"),
        thorough("\ud800".encode("utf-8", "surrogatepass")),
    ],
)


def quoted(text: str | bytes) -> str:
    raw = text if isinstance(text, bytes) else text.encode()
    return "".join(f"%{byte:02x}" for byte in raw)


@invalid_texts
def test_invalid_text_in_a_path_or_form_is_no_server_error(text: str | bytes, site: Site) -> None:
    said = quoted(text)
    body = f"text=x{said}&token={TOKEN}&revision={site.sample.campaign.revision}&name={said}"
    for role in ("anonymous", "keeper"):
        client = site.client(role)
        for path in (f"/c/{said}/", f"/g/{said}/", f"/join/{said}", f"/?q={said}", f"/{said}"):
            assert client.get(path).status_code < 500, (role, path)
        for name in ("note", "start", "sign_in", "display_name", "settings", "join"):
            form = "application/x-www-form-urlencoded"
            answer = client.generic("POST", url_of(site, name), body.encode(), form)
            assert answer.status_code < 500, (role, name)


# Each role asks for some; the thorough test lets everybody ask for all.
@invalid_texts
def test_invalid_text_in_a_query_is_no_server_error(text: str | bytes, site: Site) -> None:
    clients = {role: site.client(role) for role in ROLES}
    for number, (name, query) in enumerate(ASKED):
        role = ROLES[number % len(ROLES)]
        url = f"{url_of(site, name)}?{query}{quoted(text)}"
        assert clients[role].get(url).status_code < 500, (role, url)


@pytest.mark.thorough
@invalid_texts
def test_invalid_text_in_a_query_is_no_server_error_for_any_role(
    text: str | bytes, site: Site
) -> None:
    for role in ROLES:
        client = site.client(role)
        for name, query in ASKED:
            url = f"{url_of(site, name)}?{query}{quoted(text)}"
            assert client.get(url).status_code < 500, (role, url)


@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "base64", "no-such"])
def test_a_body_in_another_charset_is_refused(charset: str) -> None:
    response = Client().generic(  # which does not encode it
        "POST",
        "/account/sign-in",
        b"username=a&password=b",
        content_type=f"application/x-www-form-urlencoded; charset={charset}",
    )
    assert response.status_code == 400

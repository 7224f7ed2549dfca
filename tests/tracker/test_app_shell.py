"""The site as an app: manifest, worker, the page without a network, larger text."""

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.campaign import factories
from tracker.views import app_shell

pytestmark = pytest.mark.django_db


def reader(client: Client, path: str = "/") -> str:
    return str(client.get(path).headers["X-Reader"])


# --- the manifest ---


def test_the_manifest_tells_what_a_home_screen_needs(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    response = client.get("/manifest.webmanifest")
    assert response.headers["Content-Type"] == "application/manifest+json"
    told = response.json()
    assert (told["name"], told["short_name"], told["start_url"], told["display"], told["lang"]) == (
        "Breachkeeper",
        "Breachkeeper",
        "/",
        "standalone",
        "en",
    )
    css = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    assert f"--paper: light-dark({told['background_color']}, " in css
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


def test_the_icons_are_as_large_as_they_say(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert found
        with Image.open(found) as picture:
            width, height = picture.size
        assert icon["sizes"] == f"{width}x{height}"


def test_a_maskable_icon_has_no_corner_to_lose() -> None:
    found = finders.find("img/icon-maskable-512.png")
    assert found
    with Image.open(found) as file:
        picture = file.convert("RGBA")
    # Whatever shape a phone cuts out, 40 % round the middle is in it; the rest is paper.
    paper = picture.getpixel((0, 0))
    assert paper == picture.getpixel((511, 511)) == (0xF3, 0xF0, 0xE6, 255)
    assert all(picture.getpixel((x, 40)) == paper for x in range(0, 512, 8))


def test_the_manifest_speaks_the_visitors_language(client: Client) -> None:
    told = client.get("/manifest.webmanifest", headers={"accept-language": "pl"}).json()
    assert told["lang"] == "pl"


# --- the worker ---


def test_the_worker_comes_from_the_root_and_is_asked_for_each_time(client: Client) -> None:
    response = client.get("/sw.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "private, no-cache"
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def test_a_copy_that_the_worker_fetches_uses_up_no_message(client: Client) -> None:
    client.force_login(factories.person("Ada", username="ada"))
    client.post("/account/name", {"display_name": "Zuza"})
    said = "Your name is now Zuza."
    assert said not in client.get("/account", headers={"X-Copy": "1"}).content.decode()
    assert said in client.get("/account").content.decode()
    assert '"X-Copy": "1"' in (settings.BASE_DIR / "static" / "sw.js").read_text(encoding="utf-8")


def test_the_worker_names_files_that_exist_and_that_pages_ask_for(client: Client) -> None:
    page = client.get("/demo", follow=True).content.decode()
    css = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    assert all(map(finders.find, app_shell.shell_files()))
    for name in app_shell.FILES:
        assert name in page or name.removeprefix("fonts/") in css, name
    asked = re.findall(
        r'<(?:script|link rel="stylesheet")[^>]+(?:src|href)="/static/([^"]+)"', page
    )
    assert set(asked) <= set(app_shell.shell_files())


def test_the_workers_version_changes_with_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    before = app_shell.worker_script()
    assert app_shell.worker_script() == before
    monkeypatch.setattr(app_shell, "FILES", (*app_shell.FILES, "img/icon-192.png"))
    after = app_shell.worker_script()
    version = re.compile(r'"version": "(\w{12})"')
    assert version.findall(before) != version.findall(after)


def test_the_offline_page_is_the_same_for_everybody(client: Client) -> None:
    nobody = client.get("/offline").content
    client.force_login(factories.person("Zuza"))
    response = client.get("/offline")
    assert response.content == nobody
    assert "csrftoken" not in response.cookies
    assert b"data-kept" in nobody


# --- whose page it is ---


def test_a_page_is_marked_with_whose_it_is(client: Client) -> None:
    nobody = reader(client)
    person = factories.person("Zuza", username="zuza")
    client.force_login(person)
    first = reader(client)
    assert first == reader(client, "/account") != nobody
    client.force_login(factories.person("Other"))
    assert reader(client) not in (nobody, first)
    client.logout()
    assert reader(client) == nobody
    client.force_login(person)
    assert reader(client) != first  # another session of the same person


def test_the_mark_does_not_tell_the_session(client: Client) -> None:
    client.force_login(factories.person("Zuza"))
    key = client.session.session_key
    assert key
    assert reader(client) not in key


def test_only_pages_are_marked(client: Client) -> None:
    assert "X-Reader" not in client.get("/sw.js").headers
    assert "X-Reader" not in client.get("/healthz").headers


def test_whoever_signs_out_leaves_nothing_for_the_back_button(client: Client) -> None:
    client.force_login(factories.person("Zuza", username="zuza"))
    response = client.post("/account/sign-out")
    assert response.headers["Clear-Site-Data"] == '"cache"'


def test_every_page_can_say_that_it_was_kept(client: Client) -> None:
    page = client.get("/").content.decode()
    said = re.search(r'<template id="said-kept">(.*?)</template>', page, re.DOTALL)
    assert said
    assert "{when}" in said[1]
    assert '<div id="messages"' in page


# --- larger text, light or dark ---


def head(client: Client) -> str:
    """Return what a page says before its body."""
    return client.get("/start").content.decode().partition("<body")[0]


def test_what_somebody_chooses_to_see_stays_until_it_is_taken_back(client: Client) -> None:
    assert "data-t" not in head(client)
    for name, value, cookie in (("size", "large", "text"), ("theme", "dark", "theme")):
        response = client.post("/display", {name: value, "next": "/start"})
        assert (response.status_code, response.headers["Location"]) == (302, "/start")
        assert response.cookies[cookie]["max-age"] == 400 * 24 * 3600
    assert 'data-text="large"' in head(client)
    assert 'data-theme="dark"' in head(client)
    client.post("/display", {"size": "usual", "next": "/start"})
    assert "data-text" not in head(client)
    assert 'data-theme="dark"' in head(client)
    client.post("/display", {"theme": "auto", "next": "/start"})
    assert "data-t" not in head(client)


@pytest.mark.parametrize("goes_to", ["https://example.org/", "//example.org", "javascript:1", ""])
def test_the_switch_leads_to_no_other_site(client: Client, goes_to: str) -> None:
    response = client.post("/display", {"size": "large", "next": goes_to})
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize(("name", "cookie"), [("size", "text"), ("theme", "theme")])
def test_an_unknown_choice_is_none(client: Client, name: str, cookie: str) -> None:
    client.cookies[cookie] = '"><script>'
    assert "data-t" not in head(client)
    response = client.post("/display", {name: "<script>", "next": "/"})
    assert not response.cookies[cookie].value


def test_no_message_is_announced_twice(client: Client) -> None:
    """What stands in the live region is not a live region itself."""
    page = client.get("/").content.decode()
    for name in ("unsent", "unanswered", "lost", "wait", "failed", "kept"):
        said = re.search(rf'<template id="said-{name}">(.*?)</template>', page, re.DOTALL)
        assert said
        assert "role=" not in said[1].partition("<svg")[0]

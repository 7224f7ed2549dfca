"""What is drawn once is shown to nobody else, and to nobody any longer than it is true."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest
from django.template import Context, Template, TemplateSyntaxError
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import override

from campaign.memory import memory
from campaign.models import Campaign, Person, Role
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import BasicLeft, CardEvolved, Noted
from campaign.selectors import campaigns as selectors
from campaign.services.campaigns import campaign_archive, campaign_rename, mage_rename
from campaign.services.portraits import portrait_set
from tests.campaign import factories
from tests.campaign.once import built_once
from tests.rules.legacy_stories import Teller
from tests.tracker import doors
from tests.tracker.test_uploads import encoded, sent, table
from tracker.templatetags.bk import draw
from tracker.uploads import read_picture

TOKEN = re.compile(r'name="token" value="([^"]+)"')
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FORM = re.compile(r'<form[^>]*method="post".*?</form>', re.DOTALL)


# --- the tag ---


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    memory.clear()


def asked(method: str = "GET") -> HttpRequest:
    return getattr(RequestFactory(), method.lower())("/")


def access(stamp: str = "s1", role: Role | None = Role.KEEPER) -> Any:
    return SimpleNamespace(sight=(stamp, role))


def shown(template: Template, **values: Any) -> str:
    return template.render(Context({"request": asked(), "access": access(), **values}))


def part(tag: str = "remember access", body: str = "{{ word }}") -> Template:
    return Template(f"{{% load bk %}}{{% {tag} %}}{body}{{% endremember %}}")


def test_a_part_is_drawn_once() -> None:
    one = part()
    assert [shown(one, word="first"), shown(one, word="second")] == ["first", "first"]


@pytest.mark.parametrize(
    "changed",
    [
        {"access": access(stamp="s2")},
        {"access": access(role=Role.READER)},
        {"access": access(role=None)},
        {"game": 2},
    ],
)
def test_another_state_role_or_value_is_another_part(changed: dict[str, Any]) -> None:
    one = part("remember access game")
    first = {"access": access(), "game": 1}
    assert shown(one, word="first", **first) == "first"
    assert shown(one, word="second", **{**first, **changed}) == "second"
    assert shown(one, word="third", **first) == "first"


def test_another_language_and_another_place_are_other_parts() -> None:
    one, same_words = part(), part()
    assert shown(one, word="first") == "first"
    assert shown(same_words, word="second") == "second"
    with override("pl"):
        assert shown(one, word="third") == "third"


@pytest.mark.parametrize(
    "values", [{"request": asked("POST")}, {"request": None}, {"access": None}]
)
def test_what_answers_a_post_or_has_no_access_is_drawn_every_time(values: dict[str, Any]) -> None:
    one = part()
    assert shown(one, word="first") == "first"
    assert shown(one, word="second", **values) == "second"
    assert shown(one, word="third") == "first"


@override_settings(DEBUG=True)
def test_nothing_is_remembered_while_templates_are_written() -> None:
    one = part()
    assert [shown(one, word="first"), shown(one, word="second")] == ["first", "second"]


def test_values_are_made_only_when_the_part_is_drawn() -> None:
    made: list[int] = []

    def body() -> dict[str, str]:
        made.append(1)
        return {"word": "made"}

    one = part("remember access with body")
    assert [shown(one, body=body), shown(one, body=body)] == ["made", "made"]
    assert len(made) == 1


def test_nothing_of_a_visitor_is_seen_inside() -> None:
    inside = "{{ user }}{{ csrf_token }}{{ perms }}{{ messages }}{{ request.path }}"
    mine = {"user": "Zuza", "csrf_token": "mine", "perms": "all", "messages": "hello"}
    text = shown(part(body=inside), **mine)
    assert not any(word in text for word in (*mine.values(), "/"))


@pytest.mark.parametrize("tag", ["remember", "remember access"])
def test_a_tag_without_access_or_with_a_token_is_refused(tag: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        part(tag, body="<form>{% csrf_token %}</form>")


def test_what_is_safe_and_what_is_not_are_drawn_apart() -> None:
    name = "includes/back.html"
    assert "&lt;b&gt;" in draw(name, url="/", label="<b>")
    assert "&lt;b&gt;" not in draw(name, url="/", label=SafeString("<b>"))
    assert "&lt;b&gt;" in draw(name, url="/", label="<b>")
    assert draw(name, url="/", label="x") == render_to_string(name, {"url": "/", "label": "x"})


# --- the pages ---


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A campaign in the middle of the aftermath of game 3, with everything open."""
    return third_game()


@built_once
def third_game() -> Campaign:
    story = Teller(2).after(2).plan().answer_all().play()
    story.answer_all(but=(DecisionKind.GROWTH, DecisionKind.EVOLUTION, DecisionKind.SLOT))
    return factories.store(story.story)


def pages(campaign: Campaign) -> Iterator[str]:
    code = campaign.code
    for name in (
        *("campaign", "mages", "market", "nemesis", "rulebook", "results", "history", "people"),
        *("settings", "undo", "fork"),
    ):
        yield reverse(name, args=[code])
    yield reverse("mage", args=[code, 1])
    yield reverse("history", args=[code]) + "?withdraw"
    for name in ("game", "setup", "restore", "correct", "aftermath"):
        yield reverse(name, args=[code, 3])
    for name in ("verdict", "sections", "seals", "growth", "evolution", "pool", "close"):
        yield reverse(f"aftermath_{name}", args=[code, 3])
    yield reverse("aftermath_sticker", args=[code, 3, 1, "3"])


def test_every_form_has_a_token_of_its_own_each_time(campaign: Campaign) -> None:
    strict = Client(enforce_csrf_checks=True)
    person = factories.keeper_of(campaign)
    assert person is not None
    strict.force_login(person)
    for url in pages(campaign):
        seen: set[str] = set()
        for _time in range(2):
            page = strict.get(url)
            assert page.status_code == 200, url
            text = page.content.decode()
            for form in FORM.findall(text):
                assert CSRF.search(form), (url, form[:200])
            tokens = set(TOKEN.findall(text))
            assert not tokens & seen, url
            seen |= tokens


def test_a_page_drawn_for_others_is_the_same_as_one_drawn_anew(campaign: Campaign) -> None:
    readers = [
        doors.keeper(campaign),
        doors.member(campaign, Role.PLAYER, "Player"),
        doors.member(campaign, Role.READER, "Reader"),
    ]
    for url in pages(campaign):
        for _time in range(2):
            remembered = [_told(client, url) for client in readers]
        for client, once in zip(readers, remembered, strict=True):
            memory.clear()
            assert _told(client, url) == once, url


def _told(client: Client, url: str) -> str:
    """Return an answer without what is another one each time."""
    text = client.get(url).content.decode()
    text = re.sub(r'(name="(?:csrfmiddlewaretoken|token)" value=")[^"]*', r"\1", text)
    return re.sub(r'X-CSRFToken": "[^"]*', "", text)


def test_who_only_looks_on_is_shown_nothing_of_the_keepers(campaign: Campaign) -> None:
    keeper = doors.keeper(campaign)
    for url in pages(campaign):
        keeper.get(url)
    Campaign.objects.filter(pk=campaign.pk).update(demo=True)
    text = Client().get(reverse("campaign", args=[campaign.code])).content.decode()
    assert "/settings" not in text
    assert "/aftermath" not in text
    text = Client().get(reverse("game", args=[campaign.code, 3])).content.decode()
    assert "csrfmiddlewaretoken" in text  # the languages' form
    assert "/correct" not in text
    assert "/undo" not in text


def test_a_new_name_of_a_mage_or_a_campaign_is_seen_everywhere_at_once(campaign: Campaign) -> None:
    client = doors.keeper(campaign)
    for url in pages(campaign):
        client.get(url)
    mage_rename(**factories.signed(campaign), seat=1, name="Xenia", player="Ola")
    campaign_rename(**factories.signed(campaign), name="The Short Watch", language="en")
    for name, words in (
        ("campaign", ("Xenia", "The Short Watch")),
        ("mages", ("Xenia",)),
        ("history", ("Xenia",)),
    ):
        text = client.get(reverse(name, args=[campaign.code])).content.decode()
        assert all(word in text for word in words), name
    assert 'value="Xenia"' in client.get(reverse("mage", args=[campaign.code, 1])).content.decode()


def test_a_campaign_that_is_put_aside_says_so_at_once(campaign: Campaign) -> None:
    client, url = doors.keeper(campaign), reverse("campaign", args=[campaign.code])
    assert "put aside" not in client.get(url).content.decode()
    campaign_archive(**factories.signed(campaign))
    assert "put aside" in client.get(url).content.decode()


def test_a_new_portrait_is_seen_at_once(campaign: Campaign) -> None:
    client = doors.keeper(campaign)
    urls = [reverse("mages", args=[campaign.code]), reverse("mage", args=[campaign.code, 1])]
    assert not any("portrait?v=" in client.get(url).content.decode() for url in urls)
    portrait_set(
        mage=campaign.mages.get(seat=1), picture=read_picture(sent(encoded(table())), square=True)
    )
    assert all("portrait?v=" in client.get(url).content.decode() for url in urls)


def test_people_who_change_their_names_or_leave_are_told_of_as_they_are(campaign: Campaign) -> None:
    client = doors.keeper(campaign)
    writer = factories.person("Piotr")
    factories.join(campaign, writer, Role.PLAYER)
    card = selectors.campaign_state(campaign).pool[0]
    for fact in (Noted("So close."), CardEvolved(card.key, "a mark")):
        factories.record(campaign, fact, person=writer)
    urls = [reverse("history", args=[campaign.code]), reverse("game", args=[campaign.code, 3])]

    def told(said: str) -> list[int]:
        return [client.get(url).content.decode().count(said) for url in urls]

    assert told("by Piotr") == [2, 2]
    Person.objects.filter(pk=writer.pk).update(display_name="Ola")
    assert told("by Ola") == [2, 2]
    writer.delete()
    assert told("by Ola") == [0, 0]


def test_a_stale_entry_leaves_nothing_old_behind(campaign: Campaign) -> None:
    """The stamp of a refused form is the new one, its page was read with the old."""
    client = doors.keeper(campaign)
    url = reverse("aftermath_pool", args=[campaign.code, 3])
    settle = reverse("settle", args=[campaign.code, 3])
    walk = reverse("aftermath", args=[campaign.code, 3])
    old = doors.carried(client, url)
    card = selectors.campaign_state(campaign).pool[0]
    factories.record(campaign, Noted("Meanwhile."))
    factories.record(campaign, BasicLeft(card.key, reason=factories.REASON))
    assert client.post(url, {**old, "left": card.key}).status_code == 409
    assert client.post(settle, old).status_code == 409
    for page in (url, walk):
        remembered = _told(client, page)
        memory.clear()
        assert _told(client, page) == remembered

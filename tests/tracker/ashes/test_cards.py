"""The card browser: a filter is an address, and every card has a page."""

from __future__ import annotations

import gzip
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaign.rules.ashes.catalogue import Edition
from campaign.selectors.ashes import catalogue
from campaign.services.ashes.decks import collection_set
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
CARDS = reverse("cards")


def names(page: str) -> list[str]:
    return re.findall(r'<span class="drawn-card__name[^>]*>\s*<a [^>]*>([^<]+)</a>', page)


def test_a_filter_works_without_scripts_and_answers_htmx_with_the_list_alone(
    client: Client,
) -> None:
    asked = {"q": "summon", "dice": ["sympathy"], "edition": "reborn", "sort": "cost"}
    page = client.get(CARDS, asked).content.decode()
    part = client.get(CARDS, asked, headers=HTMX).content.decode()
    assert names(page) == names(part)
    assert "Summon Cerulean Diver" in names(page)
    assert "<html" in page
    assert "<html" not in part


def test_the_address_of_a_filter_has_only_what_is_asked(client: Client) -> None:
    asked = {"q": "", "edition": "", "dice": ["charm", "time"], "match": "only", "most": "0"}
    asked |= {"sort": "name", "born": "", "set": "", "owned": "on"}
    answer = client.get(CARDS, asked, headers=HTMX)
    address = answer.headers["HX-Replace-Url"]
    assert address == f"{CARDS}?dice=charm&dice=time&match=only&most=0&owned=1"
    assert names(client.get(address).content.decode()) == names(answer.content.decode())
    assert client.get(CARDS, {"q": ""}, headers=HTMX).headers["HX-Replace-Url"] == CARDS


@pytest.mark.parametrize(
    "wrong",
    [{"most": "x"}, {"most": "-1"}, {"type": "wizard"}, {"dice": "gold"}, {"set": "nothing"}],
)
def test_what_cannot_be_read_is_said_and_the_rest_is_asked(
    client: Client, wrong: dict[str, str]
) -> None:
    page = client.get(CARDS, {"q": "anchornaut", **wrong}).content.decode()
    assert names(page) == ["Anchornaut"]
    assert 'id="problems"' in page


def test_the_edition_in_print_is_shown_and_the_other_is_one_choice_away(client: Client) -> None:
    def boxes(**asked: str) -> list[str]:
        page = client.get(CARDS, {"q": "abundance", **asked}).content.decode()
        return re.findall(r'card-grid__box">([^<]+)<', page)

    assert boxes() == ["Master Set"]
    assert boxes(edition="first") == ["Ashes: Rise of the Phoenixborn"]
    both = ["Ashes: Rise of the Phoenixborn · First edition", "Master Set · Reborn edition"]
    assert boxes(edition="both") == both
    assert boxes(set="ashes") == both[:1]  # a set says its edition
    assert boxes(set="reborn-the-grave-king") == []


def test_who_owns_the_first_edition_alone_sees_its_cards_among_their_own() -> None:
    person = factories.person()
    collection_set(person=person, sets=["ashes"])
    page = clients.client_of(person).get(CARDS, {"owned": "1", "q": "abundance"})
    assert names(page.content.decode()) == ["Abundance"]


def test_a_search_without_a_find_offers_the_other_edition(client: Client) -> None:
    page = client.get(CARDS, {"q": "nothing like it"}).content.decode()
    assert f'href="{CARDS}?q=nothing+like+it&amp;edition=both"' in page


def test_only_the_sets_that_somebody_owns() -> None:
    person = factories.person()
    collection_set(person=person, sets=["reborn-the-grave-king"])
    client = clients.client_of(person)
    page = client.get(CARDS, {"owned": "1", "type": "phoenixborn"}).content.decode()
    assert names(page) == ["James Endersight"]


def test_dice_are_told_in_words_to_those_who_do_not_see_them(client: Client) -> None:
    page = client.get(CARDS, {"q": "living doll", "edition": "reborn"}).content.decode()
    said = "To play: 1 × Ceremonial class + 1 × Charm or Sympathy class"
    assert f'aria-label="{said}"' in page
    values = re.findall(r'<span title="(\w+)">.*?</span>(\d)</span>', page)
    assert values == [("Attack", "0"), ("Life", "3"), ("Recover", "1")]


def test_a_cost_is_drawn_as_that_many_dice(client: Client) -> None:
    page = client.get(CARDS, {"q": "hammer knight", "edition": "first"}).content.decode()
    drawn = re.search(
        r'<span class="cost".*?</span>\s*<span class="drawn-card__name', page, re.DOTALL
    )
    assert drawn is not None
    assert re.findall(r"face face--(\w+)", drawn[0]) == ["basic", "class", "power"]
    assert "<b>" not in drawn[0]


def test_the_page_of_a_card_says_what_belongs_to_it() -> None:
    made = decks.saved(deck=decks.whole("My irons"))
    client = clients.client_of(made.owner)
    page = client.get(reverse("card", args=["first", "one-hundred-blades"])).content.decode()
    assert "Coal Roarkwin" in page
    assert "My irons" in page
    assert "The Iron Men" in page
    assert reverse("card", args=["reborn", "one-hundred-blades"]) in page
    stranger = clients.stranger().get(reverse("card", args=["first", "one-hundred-blades"]))
    assert "My irons" not in stranger.content.decode()
    conjured = client.get(reverse("card", args=["reborn", "moon-moth"])).content.decode()
    assert "2 copies" in conjured
    assert reverse("card", args=["reborn", "metamorpher"]) in conjured


def test_a_card_is_added_to_a_deck_from_its_page() -> None:
    made = decks.saved(deck=decks.whole(cards={"anchornaut": 1}, first_five=()))
    client = clients.client_of(made.owner)
    page = client.get(reverse("card", args=["first", "hammer-knight"])).content.decode()
    asked = re.search(r'<form method="post" action="([^"]+)"', page)
    assert asked
    answer = client.post(unescape(asked[1]), {"do": "add:hammer-knight"}, follow=True)
    assert "Hammer Knight" in answer.content.decode()
    made.refresh_from_db()
    assert made.deck["cards"] == {"anchornaut": 1, "hammer-knight": 1}
    for none in ("silver-snake", "summon-silver-snake", "coal-roarkwin"):  # none can be in it
        page = client.get(reverse("card", args=["first", none])).content.decode()
        assert 'value="add:' not in page


def test_a_card_that_is_looked_at_while_building_leads_back_to_the_deck() -> None:
    made = decks.saved(deck=decks.whole("My irons"))
    url = reverse("deck_edit", args=[made.code])
    client = clients.client_of(made.owner)
    built = client.get(url, {"type": "ally"}).content.decode()
    shown = re.search(r'<a href="(/decks/cards/first/hammer-knight[^"]*)"', built)
    assert shown
    page = client.get(unescape(shown[1])).content.decode()
    assert f'href="{url}?page=1&amp;type=ally#card-hammer-knight"' in page
    stranger = clients.stranger().get(unescape(shown[1])).content.decode()
    assert url not in stranger


def test_the_page_of_a_phoenixborn_leads_to_a_new_deck_of_theirs(client: Client) -> None:
    page = client.get(reverse("card", args=["reborn", "leo-sunshadow"])).content.decode()
    new = f"{reverse('deck_new')}?edition=reborn&amp;phoenixborn=leo-sunshadow"
    assert new in page
    chosen = client.get(unescape(new)).content.decode()
    assert re.search(r'value="leo-sunshadow"[^>]*checked', chosen)


def test_every_card_of_both_editions_has_a_page(client: Client) -> None:
    for edition in Edition:
        for card in tuple(catalogue().cards(edition))[::40]:
            assert client.get(reverse("card", args=[edition.value, card.id])).status_code == 200
    for nowhere in (["second", "anchornaut"], ["first", "moon-moth"]):
        assert client.get(reverse("card", args=nowhere)).status_code == 404


def test_the_first_load_of_the_browser_is_small(client: Client) -> None:
    page = client.get(CARDS)
    assert len(gzip.compress(page.content)) < 15_000
    assert names(page.content.decode())[:3] == ["Absorption", "Abundance", "Accelerate"]

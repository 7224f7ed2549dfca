"""What the crawl looks for it finds: every link of a page, every name in a text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from campaign.packs import get_pack
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.crawl import Names, links, pattern_of


class Parser(HTMLParser):
    """Reads a page as a browser does."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {v for k, v in attrs if v and k in ("href", "src", "action", "hx-get")}


@pytest.mark.django_db
def test_every_link_of_a_page_is_found() -> None:
    campaign = factories.second_game()
    client: Client = clients.keeper(campaign)
    for name in ("campaign", "history", "print", "people", "undo"):
        page = client.get(reverse(name, args=[campaign.code])).content.decode()
        parser = Parser()
        parser.feed(page)
        assert len(parser.found) > 10
        assert links(page) >= parser.found
        assert not re.search(r"<[^>]*\s(?:href|src|action|hx-get)=[^\"]", page)


@pytest.mark.parametrize(
    "text",
    [
        "a Pyro Geist, and two",
        "Pyro Geists, aPyro Geist, Pyro  Geist",
        "(Pyro Geist)Maelstrom",
        "Pyro; Geist",
        "",
    ],
)
def test_names_are_found_as_one_pattern_would_find_them(text: str) -> None:
    names = {name for _key, name, _by in get_pack("aeons-end-legacy").names()}
    names |= {"Pyro", "’s turn"}
    everything = f"{text} {' – '.join(sorted(names))} {text}’s turn"
    for said in (text, everything):
        assert sorted(Names(names).findall(said)) == sorted(pattern_of(names).findall(said))

"""A group that presses any button in any order: no page fails, and what it exports can be imported.

Each walk reads the forms of pages, fills them in by chance and sends them, some from a tab that was
opened long ago.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from random import Random
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from campaign.exchange.exporting import export_json
from campaign.exchange.importing import read_file
from campaign.models import Campaign, Game, Person, Record
from tests.campaign import factories
from tests.campaign.exchange import no_pictures
from tests.marks import thorough
from tests.tracker import clients, crawl, one_offs
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import duels
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.security.valid_forms import FILLED, PageForm, forms_of

pytestmark = pytest.mark.django_db

# What ends a walk, leads out of the record, or waits for more.
AVOIDED = {"archive", "delete_campaign", "hand_over", "leave", "delete_game", "remove_member"}
NO_PAGES = (".pdf", ".png", ".svg", ".webp", "/events", "/thumb", "/share", "/export")
HIDDEN = ("revision", "token", "stamp", "seen")
TYPED = ("", "0", "1", "3", "12", "Ala", "Ember Reed")
TABS = 15  # that were opened before and are still there
PAGES = 300
TRIES = 5  # pages that are opened until one has a form

Start = Callable[[Person], Record]
STARTS: dict[str, Start] = {
    "legacy, planned": lambda keeper: factories.planned_campaign(person=keeper),
    "legacy, settled": lambda keeper: factories.settled_campaign(person=keeper),
    "expedition": expeditions.begun,
    "expedition, lost": expeditions.lost,
    "one-off": lambda owner: one_offs.game(owner),
    "duel": lambda owner: duels.duel(owner),
    "duel, live": duels.under_way,
    "relic": lambda owner: relic_games.held(relic_games.dealt(owner)),
    "relic, live": relic_games.under_way,
}


class Walk:
    """Two people in one record, who open pages and send forms by chance."""

    def __init__(self, start: Start, seed: int) -> None:
        self._random = Random(seed)
        keeper, other = factories.person("Kaja"), factories.person("Bo")
        self._record = start(keeper)
        self._people = [clients.client_of(keeper)]
        if isinstance(self._record, Campaign):
            factories.join(self._record, other)
            self._people.append(clients.client_of(other))
        kind = "c" if isinstance(self._record, Campaign) else "g"
        self.within = f"/{kind}/{self._record.code}/"
        self.visits: Counter[str] = Counter({self.within: 0})
        self.saved: Counter[str] = Counter()  # forms that were accepted, by the name of their page
        self._tabs: list[tuple[Client, PageForm]] = []

    def step(self) -> None:
        """Send a form of a page that was seldom opened, or one of an old tab."""
        random = self._random
        if self._tabs and random.random() < 0.15:
            return self._send(*random.choice(self._tabs))
        for _ in range(TRIES):
            person = random.choice(self._people)
            pages = sorted(self.visits)
            page = random.choices(pages, [1 / (1 + self.visits[page]) for page in pages])[0]
            forms = [form for form in self._opened(person, page) if self._may_send(form)]
            if forms:
                form = random.choice(forms)
                self._tabs = [*self._tabs[-TABS:], (person, form)]
                return self._send(person, form)
        return None

    def check(self) -> None:
        """Open every page that was seen, and read the export as an import does."""
        for page in sorted(self.visits):
            self._opened(self._people[0], page)
        model = Campaign if isinstance(self._record, Campaign) else Game
        record = model.objects.filter(code=self._record.code).first()
        assert isinstance(record, Campaign | Game)
        read_file(io.BytesIO(export_json(record)), pictures=no_pictures)

    def _opened(self, person: Client, page: str) -> list[PageForm]:
        """Return the forms of a page, and remember where its links lead."""
        self.visits[page] += 1
        answer = person.get(page)
        if answer.streaming or "html" not in answer.headers.get("Content-Type", ""):
            return []
        text = answer.content.decode()
        for link in sorted(crawl.links(text)):
            self._remember(urljoin(page, link))
        return forms_of(page, text)

    def _remember(self, url: str) -> None:
        page = urldefrag(url).url
        if (
            self._is_within(page)
            and not urlsplit(page).path.endswith(NO_PAGES)
            and len(self.visits) < PAGES
            and _name_of(page)
        ):
            self.visits.setdefault(page, 0)

    def _is_within(self, url: str) -> bool:
        """Say whether a page is one of the record, or of a game of it."""
        _, kind, code, *_ = (*urlsplit(url).path.split("/"), "", "")
        own = self._record.own_games() if kind == "g" else Game.objects.none()
        return url.startswith(self.within) or own.filter(code=code).exists()

    def _may_send(self, form: PageForm) -> bool:
        return self._is_within(form.action) and _name_of(form.action) not in {"", *AVOIDED}

    def _send(self, person: Client, form: PageForm) -> None:
        name = _name_of(form.action)
        sent = self._filled_in(name, form)
        if self._random.random() < 0.8:  # the page was just opened
            sent |= {
                key: [v] for key, v in clients.fresh_fields(form.action).items() if key in sent
            }
        answer = person.post(form.action, sent)
        assert answer.status_code < 500, (form.action, sent)
        if answer.status_code == 302:
            self.saved[name] += 1
            self._remember(urljoin(form.action, answer.headers["Location"]))

    def _filled_in(self, name: str, form: PageForm) -> dict[str, list[str]]:
        """Return what is sent: as the page has it, or as it is valid, and some of it otherwise."""
        random = self._random
        sent = {key: list(values) for key, values in form.fields.items()}
        if random.random() < 0.6:
            for key, given in FILLED.get(name, {}).items():
                sent[key] = [*map(str, given)] if isinstance(given, list) else [str(given)]
        often = random.choice((0, 0.15, 0.5))
        for key in sorted({*sent, *form.offered} - {"csrfmiddlewaretoken", *HIDDEN}):
            if random.random() < often:
                offered = form.offered.get(key, [])
                several = len(offered) > 1
                sent[key] = [random.choice(offered if several else TYPED)]
        return sent


def _name_of(url: str) -> str:
    try:
        return str(resolve(urlsplit(url).path).url_name)
    except Resolver404:
        return ""


@pytest.mark.parametrize("seed", [1, *(thorough(seed) for seed in range(2, 6))])
@pytest.mark.parametrize("start", STARTS)
def test_whatever_is_pressed_every_page_still_opens(start: str, seed: int) -> None:
    walk = Walk(STARTS[start], seed)
    for step in range(30 if seed == 1 else 200):
        walk.step()
        if step % 20 == 19:
            walk.check()
    walk.check()
    assert len(walk.saved) > 2, walk.saved

"""Every page of the site in every state, as a list of URLs to open.

The pages are those of the benchmarks' site, each where it has most to show, and the table of all
URLs says whether one is missing. To these come what is refused, late, empty, forbidden and broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain

from django.test import RequestFactory
from django.urls import Resolver404, resolve, reverse
from django.utils import translation

from campaign.models import Campaign, Person, Role
from campaign.services.aeons_end import portrait_set
from campaign.services.photos import photos_add
from tests.addresses import game_at
from tests.benchmarks._building import build
from tests.benchmarks._site import Site, pages_of_the_site
from tests.browser.sessions import session_of
from tests.campaign import factories
from tests.rules.aeons_end.legacy_stories import Teller
from tests.tracker.ashes import drafting
from tests.tracker.security.site import jpeg
from tests.tracker.security.table import TABLE
from tracker.pictures.uploads import read_picture
from tracker.views.errors import server_error

# Buttons with nothing to fill in: sent empty, they do what they say.
NOTHING_TO_REFUSE = frozenset(
    {
        *("join", "remove_member", "hand_over", "delete_game", "card_sets"),
        *("boxes", "exclusions", "shared_table", "shared_game", "keeper_code", "relic_seat"),
        *("browsers", "passkeys", "recovery_codes"),
        *("deck_publish", "duel_own_deck", "seat_free"),
        *("deck_edit", "deck_about", "calendar", "notices", "evening_call_off"),
        "expedition_reward",  # once it is drawn, it leads to what came
    }
)
FAULT = "/a-fault-of-ours"
NOBODY = "anybody"  # who is not signed in


@dataclass(frozen=True, slots=True)
class State:
    """A page to open, by whom, and the form to send first, if any."""

    url: str
    status: int = 200
    who: str = "keeper"
    sent: dict[str, str] | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Visits:
    """The visitors' session keys, and the states to open."""

    keys: dict[str, str]
    states: list[State]


def visits(*, every: bool) -> Visits:
    """Build a site with everything on it, and list its states.

    Unless all is asked for, one refused form stands for three: they are made of the same parts.
    """
    site = build(Teller(4).after(4).story, campaigns=4, evenings=3, members=2)
    newcomer = factories.person("Newcomer", username="newcomer")
    reader = factories.person("Reader", username="reader")
    factories.join(site.growing, reader, Role.READER)
    picture = read_picture(jpeg())
    game = factories.last_game(site.growing)
    photos_add(
        game=factories.game_of_campaign(site.growing, game), person=site.keeper, pictures=[picture]
    )
    portrait_set(mage=site.growing.mages.get(seat=1), picture=read_picture(jpeg(), square=True))
    pages = [State(page.url, who=page.who) for page in site.pages() if page.name != "export"]
    refused = [*_refused(site, pages)][:: 1 if every else 3]
    others = [refused, _stale(site), _empty(newcomer), _drafts(site), _outside(site)]
    people = {"keeper": site.keeper, "guest": site.guest, "newcomer": newcomer, "reader": reader}
    keys = {who: session_of(person) for who, person in people.items()}
    return Visits(keys, [*pages, *chain.from_iterable(others)])


def left_out(states: Iterable[State]) -> set[str]:
    """Return the pages of the access table that no state opens; an export is a file."""
    return pages_of_the_site() - {"export"} - {name_of(state.url) for state in states}


def name_of(url: str) -> str:
    """Return the name of the page at an address, if there is one."""
    try:
        return resolve(url.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def _refused(site: Site, pages: list[State]) -> Iterator[State]:
    """Yield every form as it is refused when sent empty."""
    for page in pages:
        name = name_of(page.url)
        if TABLE[name].write and name not in NOTHING_TO_REFUSE and page.who == "keeper":
            yield State(page.url, 422, sent={})
    for name in ("note", "photos"):
        yield State(game_at(site.growing, 1, name), 422, sent={})
    wrong = {"username": "zuza", "password": "wrong"}
    yield State(reverse("sign_in"), 422, who=NOBODY, sent=wrong)


def _stale(site: Site) -> Iterator[State]:
    """Yield forms that became stale before they were sent."""
    won = {"result": "win", "ending_win": "nemesis_defeated", "nemesis_life": "0"}
    game = factories.last_game(site.planned)
    yield _late(site.planned, game_at(site.planned, game, "result"), **won)
    # A result that differs from the one that stands.
    last = factories.last_game(site.played)
    lost = {"result": "loss", "note": "Ours."}
    yield _late(site.played, game_at(site.played, last, "result"), **lost)
    yield _late(site.growing, reverse("mage", args=[site.growing.code, 1]), name="Another name")


def _late(campaign: Campaign, url: str, **sent: str) -> State:
    """Send a form that was opened before the latest write."""
    late = {"revision": str(campaign.revision - 1), "token": "0" * 32}
    return State(url, 409, sent={**late, **sent})


def _empty(newcomer: Person) -> Iterator[State]:
    """Yield pages on which there is nothing yet."""
    campaign = factories.start_campaign(person=newcomer, name="Not yet begun")
    for name in ("campaign", "mages", "market", "nemesis", "results", "story", "history", "people"):
        yield State(reverse(name, args=[campaign.code]), who="newcomer")
    yield State(reverse("campaign_statistics", args=[campaign.code]), who="newcomer")
    for name in ("home", "log", "statistics"):
        yield State(reverse(name), who="newcomer")
    yield State(reverse("account"), who="guest")


def _drafts(site: Site) -> Iterator[State]:
    """Yield a draft before it begins, between two players of one phone, and at its end."""
    for draft in (drafting.opened, drafting.begun, drafting.done):
        yield State(reverse("draft", args=[draft(site.keeper).code]))
    done = drafting.done(site.keeper, factories.person("Bo"))
    yield State(reverse("draft", args=[done.code]))


def _outside(site: Site) -> Iterator[State]:
    """Yield what a stranger sees, and the error pages."""
    Campaign.objects.filter(pk=site.settled.pk).update(demo=True)
    yield State(reverse("campaign", args=[site.settled.code]), who=NOBODY)
    for name in ("start", "new_game", "sign_in", "recover"):
        yield State(reverse(name), who=NOBODY)
    yield State("/no-such-page", 404, who=NOBODY)
    yield State("/no-such-page", 404)
    yield State(reverse("join", args=["no-such-link"]), 404, who=NOBODY)
    yield State(reverse("settings", args=[site.growing.code]), 403, who="reader")
    yield State(reverse("campaign", args=[site.growing.code]), who="reader")
    code = reverse("keeper_code", args=[site.growing.code])
    yield State(code, who="reader")
    yield State(code, 422, who="reader", sent={"code": "wrong"})
    yield State(reverse("start"), 403, who=NOBODY, sent={"csrfmiddlewaretoken": "stale"})
    yield State(reverse("start"), 400, who=NOBODY, sent={str(key): "" for key in range(1001)})
    yield State(FAULT, 500, who=NOBODY)


@cache
def fault(language: str) -> str:
    """Return the page of a server error."""
    with translation.override(language):
        return server_error(RequestFactory().get(FAULT)).content.decode()

"""Every secret value is a canary, and nobody but its player is sent one, in whatever form.

Canaries are planted in the stored plans, withdrawn ones included: what has one has read a secret.
Documents are searched as they are handed to the typesetter, pictures too.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from campaign.exchange.exporting import export_account
from campaign.models import (
    Fact,
    Game,
    Notice,
    NoticeKind,
    Person,
    WebhookDelivery,
    WebhookEvent,
)
from campaign.rules.core.facts import Played
from campaign.rules.core.sheet import plain
from campaign.rules.registry import one_off_rules
from campaign.selectors.unredacted import full_facts
from campaign.services.calendars import calendar_make
from campaign.services.games import game_record
from campaign.services.live import move_make, table_open
from campaign.services.one_offs import game_change, game_share
from campaign.services.seats import seat_take
from campaign.services.webhooks import webhook_make
from tests import loops
from tests.campaign import factories
from tests.campaign.next_evenings import settled
from tests.cases import CASES
from tests.cases.case import SecretsCase
from tests.tracker import clients
from tests.tracker.api.clients import BASE, Program
from tests.tracker.security.api_table import operations
from tests.tracker.security.canaries import found_in, text_of, unzipped
from tests.tracker.security.rows import url_name
from tests.tracker.security.site import rolled_back, url_patterns
from tests.tracker.security.table import TABLE
from tests.tracker.streams import Phone, cookies_of, in_thread, serving
from tests.tracker.test_live_streams import make
from tracker.sheets.compiler import Document
from tracker.web import sheet_response
from tracker.webhooks.messages import message_of
from tracker.webhooks.notices import said_of

pytestmark = pytest.mark.django_db

# What somebody has beside the pages of a game.
EVERYWHERE = ("home", "log", "log_csv", "statistics", "account", "export_account", "new_game")
SEATED = {1: "Bo", 2: "Cy"}


SECRETS = {game: case.secrets for game, case in CASES.items() if case.secrets is not None}


def started(case: SecretsCase) -> Game:
    """Return a game with canaries, two players, and people with whom it is shared."""
    game = case.start()
    chosen = full_facts(game).planned.choices
    # An earlier plan is in the list of changes, and in every file.
    game_change(game=game, revision=game.revision, person=game.owner, choices=chosen)
    for fact in Fact.objects.filter(game=game, kind="planned"):
        Fact.objects.filter(pk=fact.pk).update(payload=case.planted(fact.payload))
    campaign = factories.planned_campaign()
    factories.join(campaign, game.owner)
    game_share(game=game, person=game.owner, campaign=campaign)
    for number, name in SEATED.items():  # which gives the game a new stamp
        seat_take(
            game=game, key=game.invite_key, number=number, person=factories.person(name), name=name
        )
    return game


def play(game: Game, case: SecretsCase) -> None:
    """Open the table, and make some moves."""
    table_open(game=game, person=game.owner)
    for seen, move in enumerate(case.moves):
        move_make(game=game, person=game.owner, move=move, seen=seen)


def end(game: Game, case: SecretsCase) -> None:
    """Enter a result."""
    names = [seat.name for seat in game.seats.all()]
    game.refresh_from_db()
    played = Played(case.result, tuple(names))
    game_record(game=game, revision=game.revision, person=game.owner, played=played)


# --- whoever looks, and all that they are sent ---


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks, and the seats that they hold."""

    client: Client
    holds: frozenset[str] = frozenset()
    writes: bool = False  # so that forms are sent too
    program: Client | None = None  # that acts for them


def viewers(game: Game) -> dict[str, Viewer]:
    """Return everybody who may look at a game, and a stranger."""
    watcher = Client()
    watcher.post(reverse("invitation_watch", args=[game.invite_key]))
    keeper = factories.keeper_of(game.shared_with)
    return {
        **{
            f"seat {number}": viewer(game.seats.get(number=number).person, number)
            for number in SEATED
        },
        "the owner": viewer(game.owner),
        "the keeper of its campaign": Viewer(clients.client_of(keeper)),
        "who watches": Viewer(watcher),
        "a stranger": Viewer(clients.stranger(), program=Program(factories.person("X")).client),
    }


def viewer(person: Person | None, *seats: int) -> Viewer:
    assert person is not None
    program = Program(person).client
    return Viewer(clients.client_of(person), frozenset(map(str, seats)), True, program)


def addresses(game: Game) -> Iterator[str]:
    """Yield every address that has a game in it, for each of its seats."""
    for name, row in TABLE.items():
        pattern = url_patterns()[url_name(name)].pattern
        parts = list(pattern.converters)
        numbered = [part for part in parts if part in ("seat", "number")]
        # Of a game there is no photo. A stream is read elsewhere.
        if not str(pattern).startswith("g/") or set(parts) - {"code", "seat", "number"}:
            continue
        for number in (1, 2, 3) if numbered else (0,):
            kwargs = {"code": game.code, **dict.fromkeys(numbered, number)}
            yield reverse(url_name(name), kwargs=kwargs) + row.query
    yield reverse("invitation", args=[game.invite_key])
    yield from map(reverse, EVERYWHERE)


def api_addresses(game: Game) -> Iterator[str]:
    """Yield every address of the API that is read, of a one-off game or of nothing."""
    for operation in operations():
        path = operation.path.replace("{system}", game.system).replace("{key}", game.invite_key)
        if operation.method == "GET" and not path.startswith("/campaigns/"):
            path = BASE + path.replace("{code}", game.code)
            yield from {path.replace("{seat}", str(number)) for number in SEATED}


def sent_to(who: Viewer, game: Game, only: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield every address with all that it answers."""
    for url in only or addresses(game):
        yield url, text_of(who.client.get(url))
        if who.writes and not only:
            with rolled_back():
                yield f"POST {url}", text_of(who.client.post(url, {"look": "1"}, follow=True))
    for url in api_addresses(game) if who.program and not only else ():
        assert who.program is not None
        yield url, text_of(who.program.get(url))


def few(game: Game) -> list[str]:
    """Return addresses that show most of a game: its page, its sheet, its file."""
    return [reverse(name, args=[game.code]) for name in ("game", "sheet_json", "export_game")]


@pytest.fixture(autouse=True)
def documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with what a sheet or a picture is made of."""

    def written(document: Document, _form: object = None) -> bytes:
        return json.dumps([document.title, plain(document.data), document.foot]).encode()

    monkeypatch.setattr(sheet_response, "compile_document", written)


@pytest.fixture(params=SECRETS)
def case(request: pytest.FixtureRequest) -> SecretsCase:
    return SECRETS[request.param]


@pytest.mark.parametrize("is_live", [False, True], ids=["before", "live"])
def test_until_the_end_nobody_is_sent_the_secrets_of_another(
    case: SecretsCase, is_live: bool
) -> None:
    game = started(case)
    if is_live:
        play(game, case)
    leaks = {
        (who, url, whose)
        for who, viewer in viewers(game).items()
        for url, text in sent_to(viewer, game)
        for whose in found_in(text) - viewer.holds
    }
    assert not leaks


def test_a_player_is_sent_their_own_secrets_and_after_the_end_everybody_those_of_all(
    case: SecretsCase,
) -> None:
    """Else the test above would find nothing because there is nothing to find."""
    game = started(case)
    found = {
        who: set().union(*(found_in(text) for _url, text in sent_to(viewer, game)))
        for who, viewer in viewers(game).items()
        if viewer.holds
    }
    assert found == {"seat 1": {"1"}, "seat 2": {"2"}}
    end(game, case)
    for who, viewer in viewers(game).items():
        urls = [reverse(name, args=[game.code]) for name in ("game", "sheet_json", "export_game")]
        seen = set().union(*(found_in(text) for _url, text in sent_to(viewer, game, urls)))
        assert seen >= ({"1", "2"} if who != "a stranger" else set()), who
        assert who != "a stranger" or not seen


@pytest.mark.django_db(transaction=True)
def test_streams_have_no_secrets_of_others(case: SecretsCase) -> None:
    game = started(case)
    table_open(game=game, person=game.owner)
    people = [game.owner, *(seat.person for seat in game.seats.all())]
    cookies = [cookies_of(person) for person in people if person]
    assert len(cookies) == 3

    async def scenario() -> str:
        async with serving() as connect:
            phones = [Phone(f"/g/{game.code}/live/events", cookie) for cookie in cookies]
            for phone in phones:
                await connect(phone)
            for seen, move in enumerate(case.moves):
                await in_thread(make, game, move, seen)
            events = [await phone.next() for phone in phones for _move in case.moves]
            return json.dumps(events, ensure_ascii=False)

    sent = loops.run(scenario())
    assert '"parts"' in sent
    assert not found_in(sent)


def test_what_is_sent_without_being_asked_for_has_no_secrets(case: SecretsCase) -> None:
    """Calendars, notices, messages to programs, and the personal export."""
    game = started(case)
    play(game, case)
    evening = settled(game, game.owner)
    keeper = factories.keeper_of(game.shared_with)
    holders = [seat.person for seat in game.seats.exclude(person=None).order_by("number")]
    for number, person in enumerate((*holders, game.owner, keeper), start=1):
        assert person is not None
        feed = Client().get(reverse("calendar_feed", args=[calendar_make(person=person)]))
        assert b"BEGIN:VEVENT" in feed.content
        notices = [Notice(person=person, kind=kind, evening=evening) for kind in NoticeKind]
        notices += [Notice(person=person, kind=kind, game=game) for kind in NoticeKind]
        told = [said for notice in notices if (said := said_of(notice)) is not None]
        assert len(told) >= 2
        webhook = webhook_make(person=person, url="https://bot.example.org/")
        delivery = WebhookDelivery(webhook=webhook, game=game, event=WebhookEvent.GAME_FINISHED)
        file = io.BytesIO()
        export_account(person, file)
        sent = (
            text_of(feed),
            *map(str, told),
            str(message_of(delivery)),
            unzipped(file.getvalue()),
        )
        own = {str(number)} if person in holders else set()
        assert set().union(*map(found_in, sent)) <= own


@pytest.mark.parametrize("hook", ["redact_plan", "redact_setup"])
def test_without_any_one_redaction_canaries_are_found(
    monkeypatch: pytest.MonkeyPatch, case: SecretsCase, hook: str
) -> None:
    game = started(case)
    rules = type(one_off_rules(game.system))
    monkeypatch.setattr(rules, hook, lambda _self, value, _to: value)
    other = viewers(game)["seat 2"]
    leaks = [url for url, text in sent_to(other, game, few(game)) if found_in(text) - other.holds]
    assert leaks

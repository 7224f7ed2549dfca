"""Every secret value is a canary, and nobody but its player is sent one, in whatever form.

Canaries are planted in the stored plans, withdrawn ones included: what has one has read a secret.
Documents are searched as they are handed to the typesetter, pictures too.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Fact, Game, Person
from campaign.rules.ashes import systems as ashes
from campaign.rules.ashes.catalogue import CardType
from campaign.rules.ashes.deck import OwnCard
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.moves import FirstChosen, PhaseEnded, Wounded
from campaign.rules.ashes.result import DuelResult
from campaign.rules.ashes.table import RoundPhase
from campaign.rules.core.facts import Played
from campaign.rules.core.live import Move
from campaign.rules.core.sheet import plain
from campaign.rules.relic_nemesis import systems as relic
from campaign.rules.relic_nemesis.moves import Dial, Turned
from campaign.rules.relic_nemesis.result import Ending, Result
from campaign.selectors.unredacted import full_facts
from campaign.services.games import game_record
from campaign.services.live import move_make, table_open
from campaign.services.one_offs import game_change, game_share
from campaign.services.seats import seat_take
from tests import loops
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.api.clients import BASE, Program
from tests.tracker.ashes import decks, duels
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.security.api_table import operations
from tests.tracker.security.site import rolled_back, url_patterns
from tests.tracker.security.table import TABLE, url_name
from tests.tracker.test_live_streams import Phone, cookies_of, in_thread, make, serving
from tracker.sheets.compiler import Document
from tracker.web import sheet_response

pytestmark = pytest.mark.django_db

CANARY = re.compile(r"canary[ -]+(\w+)", re.IGNORECASE)  # and whose it is: a seat, or the seed's
# What somebody has beside the pages of a game.
EVERYWHERE = ("home", "log", "log_csv", "statistics", "account", "export_account", "new_game")
SEATED = {1: "Bo", 2: "Cy"}


# --- games with canaries in them ---


def planted_duel(says: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a duel in which the name and every card of each deck is a canary."""
    seats, choices = [], []
    for number, seat in enumerate(says["setup"]["seats"], start=1):
        born, chosen = seat["deck"]["phoenixborn"], says["choices"]["seats"][number - 1]
        keys = (*seat["deck"]["cards"], *seat["conjurations"])
        ids = {key: f"canary-{number}-{place}" for place, key in enumerate(keys) if key != born}
        cards = [
            card if card["id"] == born else {**card, "id": ids[card["id"]], "name": called(number)}
            for card in seat["cards"]
        ]
        seat = {**renamed(seat, ids), "cards": cards, "name": called(number)}
        seat["deck"]["name"] = f"Canary {number} deck"
        if chosen.get("deck"):
            chosen = {**chosen, "deck": seat["deck"]}
        if seat.get("ready"):
            seat["ready"] = f"canary-{number}-ready"
        if chosen.get("ready"):
            chosen = {**chosen, "ready": seat["ready"]}
        seats.append(seat)
        choices.append(chosen)
    return {
        **says,
        "seed": "CANARY-SEED",
        "setup": {**says["setup"], "seats": seats},
        "choices": {**says["choices"], "seats": choices},
    }


def planted_hunt(says: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a hunt in which every sheet of a nemesis is a canary."""
    seats, places = [], []
    for number, seat in enumerate(says["setup"]["seats"], start=1):
        place = says["choices"]["places"][number - 1]
        ids = {sheet["id"]: f"canary-{number}-{n}" for n, sheet in enumerate(seat.get("dealt", ()))}
        sheets = [*seat.get("dealt", ()), *filter(None, [seat.get("kept")])]
        for sheet in sheets:
            sheet.update(id=ids[sheet["id"]], name=called(number), space=called(number))
        seats.append(seat)
        places.append({**place, "kept": ids[place["kept"]]} if place.get("kept") else place)
    return {
        **says,
        "seed": "CANARY-SEED",
        "setup": {**says["setup"], "seats": seats},
        "choices": {**says["choices"], "places": places},
    }


def called(number: int) -> dict[str, str]:
    return {"en": f"Canary {number} card"}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return plain values in which some words, keys included, are others."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def duel() -> Game:
    """Return a duel of three, with a deck of somebody's own, a ready-made and a random one."""
    seats = (SeatChoice("Bo", deck=decks.whole()), SeatChoice("Cy", duels.SNAKES), SeatChoice("Di"))
    return duels.duel(choices=DuelChoices(seats, secret=True))


def hunt() -> Game:
    """Return a hunt in which one of two nemeses has kept a sheet."""
    return relic_games.keep(relic_games.dealt(), 1)


@dataclass(frozen=True)
class Case:
    """A game with secrets, how they become canaries, what is done at its table, how it ends."""

    start: Callable[[], Game]
    planted: Callable[[dict[str, Any]], dict[str, Any]]
    moves: tuple[Move, ...]
    result: Any


CASES = {
    "duel": Case(
        duel,
        planted_duel,
        (FirstChosen(2), PhaseEnded(RoundPhase.PREPARATION), Wounded(1, 4)),
        DuelResult(1),
    ),
    "hunt": Case(hunt, planted_hunt, (Turned(1, Dial.INFAMY, 3),), Result(Ending.STOPPED)),
}


def started(case: Case) -> Game:
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


def play(game: Game, case: Case) -> None:
    """Open the table, and make some moves."""
    table_open(game=game, person=game.owner)
    for seen, move in enumerate(case.moves):
        move_make(game=game, person=game.owner, move=move, seen=seen)


def end(game: Game, case: Case) -> None:
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
        path = operation.path.replace("{system}", game.system)
        if operation.method == "GET" and not path.startswith("/campaigns/"):
            yield BASE + path.replace("{code}", game.code)


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


def text_of(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return unzipped(body) if body[:2] == b"PK" else unescape(body.decode(errors="replace"))


def unzipped(body: bytes) -> str:
    """Return the texts in an archive, and in the archives in it."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    return " ".join(unzipped(f) if f[:2] == b"PK" else f.decode(errors="replace") for f in files)


def found_in(text: str) -> set[str]:
    """Return whose canaries are in a text."""
    return {owner.lower() for owner in CANARY.findall(text)}


@pytest.fixture(autouse=True)
def documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with what a sheet or a picture is made of."""

    def written(document: Document, _form: object = None) -> bytes:
        return json.dumps([document.title, plain(document.data), document.foot]).encode()

    monkeypatch.setattr(sheet_response, "compile_document", written)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = CASES[request.param]
    return found


@pytest.mark.parametrize("is_live", [False, True], ids=["before", "live"])
def test_until_the_end_nobody_is_sent_the_secrets_of_another(case: Case, is_live: bool) -> None:
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
    case: Case,
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
def test_streams_have_no_secrets_of_others(case: Case) -> None:
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


@pytest.mark.parametrize("is_redacted", [True, False])
def test_what_is_wrong_with_a_secret_deck_is_told_to_nobody_else(
    monkeypatch: pytest.MonkeyPatch, is_redacted: bool
) -> None:
    own = OwnCard("Canary 1 hound", CardType.ALLY)
    deck = decks.whole(cards={**decks.whole().cards, own.key: 5}, own=(own,))
    seats = (SeatChoice("Bo", deck=deck), SeatChoice("Cy", duels.SNAKES))
    game = duels.duel(choices=DuelChoices(seats, reason="ours", secret=True))
    # As if it had come before that was wrong: no reason lets it be.
    fact = Fact.objects.get(game=game)
    fact.payload["choices"].pop("reason")
    fact.save()
    game.refresh_from_db()
    if not is_redacted:
        monkeypatch.setattr(ashes.Duels, "redact_problems", lambda _self, found, _sent: found)
    url = reverse("change", args=[game.code])
    form = {"deck_1": "kept:1", "deck_2": "kept:2", "secret": "on", "language": "en", "reason": ""}
    answer = clients.send(clients.client_of(game.owner), url, form)
    assert answer.status_code == 422
    assert found_in(text_of(answer)) == (set() if is_redacted else {"1"})


HOOKS = [
    (ashes.Duels, "redact_plan", "duel"),
    (ashes.Duels, "redact_setup", "duel"),
    (relic.RelicGames, "redact_plan", "hunt"),
    (relic.RelicGames, "redact_setup", "hunt"),
]


@pytest.mark.parametrize(("rules", "hook", "kind"), HOOKS)
def test_without_any_one_redaction_canaries_are_found(
    monkeypatch: pytest.MonkeyPatch, rules: type, hook: str, kind: str
) -> None:
    monkeypatch.setattr(rules, hook, lambda _self, value, _to: value)
    game = started(CASES[kind])
    other = viewers(game)["seat 2"]
    leaks = [url for url, text in sent_to(other, game, few(game)) if found_in(text) - other.holds]
    assert leaks

"""Send the largest allowed of everything to the site, in a process of its own."""

from __future__ import annotations

import gc
import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, count
from random import Random
from time import perf_counter, process_time
from typing import Any

import django

django.setup()

# ruff: noqa: E402 # models can be imported from here on

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.test.utils import setup_test_environment, teardown_test_environment
from PIL import Image

from campaign.exchange.archive import MEGABYTE, Limits
from campaign.exchange.document import VERSION
from campaign.exchange.exporting import export_json
from campaign.memory import memory
from campaign.models import Game, Person, Scope, TokenBucket
from campaign.packs import get_pack
from campaign.rules.aeons_end.breaches import MAX_BREACHES
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.expeditions.route import (
    MAX_DECISIONS,
    MAX_NODES,
    Decision,
    Node,
    NodeKind,
    Route,
)
from campaign.rules.aeons_end.live.nemesis_turn import (
    MAX_EVOLVED,
    MAX_IN_PLAY,
    Enter,
    Evolve,
    Tokens,
)
from campaign.rules.aeons_end.mages import MAX_STARTERS
from campaign.rules.aeons_end.market.wishes import MAX_CONSTRAINTS, AtMost
from campaign.rules.aeons_end.one_off.choices import (
    MAX_BASICS,
    MAX_PILES,
    MarketRequest,
    open_choices,
)
from campaign.rules.aeons_end.one_off.setup import MAX_NOTES
from campaign.rules.aeons_end.turn_order import MAX_TURN_CARDS
from campaign.rules.ashes import moves as ashes
from campaign.rules.ashes.catalogue import PLAYERS, DiceType
from campaign.rules.ashes.deck import MAX_CARDS, MAX_COPIES, MAX_DICE, MAX_FIRST, MAX_ON_CARD
from campaign.rules.ashes.deck_file import FORMAT, MAX_DECKS
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.table import MAX_IN_PLAY as MAX_ASHES_IN_PLAY
from campaign.rules.ashes.table import Side, Zone
from campaign.rules.core.live import Move, Undo, payload_of
from campaign.rules.core.serialize import to_plain
from campaign.rules.relic_nemesis.board import MAX_TROPHIES
from campaign.rules.relic_nemesis.moves import TrophiesSpent, TrophyTaken
from campaign.selectors import live
from campaign.services.api_tokens import api_token_make
from campaign.services.ashes.decks import MAX_OWN_CARDS
from campaign.services.games import MAX_IN_CAMPAIGN
from campaign.services.live import MAX_MOVES, table_open
from campaign.services.one_offs import game_start
from tests.benchmarks import _worst_later
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import decks, duels
from tests.tracker.relic_nemesis import relic_games
from tracker.api.bodies import MAX_BYTES, MAX_VALUES
from tracker.forms.nested import fields_on_page
from tracker.pictures.pixels import MAX_PIXELS, PIXELS_MOST_WHOLE
from tracker.systems.aeons_end.expeditions.own_recipes import LARGEST as MAX_ROUTE
from tracker.systems.aeons_end.one_off import shared_setups
from tracker.systems.ashes.decks.forms import MAX_FILE

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "sheets": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # of another run: none
}
TEXT = 2_400_000  # characters in a form: Django takes 2.5 MB
NAME = "W" * 100
GAMES = MAX_IN_CAMPAIGN
DECKS_IN_A_FILE = 20
DOCUMENT = Limits().document  # bytes of a file
VALUES = Limits().values

Sent = Callable[[], Any]  # returns the response
Row = tuple[str, Sent, int]  # what is sent, how, and the status that answers it
_numbers = count(1)
Cost = tuple[float, float, int]  # seconds, megabytes, status
Costs = dict[str, Cost]


def main() -> dict[str, Costs]:
    """Return the seconds and megabytes of each request, by what it sends."""
    person = Person.objects.create_user("zuza", "nine piles, no more", display_name="Zuza")
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)
    told: dict[str, Costs] = {"bounded": {}, "shown": {}}
    with override_settings(STORAGES=PLAIN):
        client.get("/")
        bounded = chain(
            _forms(client, person),
            _addresses(client, person),
            _files(client, person),
            _live(client, person),
            _setups(client, person),
            _expeditions(client, person),
            _decks(client, person),
            _calls(person),
            _worst_later.rows(client, person, _token),
        )
        for name, send, status in bounded:
            told["bounded"][name] = cost(name, send, status)
        # Pictures and sheets in processes beside this one, with limits of their own: by the clock.
        for name, send, status in chain(_pictures(client, person), _campaigns(client, person)):
            told["shown"][name] = cost(name, send, status, clock=perf_counter)
    return told


def cost(name: str, send: Sent, status: int, *, clock: Callable[[], float] = process_time) -> Cost:
    """Return what a request takes with nothing cached: processor time, and peak memory.

    Another status than the one that it should have would mean that something else was measured.

    It is sent twice, since counting what is allocated takes time; by the clock, once.
    """
    _forget()
    start = clock()
    response = send()
    took = clock() - start
    assert response.status_code == status, (name, response.status_code, status)
    if clock is perf_counter:
        return took, 0, response.status_code
    _forget()
    tracemalloc.start()
    send()
    _held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return took, peak / MEGABYTE, response.status_code


def _forget() -> None:
    """Empty the caches, and let nobody have reached a rate limit."""
    TokenBucket.objects.all().delete()
    memory.clear()
    live.positions.clear()
    gc.collect()


def _token() -> str:
    """Return a new token: a form that is sent again would have no effect."""
    return f"the-largest-{next(_numbers)}"


# --- forms ---


def _forms(client: Client, person: Person) -> Iterator[Row]:
    game = _game_of_all_boxes(person)
    fields = _requirements(client, game)
    for path, status in (("check", 200), ("change", 302)):
        url = f"/g/{game.code}/{path}"
        yield f"form: every requirement ({path})", _posts(client, url, fields), status
    long = {"e\u0301": "accents", "\u0301": "marks", "\U0001f1f5": "flags", "<": "tags"}
    for letter, what in long.items():
        name = letter * (TEXT // max(len(letter.encode()), 3))
        yield f"name: 2.4 MB of {what}", _posts(client, "/start", {"name": name, "mages": 2}), 422
    name = "ﷺ" * (TEXT // 3)  # eighteen letters each, once normalised
    form = {"username": name, "password": "nine piles, no more"}
    yield "name: 2.4 MB of ligatures (sign in)", _posts(_stranger(), "/account/sign-in", form), 422
    many = {"never": [f"{number}" for number in range(990)]}
    yield "form: 990 fields", _posts(client, "/boxes/never", many), 422


def _game_of_all_boxes(person: Person, **market: Any) -> Game:
    boxes = tuple(get_pack("aeons-end").open_boxes)
    choices = replace(open_choices(4), boxes=boxes, market=MarketRequest(**market))
    return game_start(person=person, system="aeons-end", choices=choices, seed="7")


def _requirements(client: Client, game: Game) -> dict[str, Any]:
    """Return a filled form: six requirements, and six lines of piles that exclude each other."""
    setup_test_environment()  # for the form that a page was rendered with
    form = client.get(f"/g/{game.code}/change").context["form"]
    teardown_test_environment()
    shown = {name: field.value() for name, field in fields_on_page(form).items()}
    page = {name: value for name, value in shown.items() if value is not None}
    names = [card.name.en for card in form.cards if "," not in card.name.en]
    lines = [", ".join(Random(line).sample(names, 8)) for line in range(6)]
    kinds = ("gem", "relic", "spell")
    for row in range(1, 7):
        page |= {f"limit_{row}": "most", f"count_{row}": 3, f"kind_{row}": kinds[row % 3]}
        page |= {f"min_{row}": row % 4, f"max_{row}": 9 - row % 3}
    page |= {"apart": "\n".join(lines)[:1000], "way": "drawn", "seed": "7", "mages": 4}
    return {**page, "revision": game.revision}


# --- addresses ---


def _addresses(client: Client, person: Person) -> Iterator[Row]:
    game = _game_of_all_boxes(person)
    shared = shared_setups.shared_table(game)
    assert shared is not None
    piles = [
        card.id
        for slug in get_pack("aeons-end").open_boxes
        for card in get_pack("aeons-end").boxes[slug].pack.find.piles
    ]
    for size, status in ((2, 302), (6, 200), (10, 200)):
        rng = Random(1)
        limits = (AtMost(1, keys=frozenset(rng.sample(piles, size))) for _ in range(20))
        market = MarketRequest(constraints=tuple(limits)[:MAX_CONSTRAINTS])
        packed = shared_setups.packed(
            replace(shared, choices=replace(shared.choices, market=market))
        )
        url = f"/play/table?t={packed}"
        yield f"address: 20 × no two of {size}", _posts(_stranger(), url, {}), status
    yield "address: a search of 8 kB", _gets(client, f"/log?person={'%C3%A9' * 1300}"), 422
    yield "address: a path of 8 kB", _gets(client, f"/g/{'x' * 8000}/"), 404


# --- files ---


def _imports(client: Client, data: bytes, *, url: str = "/import") -> Sent:
    def send() -> Any:
        file = SimpleUploadedFile("file.json", data)
        return client.post(url, {"file": file, "token": _token()})

    return send


def _files(client: Client, person: Person) -> Iterator[Row]:
    game = one_offs.game(person)
    crowded = _with_moves(game, _crowded())
    yield f"file: {MAX_MOVES:,} moves of Aeon’s End", _imports(client, crowded), 302
    trophies = _with_moves(relic_games.revealed(person), _trophies())
    yield f"file: {MAX_MOVES:,} moves of Relic", _imports(client, trophies), 302
    refused = _with_moves(relic_games.revealed(person), _refused_trophies())
    yield f"file: {MAX_MOVES:,} moves that nobody can make", _imports(client, refused), 422
    melee = _with_moves(_melee(person), _full_battlefields())
    yield f"file: {MAX_MOVES:,} moves of Ashes", _imports(client, melee), 302
    nested = b"[" * (DOCUMENT // 2) + b"]" * (DOCUMENT // 2)
    yield "file: 5 MB of brackets", _imports(client, nested), 422
    for name, item in (("objects", "{}"), ("lists", "[]"), ("numbers", "999"), ("texts", '"ab"')):
        items = ",".join([item] * ((DOCUMENT - 99) // (len(item) + 1)))
        data = f'{{"format":"breachkeeper-game","version":{VERSION},"changes":[{items}]}}'.encode()
        yield f"file: 5 MB of {name}", _imports(client, data), 422
    for name, unknown in _unknown_keys().items():
        yield f"file: {VALUES:,} unknown keys {name}", _imports(client, unknown), 422


def _unknown_keys() -> dict[str, bytes]:
    """Return documents of as many unknown keys as are read, in one object and in many."""
    keys = ",".join(f'"{number:x}":0' for number in range(VALUES - 99))
    objects = ",".join(['{"a":999}'] * (VALUES // 2 - 99))
    found = {"": keys, "in objects": f'"changes":[{objects}]'}
    padding = {name: "x" * (DOCUMENT - len(text) - 99) for name, text in found.items()}
    kind = f'"format":"breachkeeper-game","version":{VERSION}'
    return {
        name: f'{{{kind},"padding":"{padding[name]}",{text}}}'.encode()
        for name, text in found.items()
    }


def _with_moves(game: Game, moves: list[Move]) -> bytes:
    """Return the file of a game with as many moves as are allowed."""
    table_open(game=game, person=game.owner)
    document = json.loads(export_json(game))
    held = document["games"][0]["live"]
    held["moves"] = [{"at": held["opened_at"], "says": payload_of(move)} for move in moves]
    data = json.dumps(document, separators=(",", ":")).encode()
    assert len(data) <= DOCUMENT, len(data) / MEGABYTE
    return data


def _crowded() -> list[Move]:
    """Return moves that fill a table of Aeon's End, and then change it as often as possible."""
    cards = [Enter(NemesisKind.POWER, NAME, 99, drawn=False)] * MAX_IN_PLAY
    moves: list[Move] = [*cards, *[Evolve(NAME, text=NAME)] * MAX_EVOLVED]
    while len(moves) < MAX_MOVES - 1:
        moves.append(Tokens(1 + len(moves) % MAX_IN_PLAY, (-1) ** len(moves)))
    return moves


def _trophies() -> list[Move]:
    moves: list[Move] = [TrophyTaken(seat, 99) for seat in (2, 1) for _ in range(MAX_TROPHIES)]
    moves.pop()  # room for one more, which is taken and given back
    while len(moves) < MAX_MOVES - 2:
        moves += [TrophyTaken(1, 99), Undo(len(moves) + 1)]
    return moves


def _refused_trophies() -> list[Move]:
    full: list[Move] = [TrophyTaken(seat, 99) for seat in (1, 2) for _ in range(MAX_TROPHIES)]
    refused = (TrophiesSpent(1, (1,) * MAX_TROPHIES), TrophyTaken(2, 1))
    return [*full, *refused * ((MAX_MOVES - len(full)) // 2)]


def _melee(person: Person) -> Game:
    """Set up a game of Ashes with as many players and dice as are allowed."""
    deck = decks.whole(dice={DiceType.CHARM: MAX_DICE})
    seats = tuple(SeatChoice(NAME[:60], deck=deck) for _seat in range(PLAYERS[-1]))
    return duels.duel(person, choices=DuelChoices(seats, reason="melee"))


def _full_battlefields() -> list[Move]:
    """Return moves that fill a table of Ashes, and then change it as often as possible."""
    seats = range(1, PLAYERS[-1] + 1)
    moves: list[Move] = [ashes.DiceRolled(seat, (Side.POWER,) * MAX_DICE) for seat in seats]
    for seat in seats:
        cards = [ashes.CardEntered(seat, Zone.BATTLEFIELD, NAME, life=99)] * MAX_ASHES_IN_PLAY
        moves += cards
    while len(moves) < MAX_MOVES - 1:
        seat = 1 + len(moves) % len(seats)
        moves.append(ashes.DieTurned(seat, 1, (Side.BASIC, Side.POWER)[len(moves) % 2]))
    return moves


def _campaigns(client: Client, person: Person) -> Iterator[Row]:
    data = export_json(factories.long_campaign(GAMES, person=person))
    send = _imports(client, data)
    yield f"file: a campaign of {GAMES:,} games", send, 302
    code = send().headers["Location"].split("/")[2]
    for file in ("chronicle.pdf", "poster.pdf", "share.png", "export"):
        url = f"/c/{code}/{file}"
        yield f"campaign: {file} of {GAMES:,} games", _gets(client, url), 200
    yield "account: all that was sent here, exported", _gets(client, "/account/export"), 200


# --- live games, with as many moves as are allowed ---


def _live(client: Client, person: Person) -> Iterator[Row]:
    made = (
        ("Aeon’s End", one_offs.game(person), _crowded(), Tokens(1, -1)),
        ("Ashes", _melee(person), _full_battlefields(), ashes.DieTurned(1, 1, Side.CLASS)),
        ("Relic", relic_games.revealed(person), _trophies(), TrophyTaken(1, 1)),
    )
    for name, game, moves, last in made:
        data = _with_moves(game, moves)
        # A process compiles its templates once, whoever asks: with the table that is still empty.
        client.get(f"/g/{game.code}/live/state")
        code = _imports(client, data)().headers["Location"].split("/")[2]
        move = {"move": json.dumps(payload_of(last)), "seen": MAX_MOVES}
        send = _posts(client, f"/g/{code}/live/move", move)
        yield f"live: a move after {MAX_MOVES:,} ({name})", send, 302
        for page in ("live/state", "live", "live/log", "result", ""):
            what = f"live: /{page} after {MAX_MOVES:,} ({name})"
            yield what, _gets(client, f"/g/{code}/{page}"), 200
        if name == "Aeon’s End":
            one_offs.record(Game.objects.get(code=code))
            what = f"live: the replay of {MAX_MOVES:,} ({name})"
            yield what, _gets(client, f"/g/{code}/live/replay.svg"), 200


# --- set-ups ---


def _setups(client: Client, person: Person) -> Iterator[Row]:
    data = _grown(one_offs.game(person))
    send = _imports(client, data)
    yield "file: the largest set-up of Aeon’s End", send, 302
    code = send().headers["Location"].split("/")[2]
    for page in ("", "sheet.json", "export"):
        url = f"/g/{code}/{page}"
        yield f"set-up: /{page} of the largest (Aeon’s End)", _gets(client, url), 200
    assert client.post(f"/g/{code}/live/open").status_code == 302
    for page in ("live", "live/state"):
        url = f"/g/{code}/{page}"
        yield f"set-up: /{page} of the largest (Aeon’s End)", _gets(client, url), 200


def _grown(game: Game) -> bytes:
    """Return the file of a game of Aeon's End whose set-up has as many parts as are allowed."""
    document = json.loads(export_json(game))
    drawn = document["facts"][0]["says"]["setup"]["game"]
    for parts, most in (
        (drawn["market"], MAX_PILES),
        (drawn["own"], MAX_BASICS),
        (drawn["turn_cards"], MAX_TURN_CARDS),
        (drawn["notes"], MAX_NOTES),
        *((tier, MAX_BASICS) for tier in drawn["basics"]),
        *((mat[pile], MAX_STARTERS) for mat in drawn["mats"] for pile in ("hand", "deck")),
        *((mat["breaches"], MAX_BREACHES) for mat in drawn["mats"]),
    ):
        parts[:] = [parts[place % len(parts)] for place in range(most)]
    return json.dumps(document, separators=(",", ":")).encode()


def _posts(client: Client, url: str, sent: dict[str, Any]) -> Sent:
    return lambda: client.post(url, {**sent, "token": _token()})


def _stranger() -> Client:
    return Client(SERVER_NAME="localhost")


def _gets(client: Client, url: str) -> Sent:
    return lambda: client.get(url)


# --- calls of the API ---


def _program(person: Person) -> Client:
    token = api_token_make(person=person, name="A program", scope=Scope.RECORD)
    return Client(SERVER_NAME="localhost", headers={"Authorization": f"Bearer {token}"})


def _calls(person: Person) -> Iterator[Row]:
    client = _program(person)
    most = MAX_VALUES - 9
    wrong: dict[str, dict[str, Any]] = {
        "wrong fields": {"fields": {f"{number}": {} for number in range(most)}},
        "wrong values of a field": {"fields": {"boxes": [{}] * most}},
        "unknown keys": {f"{number}": {} for number in range(most)},
    }
    for what, body in wrong.items():
        yield f"API: {most:,} {what}", _calls_with(client, body), 422
    many: dict[str, Any] = {"fields": {f"{number}": {} for number in range(MAX_BYTES // 11)}}
    yield "API: 250 kB of wrong fields", _calls_with(client, many), 413
    long = {"fields": {f"{number}": "W" * 4_000 for number in range(60)}}
    yield "API: 60 of the longest texts", _calls_with(client, long), 422


def _calls_with(client: Client, body: dict[str, Any]) -> Sent:
    data = json.dumps({"system": "aeons-end", **body}, separators=(",", ":"))
    assert len(data) <= MAX_BYTES, len(data)

    def send() -> Any:
        return client.post("/api/v1/games", data, content_type="application/json")

    return send


# --- expeditions of a group's own ---


def _expeditions(client: Client, person: Person) -> Iterator[Row]:
    # The form takes less than a file of a whole campaign does.
    data = json.dumps(to_plain(_largest_route(letters=20)), separators=(",", ":")).encode()
    assert len(data) <= MAX_ROUTE, len(data)

    def start() -> Any:
        sent = {"name": "Down we go", "variant": "default", "players": 4, "language": "en"}
        sent |= {"boxes": expeditions.BOXES, "own": SimpleUploadedFile("own.json", data)}
        return client.post("/expeditions/new", {**sent, "token": _token()})

    yield "expedition: the largest way (form)", start, 302
    send = _imports(client, export_json(expeditions.begun(person, own=_largest_route())))
    yield "expedition: the largest way (file)", send, 302
    code = send().headers["Location"].split("/")[2]
    for page in ("", "battle", "recipe", "export"):
        url = f"/c/{code}/{page}"
        yield f"expedition: /{page} of the largest way", _gets(client, url), 200


def _largest_route(letters: int = len(NAME)) -> Route:
    """Return a battle, and then story with as many decisions as are allowed, all of them on."""
    last = MAX_NODES - 1

    def node(place: int) -> Node:
        decisions = (
            Decision("W" * letters, str(min(place + each, last)) if place < last else "")
            for each in range(1, MAX_DECISIONS + 1)
        )
        text = "W" * letters * 20
        return Node(str(place), NodeKind.STORY, text=text, decisions=tuple(decisions))

    story = (node(place) for place in range(1, MAX_NODES))
    return Route("0", (Node("0", tier=1, next="1"), *story), name="Down")


# --- decks and pictures ---


def _decks(client: Client, person: Person) -> Iterator[Row]:
    rng = Random(1)

    def line() -> str:
        return "3x " + "".join(rng.choice("abcdefghijklmnop ") for _ in range(17))

    pasted = "\n".join(line() for _ in range(500))[:10_000]
    yield "deck list: 10,000 letters", _posts(client, "/decks/import", {"text": pasted}), 422
    lines = "\n".join(line() for _ in range(MAX_FILE // 21)).encode()[:MAX_FILE]
    yield "deck list: 1 MB of lines", _imports(client, lines, url="/decks/import"), 422
    one = b"3x " + b"a" * (MAX_FILE - 3)
    yield "deck list: a line of 1 MB", _imports(client, one, url="/decks/import"), 422
    unknown = {"format": FORMAT, "version": 1, "decks": [dict.fromkeys(map(str, range(90_000)), 0)]}
    data = json.dumps(unknown, separators=(",", ":")).encode()
    yield "deck list: 90,000 unknown keys", _imports(client, data, url="/decks/import"), 422
    # No two alike: decks that are here already are not saved again.
    firsts = range(0, MAX_DECKS, DECKS_IN_A_FILE)
    files = iter([_imports(client, _deck_file(first), url="/decks/import") for first in firsts])
    yield f"deck list: {DECKS_IN_A_FILE} of the largest decks", lambda: next(files)(), 302
    for send in files:
        _forget()
        assert send().status_code == 302
    count = person.decks.count()
    assert count == MAX_DECKS, count
    duel = duels.duel(person)
    for url in ("/play?system=ashes", f"/g/{duel.code}/change", "/decks", "/decks/export.json"):
        shown = url.replace(duel.code, "…")
        yield f"decks: {shown} with {count} of the largest", _gets(client, url), 200
    yield f"decks: {count} of the largest by the API", _gets(_program(person), "/api/v1/decks"), 200


def _deck_file(first: int) -> bytes:
    """Return a file of as many of the largest decks as fit, with their names numbered."""
    decks = [_largest_deck(number) for number in range(first, first + DECKS_IN_A_FILE)]
    data = json.dumps({"format": FORMAT, "version": 1, "decks": decks}, separators=(",", ":"))
    assert len(data) <= MAX_FILE, len(data)
    return data.encode()


def _largest_deck(number: int) -> dict[str, Any]:
    """Return a deck as a file has it, with as much as is allowed of everything."""
    keys = [f"~{number:03}{NAME[3:].lower()}" for number in range(MAX_CARDS)]
    cost = {"n": 9, "level": "power", "types": ["charm", "natural", "time"]}
    card = {
        "type": "ally",
        "exclusive_to": keys[0],
        "conjures": keys[:MAX_ON_CARD],
        "limit": 30,
        "dice": [cost] * MAX_ON_CARD,
        "life": 99,
        "battlefield": 99,
        "spellboard": 99,
    }
    return {
        "name": f"{number:03}{NAME[3:]}",
        "phoenixborn": keys[0],
        "cards": dict.fromkeys(keys, MAX_COPIES),
        "dice": {"charm": MAX_DICE},
        "first_five": keys[:MAX_FIRST],
        "own": [{"name": f"{n:03}{NAME[3:]}", **card} for n in range(MAX_OWN_CARDS)],
    }


def _pictures(client: Client, person: Person) -> Iterator[Row]:
    game = one_offs.game(person)
    for form, pixels in (("JPEG", MAX_PIXELS), ("PNG", PIXELS_MOST_WHOLE)):
        side = int(pixels**0.5)
        out = io.BytesIO()
        Image.linear_gradient("L").resize((side, side)).convert("RGB").save(out, form)

        def send(data: bytes = out.getvalue(), name: str = f"table.{form.lower()}") -> Any:
            sent = {"pictures": [SimpleUploadedFile(name, data)], "token": _token()}
            return client.post(f"/g/{game.code}/photos", sent)

        yield f"picture: {form} of {pixels // 1_000_000} megapixels", send, 302


if __name__ == "__main__":
    print(json.dumps(main()))

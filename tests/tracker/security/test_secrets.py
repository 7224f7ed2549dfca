"""What is one player's leaves the server for the phone that holds their seat, and for nobody else.

Every address of a game is asked as each of the others, and every byte of the answers is read: here
for what only hints at a sheet, and in PDFs as they are printed. ``test_canaries.py`` has the rest.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Game, Person
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.result import DuelResult
from campaign.rules.core.facts import Played
from campaign.rules.relic_nemesis import choices as relic
from campaign.rules.relic_nemesis.choices import Role
from campaign.selectors.unredacted import full_facts, full_setup
from campaign.services.games import game_record
from campaign.services.live import table_open
from campaign.services.one_offs import game_change, game_share
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import clients
from tests.tracker.ashes import decks, duels
from tests.tracker.crawl import Names
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.security.rows import url_name
from tests.tracker.security.site import rolled_back, url_patterns
from tests.tracker.security.table import TABLE
from tests.tracker.sheets.reading import text_of

pytestmark = pytest.mark.django_db

NAME = "The deck of nobody’s business"
MELEE = (duels.QUEEN, duels.MIST, duels.SNAKES)  # the decks of the others
# What somebody has beside the pages of a game.
EVERYWHERE = ("home", "log", "log_csv", "statistics", "account", "export_account", "new_game")


@dataclass(frozen=True)
class Secret:
    """A game, the seat whose secret it has, and the words that give it away."""

    game: Game
    seat: int
    words: tuple[str, ...]
    hints: tuple[str, ...] = ()  # from which others could tell


def dealt_sheets(sheet: str, *hints: str) -> Secret:
    """Return a game in which a nemesis has been dealt sheets, and has kept this one."""
    game, which = relic_games.dealt_to_first(sheet)
    sheets = full_setup(game).seat(1).dealt
    relic_games.keep(game, 1, which)
    theirs = [word for sheet in sheets for word in (sheet.id, sheet.name.in_language("en"))]
    seed = full_facts(game).planned.seed
    assert len(seed) > 6  # no number that a page has for another reason
    return Secret(game, 1, (*theirs, seed), (*hints, *(sheet.name.en for sheet in sheets)))


def brought_deck() -> Secret:
    """Return a duel to which a player brings a deck of their own."""
    deck = decks.whole(NAME)
    seats = (SeatChoice("Bo", deck=deck), SeatChoice("Cy", ready=duels.SNAKES))
    game = duels.duel(choices=DuelChoices(seats, secret=True))
    theirs = full_setup(game).seats
    known = {card.id: card.name.en for card in theirs[0].cards if card.id in deck.card_keys}
    known.pop(deck.phoenixborn or "")
    shared = {card.id for card in theirs[1].cards}  # of the other's open deck
    words = [word for key, name in known.items() if key not in shared for word in (key, name)]
    return Secret(game, 1, tuple(words))


SECRETS: dict[str, Callable[[], Secret]] = {
    # What a battle and a defeat say of a sheet that everybody sees.
    "faces": partial(dealt_sheets, "moarn-goreheart", "explode on 1 and 6", 'explodes="1 6'),
    "space": partial(dealt_sheets, "githellion-athulwei", "Eldar Falcon Squadron"),
}


def addresses(game: Game) -> Iterator[str]:
    """Yield every address that has a game in it, for each of its seats."""
    for name, row in TABLE.items():
        pattern = url_patterns()[url_name(name)].pattern
        if not str(pattern).startswith("g/"):
            continue
        parts = list(pattern.converters)
        numbered = [part for part in parts if part in ("seat", "number")]
        if set(parts) - {"code", "seat", "number"}:
            continue  # a photo, of which this game has none
        for number in (1, 2, 3) if numbered else (0,):  # that seat, another that is taken, a third
            kwargs = {"code": game.code, **dict.fromkeys(numbered, number)}
            yield reverse(url_name(name), kwargs=kwargs) + row.query
    yield reverse("invitation", args=[game.invite_key])
    yield from map(reverse, EVERYWHERE)


def told(client: Client, method: str, url: str) -> str:
    """Return all that an answer says, whatever it is packed in."""
    with rolled_back():
        if method == "post":
            answer = client.post(url, {"look": "1"}, follow=True)
        else:
            answer = client.get(url)  # where it leads is an address of its own
    body = answer.getvalue()
    kind = answer.headers.get("Content-Type", "")
    if kind == "application/pdf":
        return " ".join(text_of(body).split())
    if kind == "image/png":
        return ""  # the same document as the PDF
    if body[:2] == b"PK":
        return unzipped(body)
    if "json" in kind:
        return unescape(json.dumps(json.loads(body), ensure_ascii=False))
    return unescape(body.decode())


def unzipped(body: bytes) -> str:
    """Return the texts in an archive, and in the archives in it."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    return " ".join(unzipped(f) if f[:2] == b"PK" else f.decode(errors="replace") for f in files)


@pytest.fixture(params=SECRETS)
def secret(request: pytest.FixtureRequest) -> Secret:
    """Return a secret, whose player has taken their seat."""
    made = SECRETS[request.param]()
    seat_take(
        game=made.game, key=made.game.invite_key, number=made.seat, person=player(), name="Bo"
    )
    seat_take(
        game=made.game, key=made.game.invite_key, number=2, person=factories.person("Cy"), name="Cy"
    )
    return made


def player() -> Person:
    return factories.person("Bo")


def visitors(game: Game) -> dict[str, Client]:
    """Return everybody who must not learn it."""
    other = game.seats.get(number=2).person
    watcher = Client()
    watcher.post(reverse("invitation_watch", args=[game.invite_key]))
    return {
        "another seat": clients.client_of(other),
        "the owner": clients.client_of(game.owner),
        "who watches": watcher,
        "a stranger": clients.stranger(),
    }


@pytest.mark.parametrize(
    ("secret", "is_live"),
    [("faces", True), ("space", False), thorough("faces", False), thorough("space", True)],
    indirect=["secret"],
)
def test_nobody_else_is_sent_what_belongs_to_a_seat(secret: Secret, is_live: bool) -> None:
    if is_live:
        table_open(game=secret.game, person=None)
    # Whole ones: "Protect" is no part of "Protector".
    words = Names((*secret.words, *secret.hints))
    leaks = [
        (who, method, url, word)
        for who, client in visitors(secret.game).items()
        for url in addresses(secret.game)
        for method in ("get", "post")
        for word in words.findall(told(client, method, url))
    ]
    assert not leaks


def test_the_phone_that_holds_the_seat_is_sent_it(secret: Secret) -> None:
    """Else the test above would find nothing because there is nothing to find."""
    holder = clients.client_of(secret.game.seats.get(number=secret.seat).person)
    found = " ".join(
        told(holder, method, url)
        for url in addresses(secret.game)
        if f"/{secret.seat}" in url
        for method in ("get", "post")
    )
    names = {word for word in secret.words if " " in word}
    assert names
    assert names <= {*Names(secret.words).findall(found)}


# --- forms that no page has: what somebody who may write gets by them ---


def deck_in_a_melee() -> Secret:
    """Return a melee of four with a player at each seat, of whom the last brings a deck."""
    deck = decks.whole(NAME)
    seats = (*(SeatChoice(ready=each) for each in MELEE), SeatChoice(deck=deck))
    game = duels.duel(choices=DuelChoices(seats, secret=True))
    for number, name in enumerate(("Ola", "Cy", "Di", "Bo"), start=1):
        seat_take(
            game=game, key=game.invite_key, number=number, person=factories.person(name), name=name
        )
    setup = full_setup(game).seats
    shared = {card.id for seat in setup[:3] for card in seat.cards}
    cards = [card for card in setup[3].cards if card.id not in shared]
    born = deck.phoenixborn
    words = [word for card in cards if card.id != born for word in (card.id, card.name.en)]
    return Secret(game, 4, tuple(words))


def writers(game: Game) -> dict[str, Person]:
    """Return everybody who may write to a game and must not learn it; it is shared for that."""
    campaign = factories.planned_campaign()
    factories.join(campaign, game.owner)
    game_share(game=game, person=game.owner, campaign=campaign)
    keeper = factories.keeper_of(campaign)
    assert keeper
    people = {"the owner": game.owner, "the keeper of a campaign": keeper}
    others = game.seats.select_related("person")[: game.seats.count() - 1]
    return people | {f"seat {seat.number}": seat.person for seat in others}


def read_by(client: Client, game: Game, words: Names) -> list[tuple[str, str]]:
    """Return what somebody reads of a game's decks on its pages and in its files."""
    own = [reverse("duel_own_deck", args=[game.code, seat]) for seat in (1, 2, 3, 4)]
    named = ("game", "change", "sheet_json", "export_game")
    asked = [("post", url) for url in own]
    asked += [("get", url) for url in (*own, *(reverse(n, args=[game.code]) for n in named))]
    return [(url, word) for how, url in asked for word in words.findall(told(client, how, url))]


def test_nobody_gets_a_deck_by_copying_the_game_and_freeing_its_seat() -> None:
    made = deck_in_a_melee()
    words, leaks, said = Names(made.words), [], []
    for who, person in writers(made.game).items():
        client, at = clients.client_of(person), reverse("play_again", args=[made.game.code])
        with rolled_back():
            said.append(clients.send(client, at, follow=True).content.decode())
            for copy in Game.objects.exclude(pk=made.game.pk).filter(owner=person, campaign=None):
                client.post(reverse("seat_free", args=[copy.code, made.seat]))
                seat = {"seat": str(made.seat), "name": "Bo"}
                clients.send(client, reverse("seat_take", args=[copy.code]), seat)
                leaks += [(who, *read) for read in read_by(client, copy, words)]
    assert not leaks
    assert all("This game has no result yet." in page for page in said)


OPEN = f"ready:{duels.SIREN}"
# What somebody sends to have the deck of seat 4 at seat 3 or 5, or in a file of earlier plans.
CHANGES = {
    "the seats after it move up": {"deck_3": "", "deck_5": OPEN},
    "it moves to a seat before": {"deck_3": "kept:4", "deck_4": OPEN},
    "it moves to a new seat": {"deck_4": OPEN, "deck_5": "kept:4"},
    "it is at two seats": {"deck_5": "kept:4"},
    "another takes its place": {"deck_4": OPEN},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nobody_gets_a_deck_by_changing_the_set_up(change: dict[str, str]) -> None:
    made = deck_in_a_melee()
    words, leaks, at = Names(made.words), [], reverse("change", args=[made.game.code])
    ready = {f"deck_{number}": f"ready:{deck}" for number, deck in enumerate(MELEE, start=1)}
    for who, person in writers(made.game).items():
        client = clients.client_of(person)
        with rolled_back():
            sent = {"deck_4": "kept:4", "language": "en", "reason": "x", "seed": "7"}
            answer = clients.send(client, at, {**ready, **sent, **change})
            assert answer.status_code in (302, 422)
            leaks += [(who, *read) for read in read_by(client, made.game, words)]
            clients.send(client, reverse("undo_game", args=[made.game.code]))
            leaks += [(who, *read) for read in read_by(client, made.game, words)]
    assert not leaks


def test_nobody_gets_a_deal_by_exporting_a_game_without_nemeses() -> None:
    """Then nothing is dealt, and undoing the change would bring the deal back."""
    made = dealt_sheets("moarn-goreheart")
    chosen = full_facts(made.game).planned.choices
    places = tuple(relic.SeatChoice(place.player, Role.CHARACTER) for place in chosen.places)
    none = replace(chosen, places=places, nemeses=0, reason="x")
    owner = made.game.owner
    game_change(game=made.game, revision=made.game.revision, person=owner, choices=none)
    file = told(clients.client_of(owner), "get", reverse("export_game", args=[made.game.code]))
    sheets = made.words[:-1]  # without the seed: here it stays, the form would draw another
    assert not Names(sheets).findall(file)


def test_secret_decks_are_copied_when_the_game_is_over() -> None:
    made = deck_in_a_melee()
    people = {seat.number: seat.person for seat in made.game.seats.select_related("person")}
    at = reverse("play_again", args=[made.game.code])
    clients.send(clients.client_of(people[4]), at)
    assert not Game.objects.exclude(pk=made.game.pk).exists()  # not while others have secrets
    result = Played(DuelResult(1), ("Ola", "Cy", "Di", "Bo"))
    game_record(game=made.game, revision=made.game.revision, person=None, played=result)
    clients.send(clients.client_of(people[1]), at)
    copies = Game.objects.exclude(pk=made.game.pk)
    assert {copy.owner for copy in copies} == {people[1]}
    for copy in copies:
        choices = full_facts(copy).planned.choices
        assert (choices.seats[3].deck.name, choices.secret) == (NAME, True)
        assert copy.seat_offers.get(number=4).person == people[4]


def test_a_phone_with_several_seats_asks_before_it_shows_the_next() -> None:
    made = brought_deck()
    bo = factories.person("Bo")
    for number, name in ((1, "Bo"), (2, "Cy")):
        seat_take(game=made.game, key=made.game.invite_key, number=number, person=bo, name=name)
    phone, url = clients.client_of(bo), reverse("duel_own_deck", args=[made.game.code, 1])
    asked = phone.get(url).content.decode()
    assert "Hand the phone to" in asked
    assert not [word for word in made.words if f">{word}<" in asked]
    assert "First Five" in phone.post(url).content.decode()

"""A one-off game goes into a file and comes out of it the same, like a campaign."""

import datetime
import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.document import encode
from campaign.exchange.exporting import export_json, export_zip
from campaign.exchange.importing import file_import, read_file
from campaign.exchange.refusals import Refused
from campaign.models import ChangeKind, Game, Person, Play
from campaign.pictures import Picture
from campaign.records import SetupLost
from campaign.records.reading import facts_of_game
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.mages import printed_mat
from campaign.rules.aeons_end.one_off.choices import Choices, Guest, SeatChoice, open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Played
from campaign.selectors.games import game_sheet
from campaign.services.games import change_undo, game_amend, game_record
from campaign.services.one_offs import game_change, game_roll, game_start
from campaign.services.photos import photos_add
from tests.campaign import exchange, factories
from tests.campaign.exchange import Document, bring_game_in, document_of, faults, tampered
from tests.rules.packs import war_eternal
from tests.tracker.ashes import duels
from tests.tracker.relic_nemesis import relic_games

pytestmark = pytest.mark.django_db

WAR_ETERNAL = "aeons-end-war-eternal"
WON = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=11, nemesis_life=0, lives=(4, 7))
CHOICES = replace(open_choices(2), nemesis="umbra-titan")


def start(person: Person | None = None, choices: Choices = CHOICES) -> Game:
    return game_start(
        person=person or factories.person("Zuza"), system=WAR_ETERNAL, choices=choices, seed="42"
    )


def by(game: Game) -> dict[str, Any]:
    game.refresh_from_db()
    return {"game": game, "revision": game.revision, "person": game.owner}


def with_a_past() -> Game:
    """Plan a game, change it, roll, take that back, win it, and correct the result."""
    game = start()
    game_change(**by(game), choices=replace(CHOICES, difficulty="expert"))
    game_roll(**by(game))
    change_undo(record=game, revision=Game.objects.get(pk=game.pk).revision, person=game.owner)
    evening = datetime.date(2026, 3, 9)
    played = Played(WON, ("Ala", ""), played_on=evening, minutes=70)
    game_record(**by(game), played=played, note="What a night.")
    game_amend(**by(game), played=replace(played, minutes=75), note="What a long night.")
    game.refresh_from_db()
    return game


def goes_round(game: Game) -> Game:
    data = export_json(game)
    copy = bring_game_in(data)
    assert export_json(copy) == data
    assert facts_of_game(copy) == facts_of_game(game)
    return copy


def test_a_game_with_a_past_goes_round_and_its_history_with_it() -> None:
    game = with_a_past()
    copy = goes_round(game)
    kinds = list(game.changes.order_by("pk").values_list("kind", "at"))
    copied = copy.changes.exclude(kind=ChangeKind.IMPORT).order_by("pk")
    assert list(copied.values_list("kind", "at")) == kinds
    assert copy.facts.count() == game.facts.count() > 5
    assert copy.revision == game.revision


def test_the_importer_owns_it_counts_it_and_plays_on() -> None:
    marek = factories.person("Marek")
    copy = bring_game_in(export_json(with_a_past()), marek)
    assert copy.owner == marek
    assert copy.shared_with is None
    assert Play.objects.get(game=copy).minutes == 75
    change_undo(record=copy, revision=Game.objects.get(pk=copy.pk).revision, person=copy.owner)
    assert export_json(copy) == export_json(bring_game_in(export_json(copy)))


def test_a_guest_from_a_campaign_brings_no_id_along() -> None:
    mat = printed_mat(war_eternal().mages[0], war_eternal())
    guest = SeatChoice(guest=Guest(replace(mat, name="Ilse Marrow"), 987_654, "The Lantern Year"))
    game = start(choices=replace(CHOICES, places=(guest, SeatChoice())))
    data = export_json(game)
    assert b"Ilse Marrow" in data
    assert b"987654" not in data
    assert export_json(bring_game_in(data)) == data


def test_a_file_has_nothing_of_the_database_in_it() -> None:
    game = with_a_past()
    text = export_json(game).decode()
    assert game.code not in text
    assert game.stamp not in text


def test_an_archive_has_its_photos(tmp_path: Path) -> None:
    with override_settings(MEDIA_ROOT=tmp_path / "media"):
        game = start()
        photos_add(game=game, person=game.owner, pictures=[Picture(b"full", b"thumb", 4, 3)])
        out = io.BytesIO()
        export_zip(game, out)
        assert zipfile.ZipFile(out).namelist() == ["photos/1-1.webp", "game.json"]
        brought = read_file(out, pictures=exchange.same_pictures)
        copy = file_import(person=factories.person("Marek"), brought=brought)
        again = io.BytesIO()
        export_zip(copy, again)
        assert again.getvalue() == out.getvalue()


def _fact(document: Document, kind: str) -> Document:
    found: Document = next(f for f in document["facts"] if f["kind"] == kind)
    return found


def _won_dead(document: Document) -> None:
    for fact in document["facts"]:
        if fact["kind"] == "played":
            fact["says"]["result"]["gravehold_life"] = 0


LIES: dict[str, tuple[Callable[[Document], object], str]] = {
    "unknown system": (lambda d: d["game"].update(system="chess"), "game.system"),
    "a campaign’s system": (
        lambda d: d["game"].update(system="aeons-end-legacy"),
        "game.system",
    ),
    "campaign": (lambda d: d.update(campaign={}), "campaign: expected one of the keys"),
    "other format": (lambda d: d.update(format="breachkeeper-campaign"), '"campaign"'),
    "no game": (lambda d: d.update(games=[]), "games"),
    "two games": (lambda d: d["games"].append({**d["games"][0], "number": 2}), "games"),
    "other fact": (
        lambda d: _fact(d, "note").update(kind="verdict"),
        ".kind: file.choice",
    ),
    "no choices": (lambda d: _fact(d, "planned")["says"].pop("choices"), ".says"),
    "other set-up": (
        lambda d: _fact(d, "planned")["says"]["setup"].pop("game"),
        "says.setup",
    ),
    "long name": (
        lambda d: _fact(d, "played")["says"].update(players=["x" * 61]),
        ".says.players[0]",
    ),
    "untidy note": (lambda d: _fact(d, "note")["says"].update(text=" a "), "file.untidy"),
    "a win without a city": (_won_dead, "win_with_gravehold_fallen"),
    "a language that nobody speaks": (
        lambda d: d["changes"][1].update(detail={"language_before": "xx"}),
        "changes[1].detail.language_before",
    ),
    "a seat that no game has": (
        lambda d: d["changes"][1].update(detail={"people": "seat_taken", "seat": 10**9}),
        "changes[1].detail.seat",
    ),
    "no plan": (
        lambda d: d.update(facts=[f for f in d["facts"] if f["kind"] != "planned"]),
        "games[0]",
    ),
}


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """Write one game with a past, once for the whole module: a roll is never the same."""
    with django_db_blocker.unblock():
        game = with_a_past()
        data = export_json(game)
        game.owner.delete()
    return data


@pytest.mark.parametrize("lie", LIES)
def test_a_document_that_lies_is_refused_with_the_place(lie: str, written: bytes) -> None:
    change, said = LIES[lie]
    found = faults(tampered(json.loads(written), change))
    assert any(said in fault for fault in found), found


def test_a_set_up_that_makes_no_sheet_is_refused() -> None:
    document = document_of(start())
    setup = _fact(document, "planned")["says"]["setup"]
    setup["game"]["mats"] = []
    assert faults(encode(document))


def test_a_set_up_for_fewer_than_have_chosen_is_refused() -> None:
    document = document_of(relic_games.revealed())
    document["facts"][-1]["says"]["choices"]["places"].append({"player": "Iga"})
    assert "setup.unfit" in faults(encode(document))[0]


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_a_turn_order_card_of_nobody_is_refused(seat: int) -> None:
    document = document_of(start())
    cards = _fact(document, "planned")["says"]["setup"]["game"]["turn_cards"]
    next(card for card in cards if card.get("seats"))["seats"][0] = seat
    assert "setup.unfit" in faults(encode(document))[0]


def test_a_withdrawn_set_up_that_makes_no_sheet_cannot_be_brought_back() -> None:
    game = start()
    game_change(**by(game), choices=replace(CHOICES, difficulty="expert"))
    document = document_of(game)
    _fact(document, "planned")["says"]["setup"]["game"]["mats"] = []
    copy = bring_game_in(encode(document))
    with factories.refused("setup.unfit"):
        change_undo(record=copy, revision=copy.revision, person=copy.owner)
    assert game_sheet(Game.objects.get(pk=copy.pk))


def test_the_only_plan_of_a_game_cannot_be_undone_whatever_change_made_it() -> None:
    document = document_of(start())
    document["changes"].append(document["changes"][0] | {"kind": "roll", "revision": 2})
    _fact(document, "planned")["recorded"] = 2
    copy = bring_game_in(encode(document))
    with factories.refused("undo.nothing"):
        change_undo(record=copy, revision=copy.revision, person=copy.owner)


@pytest.mark.parametrize(
    "part", ["market", "own", "turn_cards", "exhaustion", "notes", "mats", "mats[0].breaches"]
)
def test_a_set_up_with_more_than_a_table_holds_is_refused_and_read_where_it_is_stored(
    part: str,
) -> None:
    game = start()

    def grow(setup: Document) -> None:
        held: Any = setup["mats"][0]["breaches"] if "breaches" in part else setup[part]
        held[:] = [held[place % len(held)] for place in range(100)]

    def grow_in(document: Document) -> None:
        grow(document["facts"][0]["says"]["setup"]["game"])

    lied = tampered(document_of(game), grow_in)
    assert f"facts[0].says.setup.game.{part}: " in faults(lied)[0]
    (fact,) = game.facts.all()
    grow(fact.payload["setup"]["game"])
    fact.save()
    assert facts_of_game(Game.objects.get(pk=game.pk)).planned.setup is not None


def test_a_set_up_that_was_never_stored_comes_without() -> None:
    document = document_of(start())
    del _fact(document, "planned")["says"]["setup"]
    copy = bring_game_in(encode(document))
    assert json.loads(export_json(copy)) == document


@given(data=st.data())
def test_whatever_stands_in_any_place_the_answer_is_a_refusal_or_a_game(
    written: bytes, data: st.DataObject
) -> None:
    changed = exchange.spoiled(written, data)
    try:
        brought = read_file(io.BytesIO(changed), pictures=exchange.no_pictures)
    except Refused:
        return
    copy = file_import(person=factories.person("Marek"), brought=brought)
    assert isinstance(copy, Game)
    assert export_json(copy) == encode(exchange.as_exported(changed))
    with suppress(SetupLost):  # a plan without its set-up is drawn again, or said to be lost
        assert game_sheet(copy).as_dict()


def test_a_duel_of_version_four_has_one_switch_for_its_decks() -> None:
    """Then each seat said for itself whether its deck is secret, and a file kept its name."""
    document = document_of(duels.duel())
    says = _fact(document, "planned")["says"]
    deck = {"name": "Mine", "phoenixborn": "coal-roarkwin", "dice": {"natural": 10}}
    says["choices"]["seats"] = [{"player": "Ada", "deck": deck, "secret": True}, {"player": "Bo"}]
    del says["setup"]
    copy = bring_game_in(encode({**document, "version": 4}))
    choices = facts_of_game(copy).planned.choices
    assert choices.secret
    assert [seat.player for seat in choices.seats] == ["Ada", "Bo"]
    assert "Mine" not in json.dumps(document_of(copy))

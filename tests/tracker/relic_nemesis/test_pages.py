"""Relic: Nemesis from the deal to the result: what is secret, what two phones do, what is saved."""

from __future__ import annotations

import html
import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaign.exchange.document import encode
from campaign.exchange.exporting import export_json
from campaign.memory import memory
from campaign.models import Fact, Game, Person, Play
from campaign.packs import get_pack
from campaign.rules.core.live import Move
from campaign.rules.relic_nemesis.board import MAX_TROPHIES
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Choices, SeatChoice
from campaign.rules.relic_nemesis.levels import MAX_OFFERED
from campaign.rules.relic_nemesis.moves import Dial, PhaseEnded, TrophyTaken, Turned, TurnEnded
from campaign.rules.relic_nemesis.nemesis_turn import NemesisPhase
from campaign.selectors.unredacted import full_facts, full_setup
from campaign.services.live import table_open
from campaign.services.one_offs import game_change, game_start
from campaign.services.plays import plays_differences
from campaign.services.seats import seat_leave
from tests.campaign.exchange import bring_game_in, document_of, faults
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.security.site import client_of
from tests.tracker.sent_forms import Sent
from tests.tracker.sheets.reading import text_of
from tracker.forms.nested import fields_on_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return Person.objects.guest(display_name="Ola")


@pytest.fixture
def phone(owner: Person) -> Client:
    return client_of(owner)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def sheet_text(answer: Any) -> str:
    """Return what stands on a sheet, whatever its face."""
    assert answer.status_code == 200
    if answer.headers["Content-Type"] != "application/pdf":
        return html.unescape(text(answer))
    return " ".join(text_of(answer.content).split())


def names(game: Game, seat: int) -> list[str]:
    return [sheet.name.in_language("en") for sheet in full_setup(game).seat(seat).dealt]


def tap(phone: Client, game: Game, move: Any, token: str = "", seen: int | None = None) -> Any:
    at = relic_games.sequence(game) if seen is None else seen
    sent = {"move": json.dumps(move), "token": token or f"tap-{at}-{move['kind']}", "seen": at}
    headers = {"Accept": "application/json"}
    return phone.post(f"/g/{game.code}/live/move", sent, headers=headers)


BATTLE = {
    "seat": 1,
    "against": "3",
    "agents": "",
    "number": 1,
    "n_attribute": 3,
    "n_support": 0,
    "n_helpers": 0,
    "n_card": "",
    "n_dice": 1,
    "n_shown": "1",
    "o_attribute": 4,
    "o_support": 0,
    "o_helpers": 0,
    "o_card": "",
    "o_dice": 1,
    "o_shown": "5",
}


# To the phase of the first nemesis in which trophies are spent (p. 11).
TO_EXPERIENCE: tuple[Move, ...] = (
    *(TurnEnded(seat) for seat in (3, 4, 5)),
    *(PhaseEnded(1, phase) for phase in NemesisPhase if phase.next),
)


def tapped(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a fight with the dice of each side ("6 3") as they are tapped."""
    sent = {name: value for name, value in fields.items() if not name.endswith("_shown")}
    for name in fields.keys() - sent.keys():
        faces = enumerate(fields[name].split(), start=1)
        sent |= {f"{name}_{die}": face for die, face in faces}
    return sent


def fight(phone: Client, game: Game, do: str, **fields: Any) -> Any:
    sent = {"seen": 0, "token": "a-battle-1", "do": do, **BATTLE, **fields}
    return phone.post(f"/g/{game.code}/battle", tapped(sent))


# --- the deal ---


def test_sheets_are_shown_to_their_player_only_and_after_the_phone_is_handed_over(
    owner: Person, phone: Client
) -> None:
    game = relic_games.held(relic_games.dealt(owner))
    mine, theirs = names(game, 1), names(game, 2)
    for url in ("", "deal/1", "change", "live", "sheet.json"):
        shown = text(phone.get(f"/g/{game.code}/{url}"))
        assert not any(name in shown for name in mine + theirs), url
    looked = phone.post(f"/g/{game.code}/deal/1", {"look": "1"})
    assert all(name in text(looked) for name in mine)
    assert not any(name in text(looked) for name in theirs)
    assert "no-store" in looked.headers["Cache-Control"]


@pytest.mark.parametrize("face", ["", ".pdf", ".json"])
def test_a_player_has_a_set_up_sheet_and_only_its_own_shows_a_secret_deal(
    owner: Person, phone: Client, face: str
) -> None:
    game = relic_games.held(relic_games.dealt(owner))
    mine, theirs = names(game, 1), names(game, 2)
    own = f"/g/{game.code}/seats/1{face}"
    before, asked = sheet_text(phone.get(own)), phone.post(own)
    shown = sheet_text(asked)
    assert not any(name in before for name in mine + theirs)
    assert all(name in shown for name in mine)
    assert not any(name in shown for name in theirs)
    assert "no-store" in asked.headers["Cache-Control"]
    assert "black board" in shown  # its own steps
    assert "red board" not in shown
    character = sheet_text(phone.post(f"/g/{game.code}/seats/3{face}"))
    assert "steps 3 to 12 of the base game" in character
    assert not any(name in character for name in mine + theirs)
    assert phone.get(f"/g/{game.code}/seats/6{face}").status_code == 404


def test_a_change_of_roles_says_who_hunts_now(owner: Person, phone: Client) -> None:
    game = relic_games.dealt(owner)
    five = full_facts(game).planned.choices
    three = replace(five, places=(five.places[0], *five.places[2:4]))
    changes = ((three, "The nemesis is Ola."), (five, "The nemeses are Ola and Jan."))
    for choices, said in changes:
        game_change(game=game, revision=game.revision, person=owner, choices=choices)
        assert said in text(phone.get(f"/g/{game.code}/"))


def test_names_appear_when_everybody_has_chosen(owner: Person, phone: Client) -> None:
    game = relic_games.keep(relic_games.dealt(owner), 1)
    (kept, *_other), second = names(game, 1), names(game, 2)[0]
    page = text(phone.get(f"/g/{game.code}/"))
    assert kept not in page
    assert "Ola has chosen a sheet." in page
    assert b"%PDF-" in phone.get(f"/g/{game.code}/sheet.pdf").getvalue()[:5]
    relic_games.keep(game, 2)
    page = text(phone.get(f"/g/{game.code}/"))
    assert kept in page
    assert second in page


@pytest.mark.parametrize(
    ("sheet", "address", "said", "instead"),
    [
        ("moarn-goreheart", "battle", "explode on 1 and 6", "A six adds another die."),
        ("moarn-goreheart", "battle", 'data-explodes="1 6"', 'data-explodes="6"'),
        ("githellion-athulwei", "defeat/1", "on Eldar Falcon Squadron.", "on its starting space."),
    ],
)
def test_a_table_uses_a_sheet_once_everybody_has_chosen(
    owner: Person, phone: Client, sheet: str, address: str, said: str, instead: str
) -> None:
    game, which = relic_games.dealt_to_first(sheet, owner)
    relic_games.keep(game, 1, which)
    table_open(game=game, person=owner)
    shown = text(phone.get(f"/g/{game.code}/{address}"))
    assert said not in shown
    assert instead in shown
    relic_games.keep(fresh(game), 2)
    table_open(game=fresh(game), person=owner)
    assert said in text(phone.get(f"/g/{game.code}/{address}"))


def test_a_battle_before_all_have_chosen_is_fought_with_what_is_no_secret(
    owner: Person, phone: Client
) -> None:
    game, which = relic_games.dealt_to_first("moarn-goreheart", owner)
    relic_games.keep(game, 1, which)
    table_open(game=game, person=owner)
    asks = "Each nemesis chooses a sheet in secret"
    page = text(phone.get(f"/g/{game.code}/battle"))
    assert asks in page
    assert f"/g/{game.code}/seats" in page
    # Neither the chances nor what is wrong with dice tells on which faces they explode.
    assert "1 more die is needed" not in text(fight(phone, game, "result"))
    assert fight(phone, game, "result", n_shown="1 3").status_code == 422
    assert fight(phone, game, "apply").status_code == 302
    assert relic_games.sequence(game) == 1
    assert "explodes" not in json.dumps(phone.get(f"/g/{game.code}/live/moves.json").json())
    assert asks not in text(phone.get(f"/g/{relic_games.opened(owner).code}/battle"))


def test_two_players_who_choose_at_once_both_keep_their_sheet(owner: Person, phone: Client) -> None:
    game = relic_games.held(relic_games.dealt(owner))
    seen = {"revision": game.revision, "attribute": "", "value": "5", "life": "4"}
    for seat in relic_games.NEMESES:
        dealt = [sheet.id for sheet in full_setup(game).seat(seat).dealt]
        sent = {**seen, "token": f"keeping-{seat}", "kept": dealt[0], "seen": " ".join(dealt) + " "}
        assert phone.post(f"/g/{game.code}/deal/{seat}", sent).status_code == 302
    assert full_setup(fresh(game)).is_revealed


def test_what_was_dealt_again_meanwhile_is_not_kept_by_mistake(
    owner: Person, phone: Client
) -> None:
    game = relic_games.held(relic_games.dealt(owner))
    old = full_setup(game).seat(1).dealt[0].id
    sent = {"revision": game.revision, "token": "too-late-1", "kept": old, "seen": "another deal "}
    relic_games.keep(game, 2)
    assert phone.post(f"/g/{game.code}/deal/1", sent).status_code == 409
    assert full_setup(fresh(game)).seat(1).kept is None


def test_a_file_says_neither_what_is_secret_nor_the_seed_that_deals_it_again(
    owner: Person,
) -> None:
    game = relic_games.keep(relic_games.dealt(owner), 1)
    pack_ids = [sheet.id for sheet in get_pack(SLUG).nemeses]
    data = export_json(game).decode()
    assert not any(key in data for key in pack_ids)
    (planned,) = [fact["says"] for fact in json.loads(data)["facts"] if "withdrawn" not in fact]
    assert planned["seed"] == ""
    copies = [bring_game_in(data.encode()) for _copy in range(4)]
    for copy in copies:
        assert export_json(copy).decode() == data
        assert full_setup(copy).nemeses == full_setup(game).nemeses
    deals = {(*names(each, 1), *names(each, 2)) for each in (game, *copies)}
    assert len(deals) > 1  # each copy is dealt anew
    relic_games.keep(game, 2)
    open_file = export_json(game)
    assert full_setup(game).seat(1).kept.id in open_file.decode()
    assert export_json(bring_game_in(open_file)) == open_file


def test_a_file_of_before_that_has_its_seed_deals_the_same_again(owner: Person) -> None:
    game = relic_games.dealt(owner)
    document = json.loads(export_json(game))
    for fact in document["facts"]:
        fact["says"]["seed"] = full_facts(game).planned.seed
    copy = bring_game_in(json.dumps(document).encode())
    assert names(copy, 1) == names(game, 1)
    assert names(copy, 2) == names(game, 2)


@pytest.mark.parametrize("faces", [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5] * 20, [6, 6], [0]])
def test_a_file_whose_dice_explode_on_any_face_is_refused(owner: Person, faces: list[int]) -> None:
    document = document_of(relic_games.revealed(owner))
    seats = document["facts"][-1]["says"]["setup"]["seats"]
    seats[0]["kept"]["explodes"] = faces
    (fault,) = faults(encode(document))
    assert ".setup.seats[0].kept.explodes" in fault


def test_a_stored_sheet_whose_dice_explode_on_every_face_gets_a_sentence(
    owner: Person, phone: Client
) -> None:
    """Files could bring one once; to roll for it never ended."""
    game = relic_games.opened(owner)
    planned = Fact.objects.get(game=game, kind="planned", withdrawn=None)
    planned.payload["setup"]["seats"][0]["kept"]["explodes"] = [1, 2, 3, 4, 5, 6]
    planned.save()
    memory.clear()
    assert fight(phone, game, "odds", n_shown="").status_code == 200
    for do in ("roll_first", "apply"):
        answer = fight(phone, game, do, n_shown="")
        assert "At most 5 are possible here, not 6." in text(answer), do


def test_the_seed_is_no_way_to_what_was_dealt_until_all_have_chosen(
    owner: Person, phone: Client
) -> None:
    game = relic_games.dealt(owner)
    seed, chosen = "DEALT-BY-THIS", full_facts(game).planned.choices
    game_change(game=game, revision=game.revision, person=owner, choices=chosen, seed=seed)
    for page in ("", "change", "delete", "sheet.json", "export"):
        assert seed not in text(phone.get(f"/g/{game.code}/{page}")), page
    for seat in (1, 2):
        relic_games.keep(game, seat)
    for page in ("", "change", "delete", "sheet.json"):
        assert seed in text(phone.get(f"/g/{game.code}/{page}")), page


def test_a_change_without_a_seed_leaves_the_deal_as_it_is(owner: Person, phone: Client) -> None:
    game = relic_games.keep(relic_games.dealt(owner), 1)
    before = full_facts(fresh(game)).planned
    page = phone.get(f"/g/{game.code}/change")
    fields = fields_on_page(page.context["form"])
    shown = {name: field.value() for name, field in fields.items()}
    sent = {name: value for name, value in shown.items() if value is not None}
    sent |= {"player_3": "Somebody Else", "revision": fresh(game).revision, "token": "no-seed-1"}
    assert phone.post(f"/g/{game.code}/change", sent).status_code == 302
    after = full_facts(fresh(game)).planned
    assert after.seed == before.seed
    assert after.setup.seat(1).kept == before.setup.seat(1).kept
    assert after.choices.places[2].player == "Somebody Else"


# --- the table ---


def test_taps_of_two_phones_both_count_and_one_sent_twice_counts_once(
    owner: Person, phone: Client
) -> None:
    game = relic_games.opened(owner)
    for token in ("first-phone", "second-phone", "second-phone"):
        move = {"kind": "dial", "seat": 1, "dial": "infamy", "by": 1}
        assert tap(phone, game, move, token, seen=0).status_code == 200
    assert relic_games.table(game).board(1).infamy == 2


def test_a_turn_or_a_defeat_is_not_entered_by_two_phones(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    turn = {"kind": "turn", "seat": 3}
    assert tap(phone, game, turn, "phone-one", seen=0).status_code == 200
    assert tap(phone, game, turn, "phone-two", seen=0).status_code == 409
    for token, status in (("x" * 41, 422), ("defeat-one", 302), ("defeat-two", 422)):
        sent = {"seen": 1, "token": token}
        assert phone.post(f"/g/{game.code}/defeat/1", sent).status_code == status
    assert relic_games.table(game).board(1).defeats == 1


def test_the_page_shows_boards_and_what_trophies_make(owner: Person, phone: Client) -> None:
    moves = (TrophyTaken(1, 2), TrophyTaken(1, 4), TrophyTaken(1, 5), Turned(2, Dial.LIFE, -4))
    game = relic_games.move(relic_games.opened(owner), *moves)
    page = text(phone.get(f"/g/{game.code}/live"))
    assert "level for trophies" not in page  # before its own turn
    assert "has no life left" in page
    assert "Zuza" in page  # whose turn it is
    relic_games.move(game, *TO_EXPERIENCE)
    assert "1 level for trophies: 2 + 4" in text(phone.get(f"/g/{game.code}/live"))


def test_a_table_full_of_trophies_is_a_small_answer(owner: Person, phone: Client) -> None:
    trophies = [TrophyTaken(1, 99)] * MAX_TROPHIES
    game = relic_games.move(relic_games.opened(owner), *trophies)
    assert len(phone.get(f"/g/{game.code}/live/state").content) < 40_000
    assert tap(phone, game, {"kind": "trophy", "seat": 1, "value": 1}).status_code == 409
    relic_games.move(game, *TO_EXPERIENCE)
    page = text(phone.get(f"/g/{game.code}/live"))
    assert page.count("levels for trophies") == MAX_OFFERED
    assert "16 levels for trophies: 99" in page


def test_a_characters_life_is_kept_once_it_is_entered(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    assert "Enter life" in text(phone.get(f"/g/{game.code}/live"))
    tap(phone, game, {"kind": "dial", "seat": 3, "dial": "life", "by": 1})
    fight(phone, game, "apply", seen=1, n_shown="6 5", o_shown="1")  # lost by the character
    page = text(phone.get(f"/g/{game.code}/live"))
    assert 'data-counter="life-3"' in page
    assert "No life left" in page
    assert relic_games.table(game).lives == {3: 0}


def test_a_defeat_shows_its_steps_first(owner: Person, phone: Client) -> None:
    game = relic_games.move(relic_games.opened(owner), Turned(1, Dial.INFAMY, 7))
    page = text(phone.get(f"/g/{game.code}/defeat/1"))
    assert "7 becomes 3" in page
    assert "starting value: 4" in page
    assert relic_games.table(game).board(1).infamy == 7


def test_a_battle_is_applied_to_the_dials_once(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    assert "57%" in text(fight(phone, game, "odds", n_attribute=5, n_shown="", o_shown=""))
    shown = text(fight(phone, game, "result"))
    assert "takes the bounty" in shown
    assert relic_games.table(game).board(1).life == 4  # nothing is applied yet
    for _time in range(2):
        assert fight(phone, game, "apply").status_code == 302
    assert relic_games.table(game).board(1).life == 3
    late = fight(phone, game, "apply", token="another-phone")
    assert late.status_code == 422
    assert "Somebody was faster" in text(late)


def test_the_nemesis_rolls_first_and_the_chances_are_those_after_it(
    owner: Person, phone: Client
) -> None:
    """P. 12: the character prepares after the nemesis has rolled."""
    game = relic_games.opened(owner)
    empty = {"n_attribute": 5, "n_shown": "", "o_shown": ""}
    early = text(fight(phone, game, "roll_second", **empty))
    assert "The other side rolls first" in early
    rolled = text(fight(phone, game, "roll_first", **empty, o_attribute=""))
    assert Sent(rolled, "/battle").fields["n_shown_1"]
    assert 'id="end"' not in rolled  # the character has not rolled
    given_a_one = text(fight(phone, game, "odds", n_attribute=5, n_shown="1", o_shown=""))
    assert "67%" in given_a_one  # 6 against 4 and a die
    ended = text(fight(phone, game, "roll_second", n_attribute=5, n_shown="1", o_shown=""))
    assert 'id="end"' in ended


def test_a_life_that_is_not_entered_is_asked_for(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    shown = text(fight(phone, game, "result", n_shown="6 5", o_shown="1"))
    assert "Zuza loses 1 life." in shown
    assert "Life of Zuza is not entered yet" in shown
    tap(phone, game, {"kind": "dial", "seat": 3, "dial": "life", "by": 4})
    assert "is not entered yet" not in text(fight(phone, game, "result", n_shown="6 5", seen=1))


def test_agents_stay_on_a_stand_off(owner: Person, phone: Client) -> None:
    """P. 13, and one weapon and one armour: p. 12."""
    game = relic_games.opened(owner)
    equal = {"against": "agents", "agents": "3", "n_attribute": 3, "n_shown": "2", "o_shown": "2"}
    shown = text(fight(phone, game, "result", **equal))
    assert "Agents stay on the space" in shown
    assert "one weapon and one armour" in shown
    won = text(fight(phone, game, "result", **equal | {"n_shown": "5"}))
    assert "rewards for a win" in won


def test_the_turn_of_a_nemesis_is_walked_phase_by_phase(owner: Person, phone: Client) -> None:
    """Pp. 8-11; the two symbols that only nemeses have: p. 13."""
    game = relic_games.move(relic_games.opened(owner), *(TurnEnded(seat) for seat in (3, 4, 5)))
    page = text(phone.get(f"/g/{game.code}/live"))
    assert "enter the inner tier" in page
    assert "first resolve all events" not in page
    assert tap(phone, game, {"kind": "phase", "seat": 1, "phase": "movement"}).status_code == 200
    page = text(phone.get(f"/g/{game.code}/live"))
    assert "You may fight; if you don’t, you draw." in page  # p. 9
    assert tap(phone, game, {"kind": "explored", "seat": 1, "found": "imperium"}).status_code == 200
    page = text(phone.get(f"/g/{game.code}/live"))
    assert "first resolve all events" in page
    assert "nemesis card that you drew" not in page  # that is for who found nothing
    assert "against=agents" in page
    assert "On to: Experience" in page
    again = tap(phone, game, {"kind": "phase", "seat": 1, "phase": "movement"})
    assert "already ended" in text(again)
    for url in ("", "seats/1"):
        reminder = text(phone.get(f"/g/{game.code}/{url}"))
        assert "the infamy symbol is 1 infamy" in reminder, url
    assert "the infamy symbol" not in text(phone.get(f"/g/{game.code}/seats/3"))


def test_another_number_of_nemeses_starts_with_a_reason(phone: Client) -> None:
    """P. 5: unless the scenario sheet says otherwise."""
    sent = {"token": "two-of-four", "players": 4, "nemeses": 2, "seed": ""}
    sent |= {"scenario": "other", "scenario_other": "A sheet of the base game"}
    refused = phone.post("/play?system=relic-nemesis", sent)
    assert refused.status_code == 422
    assert 'name="reason"' in text(refused)
    started = phone.post("/play?system=relic-nemesis", {**sent, "reason": "The sheet says two."})
    assert started.status_code == 302
    assert len(full_setup(Game.objects.get()).nemeses) == 2


def test_everybodys_start_is_entered_on_one_page(owner: Person, phone: Client) -> None:
    game = relic_games.dealt(owner)
    for seat in relic_games.NEMESES:
        relic_games.keep(game, seat, life=None)
    table_open(game=game, person=owner)
    live, start = f"/g/{game.code}/live", f"/g/{game.code}/start"
    assert f'href="{start}#id_life_3"' in text(phone.get(live))
    page = text(phone.get(start))
    assert "Attribute 5" in page  # known from the sheet: it has no field
    assert 'name="attribute_1"' not in page
    sent = {"token": "a-start-01", "seen": 0, "life_1": 6, "life_3": 4, "life_4": 100}
    wrong = phone.post(start, sent)
    assert wrong.status_code == 422
    assert 'value="4"' in text(wrong)  # what was typed stays
    assert relic_games.sequence(game) == 0
    assert phone.post(start, {**sent, "life_4": ""}).status_code == 302
    table = relic_games.table(game)
    assert table.lives == {3: 4}
    assert table.board(1).start_life == 6
    late = phone.post(start, {"token": "a-start-02", "seen": 0, "life_3": 9})
    assert "Enter at least one number" in text(late)  # there is no such field any more
    rest = {"token": "a-start-03", "seen": 1, "life_2": 5, "life_4": 4, "life_5": 4}
    assert phone.post(start, rest).status_code == 302
    page = text(phone.get(live))
    assert "Still to enter from the sheets" not in page
    assert "Kuba: Life 4" in page
    assert phone.get(start).status_code == 302  # nothing is missing


def test_dice_that_explode_have_another_row(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    rows = text(fight(phone, game, "result", n_shown="6", o_shown=""))
    assert 'name="n_shown_2"' in rows
    assert 'name="o_shown_2"' not in rows
    card = text(fight(phone, game, "result", n_shown="", n_card="3"))
    assert 'name="n_shown_1"' not in card.split("<template>")[0]  # the card is the die


def test_agents_fight_as_one(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    none = {"against": "agents", "agents": "3 4", "n_shown": "2", "o_shown": ""}
    assert "against" in text(fight(phone, game, "roll_second", **none))
    won = {"against": "agents", "agents": "3 4", "n_attribute": 9, "n_shown": "5", "o_shown": "1"}
    fight(phone, game, "apply", **won)
    assert relic_games.table(game).board(1).trophies == (3, 4)
    early = tap(phone, game, {"kind": "spent", "seat": 1, "trophies": [3, 4]})
    assert "in its own turn only" in text(early)  # p. 11
    relic_games.move(game, *TO_EXPERIENCE[:-1])
    assert "Trophies: 7 points" in text(phone.get(f"/g/{game.code}/live"))
    early = tap(phone, game, {"kind": "spent", "seat": 1, "trophies": [3, 4]})
    assert "spent in the experience phase" in text(early)
    relic_games.move(game, *TO_EXPERIENCE[-1:])
    tap(phone, game, {"kind": "spent", "seat": 1, "trophies": [3, 4]})
    assert relic_games.table(game).board(1).level == 1


def test_wrong_dice_get_a_sentence_and_change_nothing(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    for wrong, said in (
        ({"n_shown": "6"}, "1 more die is needed"),
        ({"n_shown": "7"}, "A die shows 1 to 6"),
        ({"n_shown": "six"}, "A die shows 1 to 6."),
        ({"o_attribute": ""}, "Please check these entries"),
    ):
        answer = fight(
            phone, game, "apply" if "o_attribute" not in wrong else "roll_second", **wrong
        )
        assert answer.status_code == 422
        assert said in text(answer)
    assert relic_games.sequence(game) == 0


def test_the_duel_of_the_book(owner: Person, phone: Client) -> None:
    game = relic_games.opened(owner)
    sent: dict[str, Any] = {"seen": 0, "token": "a-duel-01", "attribute": "strength"}
    sent |= {"challenger": 3, "defender": 4, "d_assets": "on"}
    sent |= {"c_attribute": 6, "c_support": 3, "c_card": "", "c_dice": 1, "c_shown": "2"}
    sent |= {"d_attribute": 3, "d_support": 4, "d_card": "4", "d_dice": 1, "d_shown": ""}
    shown = text(phone.post(f"/g/{game.code}/duel", tapped({**sent, "do": "result"})))
    assert "Kuba wins" in shown
    assert "Zuza loses 2 life." in shown
    answer = phone.post(f"/g/{game.code}/duel", tapped({**sent, "do": "apply"}))
    assert answer.status_code == 302
    assert "Skill duel: Zuza 11, Kuba 11" in text(phone.get(f"/g/{game.code}/live"))


def test_a_duel_is_offered_in_the_turn_of_a_character_alone(owner: Person, phone: Client) -> None:
    """P. 4: the active player challenges."""
    game = relic_games.opened(owner)
    assert "Skill duel" in text(phone.get(f"/g/{game.code}/live"))
    assert 'name="challenger" value="4"' not in text(phone.get(f"/g/{game.code}/duel"))
    relic_games.move(game, *(TurnEnded(seat) for seat in (3, 4, 5)))
    assert "Skill duel" not in text(phone.get(f"/g/{game.code}/live"))
    assert phone.get(f"/g/{game.code}/duel").status_code == 302


# --- the end ---


def test_a_won_table_fills_the_result_and_then_rests(owner: Person, phone: Client) -> None:
    game = relic_games.move(
        relic_games.opened(owner),
        *(TurnEnded(seat) for seat in (3, 4, 5, 1)),
        Turned(1, Dial.INFAMY, 20),
        TurnEnded(2),
        Turned(1, Dial.INFAMY, 5),
    )
    refused = tap(phone, game, {"kind": "dial", "seat": 2, "dial": "life", "by": -1})
    assert "has 25 infamy and has won" in text(refused)
    assert 'data-ending="decided"' in text(phone.get(f"/g/{game.code}/live"))
    form = text(phone.get(f"/g/{game.code}/result"))
    filled = Sent(form, "/result").fields
    assert (filled["ending"], filled["winners"], filled["infamy_1"]) == ("infamy", "1", "25")
    sent = {"revision": fresh(game).revision, "token": "the-result", "ending": "infamy"}
    sent |= {"winners": "1", "infamy_1": "25", "level_1": "0", "defeats_1": "0"}
    sent |= {name: filled[name] for name in ("curve_1", "curve_2")}
    assert phone.post(f"/g/{game.code}/result", sent).status_code == 302
    play = Play.objects.get(game=game)
    curves = play.tags.filter(kind="curve").order_by("-number").values_list("number", flat=True)
    assert list(curves) == [25, 20, 0, 0]  # the round in which it was won too
    assert list(plays_differences()) == []
    page = text(phone.get(f"/g/{game.code}/"))
    for said in ("ending--win", 'class="ending__winner"', "25 infamy", "Infamy round by round"):
        assert said in page
    for _copy in range(2):  # a share of fewer than three games is not drawn
        bring_game_in(export_json(game), owner)
    counted = text(phone.get("/log/statistics"))
    for title in ("By role", "By nemesis", "Nemeses by scenario", "Mean infamy round by round"):
        assert title in counted
    assert "0 of 3" in counted  # characters, by game
    assert "0 of 9" not in counted
    for page in ("live", "battle", "duel", "defeat/1"):
        assert phone.get(f"/g/{game.code}/{page}").status_code == 302


def test_a_set_up_that_is_being_played_stays_until_its_moves_go(
    owner: Person, phone: Client
) -> None:
    game = relic_games.under_way(owner)
    sent = {"revision": fresh(game).revision, "token": "fewer-players", "players": 3}
    sent |= {"scenario": "none", "nemeses": "book", "seed": "5", "language": "en"}
    sent |= {"wish_1": "character", "wish_2": "character", "wish_3": "nemesis"}
    answer = phone.post(f"/g/{game.code}/change", sent)
    assert answer.status_code == 422
    assert "is being played live with a different set-up" in text(answer)


def test_a_smaller_set_up_than_the_table_still_answers(owner: Person, phone: Client) -> None:
    game = relic_games.under_way(owner)
    small = relic_games.dealt(owner)
    places = full_facts(small).planned.choices.places[:3]
    game_change(
        game=small,
        revision=small.revision,
        person=owner,
        choices=Choices((places[0], places[2], SeatChoice()), nemeses=1),
    )
    row = game.facts.get(kind="planned", withdrawn=None)
    row.payload = small.facts.get(kind="planned", withdrawn=None).payload
    row.save()
    Game.objects.filter(pk=game.pk).update(stamp="another-stamp")
    for page in ("", "live", "battle", "duel", "defeat/2", "result"):
        assert phone.get(f"/g/{game.code}/{page}").status_code == 200, page


# --- the command ---


def test_the_sheet_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["sheet", "--system", "relic-nemesis", "--players", "5", "--seed", "5"]
    call_command(*asked, "--scenario", "master-collector", "--format", "json")
    sheet = json.loads(capsys.readouterr().out)
    assert sheet["players"] == 5
    assert len(sheet["roles"]["characters"]) == 3
    for nemesis in sheet["roles"]["nemeses"]:
        assert len(nemesis["dealt"]) == 2
        assert all(sheet["name"] for sheet in nemesis["dealt"])
        assert (nemesis["colour"] in ("black", "red"), nemesis["infamy"]) == (True, 0)
    assert all(step["text"] for step in sheet["steps"])
    call_command(*asked)
    assert "infamy to 0" in capsys.readouterr().out
    with pytest.raises(CommandError, match=r"scenario\.even_players: .*even number"):
        call_command(*asked, "--scenario", "dark-alliance")


def test_roles_that_stay_while_sheets_are_dealt_again_are_no_wishes(
    owner: Person, phone: Client
) -> None:
    open_seats = Choices(tuple(SeatChoice() for _seat in range(5)))
    game = game_start(person=owner, system=SLUG, choices=open_seats, seed="5")
    nemeses = full_setup(game).nemeses
    for _time in range(3):
        page = Sent(phone.get(f"/g/{game.code}/").content.decode(), "/roll").fields
        phone.post(f"/g/{game.code}/roll", {**page, "keep_roles": "on"})
        game = fresh(game)
        assert full_setup(game).nemeses == nemeses
    phone.post(f"/g/{game.code}/again", {"token": "again-and-again"})
    again = Game.objects.exclude(pk=game.pk).get()
    assert {place.wanted for place in full_facts(again).planned.choices.places} == {None}


def test_nobody_draws_lots_where_everybody_has_chosen_a_role(owner: Person, phone: Client) -> None:
    page = text(phone.get(f"/g/{relic_games.dealt(owner).code}/"))
    assert "Deal the sheets again" in page
    assert "Re-roll the nemeses" not in page


def test_once_all_is_revealed_no_history_says_that_sheets_were_dealt_again(
    owner: Person, phone: Client
) -> None:
    game = relic_games.dealt(owner)
    for seat in relic_games.NEMESES:
        relic_games.keep(game, seat)
    page = text(phone.get(f"/g/{game.code}/"))
    assert "Jan has chosen a sheet." in page
    assert "dealt again to" not in page


def test_nobody_hands_their_own_phone_to_themselves(owner: Person, phone: Client) -> None:
    game = relic_games.held(relic_games.dealt(owner))  # both nemeses on one phone
    assert "Hand the phone to" in text(phone.get(f"/g/{game.code}/deal/2"))
    seat_leave(game=game, number=1, person=owner)
    assert "Hand the phone to" not in text(phone.get(f"/g/{game.code}/deal/2"))
    assert ">Jan</span>" in text(phone.get(f"/g/{game.code}/")), "the line-up names players"

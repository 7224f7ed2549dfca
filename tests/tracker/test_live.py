"""The live page: every move a form, answers for scripts, and the result form filled in."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Game, LiveMove, LiveTable, Person, Role, TokenBucket
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.legacy.facts import BasicJoined
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter, Evolve
from campaign.rules.aeons_end.live.turns import Act, DrawTurn
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.turn_order import NEMESIS, TurnCard, TurnKind
from campaign.rules.core.live import Move, Undo, payload_of
from campaign.selectors import live as selectors
from campaign.selectors.campaigns import campaign_state
from campaign.selectors.games import sheet_for
from campaign.services.live import move_make, table_open
from campaign.services.seats import seat_take
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.ashes import duels
from tests.tracker.relic_nemesis import relic_games
from tracker.faces.live import edges
from tracker.forms.nested import fields_on_page
from tracker.people.limits import MOVES

pytestmark = pytest.mark.django_db

HURT = {"kind": "dial", "whose": "gravehold", "by": -3}


def url_of(game: Game, page: str = "") -> str:
    return f"/g/{game.code}/live{page}"


def opened(**more: Any) -> tuple[Game, Client]:
    game = one_offs.game(**more)
    table_open(game=game, person=game.owner)
    return game, one_offs.owner(game)


def play(game: Game, *moves: Move) -> None:
    for move in moves:
        seen = LiveTable.objects.get(game=game).sequence
        move_make(game=game, person=game.owner, move=move, seen=seen)


def post(client: Client, game: Game, move: Any, *, script: bool = True, **more: Any) -> Any:
    headers = {"Accept": "application/json"} if script else {}
    data = {"move": json.dumps(move), "token": "phone-12", **more}
    return client.post(url_of(game, "/move"), data, headers=headers)


@pytest.mark.parametrize("token", ["", "short", "x" * 41])
def test_a_move_without_a_token_of_its_own_is_refused(token: str) -> None:
    game, client = opened()
    assert post(client, game, HURT, token=token).status_code == 409
    assert not LiveMove.objects.exists()


def test_who_may_look_and_who_may_move() -> None:
    game, _client = opened()
    looks = {"stranger": 404, "anonymous": 404, "reader": 200, "player": 200, "keeper": 200}
    assert one_offs.status_by_role(game, url_of(game)) == {**looks, "owner": 200}
    shared = Game.objects.get(pk=game.pk).shared_with
    assert shared is not None
    reader = factories.person("Rita")
    factories.join(shared, reader, Role.READER)
    page = clients.client_of(reader).get(url_of(game)).content.decode()
    assert 'name="move"' not in page
    assert post(clients.client_of(reader), game, HURT).status_code == 403
    assert not LiveMove.objects.exists()


def test_a_game_is_started_from_its_page() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    assert url_of(game) in client.get(f"/g/{game.code}/").content.decode()
    assert "live/open" in client.get(url_of(game)).content.decode()
    answer = client.post(url_of(game, "/open"))
    assert (answer.status_code, answer["Location"]) == (302, url_of(game))
    assert LiveTable.objects.get().game == game


def test_a_table_that_was_left_closes_after_a_night_and_says_so() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    assert "Live now" in client.get(f"/g/{game.code}/").content.decode()
    long_ago = timezone.now() - timedelta(days=160)
    LiveTable.objects.update(opened_at=long_ago)
    assert "Live now" in client.get(f"/g/{game.code}/").content.decode(), "a move was made since"
    LiveMove.objects.update(at=long_ago)
    assert "Live now" not in client.get(f"/g/{game.code}/").content.decode()
    page = client.get(url_of(game)).content.decode()
    assert "data-live" not in page
    assert "Nobody has made a move since" in page
    going_on = client.post(url_of(game, "/open"))
    assert "data-live" in client.get(going_on["Location"]).content.decode()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    assert "data-live" in client.get(url_of(game)).content.decode()


def test_a_campaign_does_not_call_to_a_table_that_was_left() -> None:
    campaign = factories.planned_campaign()
    game = factories.game_of_campaign(campaign, 1)
    table_open(game=game, person=None)
    assert selectors.planned_game_of(campaign) == selectors.PlannedGame(game, is_live=True)
    LiveTable.objects.update(opened_at=timezone.now() - timedelta(days=2))
    assert selectors.planned_game_of(campaign) == selectors.PlannedGame(game, is_live=False)


def test_every_answer_has_the_time_of_the_server() -> None:
    game, client = opened()
    state = client.get(url_of(game, "/state")).json()
    assert abs(state["now"] - time.time()) < 60


def test_a_campaigns_game_is_played_live_too() -> None:
    campaign = factories.planned_campaign(mages=4)
    table_open(game=factories.game_of_campaign(campaign, 1), person=None)
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    page = clients.client_of(keeper).get(f"{game_at(campaign, 1)}live").content.decode()
    assert page.count("data-seat=") == 4
    assert f"/c/{campaign.code}/complete?what=nemesis-card&amp;q=" in page


def test_cards_evolve_only_once_the_section_about_it_has_come() -> None:
    # Section S comes at the start of chapter 2 (Legacy p. 18).
    for chapters, evolves in ((0, False), (1, True)):
        campaign = factories.played_through(chapters, mages=2)
        factories.plan(campaign)
        number = chapters + 1
        table_open(game=factories.game_of_campaign(campaign, number), person=None)
        keeper = factories.keeper_of(campaign)
        assert keeper is not None
        url = f"{game_at(campaign, number)}live"
        play(factories.game_of_campaign(campaign, number), Enter(NemesisKind.POWER, "Grim Hex", 2))
        page = clients.client_of(keeper).get(url).content.decode()
        assert ("evolve" in page) is evolves
        # By one tap on the card that lies on the table.
        assert ('data-fills="Grim Hex"' in page) is evolves


def test_without_scripts_a_move_leads_back_to_the_page() -> None:
    game, client = opened()
    answer = post(client, game, HURT, script=False)
    assert (answer.status_code, answer["Location"]) == (302, url_of(game))
    assert ">27<" in client.get(url_of(game)).content.decode()


def test_a_device_can_stand_in_the_middle_of_the_table_without_scripts_too() -> None:
    game, client = opened(mages=4)
    shown = client.get(url_of(game), {"look": "table"}).content.decode()
    assert 'data-look="table"' in shown
    assert re.findall(r'data-edge="(\w+)"', shown) == ["bottom", "left", "top", "right"]
    assert post(client, game, HURT, script=False, look="table").url == f"{url_of(game)}?look=table"
    assert 'data-look="phone"' in client.get(url_of(game), {"look": "ceiling"}).content.decode()


@pytest.mark.parametrize(
    ("seats", "at"),
    [
        (1, "bottom"),
        (2, "bottom top"),
        (3, "bottom left right"),
        (4, "bottom left top right"),
        (5, "bottom bottom left top right"),
        (6, "bottom bottom left top top right"),
    ],
)
def test_everybody_sits_at_an_edge(seats: int, at: str) -> None:
    assert " ".join(edges(seats)) == at


@pytest.mark.parametrize(
    ("whose", "times", "ending"), [(Whose.NEMESIS, 3, "win"), (Whose.GRAVEHOLD, 1, "loss")]
)
def test_a_decided_game_becomes_its_ending_on_every_phone_and_undo_brings_the_table_back(
    whose: Whose, times: int, ending: str
) -> None:
    game, client = opened()
    play(game, *[Dial(whose, -30)] * times)
    watcher = clients.member(one_offs.shared(game), Role.READER)
    phones = [phone.get(url_of(game)).content.decode() for phone in (client, watcher)]
    for shown in phones:
        assert f'data-ending="{ending}"' in shown
        assert all(mage.name in shown for mage in sheet_for(game).body.mages)
    assert ["Not over yet: go back" in shown for shown in phones] == [True, False]
    back = Undo(LiveTable.objects.get(game=game).sequence)
    answer = post(client, game, payload_of(back), seen=back.of).json()
    assert answer["parts"]["end"] == ""


def test_what_is_typed_beside_a_move_counts() -> None:
    game, client = opened()
    typed: dict[str, Any] = {"with_by": "−7", "seen": "0"}
    assert post(client, game, {"kind": "life", "seat": 1, "by": 0}, **typed).status_code == 200
    typed = {"with_tokens": "5", "with_name": " Catacomb  Drone ", "seen": "1", "token": "phone-13"}
    post(client, game, {"kind": "enter", "card": "minion"}, **typed)
    assert [move.payload for move in LiveMove.objects.all()] == [
        payload_of(Life(1, -7)),
        payload_of(Enter(NemesisKind.MINION, "Catacomb Drone", 5)),
    ]


def test_a_part_with_nothing_in_it_is_empty_and_leaves_its_place_to_the_others() -> None:
    game, client = opened()
    nothing = '<div class="live__part live__part--cards" data-part="cards"></div>'
    assert nothing in client.get(url_of(game)).content.decode(), "`:empty` in live.css"
    play(game, Enter(NemesisKind.MINION, "Catacomb Drone", 5))
    assert nothing not in client.get(url_of(game)).content.decode()


def test_a_script_gets_what_changed_and_nothing_else() -> None:
    game, client = opened(mages=4)
    answer = post(client, game, HURT, seen="0")
    assert answer.json()["sequence"] == 1
    assert set(answer.json()["parts"]) == {"dials", "last"}
    assert len(answer.content) <= 3600
    again = post(client, game, HURT, seen="0")
    assert (again.status_code, again.json()["sequence"]) == (200, 1), "sent again, it counts once"


def test_whatever_is_done_the_answer_is_small() -> None:
    game, client = opened(mages=4)
    enter = {"kind": "enter", "card": "minion", "name": "Catacomb Drone", "tokens": 5}
    power = {"kind": "enter", "card": "power", "name": "Planar Collision", "tokens": 1}
    sent: list[dict[str, Any]] = [enter, power, enter, power, HURT, {"kind": "draw"}]
    sent += [{"kind": "life", "seat": 1, "by": -12}, {"kind": "pile", "place": 1, "by": -1}]
    sent += [{"kind": "breach", "seat": 2, "number": "IV", "act": "focus"}]  # closed on every mat
    sent += [{"kind": "look"}, {"kind": "clock", "runs": False}]
    sizes = {}
    for seen, move in enumerate(sent):
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip"}
        data = {"move": json.dumps(move), "seen": seen, "token": f"a-phone-{seen}"}
        answer = client.post(url_of(game, "/move"), data, headers=headers)
        assert answer.status_code == 200, answer.content
        sizes[f"{seen} {move['kind']}"] = len(answer.content)
    assert max(sizes.values()) <= 3600, sizes


def test_the_clock_can_be_paused() -> None:
    game, client = opened()
    shown = [client.get(url_of(game)).content.decode()]
    for token, runs in (("one-12345", False), ("two-12345", True)):
        clock = {"kind": "clock", "runs": runs}
        assert post(client, game, clock, seen=str(len(shown) - 1), token=token).status_code == 200
        shown.append(client.get(url_of(game)).content.decode())
    labels = ["Pause the clock", "Start the clock", "Pause the clock"]
    assert all(f'aria-label="{label}"' in page for label, page in zip(labels, shown, strict=True))


def test_a_dial_goes_above_where_it_began_only_when_told_to() -> None:
    game, client = opened()
    more = {"kind": "dial", "whose": "gravehold", "by": 0}
    post(client, game, more, with_by="2", token="one-12345")
    assert ">30<" in client.get(url_of(game)).content.decode()
    post(client, game, more, with_by="2", with_beyond="on", token="two-12345")
    assert ">32<" in client.get(url_of(game)).content.decode()


def test_a_nemesis_card_is_completed_from_three_letters() -> None:
    game, client = opened()
    url = f"/g/{game.code}/complete"
    assert f'data-complete="{url}?q="' in client.get(url_of(game)).content.decode()
    names = client.get(url, {"q": "deep ab"}).content.decode().strip()
    assert names == '<option value="Deep Abomination"></option>'
    assert client.get(url, {"q": "de"}).content.decode().strip() == ""


def test_the_names_that_a_group_has_typed_are_offered_to_it_alone() -> None:
    game, client = opened()
    play(game, Enter(NemesisKind.MINION, "Grey Claw", 5))
    again = one_offs.game(game.owner)
    table_open(game=again, person=game.owner)
    offered = '<option value="Grey Claw"></option>'
    assert offered in client.get(url_of(again)).content.decode()
    other, stranger = opened()
    assert offered not in stranger.get(url_of(other)).content.decode()


def test_what_the_owner_typed_in_other_games_is_offered_to_nobody_else() -> None:
    game, _client = opened()
    play(game, Enter(NemesisKind.MINION, "Grey Claw", 5))
    again = one_offs.game(game.owner)
    table_open(game=again, person=game.owner)
    play(again, Enter(NemesisKind.MINION, "Red Claw", 5))
    ewa = factories.person("Ewa")
    seat_take(game=again, key=again.invite_key, number=1, person=ewa, name="Ewa")
    shown = clients.client_of(ewa).get(url_of(again)).content.decode()
    assert '<option value="Red Claw"></option>' in shown
    assert '<option value="Grey Claw"></option>' not in shown


def test_who_was_overtaken_hears_which_move_came_first() -> None:
    game, client = opened()
    play(game, DrawTurn(NEMESIS), Life(1, -1))
    answer = post(client, game, {"kind": "draw"}, seen="0")
    assert answer.status_code == 409
    assert answer.json()["refused"] == "Done already: Drawn: Nemesis."
    assert "turn" in answer.json()["parts"]
    other = factories.person("Marek")
    seat_take(game=game, key=game.invite_key, person=other, number=2, name="Marek")
    (said,) = together(clients.client_of(other), game, ({"kind": "draw", "on": 0}, "phone-2-a"))
    assert said["refused"] == "Zuza was faster: Drawn: Nemesis."


def together(client: Client, game: Game, *moves: tuple[Any, str], **more: Any) -> Any:
    """Send moves in one request; return the answer to each."""
    sent = [{"move": json.dumps(move), "token": token, "seen": "0"} for move, token in moves]
    headers = {"Accept": "application/json"}
    data = {"moves": json.dumps(sent), **more}
    answer = client.post(url_of(game, "/move"), data, headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()["answers"]


def test_moves_that_are_sent_together_are_answered_one_by_one() -> None:
    game, client = opened()
    draw, late = {"kind": "draw", "on": 0}, {"kind": "draw", "on": 0}
    moves = (HURT, "phone-12"), (draw, "phone-13"), (late, "phone-14"), ("?", "phone-15")
    first = together(client, game, *moves, (HURT, "phone-16"))
    assert [answer.get("sequence") for answer in first] == [None, 1, 2, None, 3]
    assert [answer["token"][-1] for answer in first] == ["5", "2", "3", "4", "6"]
    assert all(answer["refused"] for answer in first if "sequence" not in answer)
    kinds = ["dial", "draw", "dial"]
    assert list(LiveMove.objects.values_list("kind", flat=True)) == kinds
    # Its answer was lost: sent again, each counts as it did, and what came after it counts now.
    again = together(client, game, *moves, (HURT, "phone-16"), (HURT, "phone-17"))
    assert [answer.get("sequence") for answer in again] == [None, 1, 2, None, 3, 4]
    assert LiveMove.objects.count() == 4


def test_a_token_that_is_sent_twice_in_one_request_counts_once() -> None:
    game, client = opened()
    answers = together(client, game, (HURT, "phone-12"), (HURT, "phone-12"))
    assert answers == [{"token": "phone-12", "sequence": 1}]
    assert LiveMove.objects.count() == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", "[1]", '[{"move": 1}]', "[" * 99, "[{}," * 30])
def test_bad_moves_together_are_refused(text: str) -> None:
    game, client = opened()
    headers = {"Accept": "application/json"}
    answer = client.post(url_of(game, "/move"), {"moves": text}, headers=headers)
    assert (answer.status_code, "Unknown move" in answer.json()["refused"]) == (409, True)


def test_the_rate_limit_counts_every_move_of_a_request(settings: Any) -> None:
    settings.RATE_LIMITS = True
    game, client = opened()
    moves = [({"kind": "dial", "whose": "gravehold", "by": 0}, f"phone-{n:03}") for n in range(20)]
    assert len(together(client, game, *moves)) == 20
    bucket = TokenBucket.objects.get()
    spent = bucket.full_at - time.time() * 1000
    assert 19 < spent / (MOVES.period.total_seconds() * 1000 / MOVES.capacity) <= 20


@pytest.mark.parametrize(
    "move",
    [
        "",
        "[]",
        "{",
        "null",
        '{"kind":"nothing"}',
        '{"kind":"dial","whose":"gravehold","by":"x"}',
        '{"kind":"dial","whose":"gravehold","by":999}',
        '{"kind":"life","seat":9,"by":1}',
        '{"kind":"life","seat":3,"by":-1}',
        '{"kind":"undo","of":7}',
        "[" * 1000,
        '{"kind":"evolve","name":"' + "x" * 101 + '"}',
    ],
)
def test_a_bad_move_is_refused_in_words_and_changes_nothing(move: str) -> None:
    game, client = opened()
    headers = {"Accept": "application/json"}
    data = {"move": move, "seen": "0", "with_by": ""}
    answer = client.post(url_of(game, "/move"), data, headers=headers)
    assert answer.status_code == 409
    assert answer.json()["refused"].endswith(".")
    assert not LiveMove.objects.exists()


def test_who_was_away_gets_what_is_different() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1), Life(1, -2))
    state = client.get(url_of(game, "/state"), {"seen": "1"}).json()
    # Whoever has the lowest life is another one now.
    assert (state["sequence"], set(state["parts"])) == (2, {"mage-1", "who", "last"})
    play(game, Undo(2))
    assert len(client.get(url_of(game, "/state"), {"seen": "2"}).json()["parts"]) > 4


def test_the_log_shows_who_did_what_and_undoes_the_last() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1), Life(1, -2), Undo(2))
    page = client.get(url_of(game, "/log")).content.decode()
    assert "Undid: " in page
    assert "−2 (8)" in page.partition("Undid: ")[2].partition("<")[0], "which move it was"
    assert "Undid: " in client.get(url_of(game)).content.decode()
    assert "<s>" in page
    assert unescape(page).count('"kind":"undo","of":1') == 1
    moves = client.get(url_of(game, "/moves.json")).json()["moves"]
    assert [move["move"]["kind"] for move in moves] == ["dial", "life", "undo"]


def test_the_result_form_is_filled_in_and_its_result_closes_the_table() -> None:
    game, client = opened()
    play(game, DrawTurn(NEMESIS), Life(1, -3), Life(2, -10), Dial(Whose.NEMESIS, -70))
    form = fields_on_page(client.get(f"/g/{game.code}/result").context["form"])
    shown = {name: form[name].value() for name in ("result", "nemesis_life", "life_1", "life_2")}
    assert shown == {"result": "win", "nemesis_life": 0, "life_1": 7, "life_2": 0}
    assert form["ending_win"].value() == "nemesis_defeated"
    assert form["rounds"].value() == 1
    assert form["exhausted_2"].value() is True
    one_offs.record(game)
    assert client.get(url_of(game)).status_code == 302
    assert post(client, game, HURT).status_code == 409
    assert client.get(url_of(game, "/state")).json() == {"over": f"/g/{game.code}/"}


def result_sent(page: Any, **entered: str) -> dict[str, Any]:
    """Return what a browser sends of a result form that is filled in by the table."""
    shown = {name: field.value() for name, field in fields_on_page(page.context["form"]).items()}
    sent = {name: value for name, value in shown.items() if value not in (None, "", [], False)}
    said = page.context["meanwhile"].said
    return {**sent, "live_said": said, "live_seen": "1", "played_on": "2026-11-01", **entered}


def saved_dials(game: Game) -> tuple[int, int]:
    payload = game.facts.get(kind="played").payload["result"]
    return payload["gravehold_life"], payload["nemesis_life"]


WON = {"result": "win", "ending_win": "nemesis_defeated"}


def test_a_result_saves_what_the_table_says_at_that_moment() -> None:
    game, client = opened(choices=replace(open_choices(2), nemesis="umbra-titan"))
    play(game, Dial(Whose.GRAVEHOLD, -1))
    url = f"/g/{game.code}/result"
    form = client.get(url)
    assert form.context["meanwhile"].moves == ()
    play(game, Dial(Whose.GRAVEHOLD, -12), Dial(Whose.NEMESIS, -70))
    polled = client.get(url, {"live": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert "Gravehold −12 (17)" in polled
    assert "&quot;gravehold_life&quot;: &quot;17&quot;" in polled
    answer = client.post(url, result_sent(form, result="win"))
    assert answer.status_code == 302, "nobody entered anything else"
    assert saved_dials(game) == (17, 0)
    last = client.get(url, {"live": "2"})
    assert last.status_code == 286, "nothing more is asked for"
    assert "The result was entered meanwhile." in last.content.decode()


def test_what_was_typed_on_purpose_is_asked_about_if_the_table_moves_on() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    url = f"/g/{game.code}/result"
    form = client.get(url)
    sent = result_sent(form, **WON, gravehold_life="12")
    play(game, Dial(Whose.GRAVEHOLD, -4))
    answer = client.post(url, sent)
    page = unescape(answer.content.decode())
    assert answer.status_code == 409
    assert "Gravehold: the live game says 25, you entered 12" in page
    assert not game.facts.filter(kind="played").exists()
    again = {**sent, **renewed(answer), "live_said": answer.context["meanwhile"].said}
    assert client.post(url, again).status_code == 302, "asked once, it is meant so"
    assert saved_dials(game)[0] == 12


def test_what_was_typed_is_kept_if_the_table_says_the_same_as_before() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    url = f"/g/{game.code}/result"
    form = client.get(url)
    play(game, Life(1, -2))
    answer = client.post(url, result_sent(form, **WON, gravehold_life="12"))
    assert answer.status_code == 302
    assert saved_dials(game)[0] == 12
    assert game.facts.get(kind="played").payload["result"]["lives"][0] == 8


@pytest.mark.parametrize("said", ["", "[]", "{", "1", '{"result": 1}', "[" * 5000])
def test_a_form_that_does_not_say_what_the_table_said_is_saved_as_sent(said: str) -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    url = f"/g/{game.code}/result"
    form = client.get(url)
    play(game, Dial(Whose.GRAVEHOLD, -4))
    answer = client.post(url, {**result_sent(form, result="loss"), "live_said": said})
    assert answer.status_code == (409 if said == '{"result": 1}' else 302)


def test_an_ending_at_zero_sets_the_dial_to_zero_unless_somebody_typed_another() -> None:
    game, client = opened(choices=replace(open_choices(2), nemesis="umbra-titan"))
    url = f"/g/{game.code}/result"
    play(game, Dial(Whose.NEMESIS, -20))
    form = client.get(url)
    assert client.post(url, result_sent(form, **WON, nemesis_life="7")).status_code == 422
    assert client.post(url, result_sent(form, **WON)).status_code == 302
    assert saved_dials(game) == (30, 0)


def test_if_every_mage_is_exhausted_nobody_marks_them_one_by_one() -> None:
    game, client = opened()
    play(game, Life(1, -10))
    url = f"/g/{game.code}/result"
    form = client.get(url)
    lost = {"result": "loss", "ending_loss": "mages_exhausted"}
    assert client.post(url, result_sent(form, **lost, life_2="3")).status_code == 422
    assert client.post(url, result_sent(form, **lost)).status_code == 302
    assert game.facts.get(kind="played").payload["result"]["exhausted"] == [1, 2]


def test_a_result_form_asks_no_more_once_the_moves_are_deleted() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    poll_url = client.get(f"/g/{game.code}/result").context["meanwhile"].poll_url
    client.post(url_of(game, "/clear"))
    polled = client.get(poll_url)
    assert polled.status_code == 286
    assert not polled.content.strip()


def test_a_result_form_that_shows_every_move_is_left_alone() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    poll_url = client.get(f"/g/{game.code}/result").context["meanwhile"].poll_url
    assert client.get(poll_url).status_code == 204
    play(game, Dial(Whose.GRAVEHOLD, -4))
    assert "Gravehold −4 (25)" in client.get(poll_url).content.decode()


def renewed(answer: Any) -> dict[str, Any]:
    """Return what a form that was refused has to be sent again with."""
    return {name: answer.context["form"][name].value() for name in ("revision", "token")}


@pytest.mark.parametrize(("minutes", "shown"), [(0, None), (95, 95), (24 * 60 + 5, None)])
def test_a_result_takes_its_minutes_from_the_clock_if_a_game_can_last_so_long(
    minutes: int, shown: int | None
) -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    began = timezone.now() - timedelta(minutes=minutes)
    LiveTable.objects.filter(game=game).update(opened_at=began)
    form = client.get(f"/g/{game.code}/result").context["form"]
    assert form["minutes"].value() == shown


def test_afterwards_the_page_shows_the_evening_turn_by_turn() -> None:
    game, client = opened()
    one = TurnCard(TurnKind.MAGE, (1,))
    play(game, DrawTurn(one), Dial(Whose.GRAVEHOLD, -4), DrawTurn(NEMESIS), Life(2, -10))
    assert "course" not in client.get(f"/g/{game.code}/").content.decode()
    one_offs.record(game)
    page = client.get(f"/g/{game.code}/").content.decode()
    assert '<polyline class="course__a" points="8,14 180,27 352,27"/>' in page
    assert page.count("course__fall") == 1
    assert url_of(game, "/log") in page


def test_a_finished_game_has_a_replay_to_send_and_a_running_one_has_none() -> None:
    game, client = opened(mages=4)
    play(game, *[Dial(Whose.GRAVEHOLD, by) for by in (-2, 1) * 45], Life(1, -4))
    replay = url_of(game, "/replay.svg")
    assert client.get(replay)["Location"] == f"/g/{game.code}/"
    one_offs.record(game)
    answer = client.get(replay)
    assert answer["Content-Type"] == "image/svg+xml"
    assert len(answer.content) < 100_000
    drawn = ET.fromstring(answer.content)
    svg = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{svg}polyline")) == 6
    numbers = drawn.findall(f"{svg}g[1]/{svg}text")
    assert [text.text.strip() for text in numbers if text.get("opacity") == "1"] == ["1"]
    seconds = {float(moves.get("dur", "")[:-1]) for moves in drawn.iter(f"{svg}animate")}
    assert max(seconds) <= 60
    assert {"style", "script"}.isdisjoint(each.tag.removeprefix(svg) for each in drawn.iter())
    assert replay in client.get(f"/g/{game.code}/").content.decode()
    assert clients.stranger().get(replay).status_code == 404


def test_a_card_that_evolved_waits_in_the_aftermath() -> None:
    campaign = factories.third_chapter()
    number = factories.last_game(campaign)
    game = factories.game_of_campaign(campaign, number)
    card = campaign_state(campaign).pool[0]
    table_open(game=game, person=None)
    play(game, Evolve(card.name.upper(), transformed=True))
    factories.record_win(campaign)
    url = f"{game_at(campaign, number)}aftermath/evolution"
    answer = clients.keeper(campaign).get(url)
    form = answer.context["form"]
    assert (form["card"].value(), form["happened"].value()) == (card.key, "transformed")
    assert card.name.upper() in answer.content.decode()


def test_cards_noted_during_the_game_are_saved_by_one_tap() -> None:
    campaign = factories.third_chapter()
    number = factories.last_game(campaign)
    game = factories.game_of_campaign(campaign, number)
    one, two, *_others = campaign_state(campaign).pool
    table_open(game=game, person=None)
    # The first has its sticker already, and no space for another.
    play(game, Evolve(one.name, transformed=True, text="Grey Talon"))
    play(game, Evolve(two.name, text="Two more damage"))
    factories.record_win(campaign)
    client, url = clients.keeper(campaign), f"{game_at(campaign, number)}aftermath/evolution"
    noted = client.get(url).context["noted"]
    sent = {name: noted[name].value() for name in ("revision", "token")}
    answer = client.post(url, {**sent, "noted": "1"})
    assert answer.status_code == 302, answer.context["noted"].refused
    assert answer["Location"] == url.replace("evolution", "seals"), "what is open next"
    campaign.refresh_from_db()
    pool = {card.name: card for card in campaign_state(campaign).pool}
    assert one.name not in pool
    assert "Grey Talon" in pool
    page = client.get(url.removesuffix("/evolution")).content.decode()
    assert "Two more damage" in page
    assert client.post(url, {**sent, "noted": "1"}).status_code == 302, "sent twice, saved once"


def test_the_one_tap_asks_for_sticker_spaces_that_nobody_has_counted() -> None:
    campaign, number = factories.played_through(1), 2
    factories.plan(campaign)
    card = PoolCard("~hex", "Hex", 1, NemesisKind.ATTACK)
    factories.record(campaign, BasicJoined(card))
    game = factories.game_of_campaign(campaign, number)
    table_open(game=game, person=None)
    play(game, Evolve(card.name, text="Two more damage"))
    factories.record_win(campaign)
    client, url = clients.keeper(campaign), f"{game_at(campaign, number)}aftermath/evolution"
    noted = client.get(url).context["noted"]
    (row,) = noted.marked
    sent = {name: noted[name].value() for name in ("revision", "token")} | {"noted": "1"}
    assert "Enter the number of sticker spaces" in client.post(url, sent).content.decode()
    assert client.post(url, {**sent, row["spaces"].html_name: "2"}).status_code == 302
    campaign.refresh_from_db()
    pool = {held.key: held for held in campaign_state(campaign).pool}
    assert (pool[card.key].spaces, pool[card.key].stickers) == (2, ("Two more damage",))


def test_every_kind_of_card_can_be_entered_from_the_deck_or_not() -> None:
    game, client = opened()
    page = unescape(client.get(url_of(game)).content.decode())
    for card in (
        {"kind": "enter", "card": "attack"},
        {"kind": "enter", "card": "power", "drawn": False},
        {"kind": "enter", "card": "minion", "drawn": False},
    ):
        assert f"value='{json.dumps(card, separators=(',', ':'))}'" in page
    # An attack has no tokens to type.
    assert post(client, game, {"kind": "enter", "card": "attack"}, seen=0).status_code == 200


@pytest.mark.parametrize("start", [one_offs.game, duels.under_way, relic_games.under_way])
def test_players_write_a_line_into_the_log_of_any_game(start: Callable[[Person], Game]) -> None:
    owner = factories.person("Zuza")
    game = start(owner)
    table_open(game=game, person=owner)
    client = clients.client_of(owner)
    remark = {"kind": "remark"}
    assert 'value=\'{"kind":"remark"}\'' in unescape(client.get(url_of(game)).content.decode())
    assert post(client, game, remark, with_text="The gate creaks.").status_code == 200
    assert "Note: The gate creaks." in client.get(url_of(game, "/log")).content.decode()
    assert post(client, game, remark, token="phone-13", with_text=" ").json()["refused"]
    assert LiveMove.objects.filter(table__game=game, kind="remark").count() == 1


def test_the_moves_can_be_thrown_away() -> None:
    game, client = opened()
    play(game, Dial(Whose.GRAVEHOLD, -1))
    assert client.post(url_of(game, "/clear")).status_code == 302
    assert not LiveTable.objects.exists()


def test_the_last_card_of_the_nemesis_deck_and_of_the_support_deck_say_what_follows() -> None:
    game, client = opened()
    play(game, Enter(NemesisKind.MINION, tokens=5))
    deck = LiveTable.objects.get(game=game).start["deck"]
    play(game, *[Enter(NemesisKind.ATTACK)] * (sum(deck) - 1))
    assert "Its deck is empty: once none" in client.get(url_of(game)).content.decode()
    campaign = factories.planned_campaign()
    first = factories.game_of_campaign(campaign, 1)
    table_open(game=first, person=None)
    address = f"{game_at(campaign, 1)}live"
    keeper = clients.keeper(campaign)
    assert "last support card" not in keeper.get(address).content.decode()
    play(first, Dial(Whose.GRAVEHOLD, -99))
    said = "Resolve the last support card if you can, then read L03, win or lose."
    assert said in keeper.get(address).content.decode()


@pytest.mark.parametrize("language", ["pl", "fr", "de"])
def test_a_whole_turn_reads_well_in_every_language(language: str) -> None:
    game, client = opened(mages=3)
    wild = TurnCard(TurnKind.WILD, (1, 2, 3))
    play(game, DrawTurn(wild), Act(2), Enter(NemesisKind.POWER, tokens=1), DrawTurn(NEMESIS))
    headers = {"Accept-Language": language}
    page = client.get(url_of(game), headers=headers).content.decode()
    for english in ("Draw", "Undo", "Round", "left", "Move log"):
        assert f">{english}<" not in page

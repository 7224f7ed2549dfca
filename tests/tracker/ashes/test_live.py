"""A live duel on phones: its page, its moves, and what the result form begins with."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaign.models import Game
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import decks, duels

pytestmark = pytest.mark.django_db


class Phone:
    """Somebody's phone at a live duel."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.client: Client = clients.client_of(game.owner)
        self.client.post(f"/g/{game.code}/live/open")
        self.made = 0

    def tap(self, *, seen: int | None = None, **move: Any) -> Any:
        """Make a move as a script does; by default the phone has seen all."""
        sent = {"move": json.dumps(move), "token": f"tapped-{self.made}", "seen": seen or self.made}
        url, headers = f"/g/{self.game.code}/live/move", {"Accept": "application/json"}
        answer = self.client.post(url, sent, headers=headers)
        self.made += answer.status_code == 200
        return answer

    def page(self, name: str = "live") -> str:
        return str(self.client.get(f"/g/{self.game.code}/{name}").content.decode())


@pytest.fixture
def phone() -> Phone:
    players = DuelChoices(
        (SeatChoice("Ada", duels.IRON), SeatChoice("Bo", duels.SNAKES)), first=None
    )
    return Phone(duels.duel(choices=players))


def offered(page: str) -> list[dict[str, Any]]:
    """Return the moves of all buttons on a page."""
    found = re.findall(r'name="move" value="([^"]+)"', page)
    return [{"seat": 0, **json.loads(unescape(value))} for value in found]


def begin(phone: Phone) -> None:
    phone.tap(kind="first", seat=2)
    phone.tap(kind="phase", phase="preparation")


def test_labels_have_the_colon_of_their_language(phone: Phone) -> None:
    page = phone.client.get(f"/g/{phone.game.code}/live", headers={"Accept-Language": "fr"})
    assert "Ada\u00a0: blessures" in page.content.decode()


def test_a_draw_in_preparation_fills_the_result(phone: Phone) -> None:
    """P. 5: all prepare at the same time."""
    phone.tap(kind="first", seat=2)
    phone.tap(kind="life", seat=1, by=30)
    page = phone.page()
    assert "Destroyed in preparation: Ada" in page
    assert "Preparation is done" in page
    phone.tap(kind="life", seat=2, by=30)
    phone.tap(kind="phase", phase="preparation")
    assert "Nobody is left" in phone.page()
    result = phone.page("result")
    assert re.search(r'value="draw"[^>]* checked', result)


def test_recovery_is_told_as_the_book_has_it(phone: Phone) -> None:
    """P. 6: by the recover value of units."""
    begin(phone)
    for seat in (2, 1):
        phone.tap(kind="turn", seat=seat, passed=True)
    assert "as many wounds as their recover value" in phone.page()


def test_a_round_is_walked_through(phone: Phone) -> None:
    assert "Who goes first?" in phone.page()
    begin(phone)
    page = phone.page()
    assert "first player: Bo" in page
    assert "Active dice: 10 of 10" in page
    phone.tap(kind="turn", seat=2, passed=True)
    assert "Passed in a row: Bo" in phone.page()
    phone.tap(kind="turn", seat=1, passed=True)
    assert "Recover: next round" in phone.page()


def test_a_roll_for_all_gives_the_first_player_token(phone: Phone) -> None:
    assert "Roll for all" in phone.page()
    phone.tap(kind="roll_all")
    page, log = phone.page(), phone.page("live/log")
    assert "Begin the turns" in page
    counts = dict(re.findall(r"(Ada|Bo): rolled \d+ power, \d+ class, (\d+) basic", log))
    first = max(counts, key=lambda name: int(counts[name]))
    assert f"first player: {first}" in page
    assert f"First player: {first}" in log
    assert phone.tap(kind="roll_all").status_code == 409


def test_a_tie_of_dice_that_were_typed_is_told_and_rolled_again(phone: Phone) -> None:
    for seat in (1, 2):
        for place in range(1, 11):
            phone.tap(kind="die", seat=seat, place=place, side="basic")
    page = phone.page()
    assert "A tie: all roll again" in page
    assert "Basic symbols: Ada 10 and Bo 10." in page
    phone.tap(kind="roll_all")
    assert "Begin the turns" in phone.page()


def test_one_effect_that_destroys_both_is_a_draw(phone: Phone) -> None:
    begin(phone)
    phone.tap(kind="life", seat=1, by=30)
    page = phone.page()
    assert "Bo has won" in page
    assert "If one effect destroyed both" in page
    draw = next(move for move in offered(page) if move["kind"] == "life" and move["by"] > 1)
    phone.tap(**draw)
    assert "Nobody is left" in phone.page()
    assert re.search(r'value="draw"[^>]* checked', phone.page("result"))


def test_a_conjuration_beyond_its_limit_is_told(phone: Phone) -> None:
    begin(phone)
    move = next(m for m in offered(phone.page()) if m.get("card") == "silver-snake")
    for _copy in range(move["limit"]):
        phone.tap(**move)
    assert "more in play than its pile has" not in phone.page()
    phone.tap(**move)
    assert "Silver Snake: more in play than its pile has (3)." in phone.page()


def test_a_move_is_answered_with_what_changed_alone(phone: Phone) -> None:
    begin(phone)
    answer = phone.tap(kind="life", seat=1, by=3)
    assert set(answer.json()["parts"]) == {"lives", "seat-1", "last"}
    assert ">12</output>" in answer.json()["parts"]["seat-1"]
    assert len(answer.content) < 8_000


def test_who_did_what_is_told_in_words(phone: Phone) -> None:
    begin(phone)
    phone.tap(kind="pile", seat=1, by=-4)
    phone.tap(kind="dial", seat=1, die="natural", by=-2)
    phone.tap(kind="turn", seat=2)
    log = phone.page("live/log")
    for said in (
        "First player: Bo",
        "Preparation is done",
        "Ada: draw pile −4",
        "Ada: exhausted, Natural × 2",
        "End of turn: Bo",
    ):
        assert said in log


def test_cards_come_into_play_from_the_deck_and_are_counted(phone: Phone) -> None:
    begin(phone)
    page = phone.page()
    move = next(m for m in offered(page) if m["kind"] == "enter" and m.get("card") == "iron-rhino")
    assert move["attack"], move  # what the catalogue knows
    phone.tap(**move)
    phone.tap(kind="card", seat=1, card=1, what="wounds", by=2)
    phone.tap(kind="card", seat=1, card=1, what="exhaustion", by=1)
    phone.tap(kind="enter", seat=1, zone="spellboard", name="Our own spell")
    page = phone.page()
    assert "1 / 6" in page
    for said in ("Ada: Iron Rhino comes into play", "Ada: Iron Rhino, wounds +2 (2)"):
        assert said in phone.page("live/log")
    assert "unit--exhausted" in page
    assert "Our own spell" in page
    for seat in (2, 1):
        phone.tap(kind="turn", seat=seat, passed=True)
    assert "exhaustion tokens −1" in phone.page()


def test_dice_are_rolled_exhausted_and_turned(phone: Phone) -> None:
    phone.tap(kind="first", seat=2)
    phone.tap(kind="roll", seat=1)
    log = phone.page("live/log")
    rolled = re.search(r"Ada: rolled (\d+) power, (\d+) class, (\d+) basic", log)
    assert rolled
    assert sum(map(int, rolled.groups())) == 10
    phone.tap(kind="die", seat=1, place=1, side="exhausted")
    phone.tap(kind="die", seat=1, place=2, side="power")
    page = phone.page()
    assert "Ceremonial, exhausted: make it active" in page
    assert "Ceremonial, power: exhaust it" in page


UNIT: dict[str, Any] = {"kind": "enter", "zone": "battlefield", "attack": 2, "life": 2}


def test_an_attack_is_declared_answered_and_dealt(phone: Phone) -> None:
    """Pp. 6-9: tokens and log follow."""
    begin(phone)
    assert "Attackers" not in phone.page()  # nobody can attack
    for seat, name in ((2, "Wolf"), (2, "Bear"), (1, "Guard")):
        phone.tap(**UNIT, seat=seat, name=name)
    assert "Attackers" in phone.page()
    for card in (1, 2):
        assert phone.tap(kind="attacker", seat=2, card=card).status_code == 200
    assert "Attack with: Wolf and Bear" in phone.page()
    phone.tap(kind="target", seat=2, target=1)
    page = phone.page()
    assert "Block Wolf with" in page
    assert "Ada: wounds +4 (4)" in page  # what would happen
    phone.tap(kind="block", seat=1, attacker=1, blocker=1, counters=True)
    assert "Ada: wounds +2 (2), Guard – wounds +2 (2), destroyed" in phone.page()
    phone.tap(kind="resolve", seat=2)
    page, log = phone.page(), phone.page("live/log")
    assert "Destroyed: discard" in page
    for said in (
        "Bo: Wolf attacks",
        "Bo: attacks Ada, Phoenixborn",
        "Ada: Guard blocks Wolf and counters",
        "Bo: the damage is dealt; Ada: wounds +2 (2), Guard – wounds +2 (2), destroyed; Bo: Wolf",
        "Wolf – wounds +2 (2), destroyed, Bear – exhausted",
    ):
        assert said in log


def test_a_unit_is_attacked_guarded_and_counters(phone: Phone) -> None:
    begin(phone)
    for seat, name in ((2, "Wolf"), (2, "Bear"), (1, "Snake"), (1, "Guard")):
        phone.tap(**UNIT, seat=seat, name=name)
    for card in (1, 2):
        phone.tap(kind="attacker", seat=2, card=card)
    phone.tap(kind="target", seat=2, target=1, card=1)
    assert "Ada guards (units only with Unit Guard)" in phone.page()
    phone.tap(kind="counter", seat=1)
    page = phone.page()
    assert "2 damage left to deal" in page
    assert "Deal the damage" not in page
    refused = phone.tap(kind="resolve", seat=2)
    assert "Split all the damage among the attackers first; left: 2." in refused.json()["refused"]
    phone.tap(kind="split", seat=1, attacker=2, by=2)
    assert "Bear – wounds +2 (2), destroyed" in phone.page()
    phone.tap(kind="guard", seat=1, guard=0)
    assert "Ada: wounds +4 (4)" in phone.page()
    phone.tap(kind="guard", seat=1, guard=2)
    phone.tap(kind="call_off", seat=2)
    log = phone.page("live/log")
    for said in (
        "Ada: the attacked unit counters",
        "Ada: countering damage to Bear: 2",
        "Ada: Phoenixborn guards",
        "Ada: Guard guards",
        "Bo: no attack",
    ):
        assert said in log


def test_hand_reactions_and_control_are_kept(phone: Phone) -> None:
    phone.tap(kind="hand", seat=1, by=-2)
    assert "Draw to five (2)" in phone.page()
    phone.tap(kind="draw", seat=1, by=2)
    begin(phone)
    phone.tap(kind="reaction", seat=1)
    assert "More than one reaction spell" not in phone.page()
    phone.tap(kind="reaction", seat=1)
    assert "More than one reaction spell" in phone.page()
    phone.tap(**UNIT, seat=2, name="Wolf")
    assert "Ada takes control" in phone.page()
    phone.tap(kind="control", seat=2, card=1, to=1)
    log = phone.page("live/log")
    for said in (
        "Ada: cards in hand −2 (3)",
        "Ada: cards in hand +2 (5), draw pile −2 (23)",
        "Ada: reaction spell, cards in hand −1 (4)",
        "Bo: Ada takes Wolf",
    ):
        assert said in log
    phone.tap(kind="turn", seat=2)
    assert "More than one reaction spell" not in phone.page()


def test_more_cards_than_there_is_room_for_are_told(phone: Phone) -> None:
    begin(phone)
    for _card in range(7):
        phone.tap(kind="enter", seat=1, zone="battlefield", name="Iron Worker")
    page = phone.page()
    assert "7 / 6" in page
    assert "The Phoenixborn has no room for this many" in page


def test_the_cards_of_a_secret_deck_are_offered_to_its_player_alone() -> None:
    """Of what lies on the table everybody sees everything; of the deck only its player."""
    deck = decks.whole("Mine")
    seats = (SeatChoice("Bo", deck=deck), SeatChoice("Cy", duels.SNAKES))
    phone = Phone(duels.duel(choices=DuelChoices(seats, secret=True)))
    bo = factories.person("Bo")
    seat_take(game=phone.game, key=phone.game.invite_key, number=1, person=bo, name="Bo")
    address = f"/g/{phone.game.code}/live"
    own = clients.client_of(bo).get(address).content.decode()
    mine = {m.get("card") for m in offered(own) if m["kind"] == "enter" and m["seat"] == 1}
    assert mine & set(deck.cards)
    others = {m.get("card") for m in offered(phone.page()) if m["seat"] == 1 and "card" in m}
    assert not others & set(deck.cards)


def test_the_second_of_two_phones_is_told_what_happened(phone: Phone) -> None:
    begin(phone)
    seen = phone.made
    phone.tap(kind="turn", seat=2)
    late = phone.tap(kind="turn", seat=2, seen=seen)
    assert late.status_code == 409
    assert "End of turn: Bo" in late.json()["refused"]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ({"kind": "turn", "seat": 1}, "This turn is over."),
        ({"kind": "phase", "phase": "turns"}, "This phase is over."),
        ({"kind": "dial", "seat": 1, "die": "time", "by": 1}, "This deck has no Time dice."),
        ({"kind": "life", "seat": 4, "by": 1}, "There is no player at this seat."),
        ({"kind": "life_read", "seat": 1, "value": 9}, "The life of this Phoenixborn is known."),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_a_sentence(
    phone: Phone, move: dict[str, Any], said: str
) -> None:
    begin(phone)
    answer = phone.tap(**move)
    assert answer.status_code == 409
    assert said in answer.json()["refused"]


def test_the_end_fills_the_result_form_and_leaves_a_picture(phone: Phone) -> None:
    begin(phone)
    phone.tap(kind="life", seat=2, by=4)
    phone.tap(kind="life", seat=1, by=30)
    page = phone.page()
    assert "Bo has won" in page
    assert 'data-ending="decided"' in page
    assert f"/g/{phone.game.code}/result" in page
    form = phone.page("result")
    assert re.search(r'name="winner"[^>]*value="2"[^>]*checked', form)
    assert re.search(r'name="life_1"[^>]*value="0"', form)
    token = re.search(r'name="token" value="([^"]+)"', form)
    assert token
    sent = {"winner": "2", "ending": "destroyed", "rounds": "1", "life_1": "0", "life_2": "12"}
    sent |= {"revision": "1", "token": token[1], "played_on": "2026-05-01"}
    phone.client.post(f"/g/{phone.game.code}/result", sent)
    assert "Wounds round by round" in phone.page("")


def test_the_life_of_ones_own_phoenixborn_is_read_off_the_card() -> None:
    own = decks.OWN_BORN
    deck = decks.whole(phoenixborn=own.key, own=(own,), cards={"anchornaut": 30})
    seats = (SeatChoice("Ada", deck=deck), SeatChoice("Bo", duels.SNAKES))
    phone = Phone(duels.duel(choices=DuelChoices(seats, reason="another format")))
    assert "Enter the life from the card" in phone.page()
    phone.tap(kind="life_read", seat=1, value=18)
    assert ">18</output>" in phone.page()

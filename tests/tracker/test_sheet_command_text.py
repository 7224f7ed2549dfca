"""``manage.py sheet``: two faces of one sheet, and a clear word for every wrong request."""

import json
import os
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaign.demo import make_demo
from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.selectors import campaigns as selectors
from campaign.services.campaigns import campaign_start
from tests.campaign import factories
from tracker.systems.aeons_end.shared import words

WAR_ETERNAL = ("--system", "aeons-end-war-eternal")
LEGACY = ("--system", "aeons-end-legacy")
EXPEDITION = ("--system", "aeons-end", "--expedition", "short")
NOT_UTF8 = os.fsdecode(b"\xff")  # as a terminal of another encoding sends it


def _sheet(*options: str) -> str:
    out = StringIO()
    call_command("sheet", *options, stdout=out)
    return out.getvalue()


def _json(*options: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(_sheet(*options, "--format", "json"))
    return plain


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """Make the demo once for the whole module: it is written through the services, fact by fact."""
    with django_db_blocker.unblock():
        codes = [campaign.code for campaign in make_demo()]
    yield codes
    with django_db_blocker.unblock():
        Campaign.objects.filter(code__in=codes).delete()


@pytest.fixture
def campaign(demo: list[str], db: None) -> Campaign:
    return Campaign.objects.get(code=demo[1])


def test_the_text_of_a_campaigns_game_says_what_to_lay_out(campaign: Campaign) -> None:
    text = _sheet("--campaign", campaign.code)
    for part in (
        "Aeon’s End: Legacy: Three on the Salt Road",
        "Game 5, chapter 3, against Choir of Nails",
        "* Rust Breath is now Breath of Verdigris (tier 1).",
        "- Wren Ashdown: breach II, closed, cost 4 on top.",
        "Left to right: Brine Mirror, Crystal ×3, Spark",
        "Wild (X): 1 card.",
        "Tier 1: own 3, basic 5, together 8; shuffle them.",
        "Gravehold: dial to 30.",
        "9. Nettle Script (spell, cost 6): 5 cards.",
        "Not entered as opened: envelope 4.",
    ):
        assert part in text


def test_the_json_is_the_sheet_with_its_sentences(campaign: Campaign) -> None:
    plain = _json("--campaign", campaign.code.lower())
    sheet = selectors.campaign_sheet(campaign)
    assert sheet is not None
    assert plain["gravehold"] == {"life": 30}
    assert plain["nemesis"]["deck"]["total"] == 27
    for name in ("steps", "changes", "restore", "put_away"):
        assert plain[name]
        texts = [line["text"] for line in plain[name]]
        assert texts == [words.line(line) for line in getattr(sheet, name)]
        bare = [
            {key: value for key, value in line.items() if key not in ("text", "detail")}
            for line in plain[name]
        ]
        assert bare == sheet.as_dict()[name]


def test_an_earlier_game_has_its_own_sheet(campaign: Campaign) -> None:
    assert _json("--campaign", campaign.code, "--game", "1")["chapter"] == 1
    with pytest.raises(CommandError, match=r"no game 9\. Accepted: 1 to 5"):
        _sheet("--campaign", campaign.code, "--game", "9")


@pytest.mark.django_db
def test_a_campaign_without_a_game_or_a_code_that_nobody_has() -> None:
    seats = (Seat(1, "green", "a", "Bubda"),)
    fresh = campaign_start(
        person=factories.person(), name="Fresh", seats=seats, system="aeons-end-legacy"
    )
    with pytest.raises(CommandError, match="plan one first"):
        _sheet("--campaign", fresh.code)
    with pytest.raises(CommandError, match="No campaign has the code NOPE"):
        _sheet("--campaign", "NOPE")


def test_a_one_off_game_comes_again_with_its_seed() -> None:
    first = _json(*WAR_ETERNAL, "--players", "3", "--seed", "7")
    assert first == _json(*WAR_ETERNAL, "--players", "3", "--seed", "7")
    assert first["seed"] == "7"
    drawn = {_sheet(*WAR_ETERNAL, "--players", "3", "--seed", str(seed)) for seed in range(5)}
    assert len(drawn) == 5


def test_a_drawn_game_says_its_seed() -> None:
    first = _json(*WAR_ETERNAL, "--players", "2")
    assert first == _json(*WAR_ETERNAL, "--players", "2", "--seed", first["seed"])


def test_a_one_off_game_is_what_was_asked_for() -> None:
    asked = ("--mages", "garu, mist", "--nemesis", "umbra-titan", "--difficulty", "extinction")
    plain = _json(*WAR_ETERNAL, *asked, "--seed", "1")
    assert [mage["name"] for mage in plain["mages"]] == ["Garu", "Mist"]
    assert [mage["life"] for mage in plain["mages"]] == [8, 8]
    assert plain["nemesis"]["name"] == "Umbra Titan"
    assert plain["nemesis"]["life"] == 80
    assert plain["gravehold"]["life"] == 25
    text = _sheet(*WAR_ETERNAL, *asked, "--seed", "1")
    assert "Difficulty: Extinction" in text
    assert "Umbra Titan: the increased-difficulty rule on its mat applies." in text


def test_legacy_without_a_campaign_is_its_first_game() -> None:
    plain = _json(*LEGACY, "--mages", "Bubda,Ramzel")
    assert plain["chapter"] == 1
    assert plain["nemesis"]["name"] == "Maelstrom"
    counts = [(card["card"], card["count"]) for card in plain["turn_order"]]
    assert counts == [("Bubda", 2), ("Ramzel", 2), ("nemesis", 2)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((*WAR_ETERNAL, "--mages", "garu,nobody"), "No mage is called nobody. Accepted: dezmodia,"),
        ((*WAR_ETERNAL, "--players", "2", "--nemesis", "x"), "No nemesis is called x. Accepted:"),
        (
            (*WAR_ETERNAL, "--players", "2", "--difficulty", "x"),
            "No difficulty is called x. Accepted: beginner, normal, expert, extinction.",
        ),
        ((*WAR_ETERNAL, "--players", "5"), "5 mages cannot play .* Accepted: 1 to 4."),
        ((*WAR_ETERNAL, "--players", "0"), "0 mages cannot play .* Accepted: 1 to 4."),
        ((*WAR_ETERNAL, "--mages", "garu,mist", "--players", "1"), "names 2 mages, .* says 1"),
        ((*WAR_ETERNAL, "--mages", "garu,garu"), "Each mage can play only once: Garu."),
        (WAR_ETERNAL, "Say who plays"),
        ((*LEGACY, "--mages", "a,b,c,d,e"), "5 mages cannot play .* Accepted: 1 to 4."),
        ((*LEGACY, "--mages", "Bubda,bubda"), "Two mages are called bubda"),
        ((*LEGACY, "--mages", "Bubda", "--nemesis", "bladius"), "Accepted: maelstrom."),
        (("--system", "chess", "--players", "2"), "No game is called chess. Accepted: aeons-end"),
        ((*WAR_ETERNAL, "--players", "2", "--game", "1"), "--game: only with --campaign"),
        (("--campaign", "X", "--seed", "1", "--mages", "a"), "--mages, --seed: only with --system"),
        ((*WAR_ETERNAL, "--campaign", "X"), "not allowed with"),
        ((), "required"),
        ((*WAR_ETERNAL, "--players", "two"), "invalid int value"),
        (("--system", "ashes", "--players", "99999999999"), "--players: .* or fewer."),
        (("--system", "relic-nemesis", "--players", "99999999999"), "--players: .* or fewer."),
        ((*EXPEDITION, "--players", "99999999999"), "--players: .* or fewer."),
        (("--campaign", NOT_UTF8), "this is not UTF-8"),
        ((*WAR_ETERNAL, "--players", "2", "--format", "docx"), "invalid choice"),
        ((*WAR_ETERNAL, "--players", "2", "--language", "es"), "invalid choice"),
    ],
)
def test_a_wrong_request_is_answered_with_what_is_accepted(
    options: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        _sheet(*options)


def test_every_fault_of_a_request_is_named_at_once() -> None:
    with pytest.raises(CommandError) as caught:
        _sheet(*WAR_ETERNAL, "--mages", "no,nope", "--nemesis", "x", "--difficulty", "y")
    assert len(str(caught.value).splitlines()) == 4


def test_names_come_in_the_language_asked_for() -> None:
    polish = _json(*LEGACY, "--mages", "Bubda", "--language", "pl")
    assert polish["language"] == "pl"
    assert polish["nemesis"]["name"] == "Wszechostrze"


def test_it_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sheet.txt"
    asked = (*LEGACY, "--mages", "Bubda")
    assert _sheet(*asked, "--output", str(file)) == ""
    assert file.read_text(encoding="utf-8") == _sheet(*asked)
    with pytest.raises(CommandError, match="cannot be written"):
        _sheet(*asked, "--output", str(tmp_path / "no" / "such" / "folder"))

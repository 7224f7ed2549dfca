"""What a journal prints: set-up, restore sheet, cut-outs, chronicle; as it is handed to Typst."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.models import Campaign, Person
from campaign.rules.core.facts import Noted
from campaign.rules.core.keys import typed_key
from campaign.rules.journal.changes import Counted, Marked, Moved, Named
from campaign.rules.journal.games import Planned
from campaign.rules.journal.reminders import Reminded
from tests.addresses import path_at
from tests.campaign import factories
from tests.rules.journal.journals import COMPANIES, KEEPERS, LOST, WON, scored
from tests.tracker.journal.kept import begun, entered, long_journal, planned, played
from tests.tracker.sheets.reading import pages_of, text_of
from tracker.sheets.compiler import compile_document
from tracker.sheets.figures import Figure
from tracker.systems.journal.sheets.chronicle import chronicle_document
from tracker.systems.journal.sheets.poster import poster_document
from tracker.systems.journal.sheets.slips import slips_document

pytestmark = pytest.mark.django_db
CHANGES = (
    Counted("damage", 2, "salt-bay"),
    Marked("ada", "skill", "steady-hand"),
    Marked("salt-bay", "site", "boathouse"),
    Marked("storm-warning", "sticker", typed_key("Double it"), "Double it"),
    Moved("storm-warning", "destroyed"),
    Noted("The lamp held."),
)


@pytest.fixture
def keeper(client: Client) -> Person:
    """Return who keeps the journals, signed in."""
    person = factories.person("Ann")
    client.force_login(person)
    return person


def test_every_sheet_is_printed(client: Client, keeper: Person) -> None:
    campaign = played(keeper, WON, *CHANGES)
    for page in (
        "games/1/sheet.pdf",
        "journal/restore.pdf",
        "journal/cut-outs.pdf",
        "chronicle.pdf",
        "poster.pdf",
    ):
        answer = client.get(path_at(campaign, page))
        assert answer.getvalue()[:5] == b"%PDF-", page
    assert client.get(f"/c/{campaign.code}/share.png").headers["Content-Type"] == "image/png"


def test_nothing_to_print_is_printed_as_nothing(client: Client, keeper: Person) -> None:
    campaign = entered(begun(keeper), keeper, Planned("january", KEEPERS))
    for page in ("journal/restore.pdf", "journal/cut-outs.pdf", "chronicle.pdf", "poster.pdf"):
        assert client.get(f"/c/{campaign.code}/{page}").getvalue()[:5] == b"%PDF-", page


def test_a_kind_says_what_is_cut_out_of_it(keeper: Person) -> None:
    campaign = played(keeper, WON, *CHANGES)
    data = slips_document(campaign).data
    (card,), (mat,), (strip,) = data["cards"], data["mats"], data["strips"]
    assert (card.name, card.place, card.marks) == (
        "Storm warning",
        "destroyed",
        ("Sticker: Double it",),
    )
    assert (mat.name, mat.marks) == ("The engineer", ("Skill: Steady hand",))
    assert (strip.name, strip.whose) == ("Boathouse", "Salt Bay · Site")


@pytest.fixture
def february(keeper: Person) -> Campaign:
    """Return a journal whose second evening is planned, although a seal is due before it."""
    campaign = played(
        keeper,
        WON,
        *CHANGES,
        Marked("bruno", "scar", typed_key("Seasick"), "Seasick", "never sails"),
        Named("bruno", "Old Bruno"),
        Counted("supplies", -1),
        Counted("wrecks", 7),
        Reminded("february", "Read section 42."),
    )
    return entered(campaign, keeper, Planned("february", KEEPERS, reason="It is lost."))


DIFFERS = (  # from what is printed
    "The engineer Skill: Steady hand",
    "Old Bruno (The pilot) Scar: Seasick – never sails",
    "Salt Bay Site: Boathouse; Damage: 2 flooded",
    "Storm warning destroyed; Sticker: Double it",
    "Supplies: 3",
)
SHEETS = {
    "games/2/sheet.pdf": (
        "February",
        "First Open first: Crate 1 when a card says so Remember: Read section 42.",
        *DIFFERS,
    ),
    "journal/restore.pdf": (*DIFFERS, "Still sealed: Crate 1", "Still sealed: Crate 2"),
    "journal/cut-outs.pdf": (
        "Storm warning destroyed Sticker: Double it",
        "Boathouse Salt Bay · Site",
        "The engineer Skill: Steady hand",
        "Keeper · The pilot Old Bruno Scar: Seasick – never sails",
    ),
    "chronicle.pdf": ("January", "The lamp held.", "Salt Bay, Damage: +2.", "3 Supplies"),
    "poster.pdf": ("January", "The lamp held.", "Steady hand", "Salt Bay: Boathouse"),
}
ON_NONE = (
    "North Cape",  # is as printed
    *("red buoy", "The diver", "Loud", "Fog", "Buoy"),  # lie behind a seal
)


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_stands_on_a_sheet_and_what_may_not(
    client: Client, keeper: Person, february: Campaign, sheet: str
) -> None:
    text = text_of(client.get(path_at(february, sheet)).getvalue()).replace("changed", " ")
    text = " ".join(text.split())
    places = [text.find(said) for said in SHEETS[sheet]]
    assert -1 not in places, (SHEETS[sheet][places.index(-1)], text)
    assert places == sorted(places)
    assert [said for said in ON_NONE if said in text] == []
    assert ("Wrecks" in text) is (sheet == "chronicle.pdf")  # it begins anew, and was told once


def test_the_poster_has_the_way_and_what_changed_and_nothing_from_behind_a_seal(
    keeper: Person,
) -> None:
    campaign = played(keeper, LOST, *CHANGES)
    entered(campaign, keeper, Planned("january", KEEPERS), WON)
    document = poster_document(campaign)
    first, *others = document.data["poster"].path
    assert (first.state, first.name, first.games) == ("won", "January", "2 games")
    assert {stop.name for stop in others} == {""}  # what is ahead has no name yet
    (page,) = pages_of(compile_document(document))
    for text in ("January", "The engineer", "Steady hand", "Boathouse", "The lamp held."):
        assert text in page
    assert "red buoy" not in page


def test_the_poster_of_a_game_for_points_says_who_won(keeper: Person) -> None:
    campaign = planned(keeper, "spring", description="delta", playing=COMPANIES)
    entered(campaign, keeper, scored(48, 39, 61))
    poster = poster_document(campaign).data["poster"]
    assert (poster.path[0].name, poster.path[0].games) == ("Spring", "Cy")
    assert Figure("Cy · Won", "1") in poster.numbers


def test_the_poster_of_a_long_journal_is_one_page(keeper: Person) -> None:
    document = poster_document(long_journal(keeper, 2, things=40, games=30))
    assert len(pages_of(compile_document(document))) == 1


def test_the_chronicle_tells_the_evenings(keeper: Person) -> None:
    campaign = played(keeper, WON, *CHANGES)
    data = chronicle_document(campaign).data
    (chapter,) = data["chapters"]
    (game,) = chapter.games
    assert (chapter.title, game.state, game.notes) == ("January", "won", ("The lamp held.",))
    assert "Salt Bay, Damage: +2." in game.decisions
    assert Figure("Supplies", "4") in data["numbers"]

"""What a journal prints: set-up, restore sheet, cut-outs, chronicle; as it is handed to Typst."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.models import Person
from campaign.rules.core.facts import Noted
from campaign.rules.core.keys import typed_key
from campaign.rules.journal.changes import Counted, Marked, Moved
from campaign.rules.journal.games import Planned
from tests.addresses import path_at
from tests.campaign import factories
from tests.rules.journal.journals import KEEPERS, WON
from tests.tracker.journal.kept import begun, entered, played
from tracker.systems.journal.sheets.chronicle import chronicle_document
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


def test_the_chronicle_tells_the_evenings(keeper: Person) -> None:
    campaign = played(keeper, WON, *CHANGES)
    data = chronicle_document(campaign).data
    (chapter,) = data["chapters"]
    (game,) = chapter.games
    assert (chapter.title, game.state, game.notes) == ("January", "won", ("The lamp held.",))
    assert "Salt Bay, Damage: +2." in game.decisions
    assert {"label": "Supplies", "value": "4"} in data["numbers"]

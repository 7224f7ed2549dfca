"""The set-up sheet has what differs from print; the ledger has results, ranks and scores."""

from __future__ import annotations

import json

from campaign.rules.core.keys import typed_key
from campaign.rules.journal.changes import Counted, Marked, Moved
from campaign.rules.journal.finds import Opened
from campaign.rules.journal.games import Planned, Settled
from campaign.rules.journal.systems import RULES
from tests.rules.journal.journals import COMPANIES, KEEPERS, LOST, PACK, Journal, scored


def second_january() -> Journal:
    """Return a journal whose second game is planned."""
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), LOST)
    journal.add(Counted("supplies", 2), Counted("damage", 1, "salt-bay"))
    journal.add(
        Marked("ada", "scar", typed_key("Cold"), "Cold"), Moved("storm-warning", "destroyed")
    )
    return journal.add(Settled(), Planned("january", KEEPERS))


def test_a_set_up_says_only_what_differs_from_print() -> None:
    journal = second_january()
    sheet = RULES.setup_sheet(journal.state, PACK)
    named = [line.values["name"] for line in sheet.steps if line.code == "step.thing"]
    assert named == ["The engineer", "Salt Bay", "Storm warning"]
    (supplies,) = (line for line in sheet.steps if line.code == "step.count")
    assert supplies.values == {"counter": "Supplies", "count": "6", "owner": ""}
    bay = next(line.values for line in sheet.steps if line.values["name"] == "Salt Bay")
    assert (bay["counters"], bay["counts"]) == (("Damage",), ("1 cracked",))
    assert json.loads(json.dumps(sheet.as_dict()))["chapter"] == "January"


def test_what_changed_since_the_last_game_is_marked() -> None:
    journal = second_january()
    before = RULES.replay(journal.story.until(1), PACK)
    assert [
        line.changed for line in RULES.setup_sheet(journal.state, PACK, before=before).steps
    ] == [
        False,
        False,
        False,
        False,
    ]
    first = Journal("lighthouse").add(Planned("january", KEEPERS)).state
    assert all(line.changed for line in RULES.setup_sheet(journal.state, PACK, before=first).steps)


def test_seals_that_are_due_come_first() -> None:
    journal = Journal("lighthouse").evening("january", LOST).evening("january", LOST)
    journal.add(Planned("february", KEEPERS, reason="we open it at the table"))
    sheet = RULES.setup_sheet(journal.state, PACK)
    assert [line.values["label"] for line in sheet.before] == ["1"]
    journal.add(Opened("crate-1"))
    sheet = RULES.setup_sheet(journal.state, PACK)
    assert sheet.before == ()
    assert [line.code for line in sheet.restore if line.part == "seals"] == ["restore.open"]
    assert [line.values["label"] for line in sheet.put_away] == ["2"]


def test_no_sheet_names_what_is_sealed() -> None:
    sheet = json.dumps(RULES.setup_sheet(second_january().state, PACK).as_dict())
    assert "buoy" not in sheet
    assert "diver" not in sheet


def test_the_ledger_counts_scores_and_shares_a_rank() -> None:
    journal = Journal("delta").evening("spring", scored(70, 70, 55), playing=COMPANIES)
    ((number, play),) = RULES.plays(journal.story, PACK)
    assert (number, play.result, play.against_name) == (1, "", "Spring")
    assert [
        (seat.player, seat.name, seat.score, seat.place, seat.result) for seat in play.seats
    ] == [
        ("Ann", "Heron Company", 70, 1, "win"),
        ("Bo", "Otter Company", 70, 1, "win"),
        ("Cy", "Crane Company", 55, 3, "loss"),
    ]


def test_the_ledger_counts_what_all_won_or_lost_together() -> None:
    ((_number, play),) = RULES.plays(Journal("lighthouse").evening("january", LOST).story, PACK)
    assert play.result == "loss"
    assert {seat.result for seat in play.seats} == {""}
    assert {tag.key: tag.number for tag in play.tags} == {"supplies": 4}

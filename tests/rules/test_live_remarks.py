"""A line that players write into the log of a live game."""

import pytest

from campaign.rules.core.live import Remark, Undo, payload_of
from campaign.rules.core.problems import RulesError
from campaign.rules.registry import SYSTEMS
from tests.toy.rules.live import DiceLive, DiceStart

LIVE = DiceLive()


def test_a_remark_changes_nothing_and_nothing_rests_on_it() -> None:
    opened = LIVE.open(DiceStart(6))
    written = LIVE.play(opened, Remark("The gate creaks."), 5)
    assert (written.table, written.sequence) == (opened.table, 1)
    assert written.changed_by == {}
    read = LIVE.read(payload_of(Remark("The gate creaks.")))
    assert read == Remark("The gate creaks.")
    taken_back = LIVE.play(LIVE.play(written, Remark("It opens."), 6), Undo(1), 7)
    assert [each.move for each in taken_back.history()[1:]] == [Remark("It opens.")]


def test_a_remark_says_something() -> None:
    with pytest.raises(RulesError) as refused:
        LIVE.play(LIVE.open(DiceStart(6)), Remark(""), 5)
    assert [problem.code for problem in refused.value.problems] == ["live.remark_empty"]


@pytest.mark.parametrize("slug", [slug for slug, system in SYSTEMS.items() if system.live])
def test_every_table_has_remarks(slug: str) -> None:
    live = SYSTEMS[slug].live
    assert live is not None
    assert Remark in live.all_moves

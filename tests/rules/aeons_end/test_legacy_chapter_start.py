"""What one tap records before a chapter's game is set up."""

from campaign.rules.aeons_end.legacy.chapter_start import facts_at_start
from campaign.rules.aeons_end.legacy.facts import Fact, SealOpened, SectionUnlocked
from tests.rules.aeons_end.legacy_stories import Teller
from tests.rules.packs import legacy


def due(told: Teller, game: int) -> list[Fact]:
    return list(facts_at_start(told.state, legacy(), game))


def test_a_planned_game_asks_for_seals_and_for_sections_with_one_letter() -> None:
    told = Teller(2).after(1).plan()
    facts = due(told, 2)
    assert any(isinstance(fact, SealOpened) for fact in facts)
    for fact in facts:
        if isinstance(fact, SectionUnlocked):
            section = legacy().find.section(fact.section)
            assert section is not None
            assert not section.letters
    assert due(told.tell(*facts), 2) == []


def test_no_other_game_asks_for_anything() -> None:
    told = Teller(2)
    assert due(told, 1) == []
    told.after(1).plan()
    assert due(told, 1) == []
    assert due(told.play(), 2) == []

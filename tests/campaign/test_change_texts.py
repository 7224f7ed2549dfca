"""Details of changes that were stored as texts until November 2026 are read as they were meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.models import ChangeDetail, ChangeKind, PeopleEvent, Role
from campaign.models.change_texts import detail_of_text
from campaign.rules.core.serialize import from_plain
from campaign.rules.core.texts import one_line, text_problems

MEANT = {
    ("fork", "The First → Table"): ChangeDetail(name="The First → Table"),
    ("rename", "Third"): ChangeDetail(name="Third"),
    ("rename", "Rust King → Rust Queen"): ChangeDetail("Rust Queen", "Rust King"),
    ("record", "photo 3"): ChangeDetail(photos_of=3),
    ("withdraw", "photo 0"): ChangeDetail(photos_of=0),
    ("change", "pl"): ChangeDetail(language_before="pl"),
    ("redo", "en"): ChangeDetail(language_before="en"),
    ("people", "looks"): ChangeDetail(people=PeopleEvent.VIEW_LINK_CREATED),
    ("people", "invite player"): ChangeDetail(people=PeopleEvent.INVITED, role=Role.PLAYER),
    ("people", "revoke"): ChangeDetail(people=PeopleEvent.LINK_REVOKED),
    ("people", "joined reader"): ChangeDetail(people=PeopleEvent.JOINED, role=Role.READER),
    ("people", "role player"): ChangeDetail(people=PeopleEvent.ROLE_CHANGED, role=Role.PLAYER),
    ("people", "left"): ChangeDetail(people=PeopleEvent.LEFT),
    ("people", "removed"): ChangeDetail(people=PeopleEvent.REMOVED),
    ("people", "handed over"): ChangeDetail(people=PeopleEvent.HANDED_OVER),
    ("people", "code"): ChangeDetail(people=PeopleEvent.KEEPER_CODE_CREATED),
    ("people", "recovered"): ChangeDetail(people=PeopleEvent.KEEPER_CODE_USED),
    ("people", "sat 2"): ChangeDetail(people=PeopleEvent.SEAT_TAKEN, seat=2),
    ("people", "stood 2"): ChangeDetail(people=PeopleEvent.SEAT_LEFT, seat=2),
    ("people", "freed 2"): ChangeDetail(people=PeopleEvent.SEAT_FREED, seat=2),
    ("people", "link"): ChangeDetail(people=PeopleEvent.INVITATION_RENEWED),
    ("people", "gone"): ChangeDetail(people=PeopleEvent.GAME_REMOVED),
    ("people", "over"): ChangeDetail(people=PeopleEvent.GAME_TAKEN_OVER),
    ("people", "again"): ChangeDetail(people=PeopleEvent.SEATS_COPIED),
    # What only a file that somebody wrote by hand can say.
    ("change", "klingon"): ChangeDetail(),
    ("record", "photo of us"): ChangeDetail(),
    ("people", "joined everybody"): ChangeDetail(),
    ("people", "sat 999999"): ChangeDetail(),
    ("people", "greeted player"): ChangeDetail(),
    ("plan", "anything"): ChangeDetail(),
}


@pytest.mark.parametrize(("kind", "text"), MEANT)
def test_a_text_is_read_as_it_was_meant(kind: str, text: str) -> None:
    assert from_plain(ChangeDetail, detail_of_text(kind, text)) == MEANT[kind, text]


WORDS = st.sampled_from([text for _kind, text in MEANT]) | st.text(max_size=30)
TEXTS = st.lists(WORDS, max_size=4).map(lambda words: one_line(" ".join(words))[:200].strip())


@given(st.sampled_from(ChangeKind.values), TEXTS)
def test_whatever_a_row_or_a_file_says_can_be_read(kind: str, text: str) -> None:
    if not any(text_problems("", text, 200)):
        from_plain(ChangeDetail, detail_of_text(kind, text))

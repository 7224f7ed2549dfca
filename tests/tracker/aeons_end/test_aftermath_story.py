"""The story's turn, the rule sections and the seals."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import SealOpened, SectionUnlocked, Verdict
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts, state
from tests.tracker.clients import HTMX, hidden_fields, hidden_fields_of, keeper, member, send
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def lost() -> Campaign:
    """Return a campaign whose second game, of chapter 2, is lost."""
    return factories.second_game(won=False)


@pytest.fixture
def won() -> Campaign:
    """Return a campaign whose second game, of chapter 2, is won."""
    return factories.second_game()


# --- go on, or play again ---


@pytest.mark.parametrize(("answer", "ended"), [("yes", 2), ("no", 1)])
def test_the_story_goes_on_or_asks_again(lost: Campaign, answer: str, ended: int) -> None:
    response = send(keeper(lost), at(lost, "verdict"), {"onward": answer})
    assert response.status_code == 302
    assert state(lost).ended == ended


def test_after_chapter_2_going_on_is_offered_as_the_printed_table_has_it(lost: Campaign) -> None:
    page = keeper(lost).get(at(lost, "verdict"))
    assert "The story goes on unless" in html_of(page)
    assert re.search(r'value="yes"[^>]* checked', html_of(page))


def test_after_chapter_3_nothing_is_offered() -> None:
    campaign = factories.third_chapter()
    factories.record_loss(campaign)
    page = keeper(campaign).get(at(campaign, "verdict"))
    assert "The story goes on unless" not in html_of(page)
    assert not re.search(r'name="onward"[^>]* checked', html_of(page))


def test_one_of_the_two_must_be_said(lost: Campaign) -> None:
    for data in ({}, {"onward": "maybe"}):
        assert send(keeper(lost), at(lost, "verdict"), data).status_code == 422
    assert not facts(lost, Verdict)


def test_a_verdict_sent_twice_counts_once(lost: Campaign) -> None:
    client = keeper(lost)
    data = {**hidden_fields(client, at(lost, "verdict")), "onward": "yes"}
    assert [client.post(at(lost, "verdict"), data).status_code for _ in range(2)] == [302, 302]
    assert len(facts(lost, Verdict)) == 1


def test_after_a_win_another_turn_needs_a_reason(won: Campaign) -> None:
    client = keeper(won)
    response = send(client, at(won, "verdict"), {"onward": "no"})
    assert response.status_code == 422
    again = {**hidden_fields_of(response), "onward": "no", "reason": "the card sends us back"}
    assert client.post(at(won, "verdict"), again).status_code == 302
    assert state(won).ended == 1


def test_before_the_result_there_is_no_verdict() -> None:
    campaign = factories.planned_campaign()
    response = send(keeper(campaign), at(campaign, "verdict"), {"onward": "yes"})
    assert response.status_code == 422


# --- rule sections ---


def test_the_page_lists_what_is_due_with_place_and_page(won: Campaign) -> None:
    page = text_of(keeper(won).get(at(won, "sections")))
    for letter in "SAFHNOQ":
        assert f"Section {letter}: " in page
    assert "Section Y / V: " in page
    assert "Section K" not in page
    assert "page 18–19 · start of chapter 2" in page


def test_several_sections_go_in_with_one_write(won: Campaign) -> None:
    revision = won.revision
    data = {"tick_A": "on", "tick_F": "on", "note_F": " Breaches count. ", "note_H": "not ticked"}
    assert send(keeper(won), at(won, "sections"), data).status_code == 302
    told = facts(won, SectionUnlocked)
    assert [(f.section, f.letter, f.note) for f in told] == [
        ("A", "A", ""),
        ("F", "F", "Breaches count."),
    ]
    assert won.revision == revision + 1


def test_one_button_puts_them_all_in(won: Campaign) -> None:
    data = {"all": "1", "letter_Y": "V", "note_S": "Evolution!"}
    assert send(keeper(won), at(won, "sections"), data).status_code == 302
    assert {f.section: f.letter for f in facts(won, SectionUnlocked)}["Y"] == "V"
    assert len(facts(won, SectionUnlocked)) == 8
    assert state(won).sections["S"].note == "Evolution!"


def test_an_uncertain_letter_is_the_players_to_read(won: Campaign) -> None:
    data = {"tick_Y": "on", "letter_Y": "V"}
    assert send(keeper(won), at(won, "sections"), data).status_code == 302
    assert state(won).sections["Y"].letter == "V"
    assert send(keeper(won), at(won, "sections"), {"tick_Y": "on"}).status_code == 422


@pytest.mark.parametrize("sent", [{"tick_Y": "on"}, {"all": "1"}])
def test_an_uncertain_letter_is_asked_for_and_never_guessed(
    won: Campaign, sent: dict[str, str]
) -> None:
    answer = send(keeper(won), at(won, "sections"), sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"letter_Y"}
    assert 'class="tick is-asked"' in html_of(answer)
    assert not facts(won, SectionUnlocked)


@pytest.mark.parametrize("letter", ["J", "Q", "Ż"])
def test_an_uncertain_letter_is_one_of_two(won: Campaign, letter: str) -> None:
    data = {"tick_Y": "on", "letter_Y": letter}
    assert send(keeper(won), at(won, "sections"), data).status_code == 422


def test_nothing_ticked_is_asked_about(won: Campaign) -> None:
    response = send(keeper(won), at(won, "sections"))
    assert response.status_code == 422
    assert "Tick the sections you have placed." in text_of(response)


@pytest.mark.parametrize(("typed", "section", "letter"), [("k", "K", "K"), ("j", "I", "J")])
def test_another_letter_needs_a_reason(
    won: Campaign, typed: str, section: str, letter: str
) -> None:
    client = keeper(won)
    data = {"tick_A": "on", "other_letter": typed, "other_note": "odd"}
    response = send(client, at(won, "sections"), data)
    assert response.status_code == 422
    assert 'name="reason"' in html_of(response)
    assert not facts(won, SectionUnlocked)
    again = {**data, **hidden_fields_of(response), "reason": "L40 says so"}
    assert client.post(at(won, "sections"), again).status_code == 302
    due, other = facts(won, SectionUnlocked)
    assert (due.section, due.reason) == ("A", "")
    assert (other.section, other.letter, other.note) == (section, letter, "odd")
    assert other.reason == "L40 says so"


def test_a_letter_the_pack_does_not_know_is_taken_with_a_reason(won: Campaign) -> None:
    data = {"other_letter": "ß", "reason": "it is there"}
    assert send(keeper(won), at(won, "sections"), data).status_code == 302
    assert facts(won, SectionUnlocked)[0].letter == "SS"


def test_a_note_without_its_letter_is_asked_about(won: Campaign) -> None:
    response = send(keeper(won), at(won, "sections"), {"other_note": "hm"})
    assert response.status_code == 422
    assert "Which letter is this note about?" in text_of(response)


def test_a_section_that_another_placed_meanwhile_is_said_to_be_there(won: Campaign) -> None:
    client, other = keeper(won), member(won)
    data = {**hidden_fields(client, at(won, "sections")), "tick_A": "on", "tick_F": "on"}
    assert send(other, at(won, "sections"), {"tick_A": "on"}).status_code == 302
    stale = client.post(at(won, "sections"), data)
    assert stale.status_code == 409
    assert "Section A went into the rulebook." in text_of(stale)
    again = client.post(at(won, "sections"), {**data, **hidden_fields_of(stale)})
    assert again.status_code == 422
    del data["tick_A"]
    assert client.post(at(won, "sections"), {**data, **hidden_fields_of(again)}).status_code == 302


def test_sections_sent_twice_go_in_once(won: Campaign) -> None:
    client = keeper(won)
    data = {**hidden_fields(client, at(won, "sections")), "all": "1", "letter_Y": "Y"}
    assert [client.post(at(won, "sections"), data).status_code for _ in range(2)] == [302, 302]
    assert len(facts(won, SectionUnlocked)) == 8


def test_without_anything_due_another_letter_is_all_there_is() -> None:
    campaign = factories.played_campaign()
    page = text_of(keeper(campaign).get(at(campaign, "sections")))
    assert "No section is due now." in page
    assert "Your box says otherwise?" not in page


# --- seals ---


def test_what_is_due_is_ticked_already(won: Campaign) -> None:
    page = html_of(keeper(won).get(at(won, "seals")))
    assert 'name="due" value="envelope-2" id="id_due_0" checked' in page
    assert "STOP decks" in page
    assert 'value="deck-ii"' in page
    assert 'value="deck-ia"' not in page  # open from the start


def test_what_is_due_is_opened(won: Campaign) -> None:
    assert send(keeper(won), at(won, "seals"), {"due": ["envelope-2"]}).status_code == 302
    assert "envelope-2" in state(won).seals


def test_several_are_opened_at_once_and_one_by_its_own_name(won: Campaign) -> None:
    data = {
        "due": ["envelope-2"],
        "others": ["deck-ii", "box-a", "supplement-1"],
        "typed": "  Sleeve  9 ",
    }
    assert send(keeper(won), at(won, "seals"), data).status_code == 302
    opened = {f.seal: f.name for f in facts(won, SealOpened)}
    assert opened == {
        "envelope-2": "",
        "deck-ii": "",
        "box-a": "",
        "supplement-1": "",
        "~sleeve 9": "Sleeve 9",
    }


def test_an_envelope_of_a_later_chapter_needs_a_reason(won: Campaign) -> None:
    client = keeper(won)
    data = {"due": ["envelope-2"], "others": ["envelope-5"]}
    response = send(client, at(won, "seals"), data)
    assert response.status_code == 422
    assert not facts(won, SealOpened)
    again = {**data, **hidden_fields_of(response), "reason": "the card named it"}
    assert client.post(at(won, "seals"), again).status_code == 302
    assert [f.reason for f in facts(won, SealOpened)] == ["", "the card named it"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"others": ["deck-ia"]},
        {"others": ["no-such-seal"]},
        {"due": ["x" * 400]},
        {"typed": "   "},
        {"typed": "y" * 101},
        {"others": ["box-a", "box-a"]},
    ],
)
def test_seals_that_do_not_fit_are_refused(won: Campaign, data: dict[str, Any]) -> None:
    assert send(keeper(won), at(won, "seals"), data).status_code == 422
    assert not facts(won, SealOpened)


def test_a_seal_opened_twice_by_one_form_is_opened_once(won: Campaign) -> None:
    client = keeper(won)
    data = {**hidden_fields(client, at(won, "seals")), "due": ["envelope-2"]}
    assert [client.post(at(won, "seals"), data).status_code for _ in range(2)] == [302, 302]
    assert len(facts(won, SealOpened)) == 1


def test_a_seal_that_another_opened_meanwhile_is_told(won: Campaign) -> None:
    client, other = keeper(won), member(won)
    data = {**hidden_fields(client, at(won, "seals")), "due": ["envelope-2"]}
    assert send(other, at(won, "seals"), {"due": ["envelope-2"]}).status_code == 302
    stale = client.post(at(won, "seals"), data)
    assert stale.status_code == 409
    assert "Piotr saved first" in text_of(stale)
    assert client.post(at(won, "seals"), {**data, **hidden_fields_of(stale)}).status_code == 422


@pytest.mark.parametrize("page", ["verdict", "sections", "seals"])
def test_htmx_gets_the_form_alone(won: Campaign, page: str) -> None:
    client = keeper(won)
    response = client.post(at(won, page), hidden_fields(client, at(won, page)), headers=HTMX)
    assert response.status_code == 200
    assert html_of(response).startswith("<form")
    assert 'id="problems"' in html_of(response)

"""Cards that evolved, and the campaign's basic cards."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Campaign
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
)
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.services.live import move_make, table_open
from tests.campaign import factories
from tests.campaign.campaign_cache import built_once
from tests.tracker.aeons_end.decisions import at, facts, state, unknown
from tests.tracker.clients import HTMX, hidden_fields, hidden_fields_of, keeper, member, send
from tests.tracker.reading import html_of, text_of
from tracker.systems.aeons_end.legacy.forms.aftermath import basics

pytestmark = pytest.mark.django_db


@built_once
def third_won() -> Campaign:
    campaign = factories.third_chapter()
    factories.record_win(campaign)
    return campaign


@built_once
def third_planned() -> Campaign:
    campaign = factories.answer_all(factories.second_game(), but="pool")
    factories.settle_now(campaign)
    factories.plan(campaign)
    return campaign


@pytest.fixture
def campaign() -> Campaign:
    """Return a campaign whose game of chapter 3 is won; its pool is full of invented cards."""
    return third_won()


@pytest.fixture
def unnamed() -> Campaign:
    """Return a campaign at the start of chapter 3, its pool still empty."""
    return third_planned()


# --- evolution ---

CARD = "~pale thing 2.1"


def evolve(campaign: Campaign, data: dict[str, Any]) -> Any:
    return send(keeper(campaign), at(campaign, "evolution"), {"card": CARD, **data})


def key_of(campaign: Campaign, key: str) -> Any:
    return next(card for card in state(campaign).pool if card.key == key)


def test_the_page_lists_this_campaigns_cards_and_no_other(campaign: Campaign) -> None:
    page = html_of(keeper(campaign).get(at(campaign, "evolution")))
    assert page.count('name="card"') == 15
    assert "Pale Thing 2.1" in page
    assert "Ravenous" not in page
    assert "None evolved" in page


def test_a_card_takes_a_sticker(campaign: Campaign) -> None:
    response = evolve(campaign, {"happened": "sticker", "text": "Hits twice."})
    assert response.status_code == 302
    assert key_of(campaign, CARD).stickers == ("Hits twice.",)
    # One idea a screen: the same page asks for the next one, and offers to end it.
    page = text_of(keeper(campaign).get(response["Location"]))
    assert "Pale Thing 2.1 evolved: Hits twice." in page
    assert "All entered" in page


def uncounted() -> Campaign:
    """Return a campaign in chapter 2 with a basic card whose spaces nobody has counted."""
    campaign = factories.second_game()
    factories.record(campaign, BasicJoined(factories.basic("Grub", 1, spaces=None)))
    return campaign


def test_the_spaces_of_a_card_are_asked_for_once_and_hold() -> None:
    campaign = uncounted()
    grub = {"card": "~grub", "happened": "sticker"}
    asked = evolve(campaign, grub)
    assert asked.status_code == 422
    assert "How many sticker spaces does Grub have?" in text_of(asked)
    assert evolve(campaign, {**grub, "spaces": "1"}).status_code == 302
    page = text_of(keeper(campaign).get(at(campaign, "evolution")))
    assert "no free space: transforms" in page
    full = evolve(campaign, grub)
    assert full.status_code == 422
    assert "has no free space for a sticker" in text_of(full)


def test_it_is_said_where_the_new_card_goes() -> None:
    campaign = uncounted()
    data = {"card": "~grub", "spaces": "0", "happened": "transformed", "into": "Moth"}
    client = keeper(campaign)
    url = at(campaign, "evolution")
    said = send(client, url, {**data, "kind": "attack"}, follow=True)
    assert "goes to the nemesis’ discard pile" in text_of(said)
    again = {"card": "~moth", "spaces": "0", "happened": "transformed", "into": "Hawk"}
    refused = send(client, url, {**again, "kind": "minion"})
    assert refused.status_code == 422
    assert "only basic cards evolve" in text_of(refused)
    said = send(client, url, {**again, "kind": "minion", "reason": "E77"}, follow=True)
    assert "stays in play with the same tokens" in text_of(said)


def test_a_full_card_transforms_into_what_was_typed(campaign: Campaign) -> None:
    evolve(campaign, {"happened": "sticker"})
    data = {"happened": "transformed", "into": " Palest  Thing ", "kind": "power"}
    assert evolve(campaign, data).status_code == 302
    card = key_of(campaign, "~palest thing")
    assert (card.name, card.tier, card.kind, card.evolved_from) == (
        "Palest Thing",
        2,
        "power",
        CARD,
    )


def test_the_kind_stays_unless_it_is_said_to_change(campaign: Campaign) -> None:
    evolve(campaign, {"happened": "sticker"})
    evolve(campaign, {"happened": "transformed", "into": "Palest Thing"})
    assert key_of(campaign, "~palest thing").kind == "minion"


def test_an_evolved_card_the_pack_knows_is_recognised(campaign: Campaign) -> None:
    third = {"card": "~pale thing 3.1"}
    evolve(campaign, {**third, "happened": "sticker"})
    data = {**third, "happened": "transformed", "into": "crush"}
    assert evolve(campaign, data).status_code == 302
    assert key_of(campaign, "crush-e51").kind == "attack"


def test_a_known_card_of_another_tier_is_refused(campaign: Campaign) -> None:
    evolve(campaign, {"happened": "sticker"})
    response = evolve(campaign, {"happened": "transformed", "into": "Crush"})
    assert response.status_code == 422
    assert 'href="#id_into"' in html_of(response)


def test_a_card_with_a_free_space_transforms_only_with_a_reason(campaign: Campaign) -> None:
    data = {"happened": "transformed", "into": "Palest Thing"}
    response = evolve(campaign, data)
    assert response.status_code == 422
    assert 'name="reason"' in html_of(response)
    again = {"card": CARD, **data, **hidden_fields_of(response), "reason": "no space on ours"}
    assert keeper(campaign).post(at(campaign, "evolution"), again).status_code == 302
    assert facts(campaign, CardTransformed)[0].reason == "no space on ours"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "happened"),
        ({"happened": "vanished"}, "happened"),
        ({"happened": "transformed"}, "into"),
        ({"happened": "transformed", "into": "Pale Thing 2.2", "reason": "so"}, "into"),
        ({"happened": "transformed", "into": "Pale Thing 2.1", "reason": "so"}, "into"),
        ({"happened": "sticker", "card": ""}, "card"),
        ({"happened": "sticker", "card": "ambush"}, "card"),
        ({"happened": "sticker", "card": "x" * 999}, "card"),
        ({"happened": "sticker", "text": "x" * 1001}, "text"),
    ],
)
def test_an_evolution_that_does_not_fit_is_refused(
    campaign: Campaign, data: dict[str, Any], field: str
) -> None:
    response = evolve(campaign, data)
    assert response.status_code == 422
    assert f'id="id_{field}_error"' in html_of(response)
    assert "Ambush" not in html_of(response)
    assert not facts(campaign, CardEvolved) + facts(campaign, CardTransformed)


def test_none_evolved_is_one_tap(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "evolution")), "decision": "evolution:3"}
    assert client.post(at(campaign, "close"), data).status_code == 302
    assert "evolution:3" in {f.decision for f in facts(campaign, DecisionClosed)}
    assert "None evolved" not in text_of(client.get(at(campaign, "evolution")))


def test_a_card_that_another_transformed_meanwhile_is_told(campaign: Campaign) -> None:
    evolve(campaign, {"happened": "sticker"})
    client, other = keeper(campaign), member(campaign)
    data = {**hidden_fields(client, at(campaign, "evolution")), "card": CARD, "happened": "sticker"}
    into = {"card": CARD, "happened": "transformed", "into": "Palest Thing"}
    assert send(other, at(campaign, "evolution"), into).status_code == 302
    stale = client.post(at(campaign, "evolution"), data)
    assert stale.status_code == 409
    assert "Pale Thing 2.1 transformed into Palest Thing." in text_of(stale)


def test_a_sticker_sent_twice_is_placed_once(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "evolution")), "card": CARD, "happened": "sticker"}
    assert [client.post(at(campaign, "evolution"), data).status_code for _ in "ab"] == [302, 302]
    assert len(facts(campaign, CardEvolved)) == 1


def test_without_a_pool_there_is_nothing_to_evolve(unnamed: Campaign) -> None:
    page = keeper(unnamed).get(at(unnamed, "evolution"))
    assert "No basic cards yet" in text_of(page)
    assert at(unnamed, "pool") in html_of(page)


# --- the pool ---


KINDS = ("attack", "minion", "power")


def rows(counts: tuple[int, int, int] = (3, 5, 7), more: str = "") -> dict[str, str]:
    """Name so many cards of each tier that nobody knows, each with its tier and kind."""
    cards = {
        f"Grey Thing {tier}.{number}{more}": (tier, KINDS[number % 3])
        for tier, count in enumerate(counts, start=1)
        for number in range(count)
    }
    data = {"names": "\n".join(cards)}
    for name, (tier, kind) in cards.items():
        data |= unknown(name, tier, kind)
    return data


def test_the_numbers_of_section_k_are_not_shown_before_it(unnamed: Campaign) -> None:
    # Legacy p. 10: the table comes with section K, at the start of chapter 3.
    before = factories.answer_all(factories.second_game(), but="pool")
    page = text_of(keeper(before).get(at(before, "pool")))
    assert "of 3" not in page
    assert "tier 1, 5 of tier 2" not in text_of(keeper(before).get(at(before)))
    page = text_of(keeper(unnamed).get(at(unnamed, "pool")))
    assert all(said in page for said in ("0 of 3", "0 of 5", "0 of 7"))
    assert "3 of tier 1, 5 of tier 2, 7 of tier 3" in text_of(keeper(unnamed).get(at(unnamed)))


def test_a_whole_pool_is_named_in_one_write(unnamed: Campaign) -> None:
    revision = unnamed.revision
    assert send(keeper(unnamed), at(unnamed, "pool"), rows()).status_code == 302
    assert len(state(unnamed).pool) == 15
    assert unnamed.revision == revision + 1
    page = text_of(keeper(unnamed).get(at(unnamed, "pool")))
    assert "Complete: exactly as many" in page
    assert "7 of 7" in page


def test_a_pool_that_is_complete_leads_on_and_one_that_is_not_stays(unnamed: Campaign) -> None:
    client = keeper(unnamed)
    answer = send(client, at(unnamed, "pool"), rows((1, 0, 2)))
    assert answer["Location"] == at(unnamed, "pool")
    page = text_of(client.get(at(unnamed, "pool")))
    assert "1 of 3" in page
    assert "Grey Thing 3.1" in page
    left = rows((2, 5, 5), " too")
    assert send(client, at(unnamed, "pool"), left)["Location"] == at(unnamed, "seals")


@pytest.mark.parametrize(
    "names",
    [
        "ravenous leviathan, Rozsianie",
        "Ravenous Leviathan\r\nScatter\r\n",
        " - ravenous  LEVIATHAN;scatter, Scatter",
    ],
)
def test_cards_the_pack_knows_bring_their_tier_and_kind(unnamed: Campaign, names: str) -> None:
    assert send(keeper(unnamed), at(unnamed, "pool"), {"names": names}).status_code == 302
    pool = {card.key: card for card in state(unnamed).pool}
    assert pool.keys() == {"ravenous-leviathan", "scatter"}
    assert pool["ravenous-leviathan"].life == 7
    assert pool["scatter"].spaces == 0


def test_a_card_nobody_knows_needs_its_tier_and_kind(unnamed: Campaign) -> None:
    client = keeper(unnamed)
    response = send(client, at(unnamed, "pool"), {"names": "Grey Thing, Scatter"})
    assert response.status_code == 422
    assert "Is Grey Thing an attack, a minion or a power?" in text_of(response)
    assert "Which tier does Grey Thing show?" in text_of(response)
    assert "Which tier does Scatter show?" not in text_of(response)
    assert not facts(unnamed, BasicJoined)
    # Another name that is typed before it takes nothing from it.
    data = {"names": "Sap, Grey Thing, Scatter", **unknown("Grey Thing", 2, "power")}
    assert send(client, at(unnamed, "pool"), data).status_code == 302
    joined = {
        fact.card.name or fact.card.key: fact.card.tier for fact in facts(unnamed, BasicJoined)
    }
    assert joined == {"sap": 2, "Grey Thing": 2, "scatter": 3}


def test_tiers_are_taken_from_the_order_if_all_cards_are_named(unnamed: Campaign) -> None:
    names = rows()["names"]
    answer = html_of(send(keeper(unnamed), at(unnamed, "pool"), {"names": names}))
    assert answer.count(" checked") == 15
    assert "Which tier" not in answer
    some = html_of(send(keeper(unnamed), at(unnamed, "pool"), {"names": "Grub, Worm"}))
    assert " checked" not in some


def test_an_evolved_card_is_no_basic_one(unnamed: Campaign) -> None:
    response = send(keeper(unnamed), at(unnamed, "pool"), {"names": "Crush"})
    assert response.status_code == 422
    assert not facts(unnamed, BasicJoined)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"names": " , \n;"},
        {"names": "Grey Thing", **unknown("Grey Thing", 1, "support")},
        {"names": "Grey Thing", **unknown("Grey Thing", 4, "power")},
        {"names": "x" * 101, **unknown("x" * 101, 1, "power")},
        {"names": "\n".join(f"Card {number}" for number in range(99))},
    ],
)
def test_a_pool_that_does_not_fit_is_refused(unnamed: Campaign, data: dict[str, Any]) -> None:
    assert send(keeper(unnamed), at(unnamed, "pool"), data).status_code == 422
    assert not facts(unnamed, BasicJoined)


@pytest.mark.parametrize("names", ["a" + "\u0301\u0316" * 1000, "x" * 101, "Sap\n" * 2000])
def test_names_that_are_too_long_are_not_looked_up(
    unnamed: Campaign, names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(basics, "recognise_basic", lambda name, _pack: looked_up.append(name))
    assert send(keeper(unnamed), at(unnamed, "pool"), {"names": names}).status_code == 422
    assert not looked_up


def test_more_than_the_table_has_room_for_does_not_get_in(unnamed: Campaign) -> None:
    client, other = keeper(unnamed), member(unnamed)
    data = {**hidden_fields(client, at(unnamed, "pool")), **rows((4, 0, 0), " of ours")}
    assert send(other, at(unnamed, "pool"), rows((1, 0, 0))).status_code == 302
    refused = client.post(at(unnamed, "pool"), data)
    assert refused.status_code == 422
    assert "Tier 1 has 3 cards, and these would be 5." in text_of(refused)
    assert len(state(unnamed).pool) == 1


def test_two_people_name_different_cards_at_the_same_time(unnamed: Campaign) -> None:
    client, other = keeper(unnamed), member(unnamed)
    data = {**hidden_fields(client, at(unnamed, "pool")), **rows((0, 2, 0))}
    assert send(other, at(unnamed, "pool"), rows((3, 0, 0))).status_code == 302
    assert client.post(at(unnamed, "pool"), data).status_code == 302
    assert len(state(unnamed).pool) == 5


def test_a_pool_sent_twice_is_named_once(unnamed: Campaign) -> None:
    client = keeper(unnamed)
    data = {**hidden_fields(client, at(unnamed, "pool")), **rows()}
    assert [client.post(at(unnamed, "pool"), data).status_code for _ in "ab"] == [302, 302]
    assert len(state(unnamed).pool) == 15


def test_once_they_are_complete_a_card_leaves_only_with_a_reason(campaign: Campaign) -> None:
    client = keeper(campaign)
    assert 'name="reason"' in html_of(client.get(at(campaign, "pool")))
    refused = send(client, at(campaign, "pool"), {"left": CARD})
    assert refused.status_code == 422
    assert "only a story card changes the basic cards" in text_of(refused)
    assert len(state(campaign).pool) == 15
    left = {"left": CARD, "reason": "L31 says so"}
    assert send(client, at(campaign, "pool"), left).status_code == 302
    assert "4 of 5" in text_of(client.get(at(campaign, "pool")))
    joined = {"names": "Grub", **unknown("Grub", 2, "minion")}
    assert send(client, at(campaign, "pool"), joined).status_code == 302
    assert len(state(campaign).pool) == 15


def test_what_came_into_play_live_is_filled_in(unnamed: Campaign) -> None:
    game = factories.game_of_campaign(unnamed, 3)
    table_open(game=game, person=None)
    for seen, name in enumerate(("Scatter", "rozsianie", "Sap", "Slash", "Nobody’s Card")):
        played = Enter(NemesisKind.ATTACK, name, drawn=False)
        move_make(game=game, person=None, move=played, seen=seen)
    page = text_of(keeper(unnamed).get(at(unnamed, "pool")))
    assert "Sap, Scatter" in page
    assert "Filled in with what came into play" in page
    assert "Slash" not in page  # of one nemesis
    send(keeper(unnamed), at(unnamed, "pool"), {"names": "Sap, Scatter"})
    assert "Filled in with" not in text_of(keeper(unnamed).get(at(unnamed, "pool")))


def test_before_chapter_3_the_basic_cards_are_asked_for(unnamed: Campaign) -> None:
    page = html_of(keeper(unnamed).get(at(unnamed)))
    assert "Enter this campaign’s basic nemesis cards" in page
    assert page.index(at(unnamed, "pool")) < page.index("Something else in your box")


@pytest.mark.parametrize("key", ["", "ambush", "~nobody"])
def test_a_card_that_is_not_there_cannot_leave(campaign: Campaign, key: str) -> None:
    response = send(keeper(campaign), at(campaign, "pool"), {"left": key})
    assert response.status_code == 422
    assert "Ambush" not in html_of(response)
    assert not facts(campaign, BasicLeft)


def test_a_card_named_in_this_game_can_be_withdrawn_from_its_row(unnamed: Campaign) -> None:
    client = keeper(unnamed)
    send(client, at(unnamed, "pool"), rows((1, 0, 0)))
    assert html_of(client.get(at(unnamed, "pool"))).count("/withdraw") == 1


def test_the_pool_can_be_named_while_the_game_is_only_planned() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    assert send(keeper(campaign), at(campaign, "pool"), rows((2, 0, 0))).status_code == 302
    assert len(state(campaign).pool) == 2


@pytest.mark.parametrize("page", ["evolution", "pool"])
def test_htmx_gets_the_part_alone(campaign: Campaign, page: str) -> None:
    client = keeper(campaign)
    response = client.post(
        at(campaign, page), hidden_fields(client, at(campaign, page)), headers=HTMX
    )
    assert response.status_code == 200
    assert "<html" not in html_of(response)
    assert 'id="problems"' in html_of(response)


def test_that_was_all_says_how_many_cards_evolved() -> None:
    campaign = factories.third_chapter()
    factories.record_win(campaign)
    factories.record(campaign, CardEvolved("~pale thing 2.1", "Hits twice."))
    client = keeper(campaign)
    close = {**hidden_fields(client, at(campaign, "close")), "decision": "evolution:3"}
    for _twice in range(2):
        response = client.post(at(campaign, "close"), close, follow=True)
        assert "Saved: 1 card evolved." in text_of(response)

"""Expeditions on the pages: start, battle, result, reward, the next battle, the end."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Person, Play, Role
from campaign.packs import get_pack
from campaign.rules.aeons_end.expeditions.battle import PILES
from campaign.rules.aeons_end.expeditions.state import State, Step
from campaign.rules.aeons_end.one_off.choices import Collection
from campaign.rules.registry import campaign_rules
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.people import invite_make
from tests.addresses import page_at
from tests.campaign import factories
from tests.campaign.exchange import bring_in
from tests.tracker import clients
from tests.tracker.sheets.reading import text_of
from tracker.faces.registry import campaign_face
from tracker.systems.aeons_end.expeditions.presenters.statistics import statistics_of
from tracker.systems.aeons_end.expeditions.words import expedition_words
from tracker.systems.aeons_end.shared.shelf import save

pytestmark = pytest.mark.django_db

BOXES = ["aeons-end", "the-new-age"]
FILLED: dict[str, Any] = {
    "name": "Down we go",
    "variant": "default",
    "players": "2",
    "player_1": "Zuza",
    "player_2": "Piotr",
    "boxes": BOXES,
    "seed": "5",
    "language": "en",
}


@pytest.fixture
def phone() -> Client:
    return clients.client_of(Person.objects.guest(display_name="Zuza"))


def begin(phone: Client, **changes: Any) -> Campaign:
    """Start an expedition on its page."""
    url = reverse("expedition_start")
    answer = clients.send(phone, url, {**FILLED, **changes})
    assert answer.status_code == 302, text(answer)
    return Campaign.objects.latest("pk")


def text(answer: Any) -> str:
    """Return a page as people read it."""
    return html.unescape(answer.content.decode())


def at(campaign: Campaign, name: str, *args: Any) -> str:
    return page_at(campaign, name, *args)


def state_of(campaign: Campaign) -> State:
    campaign.refresh_from_db()
    state: State = campaign_state(campaign)
    return state


def set_up(phone: Client, campaign: Campaign, **changes: Any) -> None:
    """Set up the next try with the first mages and the first nine piles; new ones are banished."""
    state = state_of(campaign)
    new = state.piles[PILES:]
    chosen = {
        "mage_1": state.mages[0],
        "mage_2": state.mages[1],
        "player_1": "Zuza",
        "piles": list(state.piles[:PILES]),
        **{f"swap_{pile}": "banish" for pile in new},
        **changes,
    }
    answer = clients.send(phone, at(campaign, "expedition_battle"), chosen)
    assert answer.status_code == 302, text(answer)


def play(phone: Client, campaign: Campaign, result: str) -> None:
    """Set up the next try, and enter its result."""
    set_up(phone, campaign)
    number = len(state_of(campaign).tries)
    answer = clients.send(phone, at(campaign, "result", number), {"result": result})
    assert answer.status_code == 302, text(answer)


def collect(phone: Client, campaign: Campaign, **data: str) -> str:
    """Draw what is due, and return the page that shows what came."""
    number = len(state_of(campaign).tries)
    answer = clients.send(phone, at(campaign, "expedition_reward", number), data)
    assert answer.headers["Location"] == at(campaign, "expedition_came", number), text(answer)
    return text(phone.get(answer.headers["Location"]))


def looking(campaign: Campaign) -> Client:
    """Return a browser that was given the view-only link."""
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    client = Client()
    client.get(reverse("look", args=[token]))
    return client


def test_an_expedition_is_played_from_its_start_to_its_end(phone: Client) -> None:
    campaign = begin(phone)
    assert "Battle 1" in text(phone.get(at(campaign, "campaign")))
    play(phone, campaign, "loss")
    assert "Lost: choose what helps you" in text(phone.get(at(campaign, "campaign")))
    collect(phone, campaign, kind="gem")
    for _battle in range(3):
        play(phone, campaign, "win")
        collect(phone, campaign)
    play(phone, campaign, "win")
    page = text(phone.get(at(campaign, "campaign")))
    assert "The expedition is won" in page
    assert "22 points of 24" in page
    assert reverse("expedition_start") in page
    assert "Propose dates" not in page
    state = state_of(campaign)
    assert (state.step, state.score) == (Step.END, 22)
    for name in ("expedition_barracks", "expedition_battles", "history", "people", "campaign"):
        assert phone.get(at(campaign, name)).status_code == 200, name
    assert Play.objects.filter(game__campaign=campaign).count() == 5
    assert "Battle 4" in text(phone.get(reverse("log")))


def test_a_reward_says_what_it_will_bring_and_then_what_came(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "win")
    before = text(phone.get(at(campaign, "expedition_reward", 1)))
    assert all(line in before for line in ("1 gem", "1 relic", "5 treasures of level 1"))
    shown = collect(phone, campaign)
    came, words = state_of(campaign).tries[0].came, expedition_words(campaign)
    assert came is not None
    assert all(words.card(key) in shown for key in came.keys)
    assert "Battle 2: " in shown


def test_the_story_tells_battles_tries_rewards_and_points_in_order(phone: Client) -> None:
    campaign = begin(phone)
    assert "The story has not begun" in text(phone.get(at(campaign, "story")))
    play(phone, campaign, "loss")
    collect(phone, campaign, kind="gem")
    play(phone, campaign, "win")
    collect(phone, campaign)
    clients.send(phone, at(campaign, "note", 2), {"text": "What a night."})
    viewer = looking(campaign)
    for visitor in (phone, clients.member(campaign, Role.READER), viewer):
        said = text(visitor.get(at(campaign, "story")))
        state, words = state_of(campaign), expedition_words(campaign)
        first, second = (game.came for game in state.tries)
        assert first is not None
        assert second is not None
        told = ["The start", "Battle 1", "Try 1", words.things(first), "Try 2", "What a night."]
        told += [words.things(second)]
        places = [said.index(part) for part in told]
        assert places == sorted(places)
        assert "Zuza" in said
        assert "4 points" in said


def test_the_statistics_count_tiers_mages_and_piles(phone: Client) -> None:
    campaign = begin(phone)
    assert "No results yet" in text(phone.get(at(campaign, "campaign_statistics")))
    play(phone, campaign, "loss")
    collect(phone, campaign, kind="gem")
    play(phone, campaign, "win")
    collect(phone, campaign)
    play(phone, campaign, "win")
    counted = statistics_of(state_of(campaign), campaign)
    tables = {table.key: table.rows for table in counted.tables}
    assert (counted.games, counted.won, counted.lost, counted.at_once) == (3, 2, 1, 1)
    assert [(row.name, row.won, row.lost) for row in tables["tiers"]] == [
        ("Tier 1", 1, 1),
        ("Tier 2", 1, 0),
    ]
    assert [row.games for row in tables["mages"]] == [3, 3]
    assert sum(row.games for row in tables["piles"]) == 3 * PILES
    said = text(looking(campaign).get(at(campaign, "campaign_statistics")))
    assert tables["nemeses"][0].name in said


def test_every_shortage_is_named_at_once_and_a_reason_lifts_what_it_may(phone: Client) -> None:
    url = reverse("expedition_start")
    answer = clients.send(phone, url, {**FILLED, "variant": "extended", "boxes": ["the-new-age"]})
    said = text(answer)
    assert "Nemeses of tier 1: 2 needed, 1 in your boxes." in said
    assert "Piles (gem): 10 needed with all rewards, 6 in your boxes." in said
    assert not Campaign.objects.exists()
    five = {**FILLED, "variant": "fight-five"}
    answer = clients.send(phone, url, five)
    assert "Treasures of level 4: 5 needed, 0 in your boxes." in text(answer)
    assert "Play it anyway?" in text(answer)
    begin(phone, variant="fight-five", reason="we do without")


def test_the_nemesis_is_shown_before_mages_and_market_are_chosen(phone: Client) -> None:
    campaign = begin(phone)
    said = text(phone.get(at(campaign, "expedition_battle")))
    set_up(phone, campaign)
    nemesis = state_of(campaign).tries[0].drawn.nemesis
    found = get_pack(campaign.system).find.nemesis(nemesis)
    assert found is not None
    assert found.name.en in said


def test_a_wrong_choice_changes_nothing(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "win")
    collect(phone, campaign)
    state = state_of(campaign)
    mage, old, (first, second, third) = state.mages[0], state.piles[0], state.piles[PILES:]
    chosen = {"mage_1": mage, "mage_2": mage, f"swap_{first}": old, f"swap_{second}": old}
    answer = clients.send(phone, at(campaign, "expedition_battle"), chosen)
    said = text(answer)
    assert answer.status_code == 422
    assert "Another new pile already replaces this one." in said
    assert "Choose the pile that it replaces, or banish it." in said, third
    assert len(state_of(campaign).tries) == 1


def test_each_new_pile_asks_which_one_it_replaces(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "win")
    collect(phone, campaign)
    state, words = state_of(campaign), expedition_words(campaign)
    market, (first, second, third) = state.piles[:PILES], state.piles[PILES:]
    said = text(phone.get(at(campaign, "expedition_battle")))
    assert all(words.card(pile) in said for pile in (first, second, third))
    swaps = {f"swap_{first}": market[4], f"swap_{second}": "banish", f"swap_{third}": market[0]}
    set_up(phone, campaign, **swaps)
    after = state_of(campaign)
    assert after.tries[1].choices.piles == (third, *market[1:4], first, *market[5:])
    assert set(after.banished) == {second, market[4], market[0]}


def test_with_big_pockets_nine_of_all_piles_are_ticked(phone: Client) -> None:
    campaign = begin(phone, big_pockets="on")
    play(phone, campaign, "win")
    collect(phone, campaign)
    state = state_of(campaign)
    answer = clients.send(
        phone,
        at(campaign, "expedition_battle"),
        {"mage_1": state.mages[0], "piles": list(state.piles[:8])},
    )
    assert "Choose nine piles, not 8." in text(answer)
    set_up(phone, campaign, piles=list(state.piles[-PILES:]))
    assert set(state_of(campaign).piles) == set(state.piles)


def test_while_boxes_are_ticked_their_lack_is_said_with_boxes_that_help(phone: Client) -> None:
    asked = {**FILLED, "boxes": ["aeons-end", "war-eternal", "the-depths", "outer-dark"]}
    url, by_htmx = reverse("expedition_start"), {"HX-Request": "true"}
    said = text(phone.get(url, asked, headers=by_htmx))
    assert "Treasures of level 1: 5 needed, 0 in your boxes." in said
    assert "the best first: The New Age" in said
    enough = text(phone.get(url, FILLED, headers=by_htmx))
    assert "needed" not in enough
    assert text(phone.get(url, {"variant": "long"}, headers=by_htmx)).strip() == ""


def test_the_sheet_is_a_page_paper_picture_text_and_json(phone: Client, capsys: Any) -> None:
    campaign = begin(phone, variant="short")
    state = state_of(campaign)
    set_up(phone, campaign, treasure_1_1=state.treasures[0])
    page = text(phone.get(at(campaign, "setup", 1)))
    assert "upgraded" in page
    assert "in place of a" in page
    printed = text_of(phone.get(at(campaign, "sheet_pdf", 1)).content)
    assert "Battle 1 of 3" in printed
    assert "in place of a" in printed
    picture = phone.get(at(campaign, "sheet_png", 1))
    assert picture.content.startswith(b"\x89PNG")
    assert "Battle 1 of 3" in phone.get(at(campaign, "sheet_text", 1)).content.decode()
    assert phone.get(at(campaign, "sheet_json", 1)).json()["battle"]["number"] == 1
    call_command("sheet", campaign=campaign.code, format="json")
    sheet = json.loads(capsys.readouterr().out)
    assert sheet["battle"]["number"] == 1
    assert sheet["battle"]["treasures"][0]["level"] == 1
    assert sum(card.get("upgraded", False) for card in sheet["nemesis"]["deck"]["2"]["cards"]) == 3


def test_the_command_line_prints_a_first_battle(capsys: Any) -> None:
    options = {"system": "aeons-end", "boxes": ",".join(BOXES), "seed": 5, "format": "json"}
    call_command("sheet", expedition="default", **options)
    sheet = json.loads(capsys.readouterr().out)
    assert (sheet["battle"]["number"], sheet["battle"]["of"], sheet["seed"]) == (1, 4, "5")
    with pytest.raises(CommandError, match="No expedition is called long"):
        call_command("sheet", expedition="long", **options)
    with pytest.raises(CommandError, match="Nemeses of tier 3: 2 needed, 1 in your boxes"):
        call_command("sheet", expedition="extended", **options)


def test_a_result_is_corrected_and_undone(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "win")
    collect(phone, campaign)
    play(phone, campaign, "win")
    before = state_of(campaign)
    answer = clients.send(phone, at(campaign, "correct", 1), {"result": "loss", "onward": "yes"})
    assert answer.status_code == 302, text(answer)
    after = state_of(campaign)
    assert (before.score, after.score) == (12, 6)
    assert after.piles == before.piles
    clients.send(phone, at(campaign, "undo_last"), {})
    assert state_of(campaign).score == 12
    clients.send(phone, at(campaign, "undo"), {"game": "2"})
    assert len(state_of(campaign).tries) == 1


def test_a_win_that_was_a_loss_is_tried_again_against_the_same_nemesis(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "win")
    collect(phone, campaign)
    assert state_of(campaign).battle == 2
    entries = campaign_facts(campaign).entries
    gone = [str(entry.id) for entry in entries if entry.fact.kind == "reward"]
    data = {"result": "loss", "withdraw": gone}
    answer = clients.send(phone, at(campaign, "correct", 1), data)
    assert answer.status_code == 302, text(answer)
    assert state_of(campaign).step is Step.CONSOLATION
    collect(phone, campaign, kind="nothing")
    play(phone, campaign, "win")
    tries = state_of(campaign).tries
    assert tries[0].drawn.nemesis == tries[1].drawn.nemesis


def test_another_reward_after_an_early_loss_leaves_what_can_stay(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "loss")
    collect(phone, campaign, kind="gem")
    for _battle in range(2):
        play(phone, campaign, "win")
        collect(phone, campaign)
    before = state_of(campaign)
    url = at(campaign, "expedition_correct_reward", 1)
    assert "Choose again" in text(phone.get(url))
    answer = clients.send(phone, url, {"kind": "mage"})
    assert answer.status_code == 302, text(answer)
    after = state_of(campaign)
    assert len(after.mages) == len(before.mages) + 1
    drawn = [game.drawn.nemesis for game in before.tries]
    assert [game.drawn.nemesis for game in after.tries] == drawn
    assert [game.came for game in after.tries[1:]] == [game.came for game in before.tries[1:]]
    clients.send(phone, at(campaign, "undo_last"), {})
    assert state_of(campaign) == before


def test_another_reward_never_makes_another_battle_of_one_that_was_fought(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "loss")
    collect(phone, campaign, kind="gem")
    url = at(campaign, "expedition_correct_reward", 1)
    assert clients.send(phone, url, {"kind": "on"}).status_code == 302  # nothing came after it
    clients.send(phone, at(campaign, "undo_last"), {})
    play(phone, campaign, "loss")
    before = state_of(campaign)
    refused = clients.send(phone, url, {"kind": "on"})
    assert refused.status_code == 422
    assert "game 2" in text(refused)
    assert state_of(campaign) == before


def test_export_and_import_give_the_same_expedition(phone: Client) -> None:
    campaign = begin(phone, companions="", big_pockets="on")
    play(phone, campaign, "win")
    collect(phone, campaign)
    data = export_json(campaign)
    again = bring_in(data)
    assert export_json(again) == data
    assert campaign_state(again) == state_of(campaign)
    facts = campaign_facts(campaign)
    assert not campaign_rules(campaign.system).story_problems(
        facts.story, get_pack(campaign.system)
    )


def test_a_fork_begins_with_the_same_barracks(phone: Client) -> None:
    campaign = begin(phone)
    play(phone, campaign, "win")
    collect(phone, campaign)
    answer = clients.send(phone, at(campaign, "fork"), {"after": "1", "name": "Another way"})
    assert answer.status_code == 302, text(answer)
    fork = Campaign.objects.latest("pk")
    assert campaign_state(fork) == state_of(campaign)


def test_a_recipe_starts_the_same_expedition_elsewhere(phone: Client) -> None:
    campaign = begin(phone, big_pockets="on", tries="3")
    page = text(phone.get(at(campaign, "expedition_recipe")))
    link = page.partition('readonly rows="3">')[2].partition("<")[0]
    other = clients.client_of(Person.objects.guest(display_name="Ola"))
    shown = text(other.get(link))
    assert "Somebody shared this expedition with you." in shown
    begun = clients.send(
        other, reverse("expedition_start"), {**FILLED, "big_pockets": "on", "tries": "3"}
    )
    assert begun.status_code == 302
    again = Campaign.objects.latest("pk")
    assert state_of(again).outfit.came == state_of(campaign).outfit.came
    bad = other.get(reverse("expedition_start"), {"recipe": "nonsense"})
    assert "This recipe can’t be read" in text(bad)


def test_whoever_only_looks_on_is_not_shown_what_starts_the_same_expedition(
    phone: Client,
) -> None:
    campaign = begin(phone)
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    onlooker, recipe = Client(), at(campaign, "expedition_recipe")
    onlooker.get(reverse("look", args=[token]))
    front = at(campaign, "campaign")
    assert recipe in text(phone.get(front))
    assert recipe not in text(onlooker.get(front))
    assert onlooker.get(recipe).status_code == 403


def test_who_may_do_what(phone: Client) -> None:
    campaign = begin(phone)
    set_up(phone, campaign)
    reader = clients.member(campaign, Role.READER)
    stranger = clients.stranger()
    for name in ("campaign", "expedition_barracks", "expedition_battles", "expedition_recipe"):
        assert reader.get(at(campaign, name)).status_code == 200
        assert stranger.get(at(campaign, name)).status_code == 404
    for url in (at(campaign, "expedition_battle"), at(campaign, "expedition_reward", 1)):
        assert reader.get(url).status_code == 403
        assert stranger.get(url).status_code == 404


def test_pages_of_legacy_do_not_exist_for_an_expedition(phone: Client) -> None:
    campaign = begin(phone)
    set_up(phone, campaign)
    for name in ("mages", "market", "nemesis", "rulebook", "seals", "print", "plan"):
        assert phone.get(at(campaign, name)).status_code == 404, name
    assert phone.get(at(campaign, "aftermath", 1)).status_code == 404


def test_a_try_is_played_live(phone: Client) -> None:
    campaign = begin(phone)
    set_up(phone, campaign)
    answer = clients.send(phone, at(campaign, "live_open", 1), {})
    assert answer.status_code in (200, 302)
    page = text(phone.get(at(campaign, "live", 1)))
    assert "Gravehold" in page
    assert phone.get(at(campaign, "game_complete", 1), {"q": "a"}).status_code == 200


def test_a_member_plays_as_the_mage_that_has_their_name(phone: Client) -> None:
    campaign = begin(phone)
    set_up(phone, campaign, player_2="Ola")
    campaign.refresh_from_db()
    ola, nobody = Person.objects.guest(display_name="Ola"), Person.objects.guest(display_name="Jan")
    face = campaign_face(campaign.system)
    assert (face.own_seat(campaign, ola), face.own_seat(campaign, nobody)) == (2, None)


OWN = {
    "name": "Two ways down",
    "intro": "The lift is broken.",
    "first": "gate",
    "nodes": [
        {"id": "gate", "tier": 1, "win": {"gems": 1}, "next": "fork"},
        {
            "id": "fork",
            "kind": "story",
            "text": "Left or right?",
            "decisions": [{"text": "Left", "next": "hoard"}, {"text": "Right", "next": "last"}],
        },
        {"id": "hoard", "kind": "reward", "reward": {"treasures": {"1": 2}}, "next": "last"},
        {"id": "last", "tier": 4},
    ],
}


def test_an_expedition_of_their_own_has_decisions(phone: Client) -> None:
    file = SimpleUploadedFile("ours.json", json.dumps(OWN).encode())
    campaign = begin(phone, own=file)
    assert "The lift is broken." in text(phone.get(at(campaign, "campaign")))
    play(phone, campaign, "win")
    collect(phone, campaign)
    assert "Left or right?" in text(phone.get(at(campaign, "expedition_node")))
    answer = clients.send(phone, at(campaign, "expedition_node"), {"option": "0"})
    assert answer.status_code == 302, text(answer)
    clients.send(phone, at(campaign, "expedition_node"), {})
    assert len(state_of(campaign).treasures) == 2
    play(phone, campaign, "win")
    assert state_of(campaign).step is Step.END
    assert "The story was read" in text(phone.get(at(campaign, "history")))


def test_an_expedition_of_their_own_is_shared_by_a_link_unless_it_is_too_long(
    phone: Client,
) -> None:
    short = begin(phone, own=SimpleUploadedFile("ours.json", json.dumps(OWN).encode()))
    link = text(phone.get(at(short, "expedition_recipe"))).partition('rows="3">')[2]
    assert "Two ways down" in text(phone.get(link.partition("<")[0]))
    parts = [f"part-{number}" for number in range(5)]
    said = [" ".join(f"{number**9:x}" for number in range(n * 90, n * 90 + 90)) for n in range(5)]
    story = [
        {"id": part, "kind": "story", "text": words, "next": then}
        for part, words, then in zip(parts, said, [*parts[1:], "last"], strict=True)
    ]
    gate = {"id": "gate", "tier": 1, "win": {"gems": 1}, "next": parts[0]}
    file = json.dumps({"first": "gate", "nodes": [gate, *story, {"id": "last", "tier": 4}]})
    long = begin(phone, own=SimpleUploadedFile("ours.json", file.encode()))
    page = text(phone.get(at(long, "expedition_recipe")))
    assert "too long for a link" in page
    assert "?recipe=" not in page


def test_a_phone_that_comes_late_is_shown_where_the_expedition_is(phone: Client) -> None:
    campaign = begin(phone, own=SimpleUploadedFile("ours.json", json.dumps(OWN).encode()))
    other = clients.member(campaign)
    battle, node = (at(campaign, f"expedition_{name}") for name in ("battle", "node"))
    late = clients.hidden_fields(other, battle)
    set_up(phone, campaign)
    answer = other.post(battle, {**late, "mage_1": state_of(campaign).mages[0]}, follow=True)
    assert "Zuza entered something meanwhile. Check it again." in text(answer)
    assert answer.redirect_chain[-1][0] == at(campaign, "campaign")
    clients.send(phone, at(campaign, "result", 1), {"result": "win"})
    reward = at(campaign, "expedition_reward", 1)
    late = clients.hidden_fields(other, reward)
    collect(phone, campaign)
    answer = other.post(reward, late, headers={"HX-Request": "true"})
    came = at(campaign, "expedition_came", 1)
    assert answer.headers["HX-Redirect"] == came, "not a page in the place of a form"
    assert other.get(reward).headers["Location"] == came
    late = clients.hidden_fields(other, node)
    clients.send(phone, node, {"option": "0"})
    answer = other.post(node, {**late, "option": "1"}, follow=True)
    assert "Zuza entered something meanwhile. Check it again." in text(answer)
    assert "What you entered is still below" not in text(answer)


def test_the_story_of_a_box_is_offered_to_who_owns_it(phone: Client) -> None:
    start = reverse("expedition_start")
    assert "The story in the box" not in text(phone.get(start))
    save(Person.objects.get(), Collection(boxes=("outcasts",)))
    assert "The story in the box: Outcasts: 4 battles" in text(phone.get(start))
    campaign = begin(phone, variant="story-outcasts", boxes=["outcasts"])
    assert "Read this story card from the box: <b>Intro-B1</b>" in text(
        phone.get(at(campaign, "campaign"))
    )
    play(phone, campaign, "win")
    assert "B1-Conclusion" in text(phone.get(at(campaign, "expedition_node")))
    clients.send(phone, at(campaign, "expedition_node"), {})
    clients.send(phone, at(campaign, "expedition_node"), {})
    assert len(state_of(campaign).treasures) == 5
    assert "Story card read: B1-Conclusion." in text(phone.get(at(campaign, "history")))


def test_every_fault_of_a_file_is_named_by_its_path(
    phone: Client, tmp_path: Path, capsys: Any
) -> None:
    wrong = {**OWN, "first": "nowhere", "nodes": [{"id": "gate", "tier": 1, "next": "fog"}]}
    file = tmp_path / "ours.json"
    file.write_text(json.dumps(wrong))
    with pytest.raises(SystemExit):
        call_command("expedition", "check", str(file))
    said = capsys.readouterr().out
    assert 'first: expected the id of a battle, got "nowhere"' in said
    assert "nodes[0].next: expected the id of a node" in said
    file.write_text(json.dumps(OWN))
    call_command("expedition", "check", str(file))
    assert "Two ways down: no fault." in capsys.readouterr().out
    upload = SimpleUploadedFile("ours.json", json.dumps(wrong).encode())
    answer = clients.send(phone, reverse("expedition_start"), {**FILLED, "own": upload})
    assert answer.status_code == 422
    assert "nodes[0].next" in text(answer)


def test_a_file_with_half_a_surrogate_pair_is_refused(phone: Client) -> None:
    upload = SimpleUploadedFile("ours.json", json.dumps({**OWN, "\ud800": 1}).encode())
    answer = clients.send(phone, reverse("expedition_start"), {**FILLED, "own": upload})
    assert answer.status_code == 422

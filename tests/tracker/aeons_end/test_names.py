"""A typed name is one thing, named once: renamed, it changes wherever it is mentioned."""

import re
from typing import Any

import pytest

from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Change, LiveTable, Play, Role
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy.facts import BasicJoined, MarketOrdered, SealOpened
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.keys import is_typed, typed_key
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.games import change_undo
from campaign.services.live import move_make, table_open
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read
from tests.tracker.reading import main_text_of
from tracker.systems.aeons_end.legacy.views import reference as reference_views
from tracker.systems.aeons_end.shared.recognise import typed_names

pytestmark = pytest.mark.django_db


def rename(campaign: Campaign, old: str, new: str) -> Any:
    url = f"{at(campaign, 'names')}?key=~{old.casefold()}"
    return clients.send(clients.keeper(campaign), url, {"name": new, "key": f"~{old.casefold()}"})


def fresh(campaign: Campaign) -> Campaign:
    return Campaign.objects.get(pk=campaign.pk)


def typed(campaign: Campaign, kind: str) -> str:
    """Return a name that was typed in a campaign of seven chapters."""
    state = campaign_state(campaign)
    match kind:
        case "pile":
            return next(pile.name for pile in state.banished if is_typed(pile.key))
        case "basic":
            return next(card.name for card in state.gone.values() if is_typed(card.key))
        case "nemesis":
            return str(state.games[1].foe.name)
        case "sticker":
            return next(s.name for mat in state.mats for s in mat.stickers if s.name)
    entries = campaign_facts(campaign).entries
    return next(e.fact.name for e in entries if isinstance(e.fact, SealOpened) and e.fact.name)


@pytest.mark.parametrize("kind", ["pile", "basic", "nemesis", "sticker"])
def test_whatever_later_games_mention_it_it_is_renamed_everywhere(kind: str) -> None:
    campaign = factories.finished_campaign()
    before, old = campaign_state(campaign), typed(campaign, kind)
    assert rename(campaign, old, "Żółw Morski").status_code == 302
    now = fresh(campaign)
    assert len(campaign_state(now).games) == len(before.games)
    assert "Żółw Morski" in export_json(now).decode()
    standing = str([entry.fact for entry in campaign_facts(now).entries])
    assert not re.search(rf"\b{re.escape(old)}\b", standing, re.IGNORECASE)
    assert f"A new name: {old} → Żółw Morski" in read(now, "history")


def test_a_seal_is_renamed() -> None:
    campaign = factories.played_campaign()
    factories.record(campaign, SealOpened("~blue tinn", "Blue Tinn"))
    assert rename(campaign, "Blue Tinn", "Blue Tin").status_code == 302
    assert campaign_state(fresh(campaign)).seals["~blue tin"].name == "Blue Tin"


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Rename"), ("pl", "Zmień nazwę"), ("fr", "Renommer")]
)
def test_a_seal_that_players_named_is_renamed_from_the_seals_page(language: str, word: str) -> None:
    campaign = factories.played_campaign()
    factories.record(campaign, SealOpened("~blue tinn", "Blue Tinn"))
    keeper, spoken = clients.keeper(campaign), {"Accept-Language": language}
    page = keeper.get(at(campaign, "seals"), headers=spoken)
    assert f"{at(campaign, 'names')}?key=~blue+tinn" in page.content.decode()
    assert f"{word} Blue Tinn" in main_text_of(page)
    reader = clients.member(campaign, Role.READER).get(at(campaign, "seals"))
    assert "Blue Tinn" in main_text_of(reader)
    assert at(campaign, "names") not in reader.content.decode()


def test_a_live_game_and_its_log_follow_and_go_back_with_an_undo() -> None:
    campaign = factories.played_through(1)
    factories.plan(campaign)
    factories.record(campaign, BasicJoined(PoolCard("~hecks", "Hecks", 1, NemesisKind.MINION)))
    game = factories.game_of_campaign(campaign, 2)
    table_open(game=game, person=None)
    for name in ("Hecks", "Maim"):
        seen = LiveTable.objects.get(game=game).sequence
        enter = Enter(NemesisKind.MINION, name, 6)
        move_make(game=game, person=None, move=enter, seen=seen)
    client, url = clients.keeper(campaign), f"{game_at(campaign, 2)}live"

    def named(page: str) -> list[str]:
        return re.findall(r"Hecks|Hex|Maim", main_text_of(client.get(page)))

    assert named(url)[0] == "Hecks"
    assert rename(campaign, "Hecks", "Hex").status_code == 302
    assert named(f"{url}/log") == ["Maim", "Hex"]
    assert named(url)[0] == "Hex"
    change_undo(record=fresh(campaign), revision=fresh(campaign).revision, person=None)
    assert named(f"{url}/log") == ["Maim", "Hecks"]
    assert named(url)[0] == "Hecks"


def test_the_ledger_of_plays_follows() -> None:
    campaign = factories.played_through(2)
    rename(campaign, factories.foe(2).name, "Rust Queen")
    assert Play.objects.get(number=2).against_name == "Rust Queen"


def test_the_history_strikes_nothing_out_for_a_rename_and_a_rename_can_be_undone() -> None:
    campaign = factories.second_game()
    client = clients.keeper(campaign)
    before = campaign_state(campaign)
    struck = client.get(at(campaign, "history")).content.count(b"<s>")
    rename(campaign, factories.foe(2).name, "Rust Queen")
    page = client.get(at(campaign, "history")).content
    assert page.count(b"<s>") == struck
    assert "Planned: chapter 2 against Rust Queen." in main_text_of(
        client.get(at(campaign, "history"))
    )
    change = Change.objects.latest("pk")
    sent = {"revision": change.revision, "token": "undo-of-it"}
    assert client.post(at(campaign, "undo_last"), sent).status_code == 302
    assert campaign_state(fresh(campaign)) == before
    assert "Rust Queen → Hollow Regent 2" in main_text_of(client.get(at(campaign, "history")))


def test_undoing_a_rename_tells_both_names_right_whatever_is_in_them() -> None:
    campaign = factories.second_game()
    rename(campaign, factories.foe(2).name, "Rust → Queen")
    change_undo(record=fresh(campaign), revision=fresh(campaign).revision, person=None)
    assert "A new name: Rust → Queen → Hollow Regent 2" in read(campaign, "history")


def test_a_name_that_the_pack_knows_becomes_the_packs() -> None:
    campaign = factories.settled_campaign()
    state = campaign_state(campaign)
    pile = next(p for p in state.market if is_typed(p.key))
    card = next(
        c
        for c in factories.pack_of(campaign).find.piles
        if (c.kind, c.cost) == (pile.kind, pile.cost)
        and c.id not in {p.key for p in (*state.market, *state.banished)}
    )
    assert rename(campaign, pile.name, card.name.in_language("en")).status_code == 302
    assert card.id in {p.key for p in campaign_state(fresh(campaign)).market}


def test_what_a_story_card_brought_is_renamed_too_and_the_market_follows() -> None:
    campaign = factories.played_campaign()
    brought = factories.pile("Conductive Gritt", CardKind.GEM, 3)
    factories.record(campaign, MarketOrdered("fire-chakram", brought, reason=factories.REASON))
    assert rename(campaign, "Conductive Gritt", "Conductive Grit").status_code == 302
    assert "conductive-grit" in {pile.key for pile in campaign_state(fresh(campaign)).market}


def test_a_name_that_something_else_has_is_refused() -> None:
    campaign = factories.settled_campaign()
    one, other, *_ = (p.name for p in campaign_state(campaign).market if is_typed(p.key))
    answer = rename(campaign, one, other.upper())
    assert answer.status_code == 422
    assert "is already called" in main_text_of(answer)


def test_many_names_come_in_pages_each_name_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference_views, "NAMES_ON_PAGE", 5)
    campaign = factories.finished_campaign()
    client, url, listed = clients.keeper(campaign), at(campaign, "names"), []
    while url:
        html = client.get(url).content.decode()
        on_page = re.findall(r'<a class="rename" href="([^"]*)"', html)
        assert 0 < len(on_page) <= 5
        listed += on_page
        later = re.search(r'rel="next" href="([^"]*)"', html)
        url = f"{at(campaign, 'names')}{later[1]}" if later else ""
    typed = typed_names(campaign_facts(campaign).story)
    assert len(listed) == len(set(listed)) == len(typed) > 5


def test_every_thing_has_the_way_to_its_name_on_its_own_page() -> None:
    campaign = factories.finished_campaign()
    client = clients.keeper(campaign)
    pages = {"market": (), "nemesis": (), "mage": (1,), "history": ()}
    for page, more in pages.items():
        assert at(campaign, "names") in client.get(at(campaign, page, *more)).content.decode(), page
    listed = main_text_of(client.get(at(campaign, "names")))
    for kind in ("pile", "basic", "nemesis", "sticker"):
        assert typed(campaign, kind) in listed
    reader = clients.member(campaign, Role.READER)
    assert at(campaign, "names") not in reader.get(at(campaign, "market")).content.decode()


def test_what_nobody_typed_has_no_page() -> None:
    campaign = factories.settled_campaign()
    assert clients.keeper(campaign).get(f"{at(campaign, 'names')}?key=~nothing").status_code == 404


def test_a_name_that_is_sent_twice_is_changed_once_and_told_by_its_old_name() -> None:
    campaign = factories.settled_campaign()
    client, url = clients.keeper(campaign), at(campaign, "names")
    old = typed(campaign, "pile")
    sent = {**clients.fresh_fields(url), "key": typed_key(old), "name": "Paler Still"}
    for _tap in range(2):
        page = main_text_of(client.post(url, sent, follow=True))
        assert f"{old} is now called Paler Still." in page


def test_whoever_renames_second_is_told_and_the_page_has_a_title() -> None:
    campaign = factories.settled_campaign()
    client, url = clients.keeper(campaign), at(campaign, "names")
    old = typed(campaign, "pile")
    late = {**clients.fresh_fields(url), "key": typed_key(old), "name": "Paler Still"}
    clients.send(client, url, {"key": typed_key(old), "name": "First"})
    answer = client.post(url, late)
    assert answer.status_code == 409
    assert "<h1>Rename</h1>" in re.sub(r"<h1[^>]*>\s*", "<h1>", answer.content.decode())

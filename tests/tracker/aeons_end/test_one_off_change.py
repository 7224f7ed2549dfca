"""Choosing for a one-off game, and the answers while one chooses."""

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Game
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.market.wishes import AtLeast, Exclude
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.rules.aeons_end.systems import LEGACY
from campaign.services.campaigns import campaign_delete
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.clients import HTMX
from tracker.systems.aeons_end.shared.selectors import guest_of

pytestmark = pytest.mark.django_db

_UNSAID = {"checkbox": "on"}  # what a browser sends of an input without a value
PLAIN = {
    "mages": "2",
    "difficulty": "normal",
    "way": "drawn",
    "seed": "1",
    "language": "en",
}


def url_of(game: Game, page: str = "change") -> str:
    return f"/g/{game.code}/{page}"


def choose(game: Game, client: Client | None = None, **filled: Any) -> Any:
    return clients.send(client or one_offs.owner(game), url_of(game), {**PLAIN, **filled})


def stored() -> Choices:
    return one_offs.choices(Game.objects.one_off().get())


def ask(game: Game, **filled: Any) -> str:
    client = one_offs.owner(game)
    form = {**clients.hidden_fields(client, url_of(game)), **PLAIN, **filled}
    answer = client.post(url_of(game, "check"), form, headers=HTMX)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_nothing_is_said_of_a_form_of_which_more_is_to_be_shown() -> None:
    assert "<li" not in ask(one_offs.game(), open="wishes", mages="9")


def test_everything_can_be_chosen() -> None:
    game = one_offs.game()
    answer = choose(
        game,
        mages="4",
        mage_1="mage:gex",
        player_1="  Zuza ",
        mage_3="mage:mist",
        nemesis="gate-witch",
        difficulty="extinction",
        template="three-relics",
        count_2="1",
        kind_2="spell",
        min_2="6",
        piles=["vortex-gauntlet"],
        paired="on",
        partner="3",
        seed="ember",
        language="pl",
    )
    assert answer.status_code == 302
    held = stored()
    assert held.places == (
        SeatChoice("gex", player="Zuza"),
        SeatChoice(),
        SeatChoice("mist"),
        SeatChoice(),
    )
    assert (held.nemesis, held.difficulty, held.paired) == ("gate-witch", "extinction", True)
    assert held.pairs == ((1, 3), (2, 4))
    assert held.market.template == "three-relics"
    assert held.market.constraints == (AtLeast(1, CardKind.SPELL, 6, None),)
    assert held.market.locks == ("vortex-gauntlet",)
    saved = Game.objects.get()
    assert (one_offs.stored_record(saved).planned.seed, saved.language) == ("EMBER", "pl")
    assert one_offs.setup(saved).mats[2].mage == "mist"


def test_the_form_shows_what_was_chosen_and_sent_again_changes_nothing() -> None:
    game = one_offs.game()
    choose(
        game,
        mages="1",
        mage_1="mage:gex",
        least="3",
        most="5",
        solo_cards="4",
        solo_life="15",
        count_1="2",
        min_1="5",
        max_1="7",
        piles=["kindle"],
        legacy="on",
    )
    before = stored()
    assert before.boxes == (LEGACY.slug,)
    assert (before.nemesis_difficulty, before.solo_cards, before.solo_life) == ((3, 5), 4, 15)
    page = one_offs.owner(game).get(url_of(game)).content.decode()
    assert clients.send(one_offs.owner(game), url_of(game), _filled(page)).status_code == 302
    assert stored() == before


def _filled(page: str) -> dict[str, Any]:
    """Return what a browser would send of the form as it comes."""
    form = page[page.index('id="change"') : page.index("</form>", page.index('id="change"'))]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        kind = re.search(r'type="([^"]*)"', tag)
        if not name or name[1] in ("revision", "token", "csrfmiddlewaretoken"):
            continue
        if kind and kind[1] in ("radio", "checkbox") and "checked" not in tag:
            continue
        sent.setdefault(name[1], []).append(
            value[1] if value else _UNSAID.get(kind[1] if kind else "", "")
        )
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        picked = re.search(r'value="([^"]*)" selected', options)
        sent[name] = picked[1] if picked else ""
    return sent


def test_a_suggested_market_is_that_market() -> None:
    game = one_offs.game()
    choose(game, way="suggested", suggested="deck-destruction")
    market = {card.id for card in one_offs.setup(Game.objects.get()).market}
    assert {"frozen-magmite", "reduce-to-ash"} <= market


def test_a_market_chosen_by_hand_is_those_piles_and_needs_a_reason_for_other_shares() -> None:
    game = one_offs.game()
    piles = ["dread-diamond", "breach-ore", "erratic-ingot", "mages-totem", "conclave-scroll"]
    piles += ["fiend-catcher", "kindle", "aurora", "equilibrium"]
    answer = choose(game, way="chosen", piles=piles)
    assert answer.status_code == 422
    assert 'name="reason"' in answer.content.decode()
    assert choose(game, way="chosen", piles=piles, reason="we like relics").status_code == 302
    market = [card.id for card in one_offs.setup(Game.objects.get()).market]
    assert sorted(market) == sorted(piles)


def test_a_chosen_market_without_piles_is_no_market_to_draw() -> None:
    game = one_offs.game()
    answer = choose(game, way="chosen")
    assert answer.status_code == 422
    assert "A market has 9 piles; this one has 0." in answer.content.decode()


def test_no_card_of_the_last_game_comes_again() -> None:
    person = factories.person()
    last = {card.id for card in one_offs.setup(one_offs.played(person)).market}
    game = one_offs.game(person)
    client = one_offs.owner(game)
    assert 'name="fresh"' in client.get(url_of(game)).content.decode()
    choose(game, client, fresh="on")
    game.refresh_from_db()
    assert one_offs.choices(game).market.constraints == (Exclude(frozenset(last)),)
    assert not last & {card.id for card in one_offs.setup(game).market}


def test_without_a_last_game_nothing_is_said_of_its_cards() -> None:
    game = one_offs.game()
    assert 'name="fresh"' not in one_offs.owner(game).get(url_of(game)).content.decode()


# --- guests ---


def test_ones_own_legacy_mages_stand_in_the_list_and_others_do_not() -> None:
    person = factories.person()
    mine = factories.start_campaign(person=person)
    others = factories.start_campaign(name="Not ours")
    page = one_offs.owner(game := one_offs.game(person)).get(url_of(game)).content.decode()
    assert f'value="guest:{mine.mages.get(seat=1).pk}"' in page
    theirs = others.mages.get(seat=1).pk
    assert f'value="guest:{theirs}"' not in page
    assert choose(game, mage_1=f"guest:{theirs}").status_code == 422


def test_a_guest_is_invited_as_they_are_now_and_stays_so() -> None:
    person = factories.person()
    campaign = factories.start_campaign(person=person)
    game = one_offs.game(person)
    ilva = f"guest:{campaign.mages.get(seat=1).pk}"
    choose(game, mage_2=ilva)
    first = stored().places[1].guest
    assert first is not None
    assert (first.mat.name, first.mat.stickers) == ("Ilva", ())
    factories.play_through(campaign, chapters=2)
    choose(game, mage_1=ilva, mage_2="")
    assert stored().places[0].guest == first
    choose(game)
    choose(game, mage_1=ilva)
    again = stored().places[0].guest
    assert again is not None
    assert again.mat.stickers


def test_a_guest_of_a_campaign_that_is_gone_can_stay() -> None:
    person = factories.person()
    campaign = factories.start_campaign(person=person)
    mage = campaign.mages.get(seat=1)
    guest = guest_of(mage)
    game = one_offs.game(person, choices=Choices((SeatChoice(), SeatChoice(guest=guest))))
    campaign_delete(campaign=campaign)
    page = one_offs.owner(game).get(url_of(game)).content.decode()
    assert 'value="stays:2" selected' in page
    assert choose(game, mage_2="stays:2").status_code == 302
    assert stored().places[1].guest == guest
    assert choose(game, mage_1="stays:2").status_code == 422


# --- answers ---


def test_a_wish_that_cannot_be_met_is_answered_with_how_many_cards_match() -> None:
    game = one_offs.game()
    page = ask(game, count_3="3", kind_3="gem", min_3="6")
    assert "Requirement 3 can’t be met: it asks for 3, the boxes have 1" in page
    assert "Requirement 3: 1 card matches, 3 needed." in page
    assert "<html" not in page
    assert Game.objects.get().revision == 1


def test_wishes_that_fail_together_are_named_by_their_rows() -> None:
    page = ask(
        one_offs.game(),
        count_2="3",
        kind_2="spell",
        max_2="4",
        count_5="2",
        kind_5="spell",
        min_5="7",
    )
    assert "Requirement 5 can’t be met together with 2" in page


def test_what_can_be_met_is_answered_with_how_many_markets_fit() -> None:
    assert "525,525 different markets fit." in ask(one_offs.game())


def test_the_same_answer_comes_beside_the_wish_when_the_form_is_sent() -> None:
    game = one_offs.game()
    answer = choose(game, count_2="9", kind_2="relic", player_1="Nothing of this is lost")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="id_count_2_error"' in page
    assert "Nothing of this is lost" in page
    assert Game.objects.get().revision == 1


def test_a_lock_that_the_last_game_excludes_is_said_beside_the_exclusion() -> None:
    person = factories.person()
    last = one_offs.setup(one_offs.played(person)).market[0].id
    game = one_offs.game(person)
    answer = choose(game, fresh="on", piles=[last])
    assert answer.status_code == 422
    assert (
        "Requirement “No cards from your last game” excludes ticked piles"
        in answer.content.decode()
    )


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"mage_1": "mage:gex", "mage_2": "mage:gex"}, "Each mage can play only once: Gex."),
        ({"least": "8", "most": "9"}, "No nemesis has a difficulty from 8 to 9."),
        ({"mages": ""}, "Required."),
        ({"mage_1": "mage:nobody"}, "Choose one of the options"),
        ({"count_1": "x"}, "Enter a whole number."),
        ({"seed": ""}, "Required."),
    ],
)
def test_what_does_not_fit_is_said_while_choosing_and_when_sent(
    filled: dict[str, Any], said: str
) -> None:
    game = one_offs.game()
    assert said in ask(game, **filled)
    answer = choose(game, **filled)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_pairs_and_solo_options_count_only_where_they_apply() -> None:
    game = one_offs.game()
    choose(game, mages="3", paired="on", solo_cards="4", solo_life="15")
    held = stored()
    assert (held.paired, held.solo_cards, held.solo_life) == (False, 3, None)


def test_who_chose_from_an_older_game_keeps_what_they_typed_and_is_told() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    form = {**clients.hidden_fields(client, url_of(game)), **PLAIN, "player_1": "Still here"}
    choose(game)
    answer = client.post(url_of(game), form)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Still here" in page
    again = {**form, **dict(clients._FIELD.findall(page))}
    assert client.post(url_of(game), again).status_code == 302
    assert stored().places[0].player == "Still here"


def test_a_played_game_leads_back_to_its_page() -> None:
    game = one_offs.played()
    assert one_offs.owner(game).get(url_of(game))["Location"] == f"/g/{game.code}/"
    form = {**PLAIN, "revision": str(game.revision), "token": "token-token"}
    answer = one_offs.owner(game).post(url_of(game), form)
    assert answer.status_code == 422
    assert "delete its result" in answer.content.decode()


def test_it_asks_the_database_as_often_with_one_campaign_as_with_three() -> None:
    person = factories.person()
    game = one_offs.game(person)
    factories.start_campaign(person=person)
    one = one_offs.query_count(game, url_of(game))
    for _ in range(2):
        factories.start_campaign(person=person)
    assert one_offs.query_count(game, url_of(game)) == one <= 12


def test_a_number_out_of_bounds_is_answered_with_what_it_is_of() -> None:
    page = ask(one_offs.game(), min_1="12", least="11")
    assert "<li>Requirement 1, cost from: At most 9.</li>" in page
    assert "<li>Its difficulty from: At most 10.</li>" in page


@pytest.mark.parametrize(
    ("filled", "label"),
    [
        ({"min_1": "7", "max_1": "2"}, "Requirement 1, cost from"),
        ({"least": "7", "most": "3"}, "Its difficulty from"),
    ],
)
def test_a_range_that_is_upside_down_is_called_that(filled: dict[str, Any], label: str) -> None:
    game = one_offs.game()
    assert f"{label}: The first number is greater than the second." in ask(game, **filled)
    assert choose(game, **filled).status_code == 422


def test_the_answer_comes_into_a_region_that_stays() -> None:
    game = one_offs.game()
    page = one_offs.owner(game).get(url_of(game)).content.decode()
    assert re.search(r'id="answer" role="status"[^>]+hx-swap="innerHTML"', page)
    assert 'id="answer"' not in ask(game, count_1="1")

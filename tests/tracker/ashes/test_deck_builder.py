"""The builder: cards are found by any filter, and every tap changes the deck and is saved."""

import gzip
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.deck import Deck
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import collection_set
from tests.tracker import clients
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


class Builder:
    """Somebody's browser at the builder of a deck."""

    def __init__(self, deck: Deck) -> None:
        self.saved = decks.saved(deck=deck)
        self.client: Client = clients.client_of(self.saved.owner)
        self.url = reverse("deck_edit", args=[self.saved.code])

    def tap(self, do: str, *, htmx: bool = True) -> Any:
        """Press a button."""
        return self.client.post(self.url, {"do": do}, headers=HTMX if htmx else {})

    def found(self, **asked: Any) -> list[str]:
        """Return the names of the cards that a filter finds."""
        page = self.client.get(self.url, asked).content.decode()
        listed = page.partition('<ul class="picks">')[2].partition("</ul>")[0]
        names = re.findall(r'<span class="drawn-card__name[^>]*>\s*(?:<a [^>]*>)?([^<]+)', listed)
        return [name.strip() for name in names]

    @property
    def deck(self) -> Deck:
        """Return the deck as it is stored."""
        self.saved.refresh_from_db()
        return selectors.deck_of(self.saved)


def test_a_tap_is_saved_and_answered_with_what_it_changed() -> None:
    builder = Builder(Deck(phoenixborn="coal-roarkwin"))
    part = builder.tap("add:anchornaut").content.decode()
    assert builder.deck.cards == {"anchornaut": 1}
    assert "<html" not in part
    assert 'hx-swap-oob="innerHTML:.n-anchornaut">1<' in part
    assert "29 cards are missing" in part
    assert 'id="deck_lines"' in part  # a card that came in is drawn in the deck
    assert 'id="deck_lines"' not in builder.tap("add:anchornaut").content.decode()


def test_without_scripts_a_tap_leads_back_to_its_card() -> None:
    builder = Builder(Deck(phoenixborn="coal-roarkwin"))
    answer = builder.client.post(f"{builder.url}?type=ally", {"do": "add:anchornaut"})
    assert answer.headers["Location"] == f"{builder.url}?type=ally#card-anchornaut"
    page = builder.client.get(builder.url).content.decode()
    assert page.count('value="add:anchornaut"') == 2  # among all cards, and in the deck


def test_dice_and_the_first_five_are_taken_by_taps() -> None:
    builder = Builder(decks.whole(first_five=()))
    natural = builder.deck.dice[DiceType.NATURAL]
    builder.tap("add-die:charm")
    assert DiceType.CHARM not in builder.deck.dice  # there are ten already
    builder.tap("remove-die:natural")
    builder.tap("add-die:charm")
    assert builder.deck.dice[DiceType.CHARM] == 1
    assert builder.deck.dice[DiceType.NATURAL] == natural - 1
    assert 'aria-pressed="true"' in builder.tap("first:anchornaut").content.decode()
    assert builder.deck.first_five == ("anchornaut",)


def test_the_last_step_can_be_taken_back_and_says_what_it_was() -> None:
    builder = Builder(Deck(phoenixborn="coal-roarkwin"))
    builder.tap("add:anchornaut")
    assert "Undo: +1 Anchornaut" in builder.client.get(builder.url).content.decode()
    assert builder.tap("undo").headers["HX-Refresh"] == "true"
    assert builder.deck.cards == {}
    assert "Redo: +1 Anchornaut" in builder.client.get(builder.url).content.decode()
    builder.tap("redo", htmx=False)
    assert builder.deck.cards == {"anchornaut": 1}


@pytest.mark.parametrize(
    "do", ["", "save", "add:no-such-card", "add:iron-rhino", "add-die:gold", "add:a\0b"]
)
def test_what_cannot_be_read_is_told_and_changes_nothing(do: str) -> None:
    builder = Builder(decks.whole())
    builder.tap(do)
    page = builder.client.get(builder.url).content.decode()
    assert "notice--error" in page
    assert builder.deck == decks.whole()


def test_all_filters_of_the_browser_are_there_and_those_of_a_deck() -> None:
    builder = Builder(Deck(phoenixborn="coal-roarkwin", dice={DiceType.TIME: 10}))
    assert builder.found(q="rycerz mlota") == ["Hammer Knight"]
    assert builder.found(q="one hundred blades") == ["One Hundred Blades"]
    assert builder.found(q="silver snake") == []  # of another Phoenixborn
    assert builder.found(q="iron rhino") == ["Summon Iron Rhino"]  # no conjuration
    assert builder.found(exclusive="1") == ["One Hundred Blades"]
    payable = builder.found(payable="1", type="ally", dice="time")
    assert payable
    assert not set(payable) & set(builder.found(type="ally", dice="ceremonial"))
    by_cost = builder.found(type="ally", sort="cost", most="1")
    assert "Anchornaut" in by_cost
    assert "Hammer Knight" not in by_cost


def test_who_told_their_sets_is_shown_these_first_and_all_on_request() -> None:
    builder = Builder(Deck(phoenixborn="coal-roarkwin"))
    assert builder.found(q="alchemist") == ["Alchemist"]
    collection_set(person=builder.saved.owner, sets=["ashes"])
    assert builder.found(q="alchemist") == []
    assert builder.found(q="alchemist", owned="0") == ["Alchemist"]
    page = builder.client.get(builder.url, {"q": "alchemist", "owned": "0"}).content.decode()
    assert "not in your sets" in page


def test_the_address_of_a_filter_has_only_what_is_asked() -> None:
    builder = Builder(decks.whole())
    asked = {"q": "", "sort": "type", "owned": "0", "match": "any", "payable": "on"}
    answer = builder.client.get(builder.url, asked, headers=HTMX)
    assert answer.headers["HX-Replace-Url"] == f"{builder.url}?payable=1"


def test_the_deck_is_on_the_page_with_its_curve_and_dice() -> None:
    builder = Builder(decks.whole())
    response = builder.client.get(builder.url)
    page = response.content.decode()
    for shown in ("Dice to play a card", "Dice needed", "Ready to play", "Summon Iron Rhino"):
        assert shown in page
    assert len(gzip.compress(response.content)) < 25_000


def test_too_many_copies_from_a_list_can_be_put_right() -> None:
    builder = Builder(decks.whole(cards={**decks.whole().cards, "anchornaut": 5}))
    builder.tap("add:anchornaut")
    assert builder.deck.cards["anchornaut"] == 5
    builder.tap("remove:anchornaut")
    assert builder.deck.cards["anchornaut"] == 4


def test_strangers_and_other_people_do_not_build_it() -> None:
    builder = Builder(decks.whole())
    for other in (clients.stranger(), clients.client_of(decks.saved().owner)):
        assert other.get(builder.url).status_code == 404
        assert other.post(builder.url, {"do": "remove:anchornaut"}).status_code == 404
    assert builder.deck == decks.whole()


# --- what stands beside the cards ---


def test_name_phoenixborn_tags_and_note_are_set_on_one_page() -> None:
    builder = Builder(decks.whole())
    about = reverse("deck_about", args=[builder.saved.code])
    given = {
        "name": "Noon",
        "phoenixborn": "aradel-summergaard",
        "tags": "fast, cheap",
        "note": "!",
    }
    assert builder.client.post(about, given).headers["Location"] == builder.url
    assert (builder.deck.name, builder.deck.phoenixborn) == ("Noon", "aradel-summergaard")
    assert (builder.saved.tags, builder.saved.note) == (["fast", "cheap"], "!")
    assert "Play it anyway?" in builder.client.get(about).content.decode()  # wrong exclusives


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "x" * 101},
        {"name": "Noon \u202e"},  # turns the text after it around
        {"phoenixborn": "nobody"},
        {"tags": ",".join("abcdefghijkl")},
    ],
)
def test_what_a_deck_cannot_have_is_refused_and_nothing_beside_it_saved(
    wrong: dict[str, str],
) -> None:
    builder = Builder(decks.whole())
    about = reverse("deck_about", args=[builder.saved.code])
    answer = builder.client.post(about, {"name": "Noon", "note": "!", **wrong})
    assert answer.status_code == 422
    assert builder.deck == decks.whole()
    assert (builder.saved.tags, builder.saved.note) == ([], "")


def test_the_note_is_for_the_owner_alone() -> None:
    made = decks.public(decks.saved().owner)
    clients.client_of(made.owner).post(
        reverse("deck_about", args=[made.code]),
        {"name": "Noon", "note": "A secret", "tags": "mine"},
    )
    made.refresh_from_db()
    pages = [reverse("shared_deck", args=[made.share_key])]
    pages += [reverse("public_deck", args=[made.published.code])]
    pages += [reverse("shared_deck_json", args=[made.share_key])]
    for page in pages:
        shown = clients.stranger().get(page).content.decode()
        assert "A secret" not in shown
        assert "mine" not in re.findall(r">(\w+)<", shown)


# --- typed cards ---


def typed(builder: Builder, **fields: str) -> Any:
    """Add a typed card."""
    url = reverse("deck_own_cards", args=[builder.saved.code])
    return builder.client.post(url, {"own_name": "Ash Golem", "own_type": "ally", **fields})


def test_a_card_of_ones_own_is_a_full_citizen() -> None:
    builder = Builder(decks.whole())
    cost = {"own_n_1": "2", "own_symbol_1": "power.charm", "own_n_3": "1", "own_symbol_3": "basic"}
    typed(builder, own_conjures="iron rhino", **cost)
    assert builder.deck.own[0].conjures == ("iron-rhino",)
    assert builder.found(q="ash golem") == ["Ash Golem"]
    builder.tap("add:~ash golem")
    builder.tap("first:~ash golem")
    assert builder.deck.cards["~ash golem"] == 2
    page = builder.client.get(builder.url).content.decode()
    assert "To play: 2 × Charm power + 1 × basic" in page
    url = reverse("deck_own_cards", args=[builder.saved.code])
    builder.client.post(url, {"remove": "~ash golem"})
    assert builder.deck == decks.whole(first_five=decks.whole().first_five)


def test_a_typed_phoenixborn_has_values() -> None:
    builder = Builder(decks.whole())
    values = {"own_life": "18", "own_battlefield": "6", "own_spellboard": "4"}
    typed(builder, own_name="Ada Ash", own_type="phoenixborn", **values)
    about = reverse("deck_about", args=[builder.saved.code])
    builder.client.post(about, {"name": "Ash", "phoenixborn": "~ada ash"})
    shown = builder.client.get(reverse("deck", args=[builder.saved.code])).content.decode()
    assert "Ada Ash" in shown
    assert re.findall(r"</span>(18|6|4)</span>", shown)[:3] == ["18", "6", "4"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"own_n_1": "0"},
        {"own_symbol_1": "power.gold"},
        {"own_life": "-1"},
        {"own_name": " "},
        {"own_name": "x" * 101},
        {"own_conjures": "Cinder"},
    ],
)
def test_a_typed_card_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    builder = Builder(decks.whole())
    answer = typed(builder, **wrong)
    assert answer.status_code == 422
    assert 'id="problems"' in answer.content.decode()
    assert builder.deck == decks.whole()

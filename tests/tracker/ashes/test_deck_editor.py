"""The editor: one form that carries the deck, with its answer beside it."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.deck import Deck
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import MAX_OWN_CARDS, collection_set, deck_update
from tests.tracker import clients
from tests.tracker.ashes import decks
from tracker.systems.ashes.decks import edit
from tracker.systems.ashes.decks.finder import CardsWanted, find

pytestmark = pytest.mark.django_db


class Editor:
    """Somebody's browser at the editor of a deck."""

    def __init__(self, deck: Deck) -> None:
        self.saved = decks.saved(deck=deck)
        self.client: Client = clients.client_of(self.saved.owner)
        self.url = reverse("deck_edit", args=[self.saved.code])

    def send(self, do: str, *, htmx: bool = False, **fields: Any) -> Any:
        """Press a button with the deck as it is and some fields changed."""
        deck = selectors.deck_of(self.saved)
        sent: dict[str, Any] = {
            "do": do,
            "revision": self.saved.revision,
            "token": f"a form that does {do}",
            "name": deck.name,
            "phoenixborn": deck.phoenixborn or "",
            "five": list(deck.first_five),
            **{f"n_{key}": n for key, n in deck.cards.items()},
            **{f"d_{key.value}": n for key, n in deck.dice.items()},
            **fields,
        }
        return self.client.post(self.url, sent, headers={"HX-Request": "true"} if htmx else {})

    @property
    def deck(self) -> Deck:
        """Return the deck as it is stored."""
        self.saved.refresh_from_db()
        return selectors.deck_of(self.saved)


def test_cards_dice_and_the_first_five_are_saved_together() -> None:
    editor = Editor(Deck(phoenixborn="coal-roarkwin"))
    five = ["anchornaut", "hammer-knight"]
    cards = {"n_anchornaut": 3, "n_hammer-knight": 2, "n_protect": 0}
    answer = editor.send("save", name="Iron", five=five, d_natural="6", **cards)
    assert answer.headers["Location"] == reverse("deck", args=[editor.saved.code])
    assert editor.deck == Deck(
        name="Iron",
        phoenixborn="coal-roarkwin",
        cards={"anchornaut": 3, "hammer-knight": 2},
        dice={"natural": 6},  # type: ignore[dict-item] # a DiceType is one
        first_five=("anchornaut", "hammer-knight"),
    )


def test_the_answer_comes_at_once_and_saves_nothing() -> None:
    editor = Editor(decks.whole())
    page = editor.send("check", htmx=True, n_anchornaut=1).content.decode()
    assert "2 cards are missing" in page
    assert "Iron Rhino" in page
    assert "<html" not in page
    assert editor.deck == decks.whole()


def test_a_page_of_the_finder_keeps_the_deck_and_what_was_chosen() -> None:
    editor = Editor(decks.whole())
    found = editor.send("find", htmx=True, q="golem", show="all", n_protect="1").content.decode()
    assert "No cards match" in found
    assert '<input type="hidden" name="n_protect" value="1">' in found
    assert editor.deck.cards["protect"] == 3


def test_the_finder_shows_a_page_at_a_time_of_the_sets_that_somebody_owns() -> None:
    editor = Editor(Deck(phoenixborn="coal-roarkwin"))
    page = editor.client.get(editor.url)
    assert len(page.content) < 62_000
    assert page.content.decode().count('class="row"') == 20
    last = editor.send("page:3", htmx=True, show="all").content.decode()
    assert 0 < last.count('class="row"') < 20
    assert "Page 3 of 3" in last
    collection_set(person=editor.saved.owner, sets=["ashes", "the-laws-of-lions"])
    more = editor.send("page:3", htmx=True, show="all").content.decode()
    assert "Page 3 of 4" in more


def test_cards_are_found_by_type_dice_and_any_printed_name() -> None:
    every = frozenset(box.slug for box in selectors.catalogue().sets)
    deck = Deck(phoenixborn="coal-roarkwin")
    allies = find(CardsWanted(type="ally", die="time"), deck, every).object_list
    assert allies
    assert all(card.type == "ally" and "time" in card.dice for card in allies)
    named = find(CardsWanted(text="rycerz mlota"), deck, every).object_list
    assert [card.id for card in named] == ["hammer-knight"]


def test_any_card_is_found_at_once_whatever_the_deck_holds() -> None:
    editor = Editor(decks.whole())
    assert 'name="n_anchornaut"' in editor.client.get(editor.url).content.decode()
    found = editor.send("find", htmx=True, show="deck", q="alchemist").content.decode()
    assert 'name="n_alchemist"' in found
    assert "not in your sets" in found
    mine = editor.send("find", htmx=True, show="all", q="alchemist").content.decode()
    assert "No cards match" in mine


def test_a_row_says_what_a_player_needs_to_know() -> None:
    editor = Editor(decks.whole())
    found = editor.send("find", htmx=True, show="all", q="hammer knight").content.decode()
    assert "Ally · Main action" in found
    assert 'aria-label="To play: 1 × basic + 1 × Natural class + 1 × Ceremonial power"' in found
    assert 'aria-label="Attack 4, Life 3, Recover 1"' in found


def test_the_answer_has_a_curve_dice_needed_and_the_sets_that_are_lacking() -> None:
    editor = Editor(Deck(phoenixborn="coal-roarkwin", cards={"empower": 2, "alchemist": 1}))
    page = editor.send("check", htmx=True, n_empower=2, n_alchemist=1).content.decode()
    assert "Dice to play a card" in page
    assert re.search(r"The Mad Doctor <span[^>]*>not yours", page)
    assert not re.search(r"Ashes: Rise of the Phoenixborn <span[^>]*>not yours", page)


def test_another_phoenixborns_exclusive_cards_are_not_offered() -> None:
    editor = Editor(Deck(phoenixborn="coal-roarkwin"))
    mine = editor.send("find", htmx=True, show="all", q="one hundred blades").content.decode()
    theirs = editor.send("find", htmx=True, show="all", q="silver snake").content.decode()
    assert "One Hundred Blades" in mine
    assert "No cards match" in theirs


def test_without_scripts_every_button_answers_with_the_whole_page() -> None:
    editor = Editor(decks.whole())
    page = editor.send("find", show="all", q="protect", n_anchornaut="2").content.decode()
    assert "<html" in page
    assert '<input type="hidden" name="n_anchornaut" value="2">' in page
    assert "1 card is missing" in page


def test_a_card_of_ones_own_is_a_full_citizen() -> None:
    editor = Editor(decks.whole())
    typed = {"own_name": "Ash Golem", "own_type": "ally", "own_conjures": "iron rhino"}
    page = editor.send("add", **typed).content.decode()
    assert "Ash Golem" in page
    own = json.dumps({"name": "Ash Golem", "type": "ally", "conjures": ["iron-rhino"]})
    sent = {"own": [own], "n_~ash golem": 3, "n_anchornaut": 0}
    editor.send("save", five=["~ash golem"], **sent)
    deck = editor.deck
    assert deck.cards["~ash golem"] == 3
    assert deck.first_five == ("~ash golem",)
    assert deck.own[0].conjures == ("iron-rhino",)


def test_a_typed_card_has_a_cost_and_a_typed_phoenixborn_values() -> None:
    editor = Editor(decks.whole())
    cost = {"own_n_1": "2", "own_symbol_1": "power.charm", "own_n_3": "1", "own_symbol_3": "basic"}
    page = editor.send("add", own_name="Ash Golem", own_type="ally", **cost).content.decode()
    assert "2 × Charm power + 1 × basic" in page
    values = {"own_life": "18", "own_battlefield": "6", "own_spellboard": "4"}
    page = editor.send("add", own_name="Ada Ash", own_type="phoenixborn", **values).content
    own = re.findall(r'name="own" value="([^"]+)"', page.decode())
    editor.send("save", own=[unescape(each) for each in own], phoenixborn="~ada ash")
    shown = editor.client.get(reverse("deck", args=[editor.saved.code])).content.decode()
    assert re.findall(r"<dd>(\d+)</dd>", shown) == ["18", "6", "4"]


@pytest.mark.parametrize(
    "wrong", [{"own_n_1": "0"}, {"own_symbol_1": "power.gold"}, {"own_life": "-1"}]
)
def test_a_cost_or_a_value_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    answer = Editor(decks.whole()).send("add", own_name="Ash", own_type="ally", **wrong)
    assert answer.status_code == 422


def test_dice_are_added_and_removed_one_by_one_and_never_more_than_ten() -> None:
    editor = Editor(decks.whole())
    held = decks.whole().dice
    for do, natural in (("remove-die:natural", -1), ("add-die:natural", 0), ("add-die:gold", 0)):
        page = editor.send(do).content.decode()
        wanted = held[DiceType.NATURAL] + natural
        assert f'name="d_natural" value="{wanted}"' in page
    assert page.count('class="dice-slot"') == 10
    assert (
        editor.send("remove-die:natural").content.decode().count("No die yet") == 2
    )  # and a script's
    assert editor.deck == decks.whole()


def test_an_unknown_conjuration_of_a_typed_card_is_named() -> None:
    editor = Editor(decks.whole())
    typed = {"own_name": "Ash Golem", "own_type": "ally", "own_conjures": "Cinder"}
    answer = editor.send("add", **typed)
    assert answer.status_code == 422
    assert "Cinder: add these as conjurations first." in answer.content.decode()


def test_a_form_sent_again_after_a_lost_answer_is_one_write() -> None:
    editor = Editor(decks.whole())
    for _time in range(2):
        assert editor.send("save", revision=1, name="Once").status_code == 302
    assert editor.saved.revision == 1
    assert editor.deck.name == "Once"
    assert editor.saved.revision == 2


def test_the_second_of_two_phones_is_told_and_loses_nothing() -> None:
    editor = Editor(decks.whole())
    deck_update(saved=editor.saved, revision=1, deck=decks.whole("From the other phone"))
    answer = editor.send("save", revision=1, name="From this phone")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "This deck was changed meanwhile" in page
    assert "From this phone" in page
    assert 'name="revision" value="2"' in page
    assert editor.deck.name == "From the other phone"


@pytest.mark.parametrize(
    "fields",
    [
        {"n_anchornaut": "-1"},
        {"n_anchornaut": "many"},
        {"n_no-such-card": "1"},
        {"d_natural": "١"},
        {"own": ["[" * 1000]},
        {"own": ['{"name": "x"}']},
        {"own": [r'{"name": "x\ud800", "type": "ally"}']},
        {"own": ['{"name": " ", "type": "ally"}']},
        {"own": ['{"name": "%s", "type": "ally"}' % ("x" * 101)]},
        {"own": ['{"name": "a%s", "type": "ally"}' % ("\u0301\u0316" * 1000)]},
        {"phoenixborn": "nobody"},
        {"name": "x" * 101},
        {"revision": "x"},
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence(fields: dict[str, Any]) -> None:
    editor = Editor(decks.whole())
    answer = editor.send("save", **fields)
    assert answer.status_code == 422
    assert 'id="problems"' in answer.content.decode()
    assert editor.deck == decks.whole()


def test_of_very_many_typed_cards_only_the_first_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> Any:
        read.append(text)
        return json.loads(text)

    monkeypatch.setattr(edit, "parsed_json", counted)
    editor = Editor(decks.whole())
    own = [json.dumps({"name": f"Card {number}", "type": "ally"}) for number in range(300)]
    answer = editor.send("save", own=own)
    assert "at most 30 in a deck" in answer.content.decode()
    assert len(read) == MAX_OWN_CARDS + 1


def test_too_many_copies_from_a_list_can_be_kept_and_put_right() -> None:
    editor = Editor(decks.whole(cards={**decks.whole().cards, "anchornaut": 5}))
    page = editor.client.get(editor.url).content.decode()
    assert 'name="n_anchornaut" value="5" checked' in page
    editor.send("save", n_anchornaut=3)
    assert editor.deck == decks.whole()


def test_what_a_phone_has_kept_is_shown_as_the_whole_page_and_not_saved() -> None:
    editor = Editor(decks.whole(cards={"anchornaut": 3}))
    page = editor.send("show", htmx=True, n_protect="1").content.decode()
    assert "data-unsaved" in page
    assert '<input type="hidden" name="n_protect" value="1">' in page
    assert editor.deck.cards == {"anchornaut": 3}
    assert "data-unsaved" not in editor.client.get(editor.url).content.decode()

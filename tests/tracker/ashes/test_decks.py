"""The list of decks, one deck, copies, links, text lists: what their pages do."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaign.models import CardCollection, Person, SavedDeck
from campaign.rules.ashes.catalogue import DECK_TYPES, DiceType, Edition
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.rules.ashes.deck_list import deck_text, read_deck
from campaign.rules.ashes.duel import seat_setup
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import decks, duels
from tests.tracker.sheets.reading import text_of
from tests.tracker.sheets.tables import squashed
from tracker.sheets.compiler import compile_document, page_count
from tracker.systems.ashes.decks import views
from tracker.systems.ashes.sheets import deck_document

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-a-form"


def at(name: str, *args: object) -> str:
    return reverse(name, args=args)


def only(client: Client) -> SavedDeck:
    """Return the one deck that there is."""
    return SavedDeck.objects.get()


def test_who_is_refused_a_deck_does_not_become_a_guest(client: Client) -> None:
    sent = {"token": TOKEN, "name": "a\x03b", "phoenixborn": "coal-roarkwin"}
    assert client.post(at("deck_new"), sent).status_code == 422
    assert not Person.objects.exists()
    assert client.post(at("deck_new"), sent | {"name": "Coal"}).status_code == 302
    assert only(client).owner == Person.objects.get()


def test_who_has_decks_and_no_game_starts_with_a_duel() -> None:
    client = clients.client_of(zuza := factories.person())
    assert "<h1>Ashes" not in client.get(at("new_game")).content.decode()
    decks.saved(zuza)
    assert "<h1>Ashes" in client.get(at("new_game")).content.decode()
    home = client.get(at("home")).content.decode()
    assert "Set up a game" in home
    assert "Another game" not in home


def test_anybody_sees_the_decks_of_both_base_boxes_and_copies_one(client: Client) -> None:
    page = client.get(at("decks")).content.decode()
    editions = re.findall(r"(First|Reborn) edition</span>", page)
    assert editions == ["Reborn"] * 8 + ["First"] * 6
    assert "Ready to play" in client.get(at("ready_deck", "the-iron-men")).content.decode()
    answer = client.post(at("ready_deck_copy", "the-iron-men"))
    made = only(client)
    assert answer.headers["Location"] == at("deck_edit", made.code)
    assert selectors.deck_of(made).size == 30


def test_a_new_deck_begins_with_its_phoenixborn(client: Client) -> None:
    sent = {"phoenixborn": "jessa-na-ni", "name": "Blood", "token": TOKEN}
    client.post(at("deck_new"), sent)
    client.post(at("deck_new"), sent)
    deck = selectors.deck_of(only(client))
    assert (deck.phoenixborn, deck.name) == ("jessa-na-ni", "Blood")


def test_decks_are_found_by_name_card_phoenixborn_and_dice() -> None:
    made = decks.saved(deck=decks.whole("My irons"))
    client = clients.client_of(made.owner)

    def found(**asked: str | list[str]) -> list[str]:
        page = client.get(at("decks"), asked, headers={"HX-Request": "true"}).content.decode()
        return re.findall(r'<h3><a href="[^"]+">([^<]+)</a>', page)

    assert found(q="irons") == ["My irons"]
    assert found(q="hammer knight", set="ashes") == ["My irons", "The Iron Men"]
    assert found(phoenixborn="jessa-na-ni") == [
        "The Bloodwoods Queen",
        "The Bloodwoods Queen",
        "The Corpse of Viros: Jessa",
    ]
    assert found(dice="astral") == ["The Sentinels of Skies", "The Shaper of Storms"]
    assert found(dice=["ceremonial", "natural"], set="ashes") == ["My irons", "The Iron Men"]
    assert found(set="reborn-the-grave-king") == ["My irons", "The Grave King"]
    assert len(found(set="all")) == 1 + 68
    assert found(q="nothing of the kind") == []


def test_many_decks_are_on_several_pages() -> None:
    zuza = factories.person()
    for number in range(32):
        decks.saved(zuza, decks.whole(f"Irons {number}"))
    client = clients.client_of(zuza)
    first = client.get(at("decks"), {"q": "Irons"}).content.decode()
    last = client.get(at("decks"), {"q": "Irons", "page": "2"}).content.decode()
    assert first.count('<li class="card">') == 30
    assert "Page 1 of 2" in first
    assert 'href="?q=Irons&amp;page=2"' in first
    assert last.count('<li class="card">') == 2


def test_a_text_list_is_read_and_what_nobody_knows_is_named(client: Client) -> None:
    text = "Phoenixborn: coal roarkwin\n\n3x anchornaut\n2 x HAMMER KNIGHT\n1x Ash Golem"
    asked = client.post(at("deck_import"), {"text": text, "token": TOKEN})
    assert "This list fits both editions. Choose one." in asked.content.decode()
    assert not SavedDeck.objects.exists()
    sent = {"text": text, "token": TOKEN, "edition": "reborn"}
    answer = client.post(at("deck_import"), sent, follow=True)
    deck = selectors.deck_of(only(client))
    assert deck.edition is Edition.REBORN
    assert deck.cards == {"anchornaut": 3, "hammer-knight": 2}
    assert "Ash Golem" in answer.content.decode()


def test_a_list_without_a_known_card_saves_nothing(client: Client) -> None:
    answer = client.post(at("deck_import"), {"text": "Dear diary", "token": TOKEN})
    assert answer.status_code == 422
    assert not SavedDeck.objects.exists()


def test_a_deck_is_exported_as_text_and_all_decks_as_data() -> None:
    made = decks.saved()
    client = clients.client_of(made.owner)
    text = client.get(at("deck_list", made.code)).content.decode()
    assert text == deck_text(decks.whole(), selectors.catalogue())
    held = json.loads(client.get(at("decks_export")).content)
    assert held["decks"] == [made.deck]


def test_any_deck_is_exported_and_comes_back_as_it_was(client: Client) -> None:
    mine = decks.shared(factories.person())
    shared = ("shared_deck", mine.share_key or "", decks.whole())
    slug = "reborn-the-corpse-of-viros-noah"
    ready = ("ready_deck", slug, ready_deck(selectors.catalogue(), slug))
    for name, key, deck in (shared, ready):
        for place, file in enumerate(("list", "json")):
            content = client.get(at(f"{name}_{file}", key)).content
            sent = SimpleUploadedFile(f"deck.{file}", content)
            token = f"{TOKEN}-{name}-{place}"
            client.post(at("deck_import"), {"file": sent, "token": token})
            newest = SavedDeck.objects.exclude(pk=mine.pk).order_by("-pk")[0]
            assert selectors.deck_of(newest) == deck


def test_a_sample_hand_has_an_address_and_exact_chances(client: Client) -> None:
    url = at("ready_deck_hand", "the-iron-men")
    first, again = (
        client.get(url, {"draw": "7"}).content.decode().partition("<main")[2].partition("</main")[0]
        for _time in range(2)
    )
    assert first == again
    assert "99.6 %" in first  # at least one class or power symbol on five dice: 1 - (1/3)**5
    assert client.get(url, {"draw": "x" * 50}).status_code == 200


def test_a_list_in_a_file_is_no_longer_than_one_that_is_pasted(client: Client) -> None:
    file = SimpleUploadedFile("deck.txt", b"3x Anchornaut\n" * 10_000)
    answer = client.post(at("deck_import"), {"file": file, "token": TOKEN})
    assert answer.status_code == 422
    assert "This file is too large." in answer.content.decode()
    assert not SavedDeck.objects.exists()


def test_all_decks_come_back_from_their_file(client: Client) -> None:
    made = decks.saved(deck=decks.whole("One"))
    decks.saved(made.owner, decks.whole("Two"))
    content = clients.client_of(made.owner).get(at("decks_export")).content
    for _time in range(2):
        file = SimpleUploadedFile("decks.json", content)
        client.post(at("deck_import"), {"file": file, "token": TOKEN})
    copies = SavedDeck.objects.exclude(owner=made.owner)
    assert sorted(each.deck["name"] for each in copies) == ["One", "Two"]
    assert made.deck in [each.deck for each in copies]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Paste a list, or choose a file."),
        ({"text": "{}"}, "No deck was found in this file."),
        ({"text": "[1, {}]"}, "No deck was found in this file."),
        ({"text": "3x Anchornaut\n" * 10_000}, "These lists are too long."),
        (
            {"text": '{"format": "ashes-decks", "decks": [{"cards": 3}]}'},
            "decks[0].cards: This must be an object.",
        ),
        ({"text": '{"format": "ashes-decks", "decks": 3}'}, "decks: This must be a list."),
        ({"text": "{" + "[" * 5000}, "This file can’t be read."),
        (
            {"text": r'{"format": "ashes-decks", "decks": [{"\ud800": 1}]}'},
            "This file can’t be read.",
        ),
        (
            {"text": r'{"format": "ashes-decks", "decks": [{"cards": {"a\ud800": 1}}]}'},
            "This file can’t be read.",
        ),
        (
            {
                "text": '{"format": "ashes-decks", "decks": [{"own": '
                '[{"name": "", "type": "ally"}]}]}'
            },
            "decks[0].own[0].name: This text is empty.",
        ),
        (
            {"text": r'{"format": "ashes-decks", "decks": [{"cards": {"a\u202e": 1}}]}'},
            "decks[0].cards",
        ),
    ],
)
def test_a_file_that_holds_no_decks_saves_nothing(
    client: Client, sent: dict[str, str], said: str
) -> None:
    answer = client.post(at("deck_import"), {**sent, "token": TOKEN})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not SavedDeck.objects.exists()


def test_a_deck_of_ashes_live_is_pasted_with_its_description(client: Client) -> None:
    shown = client.get(at("ready_deck_ashes_live", "the-iron-men")).json()
    shown["cards"] += [{"count": 1, "name": "Tomorrow", "stub": "tomorrow"}]
    text = json.dumps({"deck": {**shown, "description": "Attack early."}, "releases": []})
    answer = client.post(at("deck_import"), {"text": text, "token": TOKEN}, follow=True)
    saved = SavedDeck.objects.get()
    assert selectors.deck_of(saved) == ready_deck(selectors.catalogue(), "the-iron-men")
    assert saved.note == "Attack early."
    assert "Unknown and left out: Tomorrow." in answer.content.decode()


def test_several_lists_are_pasted_at_once(client: Client) -> None:
    keys = ("the-iron-men", "the-snakes-in-silver", "reborn-the-law-of-lions")
    text = "\n".join(client.get(at("ready_deck_list", key)).content.decode() for key in keys)
    client.post(at("deck_import"), {"text": text, "token": TOKEN})
    box = selectors.catalogue()
    saved = [selectors.deck_of(each) for each in SavedDeck.objects.order_by("pk")]
    assert saved == [ready_deck(box, key) for key in keys]


def test_two_hundred_lists_are_not_too_long_and_may_be_of_both_editions(client: Client) -> None:
    keys = list(selectors.catalogue().decks)
    lists = [client.get(at("ready_deck_list", key)).content.decode() for key in keys]
    text = re.sub(r"(?m)^Edition: .*\n", "", "\n".join(lists))
    asked = client.post(at("deck_import"), {"text": text, "token": TOKEN})
    assert "This list fits both editions. Choose one." in asked.content.decode()
    client.post(at("deck_import"), {"text": text, "token": TOKEN, "edition": "first"})
    editions = {selectors.deck_of(each).edition for each in SavedDeck.objects.all()}
    assert SavedDeck.objects.count() == len(keys)
    assert editions == set(Edition)


def test_json_of_several_decks_is_pasted_one_after_the_other(client: Client) -> None:
    keys = ("the-iron-men", "reborn-the-law-of-lions")
    text = "\n".join(client.get(at("ready_deck_ashes_live", key)).content.decode() for key in keys)
    client.post(at("deck_import"), {"text": text, "token": TOKEN})
    names = [selectors.deck_of(each).name for each in SavedDeck.objects.order_by("pk")]
    assert names == ["The Iron Men", "The Law of Lions"]


def test_a_deck_that_is_there_already_is_not_imported_again(client: Client) -> None:
    keys = ("the-iron-men", "the-snakes-in-silver")
    lists = [client.get(at("ready_deck_list", key)).content.decode() for key in keys]
    client.post(at("deck_import"), {"text": lists[0], "token": TOKEN})
    sent = {"text": "\n".join(lists), "token": TOKEN[::-1]}
    page = client.post(at("deck_import"), sent, follow=True).content.decode()
    assert SavedDeck.objects.count() == 2
    assert "1 deck imported." in page
    assert "1 deck was here already." in page


def test_links_to_decks_of_ashes_live_are_answered_with_where_their_json_is(client: Client) -> None:
    text = "https://ashes.live/decks/1 https://ashes.live/decks/2"
    page = client.post(at("deck_import"), {"text": text, "token": TOKEN}).content.decode()
    for number in (1, 2):
        assert f'href="https://api.ashes.live/v2/decks/{number}"' in page
    assert not SavedDeck.objects.exists()


def test_a_file_of_a_windows_editor_is_read(client: Client) -> None:
    text = client.get(at("ready_deck_list", "the-iron-men")).content.decode()
    file = SimpleUploadedFile("deck.txt", text.replace("\n", "\r\n").encode("utf-16"))
    client.post(at("deck_import"), {"file": file, "token": TOKEN})
    assert selectors.deck_of(only(client)) == ready_deck(selectors.catalogue(), "the-iron-men")


def test_all_decks_are_exported_with_notes_and_tags_and_come_back() -> None:
    made = decks.saved()
    services.deck_describe(saved=made, reason="", note="Mulligan hard.", tags=["fast"])
    text = clients.client_of(made.owner).get(at("decks_export")).content.decode()
    other = factories.person()
    clients.client_of(other).post(at("deck_import"), {"text": text, "token": TOKEN})
    copy = other.decks.get()
    assert (copy.deck, copy.note, copy.tags) == (made.deck, "Mulligan hard.", ["fast"])


def test_the_longest_list_in_the_size_of_a_card_is_one_card() -> None:
    box = selectors.catalogue()
    owned = [card for card in box.cards(Edition.REBORN) if card.type in DECK_TYPES]
    summons = sorted(owned, key=lambda card: not card.conjures)[:30]
    deck = Deck(
        name="Each summon once, and a name that is far too long for a card",
        phoenixborn="saria-guideman",
        cards={card.id: 1 for card in summons},
        dice=dict.fromkeys(DiceType, 1),
        edition=Edition.REBORN,
    )
    assert page_count(compile_document(deck_document("sleeve", seat_setup(deck, box), "en"))) == 1


def test_a_text_list_has_the_link_of_a_shared_deck_which_is_read_over() -> None:
    made = decks.shared(factories.person())
    text = clients.stranger().get(at("shared_deck_list", made.share_key)).content.decode()
    assert clients.client_of(made.owner).get(at("deck_list", made.code)).content.decode() == text
    assert at("shared_deck", made.share_key) in text
    read = read_deck(text, selectors.catalogue())
    assert (read.deck.cards, read.unknown) == (decks.whole().cards, ())


def test_decks_are_found_by_tag_and_by_what_ones_boxes_can_build() -> None:
    person = factories.person()
    far = {**decks.whole().cards, "alchemist": 1}
    tagged = decks.saved(person, decks.whole("Tagged"))
    decks.saved(person, decks.whole("Far", cards=far))
    services.deck_describe(saved=tagged, reason="", note="", tags=["fast"])
    client = clients.client_of(person)
    by_tag = client.get(at("decks"), {"tag": "fast"}).content.decode()
    assert "Tagged" in by_tag
    assert ">Far<" not in by_tag
    mine = client.get(at("decks"), {"mine": "1"}).content.decode()
    assert "Tagged" in mine
    assert ">Far<" not in mine
    assert "The Iron Men" in mine
    assert at("ready_deck", "reborn-the-law-of-lions") not in mine


def test_dice_that_somebody_lacks_are_told_with_the_sets_that_have_them() -> None:
    made = decks.saved(deck=decks.whole(dice={DiceType.DIVINE: 10}))
    page = clients.client_of(made.owner).get(at("deck", made.code)).content.decode()
    assert "Dice that you lack" in page
    assert "The Laws of Lions" in page


def test_an_import_says_which_deck_is_too_large(client: Client) -> None:
    large = {"name": "All", "cards": {f"~{number}": 1 for number in range(101)}}
    plain = {"format": "ashes-decks", "version": 1, "decks": [{"name": "Small"}, large]}
    file = SimpleUploadedFile("decks.json", json.dumps(plain).encode())
    answer = client.post(at("deck_import"), {"file": file, "token": TOKEN})
    assert answer.status_code == 422
    assert "decks[1].cards: At most 100 are possible here, not 101." in answer.content.decode()
    assert not SavedDeck.objects.exists()


def test_english_names_are_marked_on_pages_in_another_language(client: Client) -> None:
    french = client.get(at("ready_deck", "the-iron-men"), headers={"Accept-Language": "fr"})
    polish = client.get(at("ready_deck", "the-iron-men"), headers={"Accept-Language": "pl"})
    assert re.search(r'<a href="[^"]+" lang="en">Hammer Knight</a>', french.content.decode())
    page = polish.content.decode().partition("<main")[2].partition("</main")[0]
    assert re.findall(r'lang="en">\s*<a href="([^"]+)"', page) == [
        at("card", "first", "coal-roarkwin")  # whose name is the same in every language
    ]


def test_the_home_page_leads_to_decks(client: Client) -> None:
    assert f'href="{at("decks")}"' in client.get(reverse("home")).content.decode()


def test_a_link_shows_the_deck_to_anybody_and_lets_them_copy_it(client: Client) -> None:
    made = decks.saved()
    owner = clients.client_of(made.owner)
    owner.post(at("deck_share", made.code))
    made.refresh_from_db()
    link = at("shared_deck", made.share_key)
    assert link in owner.get(at("deck", made.code)).content.decode()
    page = client.get(link).content.decode()
    assert "Hammer Knight" in page
    assert at("deck_edit", made.code) not in page
    client.post(at("shared_deck_copy", made.share_key))
    assert SavedDeck.objects.exclude(owner=made.owner).count() == 1
    owner.post(at("deck_share", made.code), {"revoke": "1"})
    assert client.get(link).status_code == 404


def test_the_page_of_a_deck_counts_the_visitors_own_games_by_opponent() -> None:
    owner = factories.person()
    duels.played(owner, duels.IRON, duels.SNAKES, winner=1)
    duels.played(owner, duels.IRON, duels.SNAKES, winner=2)
    duels.played(owner, duels.MIST, duels.IRON, winner=2)
    duels.played(factories.person(), duels.IRON, duels.MIST, winner=1)  # somebody else's
    record = selectors.deck_record(owner, duels.IRON)
    assert (record.games, record.won) == (3, 2)
    met = [(each.key, each.games, each.won) for each in record.against]
    assert met == [("maeoni-viper", 2, 1), ("aradel-summergaard", 1, 1)]
    url = at("ready_deck", duels.IRON)
    assert "Your games with this deck" in clients.client_of(owner).get(url).content.decode()
    assert "Your games with this deck" not in clients.stranger().get(url).content.decode()


def test_a_deleted_deck_comes_back_by_undo() -> None:
    made = decks.saved()
    client = clients.client_of(made.owner)
    page = client.post(at("deck_delete", made.code), follow=True).content.decode()
    assert at("deck_restore", made.code) in page
    assert client.get(at("deck", made.code)).status_code == 404
    client.post(at("deck_restore", made.code))
    assert client.get(at("deck", made.code)).status_code == 200


def test_only_the_latest_deleted_decks_are_listed_and_a_full_list_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = factories.person()
    first, second = decks.deleted(person), decks.deleted(person)
    monkeypatch.setattr(views, "DELETED_SHOWN", 1, raising=False)
    client = clients.client_of(person)
    page = client.get(at("decks")).content.decode()
    assert at("deck_restore", second.code) in page
    assert at("deck_restore", first.code) not in page
    monkeypatch.setattr(services, "MAX_DECKS", 0)
    answer = client.post(at("deck_restore", second.code), follow=True)
    assert "Delete one first." in answer.content.decode()


def test_the_sets_that_somebody_ticks_are_offered() -> None:
    person: Person = factories.person()
    client = clients.client_of(person)
    assert "Odette Diamondcrest" in client.get(at("deck_new")).content.decode()  # all, at first
    assert 'aria-current="true">Reborn' in client.get(at("deck_new")).content.decode()
    client.post(at("card_sets"), {"first": ["ashes"]})
    assert 'aria-current="true">First' in client.get(at("deck_new")).content.decode()
    assert "Odette Diamondcrest" not in client.get(at("deck_new")).content.decode()
    client.post(at("card_sets"), {"first": ["ashes", "the-laws-of-lions"]})
    assert CardCollection.objects.get().sets == ["ashes", "the-laws-of-lions"]
    assert "Odette Diamondcrest" in client.get(at("deck_new")).content.decode()


def test_nobody_sees_or_changes_anothers_deck() -> None:
    made = decks.saved()
    stranger = clients.stranger()
    for name in ("deck", "deck_edit", "deck_list"):
        assert stranger.get(at(name, made.code)).status_code == 404
    for name in ("deck_edit", "deck_delete", "deck_share", "deck_copy"):
        assert stranger.post(at(name, made.code)).status_code == 404


def test_a_deck_with_a_card_that_nobody_knows_is_printed() -> None:
    deck = decks.whole(name="\ufe0f", cards={"no-such-card": 3})
    for kind in ("list", "proxies"):
        document = deck_document(kind, seat_setup(deck, selectors.catalogue()), "en")
        assert "no-such-card" in squashed(text_of(compile_document(document)))


def test_decks_of_red_rains_are_listed_apart() -> None:
    """They are made for games together against a Chimera."""
    client = clients.client_of(factories.person())
    page = client.get(f"{reverse('decks')}?set=all").content.decode()
    against, together = page.split('id="red_rains"')
    box = selectors.catalogue()
    for key, deck in box.decks.items():
        address = f'href="{reverse("ready_deck", args=[key])}"'
        assert (address in together) == box.is_cooperative(key), deck.id
        assert (address in against) != box.is_cooperative(key), deck.id
    start = client.get(f"{reverse('new_game')}?system=ashes").content.decode()
    assert '<optgroup label="Ready-made decks: Red Rains">' in start

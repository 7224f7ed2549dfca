"""Decks are saved finished or not, step by step, and go where their owner goes."""

import datetime

import pytest
import time_machine
from django.utils import timezone

from campaign.models import CardCollection, Person, SavedDeck
from campaign.rules.ashes.catalogue import CardType, Edition
from campaign.rules.ashes.deck import Deck, OwnCard
from campaign.rules.ashes.deck_steps import add_copy
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_stored
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from campaign.services.merging import person_merge
from campaign.services.people import person_delete
from tests.campaign import factories
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo[RulesError]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_an_unfinished_deck_is_saved_and_read_back_and_cannot_be_played() -> None:
    begun = Deck(name="Later", phoenixborn="coal-roarkwin", cards={"anchornaut": 2})
    decks.saved(person := factories.person(), begun)
    (held,) = selectors.decks_of(person)
    assert held.deck == begun
    assert not held.is_playable


def test_a_written_reason_lets_an_odd_deck_be_played() -> None:
    made = decks.saved(deck=decks.whole(dice={}))
    services.deck_describe(saved=made, reason="We draw all five.", note="", tags=())
    (held,) = selectors.decks_of(made.owner)
    assert held.is_playable


def test_the_steps_of_two_phones_both_count() -> None:
    made = decks.saved(deck=Deck(phoenixborn="coal-roarkwin"))
    for _phone in range(2):
        services.deck_change(saved=made, step=add_copy("anchornaut", selectors.catalogue()))
    assert selectors.deck_of(SavedDeck.objects.get()).cards == {"anchornaut": 2}


def test_every_step_is_undone_and_redone_until_another_is_taken() -> None:
    made = decks.saved(deck=Deck(phoenixborn="coal-roarkwin"))
    taken = ["anchornaut", "anchornaut", "hammer-knight"]
    for key in taken:
        services.deck_change(saved=made, step=add_copy(key, selectors.catalogue()))
    counts = [selectors.deck_of(services.deck_undo(saved=made)).size for _step in range(4)]
    assert counts == [2, 1, 0, 0]
    assert selectors.deck_of(services.deck_redo(saved=made)).cards == {"anchornaut": 1}
    services.deck_change(saved=made, step=add_copy("protect", selectors.catalogue()))
    assert selectors.deck_of(services.deck_redo(saved=made)).cards == {
        "anchornaut": 1,
        "protect": 1,
    }


def test_a_step_that_changes_nothing_is_no_step() -> None:
    made = decks.saved()
    held = services.deck_change(saved=made, step=add_copy("anchornaut", selectors.catalogue()))
    assert (held.revision, held.versions.count()) == (1, 1)


def test_of_an_older_session_only_its_last_step_stays() -> None:
    made = decks.saved(deck=Deck(phoenixborn="coal-roarkwin"))
    for _step in range(3):
        services.deck_change(saved=made, step=add_copy("anchornaut", selectors.catalogue()))
    with time_machine.travel(timezone.now() + 2 * services.SESSION):
        services.deck_change(saved=made, step=add_copy("protect", selectors.catalogue()))
        sizes = [from_stored(Deck, version.deck).size for version in made.versions.all()]
        assert sizes == [4, 3, 0]  # and as it was created
        assert selectors.deck_of(services.deck_undo(saved=made)).size == 3


def test_what_stands_beside_a_deck_is_kept_and_bounded() -> None:
    made = decks.saved()
    tags = ("fast", " for Friday ", "fast", "")
    held = services.deck_describe(saved=made, reason="", note=" Mulligan hard. ", tags=tags)
    assert (held.note, held.tags) == ("Mulligan hard.", ["fast", "for Friday"])
    for wrong in ([str(number) for number in range(11)], ["x" * 31]):
        with pytest.raises(RulesError):
            services.deck_describe(saved=made, reason="", note="", tags=wrong)
    assert SavedDeck.objects.get().tags == ["fast", "for Friday"]


def test_a_form_sent_twice_is_one_deck() -> None:
    person = factories.person()
    first = services.deck_create(person=person, deck=decks.whole(), token="a-token-of-a-form")
    again = services.deck_create(person=person, deck=decks.whole(), token="a-token-of-a-form")
    assert first == again


def test_names_of_a_hundred_letters_are_kept_and_longer_ones_refused() -> None:
    decks.saved(deck=decks.whole("ą" * 100))
    with pytest.raises(RulesError) as refused:
        decks.saved(deck=decks.whole("ą" * 101))
    assert codes(refused) == ["text.too_long"]


@pytest.mark.parametrize("key", ["a\0b", "a\ud800", "\u202eabc"])
def test_a_card_whose_key_cannot_be_shown_is_refused(key: str) -> None:
    with pytest.raises(RulesError) as refused:
        services.deck_create(person=factories.person(), deck=Deck(cards={key: 1}))
    assert codes(refused) == ["text.forbidden"]


def test_too_many_decks_and_typed_cards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_DECKS", 1)
    monkeypatch.setattr(services, "MAX_OWN_CARDS", 1)
    made = decks.saved()
    with pytest.raises(RulesError) as refused:
        decks.saved(made.owner)
    assert codes(refused) == ["deck.no_room"]
    own = tuple(OwnCard(name, CardType.ALLY) for name in ("Ash Golem", "Ash Wolf"))
    with pytest.raises(RulesError) as refused:
        decks.changed_to(made, decks.whole(own=own))
    assert codes(refused) == ["deck.too_many_own_cards"]


def test_deleting_is_undone_within_a_month_and_forgotten_after_it() -> None:
    person = factories.person()
    gone = decks.deleted(person)
    assert selectors.decks_of(person) == ()
    services.deck_restore(saved=gone)
    assert len(selectors.decks_of(person)) == 1
    services.deck_delete(saved=gone)
    with time_machine.travel(timezone.now() + datetime.timedelta(days=31)):
        assert not person.decks.deleted()
        decks.deleted(person)
        assert SavedDeck.objects.count() == 1


def test_a_deck_is_restored_only_if_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    person = factories.person()
    gone = decks.deleted(person)
    monkeypatch.setattr(services, "MAX_DECKS", 1)
    made = decks.saved(person)
    with pytest.raises(RulesError) as refused:
        services.deck_restore(saved=gone)
    assert codes(refused) == ["deck.no_room"]
    assert [own.saved for own in selectors.decks_of(person)] == [made]
    services.deck_restore(saved=made)  # is there already: nothing happens


def test_a_deck_that_was_deleted_meanwhile_is_not_written_to() -> None:
    made = decks.saved()
    services.deck_delete(saved=made)
    with pytest.raises(RulesError) as refused:
        decks.changed_to(made, decks.whole())
    assert codes(refused) == ["deck.not_there"]


def test_a_link_shows_a_deck_until_it_is_revoked() -> None:
    made = decks.shared(factories.person())
    key = made.share_key or ""
    assert selectors.shared_deck(key) == made
    services.deck_share(saved=made, shared=False)
    assert selectors.shared_deck(key) is None


def test_who_ticks_nothing_has_each_core_set_and_editions_stay_apart() -> None:
    person = factories.person()
    assert selectors.owned_sets(person) == {"ashes", "reborn-master-set"}
    services.collection_set(person=person, sets=["the-roaring-rose"])
    reborn, first = (selectors.owned_of(person, edition) for edition in Edition)
    assert first == {"the-roaring-rose"}
    assert reborn == {"reborn-master-set"}
    with pytest.raises(RulesError) as refused:
        services.collection_set(person=person, sets=["no-such-set"])
    assert codes(refused) == ["deck.unknown_set"]


def test_a_guests_decks_and_sets_go_over_to_their_account() -> None:
    guest = factories.person()
    account = Person.objects.create_user("zuza", "nine piles, no more")
    decks.saved(guest)
    decks.saved(account)
    services.collection_set(person=guest, sets=["ashes", "the-roaring-rose"])
    services.collection_set(person=account, sets=["ashes", "the-grave-king"])
    person_merge(guest=guest, into=account)
    assert len(selectors.decks_of(account)) == 2
    assert selectors.owned_sets(account) == {"ashes", "the-grave-king", "the-roaring-rose"}


def test_an_account_takes_its_decks_along_when_it_is_deleted() -> None:
    made = decks.saved()
    services.collection_set(person=made.owner, sets=["ashes"])
    person_delete(person=made.owner)
    assert not SavedDeck.objects.exists()
    assert not CardCollection.objects.exists()

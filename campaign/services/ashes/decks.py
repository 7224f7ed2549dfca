"""Save, delete, restore and share decks; set which card sets a person owns."""

import secrets
from collections.abc import Iterable, Iterator
from typing import Final

from django.db import transaction
from django.utils import timezone

from campaign.models import CardCollection, Person, SavedDeck
from campaign.models.ashes import DELETED_KEPT
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.deck import Deck
from campaign.rules.core import sizes
from campaign.rules.core.entries import entry_problems, tidied
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, text_problems

MAX_DECKS: Final = 200  # of a person
MAX_VERSIONS: Final = 50  # of one deck
MAX_OWN_CARDS: Final = 30  # typed into one deck: as many as it has


class DeckChanged(Exception):
    """The caller edited an older revision; ``saved`` is the current one."""

    def __init__(self, saved: SavedDeck) -> None:
        self.saved = saved
        super().__init__(f"{saved} is at revision {saved.revision}")


def deck_create(*, person: Person, deck: Deck, token: str | None = None) -> SavedDeck:
    """Save a new deck, finished or not; a form sent twice gets the same deck."""
    deck = tidied(deck)
    refuse((*_deck_problems(deck), *text_problems("token", token or "", sizes.TOKEN)))
    with transaction.atomic():
        # A form sent twice waits for this lock, then finds the deck.
        _lock_owner(person.pk)
        if token and (done := person.decks.filter(token=token).first()):
            return done
        _refuse_without_room(person.pk)
        saved = person.decks.create(deck=to_plain(deck), token=token or None)
        _keep_version(saved)
        return saved


def deck_update(
    *,
    saved: SavedDeck,
    revision: int,
    deck: Deck,
    reason: str | None = None,
    token: str | None = None,
) -> SavedDeck:
    """Save a deck, or raise :class:`DeckChanged`; ``reason`` overrules what is wrong with it."""
    deck = tidied(deck)
    why = saved.reason if reason is None else one_line(reason)
    texts = (("reason", why, sizes.REASON), ("token", token or "", sizes.TOKEN))
    refuse((*_deck_problems(deck), *(found for text in texts for found in text_problems(*text))))
    with transaction.atomic():
        held = _locked(saved)
        if token and held.token == token:
            return held  # the same form, sent again
        if held.revision != revision:
            raise DeckChanged(held)
        _keep_version(held)  # of a deck that is older than its history
        held.deck, held.reason, held.token = to_plain(deck), why, token or None
        held.revision += 1
        held.changed_at = timezone.now()
        held.save(update_fields=["deck", "reason", "token", "revision", "changed_at"])
        _keep_version(held)
    return held


def _keep_version(saved: SavedDeck) -> None:
    """Keep a deck as it is now in its history; of very many versions the oldest go."""
    version, is_new = saved.versions.get_or_create(
        revision=saved.revision, defaults={"deck": saved.deck, "saved_at": saved.changed_at}
    )
    if is_new:
        saved.versions.filter(revision__lte=version.revision - MAX_VERSIONS).delete()


def deck_delete(*, saved: SavedDeck) -> None:
    """Mark a deck as deleted, and purge the expired; games keep their own copies."""
    now = timezone.now()
    with transaction.atomic():
        SavedDeck.objects.filter(pk=saved.pk, deleted_at=None).update(deleted_at=now)
        expired = SavedDeck.objects.filter(owner=saved.owner_id, deleted_at__lt=now - DELETED_KEPT)
        expired.delete()


def deck_restore(*, saved: SavedDeck) -> None:
    """Restore a deleted deck, if its owner has room for it."""
    with transaction.atomic():
        _lock_owner(saved.owner_id)
        deleted = SavedDeck.objects.deleted().filter(pk=saved.pk)
        if deleted.exists():  # else it is back already
            _refuse_without_room(saved.owner_id)
            deleted.update(deleted_at=None)


def deck_share(*, saved: SavedDeck, shared: bool) -> SavedDeck:
    """Create or revoke the public link to a deck."""
    with transaction.atomic():
        held = _locked(saved)
        if shared != (held.share_key is not None):
            held.share_key = secrets.token_urlsafe(18) if shared else None
            held.save(update_fields=["share_key"])
    return held


def collection_set(*, person: Person, sets: Iterable[str]) -> None:
    """Set which card sets a person owns."""
    chosen = sorted(set(sets))
    known = {each.slug for each in get_pack(SLUG).sets}
    unknown = [slug for slug in chosen if slug not in known]
    refuse(Problem("deck.unknown_set", {"name": slug}, "sets") for slug in unknown)
    CardCollection.objects.update_or_create(owner=person, defaults={"sets": chosen})


def _deck_problems(deck: Deck) -> Iterator[Problem]:
    """Yield what cannot be stored; a deck that only breaks the game's rules can be saved."""
    yield from entry_problems(deck)
    if len(deck.own) > MAX_OWN_CARDS:
        details = {"most": MAX_OWN_CARDS, "actual": len(deck.own)}
        yield Problem("deck.too_many_own_cards", details, "own")


def _lock_owner(owner: int) -> None:
    """Let the decks of a person be counted: nobody else adds one until the transaction ends."""
    Person.objects.select_for_update().filter(pk=owner).first()


def _refuse_without_room(owner: int) -> None:
    if SavedDeck.objects.not_deleted().filter(owner=owner).count() >= MAX_DECKS:
        raise RulesError([Problem("deck.no_room", {"most": MAX_DECKS})])


def _locked(saved: SavedDeck) -> SavedDeck:
    held = SavedDeck.objects.not_deleted().select_for_update().filter(pk=saved.pk).first()
    return or_refuse(held, Problem("deck.not_there"))

"""Create, change, undo, describe, delete and share decks; set which card sets a person owns."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from campaign.models import CardCollection, DeckVersion, Person, SavedDeck
from campaign.models.ashes import DELETED_KEPT
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_file import MAX_DECKS, MAX_TAG, MAX_TAGS
from campaign.rules.ashes.deck_steps import Step
from campaign.rules.core import sizes
from campaign.rules.core.entries import entry_problems, tidied
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, text_problems
from campaign.selectors.ashes import DeckOrigin, deck_of
from campaign.services.locks import locked_person, locked_row

MAX_VERSIONS: Final = 200  # of one deck
SESSION: Final = timedelta(minutes=30)  # without a step, and the next one begins another session
ITS_OWN: Final = DeckOrigin()  # of a deck that is no copy
NEW: Final = 0  # the session of a deck as it was created
MAX_OWN_CARDS: Final = 30  # typed into one deck: as many as it has


def deck_create(
    *, person: Person, deck: Deck, token: str | None = None, origin: DeckOrigin = ITS_OWN
) -> SavedDeck:
    """Save a new deck, finished or not; a form sent twice gets the same deck."""
    deck = tidied(deck)
    refuse((*_deck_problems(deck), *text_problems("token", token or "", sizes.TOKEN)))
    with locked_person(person.pk):
        # A form sent twice waits for this lock, then finds the deck.
        if token and (done := person.decks.filter(token=token).first()):
            return done
        _refuse_without_room(person.pk)
        saved = person.decks.create(
            deck=to_plain(deck),
            token=token or None,
            copied_public=origin.public,
            copied_ready=origin.ready,
        )
        _keep_version(saved)
        return saved


def deck_change(*, saved: SavedDeck, step: Step) -> SavedDeck:
    """Change a deck as it is now by a step, which can be undone."""
    with locked_deck(saved) as held:
        before = deck_of(held)
        after = tidied(step(before))
        if after == before:
            return held
        refuse(_deck_problems(after))
        if not held.versions.filter(revision=held.version).exists():
            _keep_version(held)  # of a deck that is older than its history
        held.versions.filter(revision__gt=held.version).delete()  # what was undone
        held.deck = to_plain(after)
        held.version = held.revision + 1
        _write(held)
        _keep_version(held)
    return held


def deck_undo(*, saved: SavedDeck) -> SavedDeck:
    """Take the latest step back; without one nothing happens."""
    with locked_deck(saved) as held:
        return _show(held, held.versions.filter(revision__lt=held.version).first())


def deck_redo(*, saved: SavedDeck) -> SavedDeck:
    """Take the step again that was undone last; without one nothing happens."""
    with locked_deck(saved) as held:
        return _show(held, held.versions.filter(revision__gt=held.version).last())


def _show(held: SavedDeck, version: DeckVersion | None) -> SavedDeck:
    if version is not None:
        held.deck, held.version = version.deck, version.revision
        _write(held)
    return held


def _write(held: SavedDeck) -> None:
    held.revision += 1
    held.changed_at = timezone.now()
    held.save(update_fields=["deck", "version", "revision", "changed_at"])


def deck_describe(*, saved: SavedDeck, reason: str, note: str, tags: Iterable[str]) -> SavedDeck:
    """Set what stands beside a deck: why it is played with its faults, a note and its tags."""
    reason, note = one_line(reason), note.strip()
    named = tuple(dict.fromkeys(filter(None, map(one_line, tags))))
    texts = [("reason", reason, sizes.REASON), ("note", note, sizes.TEXT)]
    texts += [("tags", tag, MAX_TAG) for tag in named]
    many = [Problem("deck.too_many_tags", {"most": MAX_TAGS}, "tags")] * (len(named) > MAX_TAGS)
    refuse((*many, *(found for text in texts for found in text_problems(*text))))
    with locked_deck(saved) as held:
        held.reason, held.note, held.tags = reason, note, list(named)
        held.save(update_fields=["reason", "note", "tags"])
    return held


def _keep_version(saved: SavedDeck) -> None:
    """Keep a deck as it is now in its history.

    The first step of all begins a session, and one long after the step before it: of the session
    that is over only the last step stays.
    """
    latest = saved.versions.first()
    session = latest.session if latest else NEW
    if latest and (session == NEW or saved.changed_at - latest.saved_at > SESSION):
        saved.versions.filter(session=session).exclude(pk=latest.pk).delete()
        session += 1
    saved.versions.create(
        revision=saved.version, session=session, deck=saved.deck, saved_at=saved.changed_at
    )
    oldest = saved.versions.values_list("revision", flat=True)[MAX_VERSIONS : MAX_VERSIONS + 1]
    saved.versions.filter(revision__lte=max(oldest, default=0)).delete()


def deck_delete(*, saved: SavedDeck) -> None:
    """Mark a deck as deleted, and purge the expired; games keep their own copies."""
    now = timezone.now()
    with transaction.atomic():
        SavedDeck.objects.filter(pk=saved.pk, deleted_at=None).update(deleted_at=now)
        expired = SavedDeck.objects.filter(owner=saved.owner_id, deleted_at__lt=now - DELETED_KEPT)
        expired.delete()


def deck_restore(*, saved: SavedDeck) -> None:
    """Restore a deleted deck, if its owner has room for it."""
    with locked_person(saved.owner_id):
        deleted = SavedDeck.objects.deleted().filter(pk=saved.pk)
        if deleted.exists():  # else it is back already
            _refuse_without_room(saved.owner_id)
            deleted.update(deleted_at=None)


def deck_share(*, saved: SavedDeck, shared: bool) -> SavedDeck:
    """Create or revoke the public link to a deck."""
    with locked_deck(saved) as held:
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


def _refuse_without_room(owner: int) -> None:
    if SavedDeck.objects.not_deleted().filter(owner=owner).count() >= MAX_DECKS:
        raise RulesError([Problem("deck.no_room", {"most": MAX_DECKS})])


def locked_deck(saved: SavedDeck) -> AbstractContextManager[SavedDeck]:
    """Lock a saved deck until the end of the block; refuse one that was deleted."""
    rows = SavedDeck.objects.not_deleted().filter(pk=saved.pk)
    return locked_row(rows, Problem("deck.not_there"))

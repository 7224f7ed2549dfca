"""Publish a deck, take it back, and report one."""

from collections.abc import Iterator
from typing import Final

from django.utils import timezone

from campaign.models import Person, PublicDeck, SavedDeck
from campaign.rules.ashes.deck import Deck, deck_faults
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, RulesError, not_overruled, refuse
from campaign.rules.core.texts import one_line, text_problems
from campaign.selectors.ashes import catalogue, deck_of
from campaign.services.accounts import is_reserved
from campaign.services.locks import locked_person, locked_row

MAX_REPORTS: Final = 50  # of one deck: more say nothing new
MAX_PUBLIC: Final = 50  # decks of one person


def deck_publish(*, saved: SavedDeck, author: str, description: str) -> PublicDeck:
    """Publish a deck as it is now, or publish it again; one that is wrong stays private.

    Only accounts publish: support can talk to them, and guests without end cost nothing.
    """
    author, description = one_line(author), description.strip()
    refuse(
        (
            *_faults(saved, deck_of(saved)),
            *_author_problems(saved.owner, author),
            *text_problems("author", author, sizes.PERSON_NAME),
            *text_problems("description", description, sizes.TEXT),
        )
    )
    with locked_person(saved.owner_id):  # two at once are counted both
        others = PublicDeck.objects.filter(saved__owner=saved.owner_id).exclude(saved=saved)
        if others.count() >= MAX_PUBLIC:
            raise RulesError([Problem("deck.too_many_public", {"most": MAX_PUBLIC})])
        public, _made = PublicDeck.objects.update_or_create(
            saved=saved,
            defaults={
                "deck": saved.deck,
                "author": author,
                "description": description,
                "published_at": timezone.now(),
            },
        )
    return public


def _faults(saved: SavedDeck, deck: Deck) -> Iterator[Problem]:
    if not_overruled(deck_faults(deck, catalogue()), saved.reason):
        yield Problem("deck.not_publishable")


def _author_problems(owner: Person, author: str) -> Iterator[Problem]:
    """Yield a problem if an author is a guest, or bears the name of somebody else."""
    if owner.is_guest:
        yield Problem("deck.author_is_guest")
    namesake = Person.objects.find(author) if author else None
    if is_reserved(author) or namesake not in (None, owner):
        yield Problem("deck.author_taken", path="author")


def deck_unpublish(*, saved: SavedDeck) -> None:
    """Take a deck back; one that support took down stays known, so that it stays down."""
    PublicDeck.objects.filter(saved=saved, is_taken_down=False).delete()


def deck_report(*, public: PublicDeck, text: str) -> None:
    """Report a public deck to support."""
    text = one_line(text)
    missing = [] if text else [Problem("deck.report_empty", path="text")]
    refuse((*missing, *text_problems("text", text, sizes.REASON)))
    visible = PublicDeck.objects.visible().filter(pk=public.pk)
    with locked_row(visible, Problem("deck.not_there")):
        if public.reports.count() < MAX_REPORTS:
            public.reports.create(text=text)

"""Reads that only this game has: decks, the card sets people own, drafts."""

from dataclasses import dataclass

from campaign.models import CardCollection, Draft, DraftSeat, Person, SavedDeck
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import SLUG, Catalogue, Edition
from campaign.rules.ashes.deck import Deck, deck_faults
from campaign.rules.ashes.draft import FACTS, draft_pool
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import not_overruled
from campaign.rules.core.serialize import from_stored


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A saved deck and its deserialized contents."""

    saved: SavedDeck
    deck: Deck

    @property
    def is_playable(self) -> bool:
        """Say whether it has no faults that its reason does not overrule."""
        return not not_overruled(deck_faults(self.deck, catalogue()), self.saved.reason)


def catalogue() -> Catalogue:
    """Return the catalogue of all sets."""
    found: Catalogue = get_pack(SLUG)
    return found


def deck_of(saved: SavedDeck) -> Deck:
    """Deserialize a saved deck."""
    return from_stored(Deck, saved.deck)


def decks_of(person: Person) -> tuple[OwnDeck, ...]:
    """Return a person's decks, the latest changed first."""
    return tuple(OwnDeck(saved, deck_of(saved)) for saved in person.decks.not_deleted())


def shared_deck(key: str) -> SavedDeck | None:
    """Return the deck of a public link."""
    return SavedDeck.objects.not_deleted().filter(share_key=key).first()


def owned_sets(person: Person | None) -> frozenset[str]:
    """Return the sets that a person owns; the core set by default."""
    held = CardCollection.objects.filter(owner=person).first() if person else None
    return frozenset((held and held.sets) or {SLUG})


def owned_of(person: Person | None, edition: Edition) -> frozenset[str]:
    """Return the sets of an edition that a person owns; its base set by default."""
    owned, sets = owned_sets(person), catalogue().sets_of(edition)
    return frozenset(each.slug for each in sets if each.slug in owned) or frozenset({sets[0].slug})


def draft_facts(draft: Draft) -> tuple[Fact, ...]:
    """Return the facts of a draft; empty before it begins."""
    rows = draft.facts.order_by("place").values_list("kind", "payload")
    return tuple(from_stored(FACTS[kind], payload) for kind, payload in rows)


def most_players(draft: Draft) -> int:
    """Return how many can take part in a draft with its card sets."""
    return draft_pool(catalogue(), Edition(draft.edition), draft.sets).most_players


def drafts_of(person: Person) -> list[Draft]:
    """Return the latest drafts that a person hosts or has a seat in."""
    seats = DraftSeat.objects.filter(person=person).values("draft")
    mine = Draft.objects.filter(pk__in=seats) | Draft.objects.filter(host=person)
    return list(mine.distinct().prefetch_related("seats")[:20])


def seats_of(draft: Draft, person: Person) -> list[DraftSeat]:
    """Return the seats that a person plays; the host also plays those that are free."""
    host = draft.host_id == person.pk
    return [
        seat
        for seat in draft.seats.all()
        if seat.person_id == person.pk or (host and seat.person_id is None)
    ]

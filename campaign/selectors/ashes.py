"""Every read that only this game has: decks, the sets that somebody owns, drafts."""

from dataclasses import dataclass

from campaign.models import CardCollection, Draft, DraftSeat, Game, Person, SavedDeck
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import SLUG, Catalogue, Edition
from campaign.rules.ashes.deck import Deck, deck_faults
from campaign.rules.ashes.draft import FACTS
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import standing
from campaign.rules.core.serialize import from_plain


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck of somebody, with what the engine knows of it."""

    saved: SavedDeck
    deck: Deck

    @property
    def is_playable(self) -> bool:
        """Say whether nothing is wrong with it, or a reason overrules what is."""
        return not standing(deck_faults(self.deck, catalogue()), self.saved.reason)


def catalogue() -> Catalogue:
    """Return every set."""
    found: Catalogue = get_pack(SLUG)
    return found


def deck_of(saved: SavedDeck) -> Deck:
    """Return a saved deck as the engine reads it."""
    return from_plain(Deck, saved.deck)


def decks_of(person: Person) -> tuple[OwnDeck, ...]:
    """Return somebody's decks, what was changed last first."""
    return tuple(OwnDeck(saved, deck_of(saved)) for saved in person.decks.standing())


def shared_deck(key: str) -> SavedDeck | None:
    """Return the deck that a link shows."""
    return SavedDeck.objects.standing().filter(share_key=key).first()


def owned_sets(person: Person | None) -> frozenset[str]:
    """Return the sets that somebody owns: the core set, unless they said otherwise."""
    held = CardCollection.objects.filter(owner=person).first() if person else None
    return frozenset((held and held.sets) or {SLUG})


def owned_of(person: Person | None, edition: Edition) -> frozenset[str]:
    """Return the sets of an edition that somebody owns; its base set at the least."""
    owned, sets = owned_sets(person), catalogue().sets_of(edition)
    return frozenset(each.slug for each in sets if each.slug in owned) or frozenset({sets[0].slug})


def draft_facts(draft: Draft) -> tuple[Fact, ...]:
    """Return the facts of a draft; none before it begins."""
    rows = draft.facts.order_by("place").values_list("kind", "payload")
    return tuple(from_plain(FACTS[kind], payload) for kind, payload in rows)


def drafts_of(person: Person) -> list[Draft]:
    """Return the drafts in which somebody has a seat, or which they opened; the latest first."""
    seats = DraftSeat.objects.filter(person=person).values("draft")
    mine = Draft.objects.filter(pk__in=seats) | Draft.objects.filter(host=person)
    return list(mine.distinct().prefetch_related("seats")[:20])


def drafted_in(game: Game, person: Person) -> bool:
    """Say whether somebody drafted a deck that a game was set up with."""
    return DraftSeat.objects.filter(draft__game=game, person=person).exists()


def seats_of(draft: Draft, person: Person) -> list[DraftSeat]:
    """Return the seats that somebody plays; the host plays those of deleted accounts too."""
    host = draft.host_id == person.pk
    return [
        seat
        for seat in draft.seats.all()
        if seat.person_id == person.pk or (host and seat.person_id is None)
    ]

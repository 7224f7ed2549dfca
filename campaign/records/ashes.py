"""Rows that only Ashes has: the decks and card sets of a person."""

from typing import Any

from campaign.models import Person, SavedDeck


class DecksAndSets:
    """What a person has of this game."""

    def hand_over(self, guest: Person, into: Person) -> None:
        """Move the decks and card sets of a guest to an account."""
        # Of a draft's deck that both have saved, the tokens are the same.
        used = into.decks.exclude(token=None).values("token")
        guest.decks.filter(token__in=used).update(token=None)
        guest.decks.update(owner=into)
        mine, theirs = (getattr(owner, "card_collection", None) for owner in (into, guest))
        if mine and theirs:
            mine.sets = sorted({*mine.sets, *theirs.sets})
            mine.save(update_fields=["sets"])
        elif theirs:
            theirs.owner = into
            theirs.save(update_fields=["owner"])

    def exported(self, person: Person) -> dict[str, Any]:
        """Return a person's decks."""
        columns = ("code", "deck", "reason", "note", "tags", "created_at", "changed_at")
        return {"decks": list(person.decks.not_deleted().values(*columns))}

    def revoke_links(self) -> int:
        """Revoke the links to shared decks."""
        return SavedDeck.objects.exclude(share_key=None).update(share_key=None)


BELONGINGS = (DecksAndSets(),)

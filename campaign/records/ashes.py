"""Rows that only Ashes has: the decks, drafts and card sets of a person."""

from typing import Any

from django.db.models import Q, QuerySet

from campaign.models import Draft, DraftSeat, Person, SavedDeck
from campaign.models.records import new_invite_key
from campaign.rules.core.players import next_former


class DecksAndDrafts:
    """What a person has of this game."""

    def shared_rows(self, person: Person) -> QuerySet[Draft]:
        """Return the drafts that a person hosts, or has or had a seat in."""
        had = Q(person=person) | Q(freed_from=person)
        theirs = Q(host=person) | Q(pk__in=DraftSeat.objects.filter(had).values("draft"))
        return Draft.objects.filter(theirs)

    def hand_over(self, guest: Person, into: Person) -> None:
        """Move the decks, drafts and card sets of a guest to an account."""
        # Of a draft's deck that both have saved, the tokens are the same.
        used = into.decks.exclude(token=None).values("token")
        guest.decks.filter(token__in=used).update(token=None)
        guest.decks.update(owner=into)
        guest.drafts.update(host=into)
        guest.draft_seats.update(person=into)
        guest.freed_draft_seats.update(freed_from=into)
        mine, theirs = (getattr(owner, "card_collection", None) for owner in (into, guest))
        if mine and theirs:
            mine.sets = sorted({*mine.sets, *theirs.sets})
            mine.save(update_fields=["sets"])
        elif theirs:
            theirs.owner = into
            theirs.save(update_fields=["owner"])

    def rename(self, person: Person, name: str) -> None:
        """Change a person's name in drafts, where they have it; other seats are others'."""
        person.draft_seats.filter(name=person.own_name).update(name=name)

    def forget(self, person: Person) -> None:
        """Clear the names at the seats that a person has or had in drafts."""
        theirs = DraftSeat.objects.filter(Q(person=person) | Q(freed_from=person))
        for seat in theirs.select_related("draft").order_by("seat"):
            seat.name = next_former(seat.draft.seats.values_list("name", flat=True))
            seat.save(update_fields=["name"])

    def exported(self, person: Person) -> dict[str, Any]:
        """Return a person's decks."""
        columns = ("code", "deck", "reason", "note", "tags", "created_at", "changed_at")
        return {"decks": list(person.decks.not_deleted().values(*columns))}

    def revoke_links(self) -> int:
        """Revoke the links to shared decks and to drafts."""
        links = SavedDeck.objects.exclude(share_key=None).update(share_key=None)
        for draft in Draft.objects.only("pk").iterator(500):
            Draft.objects.filter(pk=draft.pk).update(join_key=new_invite_key())
            links += 1
        return links


BELONGINGS = (DecksAndDrafts(),)

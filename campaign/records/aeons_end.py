"""Aeon's End in rows: the mages of a Legacy campaign, and the names that its players typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from campaign.models import Campaign, Fact, Mage, Person
from campaign.rules.aeons_end.legacy.facts import Seat

NAMED = ("growth", "joined", "transformed")  # kinds of facts that bring something with a name


class Mages:
    """The party of a Legacy campaign."""

    def read(self, campaign: Campaign) -> tuple[Seat, ...]:
        """Return who plays a campaign."""
        return tuple(seat_of(mage) for mage in campaign.mages.all())

    def write(
        self, campaign: Campaign, seats: Iterable[Seat], portraits: Mapping[int, str] | None = None
    ) -> None:
        """Write the mages of a new campaign; their portraits are stored already."""
        stored = portraits or {}
        mages = [mage_of(campaign, seat) for seat in seats]
        for mage in mages:
            mage.portrait = stored.get(mage.seat, "")
        Mage.objects.bulk_create(mages)

    def portraits(self, campaign: Campaign) -> dict[int, str]:
        """Return the stored names of a campaign's portraits, by seat."""
        return dict(campaign.mages.exclude(portrait="").values_list("seat", "portrait"))


def seat_of(mage: Mage) -> Seat:
    """Return a mage as the engine seats it."""
    return Seat(mage.seat, mage.colour, mage.side, mage.name, mage.player)


def mage_of(campaign: Campaign, seat: Seat) -> Mage:
    """Return an unsaved mage of a campaign."""
    return Mage(
        campaign=campaign,
        seat=seat.number,
        colour=seat.colour,
        side=seat.side,
        name=seat.name,
        player=seat.player,
    )


def mages_to_invite(person: Person) -> QuerySet[Mage]:
    """Return the mages of somebody's own campaigns, the latest campaign first."""
    mine = Mage.objects.filter(campaign__memberships__person=person).select_related("campaign")
    return mine.order_by("-campaign__created_at", "campaign", "seat")


def names_typed(campaign: Campaign) -> dict[str, str]:
    """Return the piles and basic cards that players typed, as they wrote them, withdrawn or not."""
    found = Fact.objects.filter(game__campaign=campaign, kind__in=NAMED).order_by("pk")
    names: dict[str, str] = {}
    for kind, payload in found.values_list("kind", "payload"):
        match kind:
            case "growth":
                named = payload["growth"]["offered"]
            case "joined":
                named = [payload["card"]]
            case _:
                named = [payload["into"]]
        names |= {each["key"]: each["name"] for each in named if each.get("name")}
    return names

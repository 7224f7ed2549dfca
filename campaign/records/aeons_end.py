"""Rows that only Aeon's End has: the mages of a campaign, and names that were withdrawn."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from campaign.models import Campaign, Fact, Mage, Person
from campaign.records.members import Members
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.core.keys import names_in

NAMED = ("growth", "joined", "transformed")  # kinds of facts with typed names

MAX_INVITED = 32  # mages that a form offers for each of its seats


class Mages:
    """The party of a Legacy campaign, read from and written to the mages' rows."""

    def read(self, campaign: Campaign) -> tuple[Seat, ...]:
        """Return the seats of a campaign."""
        return tuple(
            Seat(mage.seat, mage.colour, mage.side, mage.name, mage.player)
            for mage in campaign.mages.all()
        )

    def write(
        self, campaign: Campaign, seats: Iterable[Seat], portraits: Mapping[int, str]
    ) -> None:
        """Create the mages of a new campaign; the files of the portraits are stored already."""
        members = Members(campaign)
        Mage.objects.bulk_create(
            Mage(
                campaign=campaign,
                seat=seat.number,
                colour=seat.colour,
                side=seat.side,
                name=seat.name,
                member=members.called(seat.player),
                portrait=portraits.get(seat.number, ""),
            )
            for seat in seats
        )

    def portraits(self, campaign: Campaign) -> dict[int, str]:
        """Return the stored names of a campaign's portraits, by seat."""
        return dict(campaign.mages.exclude(portrait="").values_list("seat", "portrait"))


PARTIES = {LEGACY.slug: Mages()}


def mages_to_invite(person: Person) -> QuerySet[Mage]:
    """Return the mages of a person's campaigns, the latest campaign first."""
    mine = Mage.objects.filter(campaign__memberships__person=person).select_related("campaign")
    return mine.order_by("-campaign__created_at", "campaign", "seat")[:MAX_INVITED]


def names_withdrawn(campaign: Campaign) -> dict[str, str]:
    """Return the typed names of piles and basic cards in withdrawn facts, by key."""
    withdrawn = Fact.objects.filter(withdrawn__campaign=campaign, kind__in=NAMED)
    payloads = withdrawn.order_by("pk").values_list("payload", flat=True)
    return {key: name for payload in payloads for key, name in names_in(payload).items()}

"""How much one person may have, whichever worker is asked: campaigns, games, entries."""

from collections.abc import Iterator

from django.conf import settings

from campaign.models import Campaign, Game, Membership, Person, Role
from campaign.rules.core.problems import Problem

GUESTS_SHARE = 10  # a guest may have a tenth


def campaign_room(person: Person | None) -> Iterator[Problem]:
    """Yield what stands against one more campaign; the caller holds the person's row."""
    if person is None:
        return
    most = _most(person, settings.CAMPAIGNS_MOST)
    if Membership.objects.filter(person=person, role=Role.KEEPER).count() >= most:
        yield Problem("campaign.no_room", {"most": most})


def game_room(person: Person) -> Iterator[Problem]:
    """Yield what stands against one more one-off game; the caller holds the person's row."""
    most = _most(person, settings.GAMES_MOST)
    if Game.objects.one_off().of(person).count() >= most:
        yield Problem("one_off.no_room", {"most": most})


def entry_room(record: Campaign | Game) -> Iterator[Problem]:
    """Yield what stands against one more entry."""
    if record.revision >= settings.ENTRIES_MOST:
        yield Problem("record.no_room")


def _most(person: Person, most: int) -> int:
    return most // GUESTS_SHARE if person.is_guest else most

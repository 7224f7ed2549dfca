"""The names of members: one in each record, changed and forgotten everywhere at once."""

from collections.abc import Iterable, Iterator

from django.db.models import Q

from campaign.models import Campaign, Game, Member, Person
from campaign.models.records import new_stamp
from campaign.records.members import Members, members_of
from campaign.rules.core.players import next_former
from campaign.rules.core.problems import Problem
from campaign.rules.core.texts import skeleton
from campaign.services.locks import lock_games
from campaign.services.plays import campaign_plays_update, game_plays_update

Records = tuple[list[Campaign], list[Game]]


def records_lock(person: Person) -> Records:
    """Lock every record in which somebody is a member, and return those."""
    theirs = Member.objects.filter(person=person)
    campaigns = set(theirs.exclude(campaign=None).values_list("campaign", flat=True))
    alone = theirs.exclude(game=None).values_list("game", flat=True)
    games = Game.objects.filter(pk__in=list(alone))
    lock_games(games, also=campaigns)
    return list(Campaign.objects.filter(pk__in=campaigns).order_by("pk")), list(games)


def members_rename(person: Person, name: str) -> None:
    """Give somebody another name in every record that they are a member of."""
    records = records_lock(person)
    Member.objects.filter(person=person).update(name=name)
    _renamed(records)


def members_forget(person: Person) -> None:
    """Forget the name of somebody in every record: they are a former player from now on."""
    records = records_lock(person)
    for record in (*records[0], *records[1]):
        members = members_of(record)
        for member in members.filter(person=person):
            member.name = next_former(members.values_list("name", flat=True))
            member.person = None
            member.save(update_fields=["person", "name"])
    _renamed(records)


def members_merge(guest: Person, into: Person) -> None:
    """Make an account the person of all members that a guest was.

    Where the account is a member already, the guest's get its name.
    """
    campaigns, games = records_lock(guest)
    for record in (*campaigns, *games):
        named = Members(record).names.by_person.get(into.pk)
        members_of(record).filter(person=guest).update(
            person=into, **({"name": named} if named else {})
        )
    _renamed((campaigns, games))


def look_alike_problems(person: Person, name: str) -> Iterator[Problem]:
    """Yield a problem if a name looks like that of another person in a record of theirs."""
    mine = Member.objects.filter(person=person)
    others = Member.objects.filter(
        Q(campaign__in=mine.values("campaign")) | Q(game__in=mine.values("game"))
    ).exclude(Q(person=person) | Q(person=None))
    looks = skeleton(name)
    for other in others.values_list("name", flat=True):
        if skeleton(other) == looks:
            yield Problem("people.looks_alike", {"person": other}, "display_name")
            return


def _renamed(records: Records) -> None:
    """Drop what is cached of records under other names, and bring their plays up to date."""
    campaigns, games = records
    for campaign in campaigns:
        _touch(campaign)
        campaign_plays_update(campaign)
    for game in games:
        _touch(game)
    played: Iterable[Game] = Game.objects.filter(
        pk__in=[game.pk for game in games], play__isnull=False
    )
    for game in played:
        game_plays_update(game)


def _touch(record: Campaign | Game) -> None:
    record.stamp = new_stamp()
    record.save(update_fields=["stamp"])

"""From whom a game system keeps its games and campaigns, whoever would be let in otherwise.

A system with boxes that some people must not see yet says so here: ``tracker.systems.installed``
calls :func:`admit_by`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from campaign.models import Campaign, Game, Membership, Person, Record, Role
from campaign.records import SetupLost
from campaign.selectors.plays import boxes_shared_with

People = Iterable[Person | None]  # None is an anonymous visitor


def _nobody_is_kept_out(_game: Game, _people: People) -> str:
    return ""


def _nobody_is_kept_from_campaigns(_campaign: Campaign, _person: Person | None) -> str:
    return ""


def _no_box_is_closed(_person: Person, _boxes: Collection[str]) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Admission:
    """The rules of one system."""

    # Returns why a game must not be shown to some people; "" if it may.
    kept_from: Callable[[Game, People], str] = _nobody_is_kept_out
    # Returns why a campaign must not be shown to a member or a viewer; "" if it may.
    campaign_kept_from: Callable[[Campaign, Person | None], str] = _nobody_is_kept_from_campaigns
    # Returns which of some boxes somebody must not see yet.
    closed_boxes: Callable[[Person, Collection[str]], Iterable[str]] = _no_box_is_closed


_BY_SYSTEM: dict[str, Admission] = {}
_EVERYBODY = Admission()


def admit_by(system: str, admission: Admission) -> None:
    """Let a system decide who may see its games."""
    _BY_SYSTEM[system] = admission


def admission_of(record: Game | Campaign) -> Admission:
    """Return the rules of the system of a game or a campaign."""
    return _BY_SYSTEM.get(record.system, _EVERYBODY)


def kept_from_campaign(campaign: Campaign, person: Person | None, role: Role | None) -> str:
    """Return why a campaign must not be shown to somebody; "" if it may, and to its keeper."""
    if role is Role.KEEPER:
        return ""
    return admission_of(campaign).campaign_kept_from(campaign, person)


def game_is_closed_to(game: Game, person: Person) -> bool:
    """Say whether a box in somebody else's one-off game is still closed to a person."""
    if game.owner_id == person.pk:
        return False
    try:
        return bool(admission_of(game).kept_from(game, [person]))
    except SetupLost:
        return False  # nothing of it can be shown


def record_is_closed_to(record: Record, person: Person) -> bool:
    """Say whether a box in a record is still closed to somebody who has a place in it."""
    match record:
        case Game():
            return game_is_closed_to(record, person)
        case Campaign():
            place = Membership.objects.filter(campaign=record, person=person).first()
            return bool(kept_from_campaign(record, person, Role(place.role) if place else None))
    raise TypeError(f"{record!r} is no record")


def boxes_closed_to(person: Person) -> frozenset[str]:
    """Return the boxes in games shared with somebody that they must not see yet."""
    shared = boxes_shared_with(person)
    if not shared:
        return frozenset()
    return frozenset().union(
        *(admission.closed_boxes(person, shared) for admission in _BY_SYSTEM.values())
    )

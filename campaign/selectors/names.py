"""What people are called in a record: by the name of its member, whatever their account says."""

from campaign.models import Campaign, Change, Game, LiveMove, Person, Record
from campaign.records import Names
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.unredacted import full_facts


def names_in(record: Record) -> Names:
    """Return the names of the members of a record."""
    match record:
        case Campaign():
            return campaign_facts(record).names
        case Game():
            return full_facts(record).names
    raise TypeError(f"{record!r} is no record")


def name_in(record: Record, person: Person) -> str:
    """Return the name of somebody in a record; "" for a guest who has none."""
    return names_in(record).by_person.get(person.pk) or person.own_name


def author_of(made: Change | LiveMove, names: Names) -> str | None:
    """Return who made a change or a move; "" for a guest without a name, None for a former player.

    ``names`` are those of the record that it was made in.
    """
    if made.signed is not None:
        return made.signed
    if made.person is None:
        return None
    return names.by_person.get(made.person.pk) or made.person.own_name

"""Whether an entry collides with what others wrote after its sender opened the form.

Two people can settle different parts of one aftermath at the same time: what one of them saves
makes the other's form stale only if both are about the same thing. The rules check every entry
against the record as it is now in any case.
"""

from collections.abc import Sequence

from django.db.models import Q

from campaign.models import Fact, Record
from campaign.records import NO_NAMES
from campaign.records.reading import fact_of
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.facts import conflict_keys

MAX_CHANGES = 50  # since the form was opened; one that is older is stale


def collides(record: Record, seen: int, about: Sequence[FactValue]) -> bool:
    """Say whether a change after a revision touched what some facts are about."""
    keys = conflict_keys(about)
    if keys is None or not 0 <= record.revision - seen <= MAX_CHANGES:
        return True
    since = set(record.changes.filter(revision__gt=seen).values_list("pk", flat=True))
    touched = Fact.objects.filter(Q(recorded__in=since) | Q(withdrawn__in=since))
    rows = list(touched.select_related("game"))
    if since - {row.recorded_id for row in rows} - {row.withdrawn_id for row in rows}:
        return True  # a change that is no entry, such as a new name of the campaign
    others = conflict_keys([fact_of(row, NO_NAMES) for row in rows])
    return others is None or not keys.isdisjoint(others)

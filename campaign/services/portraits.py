"""Portraits of mages: set, take away. They do not touch the story, so no entry gets stale."""

from django.db import transaction

from campaign.models import Mage
from campaign.pictures import Picture, forget_pictures, keeping


def portrait_set(*, mage: Mage, picture: Picture) -> Mage:
    """Give a mage a portrait; the one before it goes for good."""
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping([picture]) as names, transaction.atomic():
        return _change(mage, names[0])


def portrait_remove(*, mage: Mage) -> Mage:
    """Take a mage's portrait away, its files as well."""
    with transaction.atomic():
        return _change(mage, "")


def _change(mage: Mage, name: str) -> Mage:
    held = Mage.objects.select_for_update().get(pk=mage.pk)
    forget_pictures([held.portrait])
    held.portrait = name
    held.save(update_fields=["portrait"])
    mage.portrait = name
    return held

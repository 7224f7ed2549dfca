"""Writes that only Aeon's End has: the names, players and portraits of a campaign's mages."""

from dataclasses import replace
from typing import Unpack

from django.db import transaction

from campaign.models import ChangeKind, Mage
from campaign.pictures import Picture, picture_remove_on_commit, storing
from campaign.records.own_tables import party_rows
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, or_refuse, refuse
from campaign.rules.core.texts import one_line, text_problems
from campaign.services.plays import campaign_plays_update
from campaign.services.writing import Signature, writing


def mage_rename(*, seat: int, name: str, player: str, **who: Unpack[Signature]) -> None:
    """Change the name and the player of a mage; colour and side stay."""
    name, player = one_line(name), one_line(player)
    refuse(text_problems(f"seats.{seat}.name", name, sizes.PERSON_NAME))
    with writing(**who, kind=ChangeKind.RENAME, detail=name) as w:
        row = w.campaign.mages.filter(seat=seat).first()
        mage = or_refuse(row, Problem("party.no_such_seat", {"seat": seat}, "seat"))
        renamed = (
            replace(other, name=name, player=player) if other.number == seat else other
            for other in party_rows(w.campaign).read(w.campaign)
        )
        refuse(w.rules.party_problems(w.pack, tuple(renamed)))
        mage.name, mage.player = name, player
        mage.save(update_fields=["name", "player"])
        campaign_plays_update(w.campaign)


def portrait_set(*, mage: Mage, picture: Picture | None) -> None:
    """Set or remove the portrait of a mage, without a revision; the old one is deleted for good."""
    # Files outside the transaction: if it fails, even on commit, they are removed.
    with storing([picture] if picture else []) as stored, transaction.atomic():
        locked = Mage.objects.select_for_update().get(pk=mage.pk)
        picture_remove_on_commit([locked.portrait])
        locked.portrait = mage.portrait = next(iter(stored), "")
        locked.save(update_fields=["portrait"])

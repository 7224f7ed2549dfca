"""The record: who, which campaign, which game, and the facts. Nothing derived is stored."""

from campaign.models.campaigns import Campaign, Invite, Mage, Membership, Role
from campaign.models.facts import (
    BasicChange,
    Closing,
    Fact,
    Growth,
    GrowthPile,
    MageTally,
    Note,
    PlacedSticker,
    ResultFact,
    SealOpening,
    SectionUnlock,
    VerdictFact,
)
from campaign.models.limits import TokenBucket
from campaign.models.one_off import OneOffGame, OneOffMage, OneOffPhoto, OneOffPile
from campaign.models.people import Person
from campaign.models.plays import Play, PlaySeat, PlayTag
from campaign.models.sessions import Deed, DeedKind, Photo, Session, TablePhoto

__all__ = [
    "BasicChange",
    "Campaign",
    "Closing",
    "Deed",
    "DeedKind",
    "Fact",
    "Growth",
    "GrowthPile",
    "Invite",
    "Mage",
    "MageTally",
    "Membership",
    "Note",
    "OneOffGame",
    "OneOffMage",
    "OneOffPhoto",
    "OneOffPile",
    "Person",
    "Photo",
    "PlacedSticker",
    "Play",
    "PlaySeat",
    "PlayTag",
    "ResultFact",
    "Role",
    "SealOpening",
    "SectionUnlock",
    "Session",
    "TablePhoto",
    "TokenBucket",
    "VerdictFact",
]

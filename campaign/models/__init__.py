"""The record: who, which campaign, which game, and the facts. Nothing derived is stored."""

from campaign.models.aeons_end import Mage
from campaign.models.campaigns import Campaign, Invite, Membership, Role
from campaign.models.games import Change, ChangeKind, Fact, Game, Photo
from campaign.models.limits import TokenBucket
from campaign.models.people import Person
from campaign.models.plays import Play, PlaySeat, PlayTag

__all__ = [
    "Campaign",
    "Change",
    "ChangeKind",
    "Fact",
    "Game",
    "Invite",
    "Mage",
    "Membership",
    "Person",
    "Photo",
    "Play",
    "PlaySeat",
    "PlayTag",
    "Role",
    "TokenBucket",
]

"""Every model. State is derived from facts; the only stored derivation is the ledger of plays."""

from campaign.models.aeons_end import Mage
from campaign.models.api_tokens import ApiToken, Scope
from campaign.models.ashes import (
    CardCollection,
    CountedGame,
    DeckReport,
    DeckVersion,
    DraftLink,
    PublicDeck,
    SavedDeck,
)
from campaign.models.calendars import CalendarFeed
from campaign.models.campaigns import Campaign, Invite, Membership, Removal
from campaign.models.changes import Change, ChangeDetail, ChangeKind, PeopleEvent
from campaign.models.evenings import Evening, EveningAnswer, EveningDate
from campaign.models.games import Fact, Game, Photo
from campaign.models.limits import TokenBucket
from campaign.models.live import LiveMove, LiveTable
from campaign.models.members import Member
from campaign.models.notices import MailAddress, Mute, Notice, NoticeKind, PushSubscription
from campaign.models.people import (
    Browser,
    Passkey,
    PasskeyLink,
    Person,
    Preference,
    RecoveryCode,
)
from campaign.models.plays import Play, PlaySeat, PlayTag
from campaign.models.records import Record
from campaign.models.roles import Role
from campaign.models.seats import Barring, FreedSeat, Seat, SeatOffer
from campaign.models.webhooks import Webhook, WebhookDelivery, WebhookEvent, WebhookStyle

__all__ = [
    "ApiToken",
    "Barring",
    "Browser",
    "CalendarFeed",
    "Campaign",
    "CardCollection",
    "Change",
    "ChangeDetail",
    "ChangeKind",
    "CountedGame",
    "DeckReport",
    "DeckVersion",
    "DraftLink",
    "Evening",
    "EveningAnswer",
    "EveningDate",
    "Fact",
    "FreedSeat",
    "Game",
    "Invite",
    "LiveMove",
    "LiveTable",
    "Mage",
    "MailAddress",
    "Member",
    "Membership",
    "Mute",
    "Notice",
    "NoticeKind",
    "Passkey",
    "PasskeyLink",
    "PeopleEvent",
    "Person",
    "Photo",
    "Play",
    "PlaySeat",
    "PlayTag",
    "Preference",
    "PublicDeck",
    "PushSubscription",
    "Record",
    "RecoveryCode",
    "Removal",
    "Role",
    "SavedDeck",
    "Scope",
    "Seat",
    "SeatOffer",
    "TokenBucket",
    "Webhook",
    "WebhookDelivery",
    "WebhookEvent",
    "WebhookStyle",
]

"""Campaigns: those that somebody is a member of, what their pages show, and their history."""

import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import Field

from campaign.models import Campaign
from campaign.rules.core.serialize import to_plain
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.history import events_of
from campaign.selectors.names import author_of, names_in
from campaign.selectors.statistics import campaign_statistics
from tracker.api.answers import Paged, PageQuery, page_of, reads, writes
from tracker.api.entries import StartIn, filled_in
from tracker.api.plays import StatisticsOut
from tracker.api.problems import refused
from tracker.api.starts import started
from tracker.api.tokens import ReadToken, RecordToken, owner_of
from tracker.faces.registry import campaign_face, campaign_faces
from tracker.people.access import Access, campaign_access
from tracker.people.limits import NEW_CAMPAIGNS, address_of
from tracker.presenters.shelf import shelf_of
from tracker.web.entries import INVALID
from tracker.web.records import pages_of

router = Router(tags=["Campaigns"], auth=ReadToken())


class CampaignOut(Schema):
    """A campaign in a list."""

    code: str
    name: str
    system: str
    role: str = Field(description="Yours: keeper, player or reader; empty for the demo.")
    progress: str = Field(description="How far it is, in words.")
    played_on: datetime.date | None = Field(description="When it was played last.")
    is_archived: bool
    url: str = Field(description="Of its page.")


class NextStepOut(Schema):
    """What the group does next, in words."""

    title: str
    text: str
    url: str = Field(description="Of the page for it; empty if there is nothing for you to do.")


class CampaignStateOut(Schema):
    """A campaign as the group knows it: nothing that is still closed."""

    code: str
    name: str
    system: str
    language: str = Field(description="Of the box.")
    role: str
    is_archived: bool
    revision: int = Field(description="Send it with an entry.")
    games: int
    next_step: NextStepOut
    state: dict[str, Any] | None = Field(
        description="What the campaign's pages show, in values of the game: see docs/api/state.md."
    )


class ChangeOut(Schema):
    """A change of a campaign."""

    at: datetime.datetime
    who: str = Field(description="Empty if unknown.")
    text: str
    revision: int | None


class HistoryPage(Paged):
    """A page of a campaign's changes, the latest first."""

    items: list[ChangeOut]


@router.get("/campaigns", response=reads(list[CampaignOut]), summary="My campaigns")
def list_campaigns(request: HttpRequest) -> list[CampaignOut]:
    """Return the campaigns that you are a member of, the last written to first."""
    return [
        CampaignOut(
            code=shelved.campaign.code,
            name=shelved.campaign.name,
            system=shelved.campaign.system,
            role=shelved.role,
            progress=shelved.progress,
            played_on=shelved.played_on,
            is_archived=shelved.campaign.is_archived,
            url=_url(request, shelved.campaign),
        )
        for shelved in shelf_of(owner_of(request))
    ]


@router.get("/campaigns/{code}", response=reads(CampaignStateOut), summary="A campaign")
def get_campaign(request: HttpRequest, code: str) -> CampaignStateOut:
    """Return a campaign: what comes next, and its state as the group knows it."""
    return state_of(request, campaign_access(request, code))


@router.post(
    "/campaigns", response=writes(CampaignStateOut), auth=RecordToken(), summary="Start a campaign"
)
def start_campaign(request: HttpRequest, body: StartIn) -> Status[CampaignStateOut]:
    """Start a campaign, of which you are the keeper.

    GET …/systems/{system}/campaign says which fields there are.
    """
    person, system = owner_of(request), body.system
    if system not in campaign_faces():
        raise refused(INVALID, "campaign.system_unknown", _("This game has no campaigns."))
    NEW_CAMPAIGNS.take(address_of(request))
    face = campaign_face(system)
    form = filled_in(
        lambda data: face.start_form(data, person=person), body.fields, token=body.token
    )
    status, made = started(
        request, body, form, lambda token: face.begin(form, person, system=system, token=token)
    )
    return Status(status, state_of(request, campaign_access(request, made.code)))


def state_of(request: HttpRequest, access: Access) -> CampaignStateOut:
    """Return a campaign as it is now."""
    found = access.campaign
    facts = campaign_facts(found)
    face = campaign_face(found.system)
    step = face.ahead(access)
    url = step.url or step.action
    return CampaignStateOut(
        code=found.code,
        name=found.name,
        system=found.system,
        language=found.language,
        role=access.role or "",
        is_archived=found.is_archived,
        revision=found.revision,
        games=len(facts.story.games),
        next_step=NextStepOut(
            title=step.title, text=step.text, url=request.build_absolute_uri(url) if url else ""
        ),
        state=to_plain(face.known_state(access), defaults=True),
    )


@router.get("/campaigns/{code}/history", response=reads(HistoryPage), summary="History")
def get_campaign_history(request: HttpRequest, code: str, query: Query[PageQuery]) -> HistoryPage:
    """Return what was recorded, corrected and undone, and by whom."""
    found = campaign_access(request, code).campaign
    rows = found.changes.select_related("person").order_by("-pk")
    changes, numbers = page_of(rows, query.page)
    events = events_of(tuple(changes))
    texts, names = pages_of(found).change_texts(events), names_in(found)
    return HistoryPage(
        items=[
            ChangeOut(
                at=event.change.at,
                who=author_of(event.change, names) or "",
                text=text,
                revision=event.change.revision,
            )
            for event, text in zip(events, texts, strict=True)
        ],
        **numbers,
    )


@router.get("/campaigns/{code}/statistics", response=reads(StatisticsOut), summary="Its statistics")
def get_campaign_statistics(request: HttpRequest, code: str) -> StatisticsOut:
    """Return statistics of a campaign's games, in the language of its box."""
    return StatisticsOut.of(campaign_statistics(campaign_access(request, code).campaign))


def _url(request: HttpRequest, campaign: Campaign) -> str:
    return request.build_absolute_uri(pages_of(campaign).front_url)

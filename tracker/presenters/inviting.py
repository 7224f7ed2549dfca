"""“Invite the others” on the first page of a campaign, until everybody has a phone in it.

Of a link only its hash is stored: the browser in which the keeper made it keeps the link itself.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaign.models import Campaign, Role
from campaign.services.people import INVITE_DAYS, invite_find
from tracker.people.access import Access
from tracker.people.one_time_secrets import fresh, keep_fresh
from tracker.pictures.qr import qr_image
from tracker.web.phones import link_for_phones

FRONT = "front_invite"
SECONDS = INVITE_DAYS * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class InviteOthers:
    """How many are missing, and the link for them once the keeper has made one."""

    missing: int
    link: str
    image_url: str
    days: int  # that a new link is valid


def show_on_front(
    request: HttpRequest, campaign: Campaign, make: Callable[[], str], form: str
) -> HttpResponse:
    """Redirect to the campaign's first page, which shows a new link for as long as it is valid.

    ``make`` makes it; the same ``form`` again makes no second one.
    """
    front = reverse("campaign", args=[campaign.code])
    answer = redirect(f"{front}#invite")
    if _kept(request)[1] == form:
        return answer
    return keep_fresh(request, answer, FRONT, f"{make()} {form}", path=front, seconds=SECONDS)


def _kept(request: HttpRequest) -> tuple[str, str]:
    """Return the token of the link that this browser keeps, and that of the form that made it."""
    token, _space, form = fresh(request, FRONT, seconds=SECONDS).partition(" ")
    return token, form


def invite_others(request: HttpRequest, access: Access, players: int) -> InviteOthers | None:
    """Return what the keeper is shown while fewer people are in the campaign than play in it."""
    campaign = access.campaign
    if not access.may_keep or campaign.demo or campaign.archived_at is not None:
        return None
    missing = players - campaign.memberships.exclude(role=Role.READER).count()
    if missing < 1:
        return None
    token, _form = _kept(request)
    invite = invite_find(token=token) if token else None
    link = ""
    if invite is not None and invite.campaign_id == campaign.pk:
        link = link_for_phones(request, reverse("join", args=[token]))
    return InviteOthers(missing, link, qr_image(link) if link else "", INVITE_DAYS)

"""The links that let people in: to join with a role, or only to look on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Invite, Membership, Person, Role
from campaign.rules.core.problems import RulesError
from campaign.services.accounts import person_rename
from campaign.services.people import invite_accept, invite_find
from tracker.access import LOOKS, person_of
from tracker.forms.people import JoinForm
from tracker.guests import form_key, person_or_guest
from tracker.limits import WRONG_LINKS, address_of
from tracker.pages import for_chats, page, sent
from tracker.sheets.compiler import Format
from tracker.sheets.response import sheet_response
from tracker.systems.registry import campaign_face
from tracker.words import sentence

LOOKS_MOST = 20  # campaigns one browser looks on at; the oldest is forgotten first


def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to what, and let them join."""
    invite = invite_find(token=token)
    if invite is None or invite.looks:
        return _closed(request)
    person, campaign = person_of(request), invite.campaign
    if person is not None and _belongs(person, invite):
        return redirect("campaign", code=campaign.code)
    named = person is not None and bool(person.display_name or person.username)
    form = JoinForm(sent(request), named=named)
    if form.is_valid():
        try:
            _join(request, invite, form)
        except RulesError as error:
            problem = error.problems[0]
            if problem.code.startswith("invite."):  # revoked meanwhile, or its visitor was removed
                return _closed(request, sentence(problem))
            form.add_error(problem.path if problem.path in form.fields else None, sentence(problem))
        else:
            messages.success(request, _("Welcome to “%(campaign)s”.") % {"campaign": campaign.name})
            if invite.role == Role.PLAYER:
                return redirect(campaign_face(campaign.system).after_joining(campaign))
            return redirect("campaign", code=campaign.code)
    context = {"invite": invite, **for_chats(request, campaign.name)}
    return page(request, "people/join.html", context, form=form)


@require_safe
def look(request: HttpRequest, token: str) -> HttpResponse:
    """Let this browser look on. It changes nothing but the visitor's own session.

    Its page leads on at once. A redirect would not do: a chat that asks what the link is follows
    it without a session, and is told that there is nothing.
    """
    invite = invite_find(token=token)
    if invite is None or not invite.looks:
        return _closed(request)
    looks: dict[str, int] = request.session.get(LOOKS, {})
    looks.pop(invite.campaign.code, None)
    kept = list(looks.items())[-(LOOKS_MOST - 1) :]
    request.session[LOOKS] = {**dict(kept), invite.campaign.code: invite.pk}
    image = reverse("look_share_png", args=[token])
    context = {"invite": invite, **for_chats(request, invite.campaign.name, image)}
    return page(request, "people/look.html", context)


@require_safe
def look_share_png(request: HttpRequest, token: str) -> HttpResponse:
    """Hand out the picture of the campaign that a link shows, without names."""
    invite = invite_find(token=token)
    if invite is None or not invite.looks:
        return _closed(request)
    campaign = invite.campaign
    return sheet_response(
        request,
        lambda: campaign_face(campaign.system).share_document(campaign),
        name="campaign",
        shows=("campaign", campaign.stamp),
        form=Format.PNG,
    )


def _join(request: HttpRequest, invite: Invite, form: JoinForm) -> None:
    """Join, as a guest if nobody is signed in; the same form sent twice is one guest."""
    token = form.cleaned_data["token"]
    name = form.called()
    with person_or_guest(request, display_name=name, form=token) as joins:
        if name and not joins.display_name:
            person_rename(person=joins, display_name=name)
        if not _belongs(joins, invite):
            invite_accept(invite=invite, person=joins, token=form_key(token))


def _belongs(person: Person, invite: Invite) -> bool:
    """Say whether an invite has nothing to give to somebody."""
    held = Membership.objects.filter(campaign=invite.campaign, person=person).first()
    return held is not None and not (held.role == Role.READER and invite.role == Role.PLAYER)


def _closed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer an expired, a revoked and an unknown link alike, and not without end.

    Only these are counted and refused: any page elsewhere can have a browser ask for wrong links,
    and that must not keep a household from its right one.
    """
    WRONG_LINKS.take(address_of(request))
    return page(request, "people/closed.html", {"reason": reason}, status=404)

"""Members of a campaign: roles, leaving, handing over, and invitation links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from campaign.models import Invite, Membership, Person, Role
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.admission import closed_in
from campaign.selectors.standing import is_closed_to, role_in
from campaign.services import people as services
from campaign.services.accounts import hash_token, person_rename
from tracker.faces.registry import campaign_face
from tracker.forms import people as forms
from tracker.forms.fields import new_token
from tracker.people.access import Access, Need, campaign_access, let_look, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import LINKS_MADE, WRONG_CODES, WRONG_LINKS, address_of
from tracker.people.one_time_secrets import fresh, in_fours, keep_fresh
from tracker.people.sign_ins import confirmed
from tracker.pictures.qr import qr_image
from tracker.presenters.inviting import show_on_front
from tracker.sheets.compiler import Format
from tracker.web.pages import for_chats, page, record_page, say_problems, sent
from tracker.web.phones import link_for_phones
from tracker.web.post_only import View, posted, to_people
from tracker.web.sheet_response import sheet_response
from tracker.words import sentence
from tracker.words.records import closed_boxes

FRESH = "fresh_invite"
FRESH_CODE = "fresh_keeper_code"


@dataclass(frozen=True, slots=True)
class FreshLink:
    """The link that the keeper has just made, with its QR code."""

    url: str
    image: str
    invite: Invite


@dataclass(frozen=True, slots=True)
class Links:
    """What the keeper sees of links: those that are active, and the forms that make one."""

    active: tuple[Invite, ...]
    fresh: FreshLink | None
    refused: forms.InviteForm | None
    join_token: str
    join_days: tuple[forms.DaysChoice, ...]
    look_token: str
    look_days: tuple[forms.DaysChoice, ...]


def _refusable(view: View) -> View:
    """Answer with the page of members and status 422 where the rules refuse a change."""

    @wraps(view)
    def done_or_refused(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
        try:
            return view(request, code, **parts)
        except RulesError as error:
            say_problems(request, error)
            return _people(request, campaign_access(request, code), status=422)

    return done_or_refused


@never_cache
@require_safe
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Show the members, and to the keeper the open links."""
    return _people(request, _member(request, code))


@never_cache
@posted(to_people)
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Make an invitation link, or a view-only link."""
    access = campaign_access(request, code, Need.KEEP)
    looks = request.POST.get("kind") == "looks"
    form = forms.LookForm(request.POST) if looks else forms.InviteForm(request.POST)
    if not form.is_valid():
        return _people(request, access, refused=form, status=422)
    sent = form.cleaned_data["token"]

    def make() -> str:
        LINKS_MADE.take(str(access.member.pk))
        _invite, token = services.invite_make(
            campaign=access.campaign,
            person=access.member,
            role=Role(form.cleaned_data.get("role", Role.READER)),
            looks=looks,
            days=form.cleaned_data["days"],
        )
        return token

    if "on_front" in request.POST and not looks:
        return show_on_front(request, access.campaign, make, sent)
    here = reverse("people", args=[access.campaign.code])
    answer = redirect(f"{here}#fresh")
    if _fresh(request)[1] == sent:  # the same form again
        return answer
    return keep_fresh(request, answer, FRESH, f"{make()} {sent}", path=here)


@posted(to_people)
def revoke(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Revoke a link."""
    access = campaign_access(request, code, Need.KEEP)
    link = get_object_or_404(access.campaign.invites.all(), pk=pk)
    services.invite_revoke(invite=link, person=access.member)
    messages.success(request, _("Link revoked."))
    return redirect("people", code=access.campaign.code)


@posted(to_people)
@_refusable
def role(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Make a reader a player, or a player a reader."""
    access, membership = _membership(request, code, pk)
    chosen = request.POST.get("role")
    if chosen not in (Role.PLAYER, Role.READER):
        return _people(request, access, status=422)
    services.member_set_role(membership=membership, person=access.member, role=Role(chosen))
    return redirect("people", code=access.campaign.code)


@_refusable
def remove(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Remove a member, after a confirmation page."""
    access, membership = _membership(request, code, pk)
    if request.method != "POST":
        return _confirm(request, access, "people/remove.html", membership)
    revoke_links = "revoke" in request.POST
    services.member_remove(membership=membership, person=access.member, revoke_links=revoke_links)
    name = str(membership.person).capitalize()
    messages.success(request, _("%(name)s was removed.") % {"name": name})
    return redirect("people", code=access.campaign.code)


@confirmed
@_refusable
def hand_over(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Make another member the keeper, after a confirmation page."""
    access, membership = _membership(request, code, pk)
    if request.method != "POST":
        return _confirm(request, access, "people/hand_over.html", membership)
    services.campaign_hand_over(campaign=access.campaign, person=access.member, to=membership)
    messages.success(request, _("%(name)s is the keeper now.") % {"name": membership.person})
    return redirect("people", code=access.campaign.code)


@sensitive_post_parameters("code")
@never_cache
@confirmed
def keeper_code(request: HttpRequest, code: str) -> HttpResponse:
    """Give the keeper a recovery code, with which another member can take over the role."""
    access = _member(request, code)
    if not access.may_keep:
        return _become_keeper(request, access)
    here = reverse("keeper_code", args=[access.campaign.code])
    if request.method == "POST":
        LINKS_MADE.take(str(access.member.pk))
        made = services.keeper_code_make(campaign=access.campaign, person=access.member)
        return keep_fresh(request, redirect(here), FRESH_CODE, made, path=here)
    code_made = fresh(request, FRESH_CODE)
    if hash_token(code_made) != access.campaign.keeper_code_hash:
        code_made = ""  # it was used, or another one was made
    context = {"fresh": in_fours(code_made)}
    return record_page(request, access, "people/keeper_code.html", context, current="people")


def _become_keeper(request: HttpRequest, access: Access) -> HttpResponse:
    form = forms.KeeperCodeForm(sent(request))
    if form.is_valid():
        WRONG_CODES.take(address_of(request))
        try:
            services.keeper_code_use(
                campaign=access.campaign, person=access.member, **form.cleaned_data
            )
        except RulesError as error:
            form.add_error("code", sentence(error.problems[0]))
        else:
            WRONG_CODES.give_back(address_of(request))
            messages.success(request, _("You are the keeper now. That code is used up."))
            return redirect("people", code=access.campaign.code)
    template = "people/become_keeper.html"
    return record_page(request, access, template, {}, form=form, current="people")


@_refusable
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a campaign, after a confirmation page."""
    access = _member(request, code)
    membership = access.campaign.memberships.get(person=access.person)
    if request.method != "POST":
        return _confirm(request, access, "people/leave.html", membership)
    services.member_remove(membership=membership, person=access.member)
    left = {"campaign": access.campaign.name}
    messages.success(request, _("You have left “%(campaign)s”.") % left)
    return redirect("home")


def _member(request: HttpRequest, code: str) -> Access:
    """Return the access of a member; for anybody else, 404."""
    access = campaign_access(request, code, shows_boxes=False)
    if access.role is None:
        raise Http404
    return access


def _membership(request: HttpRequest, code: str, pk: int) -> tuple[Access, Membership]:
    """Return a membership of the campaign, for its keeper to change."""
    access = campaign_access(request, code, Need.KEEP)
    members = access.campaign.memberships.select_related("person")
    return access, get_object_or_404(members, pk=pk)


def _people(
    request: HttpRequest, access: Access, status: int = 200, refused: forms.InviteForm | None = None
) -> HttpResponse:
    members = access.campaign.memberships.select_related("person")
    context = {
        # The keeper first, then players and readers: the alphabetical order of the stored values.
        "members": members.order_by("role", "joined_at", "pk"),
        "links": _links(request, access, refused) if access.may_keep else None,
    }
    template = "people/people.html"
    return record_page(request, access, template, context, current="people", status=status)


def _fresh(request: HttpRequest) -> tuple[str, str]:
    """Return the tokens of the link just made in this browser and of its form, or two ""."""
    token, _space, form = fresh(request, FRESH).partition(" ")
    return token, form


def _links(request: HttpRequest, access: Access, refused: forms.InviteForm | None) -> Links:
    return Links(
        active=tuple(access.campaign.invites.open()),
        fresh=_fresh_link(request, access),
        refused=refused,
        join_token=new_token(),
        join_days=forms.days_choices(forms.JOIN_DAYS, usual=14),
        look_token=new_token(),
        look_days=forms.days_choices(forms.LOOK_DAYS, usual=180),
    )


def _fresh_link(request: HttpRequest, access: Access) -> FreshLink | None:
    """Return the link just made, with its QR code, for as long as it may be shown."""
    token, _form = _fresh(request)
    made = services.invite_find(token=token) if token else None
    if made is None or made.campaign_id != access.campaign.pk:
        return None
    url = link_for_phones(request, reverse("look" if made.looks else "join", args=[token]))
    return FreshLink(url=url, image=qr_image(url), invite=made)


def _confirm(
    request: HttpRequest, access: Access, template: str, membership: Membership
) -> HttpResponse:
    context = {"membership": membership, "links": access.campaign.invites.open().count()}
    return record_page(request, access, template, context, current="people")


# --- the links: to join with a role, or only to view ---


def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to which campaign, and let the visitor join."""
    invite = services.invite_find(token=token)
    if invite is None or invite.looks:
        return _closed(request)
    person, campaign = person_of(request), invite.campaign
    if person is not None and _belongs(person, invite):
        return redirect("campaign", code=campaign.code)
    named = person is not None and bool(person.own_name)
    form = forms.JoinForm(sent(request), named=named)
    if form.is_valid():
        try:
            _join(request, invite, form)
        except RulesError as error:
            problem = error.problems[0]
            if problem.code.startswith("invite."):  # revoked meanwhile, or the visitor was removed
                return _closed(request, sentence(problem))
            form.add_error(problem.path if problem.path in form.fields else None, sentence(problem))
        else:
            messages.success(request, _("Welcome to “%(campaign)s”.") % {"campaign": campaign.name})
            if invite.role == Role.PLAYER:
                return redirect(campaign_face(campaign.system).after_joining(campaign))
            return redirect("campaign", code=campaign.code)
    context = {
        "invite": invite,
        "kept_from": closed_boxes(closed) if (closed := closed_in(campaign, [person])) else "",
        "link_preview": for_chats(request, campaign.name),
    }
    return page(request, "people/join.html", context, form=form)


@require_safe
def look(request: HttpRequest, token: str) -> HttpResponse:
    """Let this browser view the campaign; only the visitor's own session is written.

    The page leads on at once. A redirect would not do: a chat app that fetches a link preview would
    follow it without the session, and get a 404.
    """
    invite = services.invite_find(token=token)
    if invite is None or not invite.looks:
        return _closed(request)
    if is_closed_to(invite, person_of(request)):
        return _closed(request, sentence(Problem("invite.removed")))
    let_look(request, invite)
    image = reverse("look_share_png", args=[token])
    context = {"invite": invite, "link_preview": for_chats(request, invite.campaign.name, image)}
    return page(request, "people/look.html", context)


@require_safe
def look_share_png(request: HttpRequest, token: str) -> HttpResponse:
    """Return the picture for the preview of a view-only link, without names."""
    invite = services.invite_find(token=token)
    if invite is None or not invite.looks or is_closed_to(invite, person_of(request)):
        return _closed(request)
    campaign = invite.campaign
    return sheet_response(
        request,
        lambda: campaign_face(campaign.system).campaign_share_document(campaign),
        name="campaign",
        shows=("campaign", campaign.stamp),
        form=Format.PNG,
    )


def _join(request: HttpRequest, invite: Invite, form: forms.JoinForm) -> None:
    """Join, as a new guest if nobody is signed in; a form that is sent twice makes one guest."""
    token = form.cleaned_data["token"]
    name = form.called()
    with person_or_guest(request, display_name=name, form=token) as joins:
        if name and not joins.display_name:
            person_rename(person=joins, display_name=name)
        if not _belongs(joins, invite):
            services.invite_accept(invite=invite, person=joins, token=form_key(token))


def _belongs(person: Person, invite: Invite) -> bool:
    """Say whether somebody has the role of an invite already, or a higher one."""
    role = role_in(invite.campaign_id, person)
    return role is not None and not (role is Role.READER and invite.role == Role.PLAYER)


def _closed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer an expired, a revoked and an unknown link alike, with a rate limit.

    Only invalid links are counted and refused: any other site can make a browser request them, and
    that must not block a valid one from the same network.
    """
    WRONG_LINKS.take(address_of(request))
    return page(request, "people/closed.html", {"reason": reason}, status=404)

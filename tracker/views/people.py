"""Who belongs to a campaign: roles, links that let people in, leaving, handing over."""

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

from campaign.models import Membership, Role
from campaign.rules.core.problems import RulesError
from campaign.services import people as services
from tracker.access import Access, Need, campaign_access
from tracker.forms.fields import new_token
from tracker.forms.people import JOIN_DAYS, LOOK_DAYS, InviteForm, KeeperCodeForm, LookForm
from tracker.fresh import fresh, in_fours, keep_fresh
from tracker.limits import WRONG_CODES, address_of
from tracker.pages import record_page, say_problems, sent
from tracker.posting import View, posted, to_people
from tracker.sheets.qr import qr_image
from tracker.sign_ins import confirmed
from tracker.words import sentence

FRESH = "fresh_invite"
FRESH_CODE = "fresh_keeper_code"


def _refusable(view: View) -> View:
    """Let a view change who belongs; what the rules refuse is answered with the page of people."""

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
    """Show who belongs, and to the keeper the links that are open."""
    return _people(request, _member(request, code))


@never_cache
@posted(to_people)
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Make a link to join by, or one to look on by."""
    access = campaign_access(request, code, Need.KEEP)
    looks = request.POST.get("kind") == "looks"
    form = LookForm(request.POST) if looks else InviteForm(request.POST)
    if not form.is_valid():
        return _people(request, access, refused=form, status=422)
    sent = form.cleaned_data["token"]
    here = reverse("people", args=[access.campaign.code])
    answer = redirect(f"{here}#fresh")
    if _fresh(request)[1] == sent:  # the same form again
        return answer
    _invite, token = services.invite_make(
        campaign=access.campaign,
        person=access.member,
        role=Role(form.cleaned_data.get("role", Role.READER)),
        looks=looks,
        days=form.cleaned_data["days"],
    )
    return keep_fresh(request, answer, FRESH, f"{token} {sent}", path=here)


@posted(to_people)
def revoke(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Take a link back."""
    access = campaign_access(request, code, Need.KEEP)
    held = get_object_or_404(access.campaign.invites.all(), pk=pk)
    services.invite_revoke(invite=held, person=access.member)
    messages.success(request, _("Link revoked."))
    return redirect("people", code=access.campaign.code)


@posted(to_people)
@_refusable
def role(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Make a reader a player, or a player a reader."""
    access, membership = _somebody(request, code, pk)
    asked = request.POST.get("role")
    if asked not in (Role.PLAYER, Role.READER):
        return _people(request, access, status=422)
    services.member_set_role(membership=membership, person=access.member, role=Role(asked))
    return redirect("people", code=access.campaign.code)


@_refusable
def remove(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Take somebody out, after a page that asks."""
    access, membership = _somebody(request, code, pk)
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
    """Make somebody else the keeper, after a page that asks."""
    access, membership = _somebody(request, code, pk)
    if request.method != "POST":
        return _confirm(request, access, "people/hand_over.html", membership)
    services.campaign_hand_over(campaign=access.campaign, person=access.member, to=membership)
    messages.success(request, _("%(name)s is the keeper now.") % {"name": membership.person})
    return redirect("people", code=access.campaign.code)


@sensitive_post_parameters("code")
@never_cache
@confirmed
def keeper_code(request: HttpRequest, code: str) -> HttpResponse:
    """Give the keeper a code, by which another member takes the role over if the keeper is lost."""
    access = _member(request, code)
    if not access.may_keep:
        return _become_keeper(request, access)
    here = reverse("keeper_code", args=[access.campaign.code])
    if request.method == "POST":
        made = services.keeper_code_make(campaign=access.campaign, person=access.member)
        return keep_fresh(request, redirect(here), FRESH_CODE, made, path=here)
    shown = fresh(request, FRESH_CODE)
    if services.hash_token(shown) != access.campaign.keeper_code_hash:
        shown = ""  # it was used, or another one was made
    context = {"fresh": in_fours(shown)}
    return record_page(request, access, "people/keeper_code.html", context, current="people")


def _become_keeper(request: HttpRequest, access: Access) -> HttpResponse:
    form = KeeperCodeForm(sent(request))
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
    """Leave a campaign, after a page that asks."""
    access = _member(request, code)
    membership = access.campaign.memberships.get(person=access.person)
    if request.method != "POST":
        return _confirm(request, access, "people/leave.html", membership)
    services.member_remove(membership=membership, person=access.member)
    left = {"campaign": access.campaign.name}
    messages.success(request, _("You have left “%(campaign)s”.") % left)
    return redirect("home")


def _member(request: HttpRequest, code: str) -> Access:
    """Return the access of a member; who only looks on gets a 404."""
    access = campaign_access(request, code)
    if access.role is None:
        raise Http404
    return access


def _somebody(request: HttpRequest, code: str, pk: int) -> tuple[Access, Membership]:
    """Return a member of the campaign, for its keeper to deal with."""
    access = campaign_access(request, code, Need.KEEP)
    members = access.campaign.memberships.select_related("person")
    return access, get_object_or_404(members, pk=pk)


def _people(
    request: HttpRequest, access: Access, *, refused: InviteForm | None = None, status: int = 200
) -> HttpResponse:
    # The keeper first, then players and readers: also the order of the words that are stored.
    members = access.campaign.memberships.select_related("person")
    context: dict[str, object] = {"members": members.order_by("role", "joined_at", "pk")}
    if access.may_keep:
        context |= {
            "invites": access.campaign.invites.open(),
            "refused": refused,
            "token": new_token(),
            "look_token": new_token(),
            "join_days": JOIN_DAYS,
            "look_days": LOOK_DAYS,
            "fresh": _fresh_link(request, access),
        }
    template = "people/people.html"
    return record_page(request, access, template, context, current="people", status=status)


def _fresh(request: HttpRequest) -> tuple[str, str]:
    """Return the token of the invite just made in this browser, and its form's, or empty texts."""
    token, _space, form = fresh(request, FRESH).partition(" ")
    return token, form


def _fresh_link(request: HttpRequest, access: Access) -> dict[str, object] | None:
    """Return the link just made, while it may still be shown, with its QR code."""
    token, _form = _fresh(request)
    found = services.invite_find(token=token) if token else None
    if found is None or found.campaign_id != access.campaign.pk:
        return None
    link = request.build_absolute_uri(reverse("look" if found.looks else "join", args=[token]))
    return {"link": link, "image": qr_image(link), "invite": found}


def _confirm(
    request: HttpRequest, access: Access, template: str, membership: Membership
) -> HttpResponse:
    context = {"membership": membership, "links": access.campaign.invites.open().count()}
    return record_page(request, access, template, context, current="people")

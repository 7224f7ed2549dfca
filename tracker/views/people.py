"""Who belongs to a campaign: roles, links that let people in, leaving, handing over."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from campaign.models import Membership, Person, Role
from campaign.rules.core.problems import RulesError
from campaign.services.people import (
    campaign_hand_over,
    hash_token,
    invite_find,
    invite_make,
    invite_revoke,
    keeper_code_make,
    keeper_code_use,
    member_remove,
    member_set_role,
)
from tracker.access import Access, Need, campaign_access
from tracker.forms.fields import new_token
from tracker.forms.people import JOIN_DAYS, LOOK_DAYS, InviteForm, KeeperCodeForm, LookForm
from tracker.fresh import fresh, in_fours, keep_fresh
from tracker.limits import WRONG_CODES, address_of
from tracker.pages import record_page, say_problems, sent
from tracker.posting import posted, to_people
from tracker.sheets.qr import qr_image
from tracker.sign_ins import confirmed
from tracker.words import sentence

FRESH = "fresh_invite"
FRESH_CODE = "fresh_keeper_code"


@never_cache
@require_safe
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Show who belongs, and to the keeper the links that are open."""
    access = _member(request, code)
    return _people(request, access)


@never_cache
@posted(to_people)
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Make a link to join by, or one to look on by."""
    access = campaign_access(request, code, Need.KEEP)
    looks = request.POST.get("kind") == "looks"
    form = LookForm(request.POST) if looks else InviteForm(request.POST)
    if not form.is_valid() or access.person is None:
        return _people(request, access, refused=form)
    sent = form.cleaned_data["token"]
    answer = redirect("people", code=access.campaign.code)
    answer["Location"] += "#fresh"
    if _fresh(request)[1] == sent:  # the same form again
        return answer
    _invite, token = invite_make(
        campaign=access.campaign,
        person=access.person,
        role=Role(form.cleaned_data.get("role", Role.READER)),
        looks=looks,
        days=form.cleaned_data["days"],
    )
    here = reverse("people", args=[access.campaign.code])
    return keep_fresh(request, answer, FRESH, f"{token} {sent}", path=here)


@posted(to_people)
def revoke(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Take a link back."""
    access = campaign_access(request, code, Need.KEEP)
    held = get_object_or_404(access.campaign.invites.all(), pk=pk)
    if access.person is not None and held.is_open:
        invite_revoke(invite=held, person=access.person)
    messages.success(request, _("Link revoked."))
    return redirect("people", code=access.campaign.code)


@posted(to_people)
def role(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Make a reader a player, or a player a reader."""
    access, membership = _somebody(request, code, pk)
    asked = request.POST.get("role")
    if asked not in (Role.PLAYER, Role.READER):
        return _people(request, access, status=422)
    if access.person is not None:
        try:
            member_set_role(membership=membership, person=access.person, role=Role(asked))
        except RulesError as error:
            return _refused(request, access, error)
    return redirect("people", code=access.campaign.code)


def remove(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Take somebody out, after a page that asks."""
    access, membership = _somebody(request, code, pk)
    if request.method == "POST" and access.person is not None:
        try:
            member_remove(
                membership=membership,
                person=access.person,
                revoke_links="revoke" in request.POST,
            )
        except RulesError as error:
            return _refused(request, access, error)
        messages.success(
            request, _("%(name)s was removed.") % {"name": str(membership.person).capitalize()}
        )
        return redirect("people", code=access.campaign.code)
    return _confirm(request, access, "people/remove.html", membership)


@confirmed
def hand_over(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Make somebody else the keeper, after a page that asks."""
    access, membership = _somebody(request, code, pk)
    if request.method == "POST" and access.person is not None:
        try:
            campaign_hand_over(campaign=access.campaign, person=access.person, to=membership)
        except RulesError as error:
            return _refused(request, access, error)
        messages.success(request, _("%(name)s is the keeper now.") % {"name": membership.person})
        return redirect("people", code=access.campaign.code)
    return _confirm(request, access, "people/hand_over.html", membership)


@sensitive_post_parameters("code")
@never_cache
@confirmed
def keeper_code(request: HttpRequest, code: str) -> HttpResponse:
    """Give the keeper a code, by which another member takes the role over if the keeper is lost."""
    access = _member(request, code)
    if access.person is None:
        raise Http404
    if not access.may_keep:
        return _become_keeper(request, access, access.person)
    here = reverse("keeper_code", args=[access.campaign.code])
    if request.method == "POST":
        made = keeper_code_make(campaign=access.campaign, person=access.person)
        return keep_fresh(request, redirect(here), FRESH_CODE, made, path=here)
    shown = fresh(request, FRESH_CODE)
    if hash_token(shown) != access.campaign.keeper_code_hash:
        shown = ""  # it was used, or another one was made
    context = {"fresh": in_fours(shown)}
    return record_page(request, access, "people/keeper_code.html", context, current="people")


def _become_keeper(request: HttpRequest, access: Access, person: Person) -> HttpResponse:
    form = KeeperCodeForm(sent(request))
    if form.is_valid():
        WRONG_CODES.take(address_of(request))
        try:
            keeper_code_use(campaign=access.campaign, person=person, **form.cleaned_data)
        except RulesError as error:
            form.add_error("code", sentence(error.problems[0]))
        else:
            WRONG_CODES.give_back(address_of(request))
            messages.success(request, _("You are the keeper now. That code is used up."))
            return redirect("people", code=access.campaign.code)
    template = "people/become_keeper.html"
    return record_page(request, access, template, {}, form=form, current="people")


def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a campaign, after a page that asks."""
    access = _member(request, code)
    membership = access.campaign.memberships.get(person=access.person)
    if request.method == "POST" and access.person is not None:
        try:
            member_remove(membership=membership, person=access.person)
        except RulesError as error:
            return _refused(request, access, error)
        messages.success(
            request, _("You have left “%(campaign)s”.") % {"campaign": access.campaign.name}
        )
        return redirect("home")
    return _confirm(request, access, "people/leave.html", membership)


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
    request: HttpRequest,
    access: Access,
    *,
    refused: InviteForm | None = None,
    status: int = 200,
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
    return record_page(
        request,
        access,
        "people/people.html",
        context,
        current="people",
        status=422 if refused else status,
    )


def _fresh(request: HttpRequest) -> tuple[str, str]:
    """Return the token of the invite just made in this browser, and its form's, or empty texts."""
    token, _space, form = fresh(request, FRESH).partition(" ")
    return token, form


def _fresh_link(request: HttpRequest, access: Access) -> dict[str, object] | None:
    """Return the link just made, while it may still be shown, with its QR code."""
    token, _form = _fresh(request)
    found = invite_find(token=token) if token else None
    if found is None or found.campaign_id != access.campaign.pk:
        return None
    link = request.build_absolute_uri(reverse("look" if found.looks else "join", args=[token]))
    return {"link": link, "image": qr_image(link), "invite": found}


def _confirm(
    request: HttpRequest, access: Access, template: str, membership: Membership
) -> HttpResponse:
    context = {"membership": membership, "links": access.campaign.invites.open().count()}
    return record_page(request, access, template, context, current="people")


def _refused(request: HttpRequest, access: Access, error: RulesError) -> HttpResponse:
    say_problems(request, error)
    return _people(request, access, status=422)

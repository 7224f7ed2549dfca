"""Seats of a one-off game: the invitation, take and leave a seat, free another's, take over."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.records import SetupLost
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import live
from campaign.selectors import seats as selectors
from campaign.selectors.games import result_of
from campaign.selectors.standing import Passes, Standing, may
from campaign.services import seats as services
from campaign.services.accounts import person_rename
from campaign.services.one_offs import game_change
from tracker.faces.registry import face_of, one_off_face
from tracker.forms.fields import sent_number
from tracker.forms.seats import DIGITS, SeatForm, unknown_seat
from tracker.people.access import (
    Access,
    Need,
    let_watch,
    one_off_access,
    person_of,
    remember,
)
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import JOINS, LINKS_MADE, WRONG_LINKS, address_of
from tracker.presenters.news import News, news_of_plan
from tracker.presenters.seats import invitation_to, own_name, seat_rows, seats_view
from tracker.web.entries import save
from tracker.web.pages import for_chats, form_page, go, page, record_page, sent
from tracker.web.post_only import posted, to_game_page
from tracker.web.records import game_url, opening_of
from tracker.words import sentence
from tracker.words.records import closed_boxes

to_seats = to_game_page("seats")


# --- the invitation: for everybody who has the link ---


@never_cache
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game to whoever has its link: take a seat, or watch."""
    invited = _invited(request, key)
    if isinstance(invited, HttpResponse):
        return invited
    game, standing = invited
    person = person_of(request)
    form = SeatForm(sent(request), initial={"name": own_name(person)})
    if form.is_valid():
        try:
            _sit(request, game, form, key=key.upper())
        except RulesError as error:
            form.refuse(error)
            game.refresh_from_db()  # somebody else may have been faster
        else:
            return go(request, _where_to(game))
    try:
        heading = one_off_face(game.system).heading(game)
        rows = seat_rows(game, person)
    except SetupLost:
        return page(request, "people/closed.html", status=404)
    context = {
        "heading": heading,
        "rows": rows,
        "watch_url": reverse("invitation_watch", args=[key]),
        "styles": face_of(game.system).styles,
        "look": face_of(game.system).look,
        "game_url": _where_to(game) if standing.seats or standing.need == Need.KEEP else "",
        "link_preview": for_chats(request, heading.title),
    }
    return page(request, "seats/invitation.html", context, form=form)


def watch(request: HttpRequest, key: str) -> HttpResponse:
    """Let this browser watch the game of an invitation; only the visitor's session is written."""
    invited = _invited(request, key)
    if isinstance(invited, HttpResponse):
        return invited
    if request.method != "POST":
        return go(request, "invitation", key)
    let_watch(request, invited[0])
    return go(request, _where_to(invited[0]))


def decline(request: HttpRequest, key: str) -> HttpResponse:
    """Decline the seat that was kept for somebody in a game to be played again."""
    invited, person = _invited(request, key), person_of(request)
    if isinstance(invited, HttpResponse):
        return invited
    if request.method != "POST":
        return go(request, "invitation", key)
    if person is not None:
        services.offers_decline(game=invited[0], person=person)
    return go(request, "home")


def _invited(request: HttpRequest, key: str) -> tuple[Game, Standing] | HttpResponse:
    """Return the game of an invitation and what the visitor may there.

    If it is closed to this visitor, return the page that says why.
    """
    game = selectors.invited_game(key)
    if game is None:
        WRONG_LINKS.take(address_of(request))
        return page(request, "people/closed.html", status=404)
    remember(request, game)
    standing = may(person_of(request), game, Passes(watches={game.code: game.invite_key}))
    if standing.barred or standing.closed:
        barred = sentence(Problem("seat.barred"))
        why = barred if standing.barred else closed_boxes(standing.closed)
        return page(request, "people/closed.html", {"reason": why}, status=403)
    return game, standing


def _sit(request: HttpRequest, game: Game, form: SeatForm, key: str | None = None) -> None:
    """Take the chosen seat, as a new guest if not signed in; a form sent twice makes one guest.

    ``key`` is that of the invitation by which the visitor came.
    """
    JOINS.take(address_of(request))
    name, number, token = form.cleaned_data["name"], form.number(), form.cleaned_data["token"]
    with person_or_guest(request, display_name=name, form=token) as person:
        is_first = not game.seats.filter(person=person).exists()
        services.seat_take(
            game=game, number=number, person=person, key=key, name=name, token=form_key(token)
        )
        if is_first and name and person.is_guest and not person.display_name:
            person_rename(person=person, display_name=name)  # asked once, used everywhere


def _where_to(game: Game) -> str:
    """Return where a game is played now: what comes before it, its live page, or else its page."""
    if opening := opening_of(game):
        return opening.url
    return game_url(game, "live") if live.is_live(game) else game_url(game)


# --- for who is in the game already ---


@never_cache
@require_safe
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """Show the seats of a game and its invitation."""
    access, game = one_off_access(request, code)
    return _seats_page(request, access, game, SeatForm(initial={"name": own_name(access.person)}))


def _seats_page(request: HttpRequest, access: Access, game: Game, form: SeatForm) -> HttpResponse:
    context = {
        "heading": one_off_face(game.system).heading(game),
        "seats": seats_view(access, game),
        "news": _news(access, game),
        "invitation": invitation_to(request, game) if access.may_record else None,
        "may_take_over": (
            bool(access.seats) and not access.may_keep and services.owner_is_silent(game)
        ),
    }
    return record_page(request, access, "seats/seats.html", context, form=form, game=game)


def _news(access: Access, game: Game) -> News | None:
    if result_of(game) is not None:
        return None
    return news_of_plan(access, game, is_live=live.is_live(game))


@posted(to_seats)
def take(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat: one's own, or one more for somebody without a phone."""
    access, game = one_off_access(request, code, Need.WRITE)
    form = SeatForm(request.POST)
    if form.is_valid():
        try:
            _sit(request, game, form)
        except RulesError as error:
            form.refuse(error)
            game.refresh_from_db()  # somebody else may have been faster
        else:
            return go(request, game_url(game, "seats"))
    return _seats_page(request, access, game, form)


@posted(to_seats)
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a seat of one's own."""
    access, game = one_off_access(request, code, Need.WRITE)
    number = sent_number(request.POST.get("seat"), DIGITS)
    if number not in access.seats:
        raise unknown_seat()
    services.seat_leave(game=game, number=number, person=access.member)
    messages.success(request, _("The seat is free now."))
    stays = access.may_keep or access.seats != {number} or game.shared_with_id is not None
    return go(request, game_url(game, "seats") if stays else "home")


def free(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Free the seat of somebody else, after a confirmation page."""
    access, game = one_off_access(request, code, Need.KEEP)
    seat = selectors.seat_of(game, number)
    if seat is None or seat.is_free or number in access.seats:
        return go(request, game_url(game, "seats"))
    if request.method != "POST":
        context = {"name": seat.name}
        return record_page(request, access, "seats/free.html", context, game=game)
    try:
        services.seat_free(
            game=game, number=number, owner=access.member, bars="bars" in request.POST
        )
    except RulesError as error:
        messages.error(request, " ".join(map(sentence, error.problems)))
    else:
        messages.success(request, _("The seat of %(name)s is free now.") % {"name": seat.name})
    return go(request, game_url(game, "seats"))


@posted(to_seats)
def renew(request: HttpRequest, code: str) -> HttpResponse:
    """Replace the invitation by a new one."""
    access, game = one_off_access(request, code, Need.KEEP)
    LINKS_MADE.take(str(access.member.pk))
    services.invite_renew(game=game, owner=access.member)
    messages.success(request, _("This is the new link. The old one is no longer valid."))
    return go(request, game_url(game, "seats"))


@posted(to_seats)
def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """Become the owner of a game whose owner is gone."""
    access, game = one_off_access(request, code, Need.WRITE)
    services.game_take_over(game=game, person=access.member)
    messages.success(request, _("The game is yours now: you can free seats."))
    return go(request, game_url(game, "seats"))


def choose(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Choose what belongs to a seat of one's own."""
    access, game = one_off_access(request, code, Need.WRITE)
    if number not in access.seats or result_of(game) is not None:
        return go(request, game_url(game))
    face = one_off_face(game.system)
    form = face.seat_form(sent(request), access=access, game=game, seat=number)
    if form is None:
        return go(request, game_url(game))
    refusal = save(form, lambda: game_change(game=game, choices=form.choices(), **form.signature()))
    if refusal is None:
        messages.success(request, _("Saved."))
        return go(request, game_url(game))
    template = f"{face_of(game.system).folder}/one_off/seat.html"
    answer = form_page(request, form, template, {}, refusal=refusal, part=None, game=game)
    # The next player with this phone must not see it by going back.
    answer.headers["Cache-Control"] = "private, no-store"
    return answer

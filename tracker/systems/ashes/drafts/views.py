"""A draft: choose on your own phone, save the deck, play with it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.rules.ashes.catalogue import PLAYERS
from campaign.rules.ashes.draft import Draft, Stage, drafted_deck, seen_by
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.ashes import catalogue
from campaign.selectors.watching import page_stamp
from campaign.services.ashes import drafts as services
from campaign.services.ashes.decks import deck_create
from tracker.people.access import Need
from tracker.presenters.seats import invitation_to, seats_view
from tracker.systems.ashes.decks.asked import STYLES
from tracker.systems.ashes.decks.presenters import deck_summary, groups_of
from tracker.systems.ashes.drafts.forms import sent_move
from tracker.systems.ashes.drafts.place import Place, place_in, to_draft, to_kept, to_seat
from tracker.systems.ashes.drafts.presenters import (
    DraftPage,
    FinishedDeck,
    Handover,
    Lobby,
    OwnSeat,
    SharedPhoneDecks,
    phone_of,
    players_of,
    waiting,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import card_name
from tracker.web.pages import asked_by_htmx, go, record_page
from tracker.web.post_only import posted
from tracker.web.records import game_url
from tracker.words.phrases import seats_taken


@require_safe
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """Show the lobby, the hand of this phone's player, or whom to pass the phone to.

    A waiting phone asks again when its stream says that something changed, and gets 204 if nothing
    has. If its visitor may not be here any more, it is sent to the page that says so.
    """
    is_part = asked_by_htmx(request)
    try:
        place = place_in(request, code)
    except (Http404, PermissionDenied):
        if is_part:
            return go(request, request.path)
        raise
    stamp = _stamp(place)
    if is_part and request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    state, seat = place.state, place.seat(request.GET.get("seat"))
    if state is None:
        screen = _lobby_page(request, place, stamp)
    elif seat is None:
        screen = _shared_phone_page(state, place, stamp)
    else:
        screen = _phone_page(state, place, seat, stamp)
    context = {"styles": STYLES, "page": screen}
    answer = record_page(
        request,
        place.access,
        "ashes/drafts/draft.html",
        context,
        game=place.game,
        part="state",
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _stamp(place: Place) -> str:
    """Return what differs whenever a phone would show something else."""
    return page_stamp(place.game.stamp, place.position.sequence if place.position else 0)


def _lobby_page(request: HttpRequest, place: Place, stamp: str) -> DraftPage:
    """Return the page of a draft that has not begun."""
    taken = [seat for seat in place.all_seats if not seat.is_free]
    lobby = Lobby(
        seats=seats_view(place.access, place.game),
        taken=seats_taken(len(taken), of=len(place.all_seats)),
        can_begin=len(taken) in PLAYERS,
        begins=place.access.may_keep,
        invitation=invitation_to(request, place.game) if place.access.may_record else None,
    )
    return DraftPage(place.game.code, stamp=stamp, part_url=_part_url(place, stamp), lobby=lobby)


def _phone_page(state: Draft, place: Place, seat: int, stamp: str) -> DraftPage:
    """Return the page of one player's phone."""
    phone = phone_of(seen_by(state, seat), place.names)
    return DraftPage(
        place.game.code,
        stamp=stamp,
        part_url=_part_url(place, stamp, seat) if phone.waits else "",
        phone=phone,
        finished_deck=_finished_deck(state, place, seat) if phone.is_done else None,
    )


def _finished_deck(state: Draft, place: Place, seat: int) -> FinishedDeck:
    deck, choice = drafted_deck(state, seat), place.choice
    at_the_table = frozenset(each.slug for each in catalogue().sets_of(deck.edition))
    return FinishedDeck(
        groups=groups_of(deck),
        summary=deck_summary(deck, at_the_table),
        game_url="" if choice else game_url(place.game),
        may_set_up=choice is not None and place.access.may_record,
        is_shared_phone=len(place.seats) > 1,
    )


def _shared_phone_page(state: Draft, place: Place, stamp: str) -> DraftPage:
    """Return the page of a phone that several players share, or nobody: whose turn it is."""
    code = place.game.code
    seats = {seat: OwnSeat(place.names[seat - 1], f"?seat={seat}") for seat in place.seats}
    if state.stage is Stage.DONE:
        return DraftPage(code, decks=SharedPhoneDecks(tuple(seats.values())))
    view = seen_by(state, next(iter(seats), 1))
    awaited = [seats[seat] for seat in state.awaited if seat in seats]
    handover = Handover(
        next=awaited[0] if awaited else None,
        waiting="" if awaited else waiting(view, place.names),
        players=players_of(view, place.names),
    )
    # A free seat may be taken by another phone while this one would play it.
    has_free = any(place.all_seats[seat - 1].is_free for seat in place.seats)
    part_url = _part_url(place, stamp) if has_free or not awaited else ""
    return DraftPage(code, stamp=stamp, part_url=part_url, handover=handover)


def _part_url(place: Place, stamp: str, seat: int | None = None) -> str:
    """Return the URL of the part that a waiting phone shows; ``stamp`` says what it has seen."""
    return f"{reverse('draft', args=[place.game.code])}?seen={stamp}&seat={seat or ''}"


@posted(to_kept, sentence)
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Shuffle and begin."""
    place = place_in(request, code, Need.KEEP)
    services.draft_begin(game=place.game, person=place.access.person)
    return go(request, "draft", place.game.code)


@posted(to_seat, sentence)
def move(request: HttpRequest, code: str) -> HttpResponse:
    """Record a move; one that is refused, say because it comes too late, is shown as a message."""
    place = place_in(request, code, Need.WRITE)
    seat = place.seat(request.POST.get("seat"))
    if seat is None:
        raise RulesError([Problem("draft.no_seat_chosen")])
    move = sent_move(request.POST, seat)
    services.draft_move(game=place.game, person=place.access.person, move=move)
    return go(request, "draft", place.game.code)  # a shared phone shows who is next


@posted(to_draft, sentence)
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Save the deck of a seat to the decks of the person who plays it."""
    place = place_in(request, code, Need.WRITE)
    seat, state = place.seat(request.POST.get("seat")), place.state
    if seat is None or state is None or state.stage is not Stage.DONE:
        raise RulesError([Problem("draft.unfinished")])
    born = card_name(state.phoenixborn[seat - 1] or "")
    deck = drafted_deck(state, seat, _("%(phoenixborn)s, drafted") % {"phoenixborn": born})
    saved = deck_create(person=place.access.member, deck=deck, token=f"{place.game.code}-{seat}")
    messages.success(request, _("Saved to your decks."))
    return go(request, "decks") if saved.deleted_at else go(request, "deck", saved.code)


@posted(to_draft, sentence)
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Set the game up with the drafted decks again, if that was undone."""
    place = place_in(request, code, Need.WRITE)
    services.draft_play(game=place.game, person=place.access.person)
    return go(request, game_url(place.game))

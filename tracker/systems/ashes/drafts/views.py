"""A draft: choose on your own phone, save the deck, play with it."""

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Draft
from campaign.rules.ashes.catalogue import PLAYERS, SLUG
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage, drafted_deck, replay, seen_by
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from campaign.services.ashes.decks import deck_create
from campaign.services.one_offs import game_start
from tracker.pictures.qr import qr_image
from tracker.systems.ashes.decks.presenters import deck_summary, groups_of
from tracker.systems.ashes.drafts.forms import PlayerForm, sent_move
from tracker.systems.ashes.drafts.place import (
    Place,
    draft_page,
    others,
    place_in,
    to_draft,
    to_hosted,
    to_seat,
)
from tracker.systems.ashes.drafts.presenters import (
    DraftPage,
    FinishedDeck,
    Handover,
    Invitation,
    Lobby,
    LobbySeat,
    LostPlace,
    OwnSeat,
    SharedPhoneDecks,
    phone_of,
    players_of,
    waiting,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import card_name
from tracker.web.pages import asked_by_htmx, go
from tracker.web.phones import link_for_phones
from tracker.web.post_only import posted
from tracker.web.records import game_url


@require_safe
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """Show the lobby, the hand of this phone's player, or whom to pass the phone to.

    A waiting phone polls; it gets 204 while nothing has changed. If it has no place any more, it is
    sent to the page that says so.
    """
    is_part = asked_by_htmx(request)
    try:
        place = place_in(request, code)
    except (Http404, PermissionDenied):
        if is_part:
            return go(request, request.path)
        raise
    facts = selectors.draft_facts(place.draft)
    stamp = _stamp(place, len(facts))
    if is_part and request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    if not facts:
        screen = _lobby_page(request, place, stamp)
    else:
        state, seat = replay(facts), place.seat(request.GET.get("seat"))
        if seat is None:
            screen = _shared_phone_page(state, place, stamp)
        else:
            screen = _phone_page(state, place, seat, stamp)
        if not is_part:
            screen = replace(screen, lost_place=_lost_place(request, place))
    context = {"page": screen, "player_form": PlayerForm()}  # for whoever the host adds
    return draft_page(request, "draft.html", context, part="state")


def _stamp(place: Place, facts: int) -> str:
    """Return what differs whenever a phone would show something else."""
    seats = place.draft.seats.aggregate(last=Max("pk"), all=Count("pk"), taken=Count("person"))
    return ".".join(map(str, (facts, *seats.values(), place.draft.game_id)))


def _lobby_page(request: HttpRequest, place: Place, stamp: str) -> DraftPage:
    """Return the page of a draft that has not begun."""
    seats = list(place.draft.seats.all())
    mine = {seat.seat for seat in place.seats}
    lobby = Lobby(
        seats=tuple(
            LobbySeat(
                id=seat.pk,
                name=seat.name,
                is_mine=seat.seat in mine,
                may_remove=place.is_host or seat.seat in mine,
            )
            for seat in seats
        ),
        is_full=len(seats) >= selectors.most_players(place.draft),
        can_begin=len(seats) in PLAYERS,
        invitation=_invitation(request, place) if place.is_host else None,
    )
    return DraftPage(place.draft.code, place.is_host, poll_url=_poll_url(place, stamp), lobby=lobby)


def _phone_page(state: DraftState, place: Place, seat: int, stamp: str) -> DraftPage:
    """Return the page of one player's phone."""
    phone = phone_of(seen_by(state, seat))
    deck = _finished_deck(state, place, seat) if phone.is_done else None
    waits = phone.waits or (deck is not None and deck.waits_for_host)
    return DraftPage(
        place.draft.code,
        place.is_host,
        poll_url=_poll_url(place, stamp, seat) if waits else "",
        phone=phone,
        finished_deck=deck,
    )


def _finished_deck(state: DraftState, place: Place, seat: int) -> FinishedDeck:
    deck, game = drafted_deck(state, seat), place.draft.game
    return FinishedDeck(
        groups=groups_of(deck),
        summary=deck_summary(deck, frozenset(place.draft.sets)),
        game_url=game_url(game) if game else "",
        may_set_up=place.is_host and game is None,
        waits_for_host=not place.is_host and game is None,
        is_shared_phone=len(place.seats) > 1,
    )


def _shared_phone_page(state: DraftState, place: Place, stamp: str) -> DraftPage:
    """Return the page of a phone that several players share, or nobody: whose turn it is."""
    code, is_host = place.draft.code, place.is_host
    seats = {seat.seat: OwnSeat(seat.name, f"?seat={seat.seat}") for seat in place.seats}
    if state.stage is Stage.DONE:
        return DraftPage(code, is_host, decks=SharedPhoneDecks(tuple(seats.values())))
    view = seen_by(state, next(iter(seats), 1))
    awaited = [seats[seat] for seat in state.awaited if seat in seats]
    handover = Handover(
        next=awaited[0] if awaited else None,
        waiting="" if awaited else waiting(view),
        players=players_of(view),
    )
    # A free seat may be taken by another phone while this one would play it.
    has_free = any(seat.person_id is None for seat in place.seats)
    poll_url = _poll_url(place, stamp) if has_free or not awaited else ""
    return DraftPage(code, is_host, poll_url=poll_url, handover=handover)


def _poll_url(place: Place, stamp: str, seat: int | None = None) -> str:
    """Return the URL that a waiting phone polls; ``stamp`` says what it has seen."""
    return f"{reverse('draft', args=[place.draft.code])}?seen={stamp}&seat={seat or ''}"


def _invitation(request: HttpRequest, place: Place) -> Invitation:
    link = link_for_phones(request, reverse("draft_join", args=[place.draft.join_key]))
    return Invitation(link, qr_image(link))


def _lost_place(request: HttpRequest, place: Place) -> LostPlace | None:
    """Return the seats that can be freed; None once a game with seats of its own is set up."""
    if place.draft.game_id is not None:
        return None
    seats = tuple(
        seat for seat in others(place) if place.is_host or seat.person_id == place.draft.host_id
    )
    return LostPlace(seats, _invitation(request, place)) if seats else None


@posted(to_hosted, sentence)
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Shuffle and begin."""
    place = place_in(request, code, host=True)
    services.draft_begin(draft=place.draft)
    return go(request, "draft", place.draft.code)


@posted(to_seat, sentence)
def move(request: HttpRequest, code: str) -> HttpResponse:
    """Record a move; one that is refused, say because it comes too late, is shown as a message."""
    place = place_in(request, code)
    seat = place.seat(request.POST.get("seat"))
    if seat is None:
        raise RulesError([Problem("draft.no_seat_chosen")])
    services.draft_move(draft=place.draft, move=sent_move(request.POST, seat))
    return go(request, "draft", place.draft.code)  # a shared phone shows who is next


@posted(to_draft, sentence)
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Save the deck of a seat to the decks of the person who plays it."""
    place = place_in(request, code)
    seat, state = place.seat(request.POST.get("seat")), _finished(place.draft)
    if seat is None:
        raise RulesError([Problem("draft.unfinished")])
    born = card_name(state.phoenixborn[seat - 1] or "")
    deck = drafted_deck(state, seat, _("%(phoenixborn)s, drafted") % {"phoenixborn": born})
    saved = deck_create(person=place.person, deck=deck, token=f"{place.draft.code}-{seat}")
    messages.success(request, _("Saved to your decks."))
    return go(request, "decks") if saved.deleted_at else go(request, "deck", saved.code)


@posted(to_hosted, sentence)
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Set up a game with the drafted decks, once."""
    place = place_in(request, code, host=True)
    state = _finished(place.draft)
    decks = [drafted_deck(state, seat) for seat in state.seats]
    chosen = zip(state.players, decks, strict=True)
    seats = (SeatChoice(player, deck=deck) for player, deck in chosen)
    choices = DuelChoices(tuple(seats), secret=True)
    game = game_start(
        person=place.person,
        system=SLUG,
        choices=choices,
        language=(get_language() or "en")[:2],
        token=f"draft-{place.draft.code}",
    )
    services.draft_play(draft=place.draft, game=game)
    return go(request, game_url(game))


@posted(to_hosted)
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a draft; decks saved from it stay."""
    services.draft_delete(draft=place_in(request, code, host=True).draft)
    messages.success(request, _("Draft deleted."))
    return go(request, "drafts")


def _finished(draft: Draft) -> DraftState:
    facts = selectors.draft_facts(draft)
    state = replay(facts) if facts else None
    if state is None or state.stage is not Stage.DONE:
        raise RulesError([Problem("draft.unfinished")])
    return state

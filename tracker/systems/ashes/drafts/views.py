"""Drafts: open one, join it, choose on your own phone, save the deck, play with it."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Draft, DraftSeat, Person
from campaign.models.records import CODE_LENGTH
from campaign.rules.ashes.catalogue import PLAYERS, SLUG, Edition
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage, drafted_deck, replay, seen_by
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from campaign.services.ashes.decks import deck_create
from campaign.services.one_offs import game_start
from tracker.forms.fields import sent_number
from tracker.people.access import person_of
from tracker.people.guests import form_key, person_or_guest, sign_in
from tracker.people.limits import WRONG_LINKS, address_of
from tracker.sheets.qr import qr_image
from tracker.systems.ashes.decks.asked import STYLES
from tracker.systems.ashes.decks.presenters import deck_summary, groups_of
from tracker.systems.ashes.drafts.forms import PlayerForm, StartDraftForm, sent_move
from tracker.systems.ashes.drafts.presenters import (
    DraftPage,
    FinishedDeck,
    Handover,
    Invitation,
    JoinPage,
    Lobby,
    LobbySeat,
    LostPlace,
    OwnSeat,
    SharedPhoneDecks,
    phone_of,
    players_of,
    waiting,
)
from tracker.systems.ashes.look import LOOK
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import card_name
from tracker.web.pages import go, page, say_problems, sent
from tracker.web.post_only import posted
from tracker.web.records import game_url


@dataclass(frozen=True, slots=True)
class Place:
    """A person in a draft, with the seats that their phone plays."""

    draft: Draft
    person: Person
    seats: list[DraftSeat]

    @property
    def is_host(self) -> bool:
        """Say whether they host it."""
        return self.draft.host_id == self.person.pk

    @property
    def was_freed(self) -> bool:
        """Say whether they had a seat, which was freed."""
        freed = self.draft.seats.filter(freed_from=self.person)
        return not self.seats and not self.is_host and freed.exists()

    def seat(self, number: object) -> int | None:
        """Return the seat of theirs with this number; their only one, whatever the number."""
        mine = [seat.seat for seat in self.seats]
        if len(mine) == 1:
            return mine[0]
        return next((seat for seat in mine if str(seat) == number), None)


def place_in(request: HttpRequest, code: str, *, host: bool = False) -> Place:
    """Return the person's place in a draft; raise 404 if they have none, or do not host it."""
    person = person_of(request)
    if person is None or len(code) != CODE_LENGTH:
        raise Http404
    draft = Draft.objects.select_related("game").filter(code=code.upper()).first()
    place = Place(draft, person, selectors.seats_of(draft, person)) if draft else None
    if place is not None and place.was_freed:
        raise PermissionDenied(_("Your seat in this draft was freed. Open its link to take one."))
    if place is None or not (place.is_host or (place.seats and not host)):
        raise Http404
    return place


def draft_page(
    request: HttpRequest, template: str, context: dict[str, Any], **more: Any
) -> HttpResponse:
    """Render a page of drafts, which no cache may store."""
    whole = {"styles": STYLES, "look": LOOK, **context}
    answer = page(request, f"ashes/drafts/{template}", whole, **more)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _to_draft(request: HttpRequest, code: str, *, host: bool = False) -> str:
    return reverse("draft", args=[place_in(request, code, host=host).draft.code])


_to_hosted = partial(_to_draft, host=True)


def _to_seat(request: HttpRequest, code: str) -> str:
    """Return the URL of the draft, for the seat that chose if the phone plays several."""
    place = place_in(request, code)
    url, seat = reverse("draft", args=[place.draft.code]), place.seat(request.POST.get("seat"))
    return f"{url}?seat={seat}" if seat and len(place.seats) > 1 else url


# --- who plays ---


def drafts(request: HttpRequest) -> HttpResponse:
    """List the person's drafts, and open another."""
    person = person_of(request)
    form = StartDraftForm(sent(request), person=person, name=_name_of(person))
    if form.is_valid():
        chosen = form.cleaned_data
        name, token = chosen["name"], chosen["token"]
        edition = Edition(chosen["edition"])
        try:
            with person_or_guest(request, display_name=name, form=token) as host:
                draft = services.draft_start(
                    person=host,
                    name=name,
                    edition=edition,
                    sets=form.sets(),
                    token=form_key(token),
                )
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            return go(request, "draft", draft.code)
    mine = selectors.drafts_of(person) if person else []
    return draft_page(request, "drafts.html", {"drafts": mine}, form=form)


def _name_of(person: Person | None) -> str:
    return str(person) if person and person.display_name else ""


def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take a seat by the invitation link."""
    draft = Draft.objects.filter(join_key=key).first() if key.isprintable() else None
    if draft is None:
        WRONG_LINKS.take(address_of(request))
        return page(request, "people/closed.html", status=404)
    person = person_of(request)
    if person and (selectors.seats_of(draft, person) or draft.host_id == person.pk):
        return go(request, "draft", draft.code)
    if draft.facts.exists():
        return _rejoin(request, draft)
    form = PlayerForm(sent(request), initial={"name": _name_of(person)})
    if form.is_valid():
        try:
            _join(request, draft, form)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            return go(request, "draft", draft.code)
    return draft_page(request, "join.html", {"page": JoinPage(_players(draft))}, form=form)


def _players(draft: Draft) -> str:
    return ", ".join(seat.name for seat in draft.seats.all())


def _rejoin(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Take a free seat of a draft that has begun."""
    free_seats = tuple(draft.seats.filter(person=None))
    chosen = next((seat for seat in free_seats if str(seat.seat) == request.POST.get("seat")), None)
    if chosen is not None:
        try:
            with person_or_guest(request, display_name=chosen.name) as person:
                services.draft_take(draft=draft, seat=chosen.seat, person=person)
        except RulesError as error:
            say_problems(request, error, sentence)
        else:
            return go(request, "draft", draft.code)
    late = JoinPage(_players(draft), is_begun=True, free_seats=free_seats)
    return draft_page(request, "join.html", {"page": late})


def _join(request: HttpRequest, draft: Draft, form: PlayerForm) -> None:
    """Take a seat, as a new guest if not signed in; a form sent twice makes one guest.

    It signs its guest in again, but nobody who has an account: that takes a password.
    """
    name, token = form.cleaned_data["name"], form_key(form.cleaned_data["token"])
    taken = draft.seats.filter(token=token).first()
    if person_of(request) is None and taken is not None and taken.person is not None:
        if not taken.person.is_guest:
            raise RulesError([Problem("draft.seat_taken")])
        sign_in(request, taken.person)
        return
    with person_or_guest(request, display_name=name) as person:
        services.draft_join(draft=draft, person=person, name=name, token=token)


@posted(_to_draft, sentence)
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player without a phone, remove one, leave, or free the seat of a lost phone."""
    place = place_in(request, code)
    removed, freed = request.POST.get("remove", ""), request.POST.get("free", "")
    if freed:
        _free(request, place, freed)
    elif removed:
        mine = {str(seat.seat) for seat in place.seats}
        if not place.is_host and removed not in mine:
            raise Http404
        if (seat := sent_number(removed, 1)) is not None:
            services.draft_leave(draft=place.draft, seat=seat)
        if not place.is_host:
            return go(request, "drafts")
    elif place.is_host:
        form = PlayerForm(request.POST)
        if not form.is_valid():
            raise RulesError([Problem("draft.name_missing")])
        name, token = form.cleaned_data["name"], form_key(form.cleaned_data["token"])
        services.draft_join(draft=place.draft, person=place.person, name=name, token=token)
    return go(request, "draft", place.draft.code)


def _free(request: HttpRequest, place: Place, number: str) -> None:
    seat = next((seat for seat in others(place) if str(seat.seat) == number), None)
    if seat is None or not place.draft.facts.exists():
        raise RulesError([Problem("draft.no_such_seat")])
    services.draft_free(draft=place.draft, seat=seat.seat, person=place.person)
    text = _("%(name)s can come back by the link below, and take the seat.")
    messages.success(request, text % {"name": seat.name})


# --- the draft itself ---


@require_safe
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """Show the lobby, the hand of this phone's player, or whom to pass the phone to.

    A waiting phone polls; it gets 204 while nothing has changed.
    """
    place = place_in(request, code)
    facts = selectors.draft_facts(place.draft)
    taken = place.draft.seats.exclude(person=None).count()
    stamp = f"{len(facts)}.{place.draft.seats.count()}.{taken}"
    is_part = bool(request.headers.get("HX-Request"))
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


def _lobby_page(request: HttpRequest, place: Place, stamp: str) -> DraftPage:
    """Return the page of a draft that has not begun."""
    seats = list(place.draft.seats.all())
    mine = {seat.seat for seat in place.seats}
    lobby = Lobby(
        seats=tuple(
            LobbySeat(
                number=seat.seat,
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
    return DraftPage(
        place.draft.code,
        place.is_host,
        poll_url=_poll_url(place, stamp, seat) if phone.waits else "",
        phone=phone,
        finished_deck=_finished_deck(state, place, seat) if phone.is_done else None,
    )


def _finished_deck(state: DraftState, place: Place, seat: int) -> FinishedDeck:
    deck, game = drafted_deck(state, seat), place.draft.game
    return FinishedDeck(
        groups=groups_of(deck),
        summary=deck_summary(deck, frozenset(place.draft.sets)),
        game_url=game_url(game) if game else "",
        may_set_up=place.is_host and game is None,
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
    link = request.build_absolute_uri(reverse("draft_join", args=[place.draft.join_key]))
    return Invitation(link, qr_image(link))


def _lost_place(request: HttpRequest, place: Place) -> LostPlace | None:
    seats = tuple(
        seat for seat in others(place) if place.is_host or seat.person_id == place.draft.host_id
    )
    return LostPlace(seats, _invitation(request, place)) if seats else None


def others(place: Place) -> list[DraftSeat]:
    """Return the seats of other people, and those that are free."""
    return [seat for seat in place.draft.seats.all() if seat.person_id != place.person.pk]


@posted(_to_hosted, sentence)
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Shuffle and begin."""
    place = place_in(request, code, host=True)
    services.draft_begin(draft=place.draft)
    return go(request, "draft", place.draft.code)


@posted(_to_seat, sentence)
def move(request: HttpRequest, code: str) -> HttpResponse:
    """Record a move; one that is refused, say because it comes too late, is shown as a message."""
    place = place_in(request, code)
    seat = place.seat(request.POST.get("seat"))
    if seat is None:
        raise RulesError([Problem("draft.no_seat_chosen")])
    services.draft_move(draft=place.draft, move=sent_move(request.POST, seat))
    return go(request, "draft", place.draft.code)  # a shared phone shows who is next


@posted(_to_draft, sentence)
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


@posted(_to_hosted, sentence)
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Set up a game with the drafted decks, once."""
    place = place_in(request, code, host=True)
    state = _finished(place.draft)
    decks = [drafted_deck(state, seat) for seat in state.seats]
    chosen = zip(state.players, decks, strict=True)
    seats = (SeatChoice(player, deck=deck, secret=True) for player, deck in chosen)
    choices = DuelChoices(tuple(seats))
    game = game_start(
        person=place.person,
        system=SLUG,
        choices=choices,
        language=(get_language() or "en")[:2],
        token=f"draft-{place.draft.code}",
    )
    services.draft_play(draft=place.draft, game=game)
    return go(request, game_url(game))


@posted(_to_hosted)
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

"""Decks in games: start one with a deck, and each player's page of the own deck."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatChoice, SeatSetup
from campaign.rules.core.seeing import Audience
from campaign.selectors import games
from campaign.selectors.ashes import draft_of
from campaign.selectors.seeing import audience_of, game_setup
from campaign.services.one_offs import game_start
from campaign.services.seats import seat_take
from tracker.people.access import one_off_access
from tracker.people.guests import person_or_guest
from tracker.presenters.seats import own_name
from tracker.systems.ashes.decks.asked import AskedDeck, asked_deck
from tracker.systems.ashes.decks.presenters import first_five_of
from tracker.systems.ashes.presenters import seat_view
from tracker.systems.ashes.sheets import deck_document
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import go, record_page
from tracker.web.post_only import one_button_key, posted
from tracker.web.records import game_url
from tracker.web.sheet_response import sheet_response


def _to_deck(request: HttpRequest, **which: str) -> str:
    return asked_deck(request, **which).url()


@posted(_to_deck, sentence)
def play(request: HttpRequest, **which: str) -> HttpResponse:
    """Start a duel with a deck; the other player brings theirs by the invitation."""
    asked, token = asked_deck(request, **which), one_button_key(request)
    if token is None:
        return go(request, asked.url())
    with person_or_guest(request, form=request.POST["token"]) as person:
        name = own_name(person) or _("Player %(seat)s") % {"seat": 1}
        game = game_start(
            person=person,
            system=SLUG,
            choices=DuelChoices((_seat_with(asked, name), SeatChoice()), secret=True),
            language=(get_language() or "en")[:2],
            token=token,
        )
        seat_take(game=game, number=1, person=person, name=name)
    return go(request, game_url(game, "seats"))


def _seat_with(asked: AskedDeck, player: str) -> SeatChoice:
    if asked.is_ready_made:
        return SeatChoice(player, ready=asked.key)
    return SeatChoice(player, deck=asked.deck)


def game_deck(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show the deck of a seat of a game; one that is secret only to its player.

    A phone that holds several seats asks first whose turn it is to look.
    """
    access, game = one_off_access(request, code, systems=[SLUG])
    is_secret = _seat_seen(game, seat, audience_of(game)).is_redacted
    own = audience_of(game, access.seats & {seat})
    setup = _seat_seen(game, seat, own)
    if setup.is_redacted:
        return _kept_secret(request, game)
    sheet = games.game_sheet(game, own)
    view = seat_view(sheet, sheet.body.seats[seat - 1])
    if is_secret and len(access.seats) > 1 and request.method != "POST":
        player = view.seat.player or _("Player %(seat)s") % {"seat": seat}
        context = {"game": game, "player": player}
        answer = record_page(request, access, "ashes/hand_over.html", context)
    else:
        draft = draft_of(game) if seat in access.seats else None
        is_drafted = draft is not None and seat <= draft.table.players
        keep_url = f"{reverse('draft', args=[game.code])}?seat={seat}" if is_drafted else ""
        context = {
            "game": game,
            "view": view,
            "first_five": first_five_of(setup),
            "is_secret": is_secret,
            "keep_url": keep_url,
        }
        answer = record_page(request, access, "ashes/own_deck.html", context)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _seat_seen(game: Game, seat: int, to: Audience) -> SeatSetup:
    """Return a seat as an audience may see it."""
    setup: DuelSetup = game_setup(game, to)
    if not 1 <= seat <= len(setup.seats):
        raise Http404
    return setup.seats[seat - 1]


def _kept_secret(request: HttpRequest, game: Game) -> HttpResponse:
    messages.info(request, _("Only the player of this deck can see it until the game is over."))
    return go(request, game_url(game))


@require_safe
def game_paper(request: HttpRequest, code: str, seat: int, kind: str) -> HttpResponse:
    """Return the deck of a seat of a game as PDF."""
    access, game = one_off_access(request, code, systems=[SLUG])
    setup = _seat_seen(game, seat, audience_of(game, access.seats))
    if setup.is_redacted:
        return _kept_secret(request, game)
    return sheet_response(
        request,
        lambda: deck_document(kind, setup, game.language),
        name=f"{game.code}-{kind}-{seat}",
        shows=(kind, seat, game.stamp),
        foot=game.code,
    )

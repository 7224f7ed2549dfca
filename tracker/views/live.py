"""A game while it is played: the page on every phone, moves, the log of moves."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game, LiveTable
from campaign.rules.core import sizes
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import live as selectors
from campaign.selectors.names import names_in
from campaign.selectors.seats import offers_to
from campaign.selectors.seeing import phone_audience
from campaign.services.live import (
    Answer,
    Made,
    Sent,
    move_make,
    moves_make,
    table_clear,
    table_open,
)
from tracker.charts import Chart
from tracker.faces.registry import campaign_face, face_of
from tracker.forms.fields import new_token, sent_number
from tracker.forms.moves import sent_move, sent_moves
from tracker.forms.table_values import Difference
from tracker.live.channels import Variant, Watched
from tracker.live.fragments import (
    LoggedMove,
    changed,
    live_face,
    logged_move,
    logged_moves,
    parts_now,
    parts_of,
    rendered,
    sides_of,
)
from tracker.live.replay import replay_svg
from tracker.live.streams import Admitted, AdmittedResponse, over_event
from tracker.people.access import Access, Need, game_access
from tracker.people.limits import MOVES, address_of
from tracker.presenters.news import Asker, news_at
from tracker.presenters.seats import invitation_to
from tracker.web.pages import go, record_page, say_problems
from tracker.web.post_only import posted
from tracker.web.records import game_face, game_url, opening_of, pages_of
from tracker.words.phrases import mover

LOG = 100  # moves on the log page
MEANWHILE_ON_FORM = 12  # moves that a result form names
DIGITS = 9  # of the number of a move
STAMP = 40  # characters of the stamp of a page, at most
TOKEN_LEAST = 8  # characters, as in every form
EVENTS = "text/event-stream"
POLL = "event: poll\ndata: {}\n\n"


def _live_access(request: HttpRequest, code: str, need: Need = Need.LOOK) -> tuple[Access, Game]:
    access, game = game_access(request, code, need)
    if face_of(game.system).live is None:
        raise Http404
    return access, game


def _to_live(request: HttpRequest, code: str, **_parts: Any) -> str:
    _access, game = _live_access(request, code)
    return game_url(game, "live")


@require_safe
def live(request: HttpRequest, code: str) -> HttpResponse:
    """Show the game as it is played; one that has ended leads to its own page."""
    access, game = _live_access(request, code)
    if selectors.is_closed(game):
        return go(request, game_url(game))
    if opening := opening_of(game):
        return go(request, opening.url)
    table = selectors.table_of(game)
    heading = game_face(game).heading(game)
    invites = game.campaign is None and access.may_record
    invitation = invitation_to(request, game) if invites else None
    left = selectors.left_at(table) if table is not None and "on" not in request.GET else None
    if table is None or left is not None:
        news = news_at(access, game, Asker.WAIT) if left is None else None
        asked = {"heading": heading, "invitation": invitation, "left_at": left, "news": news}
        return record_page(request, access, "live/start.html", asked, game=game)
    position = selectors.position_of(table)
    context = {
        "base": "base.html",
        "invitation": invitation,
        "heading": heading,
        "news": news_at(access, game, Asker.TABLE),
        "table": table,
        "sequence": position.sequence,
        "rests": json.dumps(position.changed_by),
        "sides": sides_of(parts_now(table, position), may=access.may_record),
        "device": _device(request.GET.get("look")),
        "live_styles": face_of(game.system).live_styles,
        "token": new_token(),
        "own_seat": _own_seat(access, game) or "",
        "panels": (
            live_face(game).panels(game, phone_audience(game, access.seats), access.person)
            if access.may_record
            else None
        ),
        "seats": live_face(game).seats(game),
    }
    return record_page(request, access, "live/live.html", context, game=game)


class Device(StrEnum):
    """What a device shows the table for; a script remembers it, without one the address says it."""

    PHONE = "phone"  # in somebody's hand
    TABLE = "table"  # a tablet in the middle, each player's part turned to its edge
    SCREEN = "screen"  # a television, without buttons


def _device(asked: str | None) -> Device:
    return next((device for device in Device if device == asked), Device.PHONE)


def _live_url(game: Game, asked: str | None) -> str:
    """Return the URL of the live page, which goes on in the look of the page before."""
    device = _device(asked)
    return game_url(game, "live") + (f"?look={device}" if device is not Device.PHONE else "")


def _own_seat(access: Access, game: Game) -> int | None:
    """Return the seat of who holds this phone, if they play one; None if that is not known."""
    if game.campaign is not None and access.person is not None:
        return campaign_face(game.system).own_seat(game.campaign, access.person)
    return next(iter(access.seats)) if len(access.seats) == 1 else None


@posted(_to_live)
def live_open(request: HttpRequest, code: str) -> HttpResponse:
    """Start to play live."""
    access, game = _live_access(request, code, Need.WRITE)
    if opening := opening_of(game):
        return go(request, opening.url)
    table = table_open(game=game, person=access.person)
    was_left = selectors.left_at(table) is not None
    return go(request, game_url(game, "live") + ("?on" if was_left else ""))


@posted(_to_live)
def live_move(request: HttpRequest, code: str) -> HttpResponse:
    """Make a move; a script sends several, and is answered move by move."""
    access, game = _live_access(request, code, Need.WRITE)
    if "moves" in request.POST:
        return _moves_together(request, access, game)
    seen = sent_number(request.POST.get("seen"), DIGITS)
    try:
        made = make_move(request, access, game)
    except RulesError as error:
        return _refused(request, access, game, error.problems, seen)
    if not _by_script(request):
        return go(request, _live_url(game, request.POST.get("look")))
    return JsonResponse(_since(made.table, made.position, seen, may=True))


def make_move(request: HttpRequest, access: Access, game: Game, move: Move | None = None) -> Made:
    """Make the move that was sent, or the one that another view has worked out."""
    sent = _sent(request.POST, game, move)
    return move_make(
        game=game,
        person=access.person,
        move=sent.move,
        seen=sent.seen,
        token=sent.token,
        stamp=request.POST.get("table"),
        allow=lambda: MOVES.take(address_of(request)),
    )


def _sent(fields: Mapping[str, str], game: Game, move: Move | None = None) -> Sent:
    """Return a move that was sent, or raise ``RulesError``."""
    token = fields.get("token", "").strip()
    # Without a token, a move that is sent twice would be made twice.
    if not TOKEN_LEAST <= len(token) <= sizes.TOKEN:
        raise RulesError([Problem("live.move_unknown")])
    seen = sent_number(fields.get("seen"), DIGITS)
    return Sent(move or sent_move(fields, selectors.rules_of(game)), seen, token)


def _moves_together(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Make the moves that a script sends together; answer each by its token."""
    answers: dict[str, Answer] = {}
    readable = []
    try:
        fields = sent_moves(request.POST["moves"])
    except RulesError as error:
        return _refused(request, access, game, error.problems, None)
    for each in fields:
        try:
            readable.append(_sent(each, game))
        except RulesError as error:
            answers[each.get("token", "")] = Answer(None, error.problems)
    if readable:
        made = moves_make(
            game=game,
            person=access.person,
            sent=readable,
            stamp=request.POST.get("table"),
            allow=lambda: MOVES.take(address_of(request), len(readable)),
        )
        answers |= {sent.token or "": answer for sent, answer in zip(readable, made, strict=True)}
    return JsonResponse(_answered(request, access, game, answers))


def _answered(
    request: HttpRequest, access: Access, game: Game, answers: Mapping[str, Answer]
) -> dict[str, Any]:
    """Return the answer to each move; what changed too, for a phone that has no stream."""
    said: dict[str, Any] = {
        "answers": [
            {"token": token, "sequence": answer.sequence}
            if answer.sequence is not None
            else {"token": token, "refused": _why(game, access, answer.problems)}
            for token, answer in answers.items()
        ]
    }
    problems = [problem for answer in answers.values() for problem in answer.problems]
    if any(problem.code in ("live.another_table", "live.not_open") for problem in problems):
        said["over"] = game_url(game, "live")
        return said
    # "told": its stream brings what changed.
    table = selectors.table_of(game) if problems or "told" not in request.POST else None
    if table is not None:
        seen = sent_number(request.POST.get("shown"), DIGITS)
        said |= _since(table, selectors.position_of(table), seen, may=True)
    return said


@require_safe
def live_state(request: HttpRequest, code: str) -> HttpResponse:
    """Return everything that changed since the move that a phone has seen."""
    access, game = _live_access(request, code)
    table = selectors.table_of(game)
    if table is None or selectors.is_closed(game):
        return JsonResponse({"over": game_url(game)})
    if _is_of_another_table(request, table):
        return JsonResponse({"over": game_url(game, "live")})
    seen = sent_number(request.GET.get("seen"), DIGITS)
    position = selectors.position_of(table)
    again = {"again": True} if _is_offered_seat(access, game) else {}
    return JsonResponse(_since(table, position, seen, may=access.may_record) | again)


@require_safe
def live_events(request: HttpRequest, code: str) -> HttpResponse:
    """Admit a visitor to the stream; a server without streams tells phones to poll instead.

    ``page`` is the stamp of a page before the game, whose phone is told when it changes.
    """
    access, game = _live_access(request, code)
    response = HttpResponse(POLL, EVENTS)
    table = selectors.table_of(game)
    if "page" in request.GET:
        watched = _admitted(request, access, game, Watched(game.pk))
        response = AdmittedResponse(watched, POLL, EVENTS)
    elif table is not None and _is_of_another_table(request, table):
        response = HttpResponse(over_event(game_url(game, "live")), EVENTS)
    elif table is not None and not selectors.is_closed(game):
        response = AdmittedResponse(
            _admitted(request, access, game, Watched(game.pk, table.pk)), POLL, EVENTS
        )
    response.headers["Cache-Control"] = "no-store"
    return response


def _admitted(request: HttpRequest, access: Access, game: Game, watched: Watched) -> Admitted:
    gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    seen = request.headers.get("Last-Event-ID") or request.GET.get("seen")
    return Admitted(
        watched=watched,
        campaign=game.audience_id,
        variant=Variant(get_language() or "en", access.may_record, gzip),
        session=request.session.session_key or "",
        login=(access.person.pk, access.person.session_epoch) if access.person else None,
        address=address_of(request),
        seen=sent_number(seen, DIGITS) or 0,
        stamp=request.GET.get("page", "")[:STAMP],
        is_offered_seat=_is_offered_seat(access, game),
    )


def _is_offered_seat(access: Access, game: Game) -> bool:
    """Say whether a seat is kept for this visitor in a game to be played again."""
    person = access.person if access.seats else None
    return person is not None and offers_to(person).filter(again_of=game).exists()


@require_safe
def live_log(request: HttpRequest, code: str) -> HttpResponse:
    """Show the log of moves, the latest first."""
    access, game = _live_access(request, code)
    table = selectors.table_of(game)
    if table is None:
        return go(request, game_url(game))
    position = selectors.position_of(table)
    context = {
        "heading": game_face(game).heading(game),
        "table": table,
        "moves": logged_moves(table, position, most=LOG),
        "sequence": position.sequence,
        "token": new_token(),
        "is_open": not selectors.is_closed(game),
        "may_undo": access.may_record and not selectors.is_closed(game),
    }
    return record_page(request, access, "live/log.html", context, game=game, part="moves")


@require_safe
def live_moves(request: HttpRequest, code: str) -> HttpResponse:
    """Return the moves of a game as a file."""
    _access, game = _live_access(request, code)
    table = selectors.table_of(game)
    if table is None:
        return go(request, game_url(game))
    names = names_in(game.record)
    moves = [
        {
            "sequence": move.sequence,
            "at": move.at,
            "who": mover(move, names),
            "move": move.payload,
        }
        for move in reversed(selectors.moves_of(table))
    ]
    document = {"system": game.system, "opened_at": table.opened_at, "start": table.start}
    response = JsonResponse({**document, "moves": moves}, json_dumps_params={"indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="{game.code}-moves.json"'
    return response


@require_safe
def live_replay(request: HttpRequest, code: str) -> HttpResponse:
    """Return the replay of a finished game as an animated SVG."""
    _access, game = _live_access(request, code)
    table = selectors.table_of(game)
    if table is None or not table.sequence or not selectors.is_closed(game):
        return go(request, game_url(game))
    return HttpResponse(replay_svg(game, table).strip(), content_type="image/svg+xml")


@posted(_to_live)
def live_clear(request: HttpRequest, code: str) -> HttpResponse:
    """Delete the moves of a game that has no result yet."""
    _access, game = _live_access(request, code, Need.WRITE)
    try:
        table_clear(game=game)
    except RulesError as error:
        say_problems(request, error)
    else:
        messages.success(request, _("Moves deleted."))
    return go(request, game_url(game))


def initial_of(game: Game) -> dict[str, Any]:
    """Return the initial values of a result form for a game that was played live."""
    table = selectors.table_of(game)
    if table is None or not table.sequence:
        return {}
    position = selectors.position_of(table)
    return dict(live_face(game).initial(position.table, selectors.seconds_at(table)))


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The moves of a live game since its result form was opened."""

    latest: int  # the number of the latest move
    moves: tuple[str, ...]  # in words, the latest last
    seen: int  # the latest move when the form was opened
    poll_url: str
    said: str = ""  # what the table says now, by field, as JSON
    differences: tuple[Difference, ...] = ()  # what was entered, and is not what the table says


def meanwhile_of(game: Game, seen: int | None) -> Meanwhile | None:
    """Return the moves since ``seen``, or none if it is None; None if the game is not live."""
    table = selectors.table_of(game)
    if table is None or not table.sequence or selectors.is_closed(game):
        return None
    seen = table.sequence if seen is None else seen
    latest: list[LoggedMove] = []
    if seen < table.sequence:
        latest = logged_moves(table, selectors.position_of(table), most=MEANWHILE_ON_FORM)
    form_url = game_url(game, "result")
    return Meanwhile(
        latest=table.sequence,
        moves=tuple(_with_name(move) for move in reversed(latest) if move.sequence > seen),
        seen=seen,
        poll_url=f"{form_url}?live={seen}&shown={table.sequence}",
    )


def _with_name(move: LoggedMove) -> str:
    """Return a move in words, after who made it."""
    return ": ".join(filter(None, (move.who, move.text)))


def picture_of(game: Game) -> Chart | None:
    """Return the chart of a game that was played live and is over."""
    table = selectors.table_of(game)
    if table is None or not table.sequence:
        return None
    return live_face(game).picture(game, selectors.position_of(table))


def _is_of_another_table(request: HttpRequest, table: LiveTable) -> bool:
    """Say whether a phone shows a table whose moves were deleted since."""
    return request.GET.get("table", table.stamp) != table.stamp


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _since(
    table: LiveTable, position: Position[Any], seen: int | None, *, may: bool
) -> dict[str, Any]:
    """Return the parts that changed since the move ``seen``, or all of them."""
    now = parts_now(table, position)
    earlier = reversed(position.history())
    before = next((then for then in earlier if then.last_move == seen), None)
    # A move that was undone since leaves no position to compare with: then all parts are sent.
    if before is not None and seen is not None and before.sequence == seen:
        move = table.moves.select_related("person").filter(sequence=seen).first()
        now = changed(parts_of(table, before, move), now)
    return {
        "sequence": position.sequence,
        "parts": rendered(now, may=may),
        "rests": position.changed_by,
        "now": int(timezone.now().timestamp()),
    }


def _why(game: Game, access: Access, problems: Iterable[Problem]) -> str:
    """Return why a move was refused: what came before it, if that is why."""
    return " ".join(_reason(game, access, problem) for problem in problems)


def _reason(game: Game, access: Access, problem: Problem) -> str:
    said = pages_of(game.record).words.sentence(problem)
    number = problem.details.get("sequence")
    if problem.code not in ("live.conflict", "live.undo_rests") or not isinstance(number, int):
        return said
    table = selectors.table_of(game)
    move = logged_move(table, number) if table is not None else None
    if move is None:
        return said
    if problem.code == "live.undo_rests":
        return _("Another move depends on it. Undo this one first: %(move)s.") % {
            "move": _with_name(move)
        }
    if access.person is not None and move.person == access.person.pk:
        return _("Done already: %(move)s.") % {"move": move.text}
    if move.who:
        return _("%(who)s was faster: %(move)s.") % {"who": move.who, "move": move.text}
    return _("Somebody was faster: %(move)s.") % {"move": move.text}


def _refused(
    request: HttpRequest, access: Access, game: Game, problems: Iterable[Problem], seen: int | None
) -> HttpResponse:
    said = _why(game, access, problems)
    if not _by_script(request):
        messages.error(request, said)
        return go(request, _live_url(game, request.POST.get("look")))
    answer: dict[str, Any] = {"refused": said}
    table = selectors.table_of(game)
    if any(problem.code == "live.another_table" for problem in problems):
        answer["over"] = game_url(game, "live")
    elif table is not None:
        answer |= _since(table, selectors.position_of(table), seen, may=True)
    return JsonResponse(answer, status=409)

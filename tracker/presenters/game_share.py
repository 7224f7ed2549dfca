"""The picture of a one-off game to share: how it ended, and who played what.

Only on request does it have the names of players and of anything from a box that is still secret.
"""

from collections.abc import Iterable

from django.http import Http404
from django.utils.translation import gettext as _

from campaign.models import Game, Play
from campaign.selectors.admission import closed_in
from campaign.selectors.games import result_of
from campaign.selectors.plays import play_of
from tracker.faces.games import Heading
from tracker.faces.registry import face_of, one_off_face, play_face
from tracker.pictures.look import EndingForm, Look
from tracker.pictures.sigils import sigil_svg
from tracker.presenters.plays import PlayView, SeatView
from tracker.sheets.compiler import SHARED, Document
from tracker.sheets.figures import Figure, figures
from tracker.words import listed
from tracker.words.phrases import hours

SHOWN = {"won": "win", "lost": "loss", "drawn": "draw"}  # states, and what is drawn for them
STANDING = "#7b5cc0"  # a sigil before anything is decided
PIXELS_PER_INCH = 72  # a point is a pixel: the page is 1200 × 630 of either


def game_share_document(game: Game, *, names: bool = False) -> Document:
    """Return the picture of a game that was played; with ``names``, of the players too."""
    play = play_of(game)
    if play is None:
        raise Http404
    play.game = game
    view = PlayView.of(play)
    face = face_of(play.system)
    is_open = names or not closed_in(game, [None])
    heading = one_off_face(play.system).heading(game)
    seats = view.seats if is_open else ()
    state, said = _ended(play, seats, names=names)
    form = _form(game, heading) if is_open else None
    return Document(
        template=SHARED / "game_share.typ",
        title=face.name,
        data={
            "heading": heading.title if is_open else face.name,
            "kicker": heading.kicker,
            "state": state,
            "said": said,
            "numbers": _numbers(play),
            "seats": [
                {
                    "name": _called(number, seat),
                    "player": seat.player if names and seat.character else "",
                    "won": seat.won and not play.result,
                }
                for number, seat in enumerate(seats, start=1)
            ],
        },
        look=face.look,
        files={"ending.svg": face.look.ending_svg(form or EndingForm(SHOWN[state], face.name))},
        pixels_per_inch=PIXELS_PER_INCH,
    )


def picture_of(look: Look, state: str, name: str) -> bytes:
    """Return the drawing of a campaign's picture: its ending, or its sigil while it goes on."""
    if state in SHOWN:
        return look.ending_svg(EndingForm(SHOWN[state], name))
    return sigil_svg(name, look.sigils, STANDING)


def _form(game: Game, heading: Heading) -> EndingForm | None:
    """Return how a game ended, as its page draws it."""
    result = result_of(game)
    face = one_off_face(game.system)
    return face.ending_form(face.ended(game, result), heading) if result is not None else None


def _ended(play: Play, seats: Iterable[SeatView], *, names: bool) -> tuple[str, str]:
    """Return how it ended: a state for the template, and words."""
    if play.result in ("win", "loss"):
        return ("won", _("We won.")) if play.result == "win" else ("lost", _("We lost."))
    called = [
        (names and seat.player) or _called(number, seat)
        for number, seat in enumerate(seats, start=1)
        if seat.won
    ]
    if not called:
        return "drawn", _("Nobody won")
    if len(called) > 1:
        return "won", _("%(names)s won together") % {"names": listed(called)}
    return "won", _("%(name)s won") % {"name": called[0]}


def _called(number: int, seat: SeatView) -> str:
    return seat.character or _("Player %(number)s") % {"number": number}


def _numbers(play: Play) -> list[Figure]:
    found: list[tuple[object, object]] = []
    if face := play_face(play.system):
        found += [(face.columns[key], number) for key, number in face.cells(play).items()]
    found.append((_("Time played"), hours(play.minutes) if play.minutes else None))
    return figures(found)

"""What the choices for a one-off game come to, while they are being made."""

from django.http import Http404, HttpRequest, HttpResponse

from tracker.access import Need, game_access
from tracker.pages import record_page
from tracker.posting import posted, to_game
from tracker.systems.aeons_end.forms.one_off.change import ChangeForm
from tracker.systems.registry import one_off_face


@posted(to_game)
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Say what the choices come to; nothing is stored."""
    access, game = game_access(request, code, need=Need.RECORD)
    form = one_off_face(game.system).change_form(request.POST, access=access, game=game)
    if not isinstance(form, ChangeForm):
        raise Http404
    context = {"game": game, "form": form, "answer": form.answer()}
    return record_page(request, access, "aeons_end/one_off/change.html", context, part="answer")

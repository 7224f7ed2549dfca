"""Completion of a name that a player reads off a card."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.services.limits import RateLimited
from tracker.access import Need, campaign_access, game_access
from tracker.limits import GUESSES, address_of
from tracker.pages import page
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.recognise import LEAST, What, folded, is_met
from tracker.systems.aeons_end.recognise import complete as completions


@require_safe
def complete(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the name that begins with what was typed, from the third letter on.

    What was typed is ``q``, or the value of the field that htmx says asked.
    """
    access = campaign_access(request, code, Need.RECORD)
    what = request.GET.get("what", "")
    if what not in set(What):
        raise Http404
    asker = request.htmx.trigger_name if getattr(request, "htmx", None) else None  # type: ignore[attr-defined] # set by HtmxMiddleware
    typed = request.GET.get("q") or request.GET.get(asker or "q", "")
    pack = selectors.campaign_pack(access.campaign)
    known = knowing(selectors.campaign_state(access.campaign), pack)
    language = access.campaign.language
    names = completions(typed, pack, What(what), language, known=known)
    if len(folded(typed)) >= LEAST and not is_met(names, pack, What(what), known):
        names = names if _may_guess(request, right=bool(names)) else ()
    return page(request, "aeons_end/aftermath/names.html", {"names": names})


def _may_guess(request: HttpRequest, *, right: bool) -> bool:
    """Count a wrong guess at what is sealed; after a handful, right ones are not told either."""
    where = address_of(request)
    try:
        GUESSES.take(where)
    except RateLimited:
        return False
    if right:
        GUESSES.give_back(where)
    return True


@require_safe
def one_off_complete(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the nemesis card that begins with ``q``; its box may list none."""
    _access, game = game_access(request, code, need=Need.RECORD)
    pack = selectors.box(game.system)
    language = selectors.game_sheet(game).language
    names: tuple[str, ...] = ()
    if isinstance(pack, Pack):
        names = completions(request.GET.get("q", ""), pack, What.NEMESIS_CARD, language)
    return page(request, "aeons_end/aftermath/names.html", {"names": names})

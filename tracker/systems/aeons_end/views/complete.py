"""Completion of a name that a player reads off a card."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.rules.aeons_end.legacy.state import knowing
from tracker.access import Need, campaign_access
from tracker.pages import page
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.recognise import What
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
    names = completions(typed, pack, What(what), access.campaign.language, known=known)
    return page(request, "aeons_end/aftermath/names.html", {"names": names})

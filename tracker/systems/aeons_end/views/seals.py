"""What is sealed and what is open, and the bookmark in the story."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.rules.aeons_end.legacy.facts import StoryRead
from campaign.services.facts import fact_record
from campaign.services.writing import Signature
from tracker.access import Need, campaign_access
from tracker.pages import form_page, go, say_done, sent
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.forms.reference import BookmarkForm
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.seals import seals_page


@require_safe
def seals(request: HttpRequest, code: str) -> HttpResponse:
    """Show every seal the group may know of: shut, half open or open."""
    access = campaign_access(request, code)
    seen = look(request, access)
    current = seen.state.current
    open_url = reverse("aftermath_seals", args=[code, current.number]) if current else ""
    context = {
        "groups": seals_page(seen),
        "open_url": open_url if seen.may_edit else "",
    }
    return seen.page(request, "aeons_end/seals.html", context, current="seals")


def bookmark(request: HttpRequest, code: str) -> HttpResponse:
    """Note the last card of the story that was read."""
    access = campaign_access(request, code, Need.RECORD)
    state = selectors.campaign_state(access.campaign)
    game = state.current
    if game is None:
        raise Http404  # the story begins with the first game
    form = BookmarkForm(sent(request), access=access, initial={"card": state.bookmark})

    def write(who: Signature) -> object:
        fact = StoryRead(form.cleaned_data["card"].strip().upper())
        return fact_record(**who, game=game.number, fact=fact)

    if form.enter(write):
        say_done(request, access, _("Saved."))
        return go(request, "campaign", code)
    context = {
        "title": _("Bookmark"),
        "lead": _("The last card of deck L that you have read."),
        "back_url": reverse("campaign", args=[code]),
        "back_label": access.campaign.name,
    }
    return form_page(request, form, "aeons_end/bookmark.html", context, current="campaign")

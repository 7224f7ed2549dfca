"""The rulebook: its lettered sections, and the players' notes about them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.services.facts import fact_replace
from tracker.access import Need, campaign_access
from tracker.pages import form_page, go, say_done, sent
from tracker.systems.aeons_end.forms.reference import SectionNoteForm
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.rulebook import rulebook_page, section_entry


@require_safe
def rulebook(request: HttpRequest, code: str) -> HttpResponse:
    """Show every section: where it goes, when it comes, whether it is in."""
    access = campaign_access(request, code)
    seen = look(request, access)
    current = seen.state.current
    unlock_url = reverse("aftermath_sections", args=[code, current.number]) if current else ""
    context = {
        "book": rulebook_page(seen),
        "may_edit": seen.may_edit,
        "unlock_url": unlock_url if seen.may_edit else "",
    }
    return seen.page(request, "aeons_end/rulebook.html", context, current="rulebook")


def section_note(request: HttpRequest, code: str, section: str) -> HttpResponse:
    """Change the players' note about an unlocked section, or the letter of their sticker."""
    access = campaign_access(request, code, Need.RECORD)
    seen = look(request, access, back=False)
    found = section_entry(seen, section)
    if found is None:
        raise Http404
    entry, unlocked = found
    form = SectionNoteForm(sent(request), access=access, unlocked=unlocked)
    if form.enter(lambda who: fact_replace(**who, fact=entry.id, by=form.fact())):
        say_done(request, access, _("Note saved."))
        return go(request, reverse("rulebook", args=[code]) + f"#section-{section}")
    context = {"unlocked": unlocked}
    return form_page(request, form, "aeons_end/section_note.html", context, current="rulebook")

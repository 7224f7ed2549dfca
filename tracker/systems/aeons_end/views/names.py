"""The names that players typed, and another name for one of them wherever it is mentioned."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from campaign.services.facts import name_change
from tracker.access import Need, campaign_access
from tracker.pages import form_page, go, say_done, sent
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.reference import NameForm
from tracker.systems.aeons_end.recognise import known_as


def names(request: HttpRequest, code: str) -> HttpResponse:
    """List what players named, or rename one of them: ``?key=``."""
    access = campaign_access(request, code, Need.RECORD)
    story = selectors.campaign_record(access.campaign).story
    typed = words.typed_names(story)
    posting = request.method == "POST"
    key = (request.POST if posting else request.GET).get("key", "")
    if key and key not in typed and not posting:
        raise Http404
    initial = {"name": typed.get(key, ""), "key": key}
    form = NameForm(sent(request), access=access, initial=initial)
    if form.enter(
        lambda who: name_change(
            **who,
            key=key,
            name=form.cleaned_data["name"],
            known=known_as(form.cleaned_data["name"], key, story, form.pack),
        )
    ):
        said = {"old": typed.get(key, key), "new": form["name"].value()}
        say_done(request, access, _("%(old)s is now called %(new)s.") % said)
        return go(request, "names", code=access.campaign.code)
    page = reverse("names", args=[code])
    context = {
        "form": form if key or posting else None,
        "old": typed.get(key, ""),
        "names": sorted(
            (name, f"{page}?{urlencode({'key': each})}") for each, name in typed.items()
        ),
    }
    return form_page(request, form, "aeons_end/names.html", context, current="history")

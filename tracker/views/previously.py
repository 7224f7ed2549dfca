"""Previously: what happened last time in a campaign, as a page and as a picture to send."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tracker.people.access import campaign_access
from tracker.presenters.previously import previously as told_of
from tracker.presenters.previously import previously_document, takes_sentence
from tracker.sheets.compiler import Format
from tracker.web.pages import record_page
from tracker.web.sheet_response import sheet_response


@require_safe
def previously(request: HttpRequest, code: str) -> HttpResponse:
    """Show what happened last time, and what comes tonight."""
    access = campaign_access(request, code)
    told = told_of(access)
    picture = reverse("previously_png", args=[access.campaign.code])
    context = {
        "told": told,
        "takes": takes_sentence(told),
        "picture_url": picture,
        "picture_names_url": f"{picture}?names=1",
    }
    return record_page(request, access, "campaigns/previously.html", context)


@require_safe
def previously_png(request: HttpRequest, code: str) -> HttpResponse:
    """Return the same as a picture to send; with ``?names=1``, with names and what changed."""
    access = campaign_access(request, code)
    names = request.GET.get("names") == "1"
    return sheet_response(
        request,
        lambda: previously_document(access, names=names),
        name=f"{slugify(access.campaign.name) or access.campaign.code}-previously",
        shows=("previously", access.campaign.stamp, names),
        form=Format.PNG,
    )

"""Views that take POST only, and where a GET of their URL is redirected.

A restored tab, a language chosen on a page that answered a form, a copied link: each requests such
a URL. Whoever may see the page that it belongs to is redirected there, and nothing is done.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.rules.core.problems import Problem, RulesError
from tracker.forms.fields import token_field
from tracker.people.access import Need, campaign_access, game_access, person_of
from tracker.people.guests import form_key
from tracker.web.pages import go, say_problems
from tracker.web.records import game_url
from tracker.words import sentence

View = Callable[..., HttpResponse]
Back = Callable[..., str]


def posted(back: Back, words: Callable[[Problem], str] = sentence) -> Callable[[View], View]:
    """Let a view take POST only; ``back`` checks access, and returns where a GET is redirected.

    A POST that the rules refuse is redirected there too, with the problems as messages.
    """

    def around(view: View) -> View:
        @wraps(view)
        def posted_or_back(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponse:
            if request.method == "POST":
                try:
                    return view(request, *args, **parts)
                except RulesError as error:
                    say_problems(request, error, words)
            return go(request, back(request, *args, **parts))

        return posted_or_back

    return around


def to_game_page(page: str) -> Back:
    """Redirect to a page of the game."""

    def back(request: HttpRequest, code: str, **_parts: Any) -> str:
        _access, game = game_access(request, code)
        return game_url(game, page)

    return back


def to_campaign_page(page: str, need: Need = Need.LOOK) -> Back:
    """Redirect to a page of the campaign."""

    def back(request: HttpRequest, code: str, **_parts: Any) -> str:
        return reverse(page, args=[campaign_access(request, code, need).campaign.code])

    return back


to_game = to_game_page("game")
to_people = to_campaign_page("people", Need.KEEP)


def to_account(request: HttpRequest) -> str:
    """Return the account page of whoever is signed in, else the home page."""
    return reverse("account" if person_of(request) else "home")


class OneButtonForm(forms.Form):
    """A form with one button, which may be tapped twice."""

    token = token_field()


def one_button_key(request: HttpRequest) -> str | None:
    """Return what is stored of the token of a form with one button; None, and say so, without."""
    form = OneButtonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That didn’t work. Reload the page and try again."))
        return None
    return form_key(form.cleaned_data["token"])

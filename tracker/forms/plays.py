"""The filters of the play log and of statistics."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.models import Person
from campaign.models.plays import PlayQuerySet
from campaign.packs import family_name, game_name
from campaign.rules.registry import SYSTEMS, family_of
from campaign.selectors.campaigns import campaigns_of
from campaign.selectors.plays import MAX_CHOICES, Wanted, known_in, plays_of, visible_plays
from tracker.forms.fields import day_field, drop_down, offer
from tracker.words import former

UNKNOWN = {"invalid_choice": _("Not in your log.")}
NO_DAY = {"invalid": _("Invalid date. Use the format YYYY-MM-DD.")}
# URL parameters have the words of the first game; here is what they filter by.
WANTED_BY = {
    "game": "system",
    "group": "campaign",
    "nemesis": "against",
    "mage": "character",
    "person": "player",
}


class PlaysForm(forms.Form):
    """Filters of the log and of statistics, with choices from the reader's own records.

    An invalid value gets an error, which never repeats it, and the other filters apply.
    """

    game = drop_down(pgettext_lazy("the boxed game", "Game"), error_messages=UNKNOWN)
    group = drop_down(_("Campaign"), error_messages=UNKNOWN)
    nemesis = drop_down(pgettext_lazy("a column: the opponent", "Against"), error_messages=UNKNOWN)
    mage = drop_down(_("Character"), error_messages=UNKNOWN)
    person = drop_down(_("Played by"), error_messages=UNKNOWN)
    box = drop_down(_("Box"), error_messages=UNKNOWN)
    result = drop_down(_("Result"), error_messages=UNKNOWN)
    since = day_field(_("From"), error_messages=NO_DAY)
    until = day_field(_("To"), error_messages=NO_DAY)

    def __init__(self, *args: Any, person: Person, closed: frozenset[str], **more: Any) -> None:
        """Make the form; ``closed`` are boxes that the reader must not see yet."""
        super().__init__(*args, **more)
        self.label_suffix = ""
        self.reader = person
        self.is_asked = any(self.data.get(name) for name in self.fields)
        self.is_to_be_chosen = "filter" in self.data and not self.is_asked
        # Its choices are queried only if it is shown.
        self.is_shown = self.is_to_be_chosen or self.is_asked
        self.closed = closed
        self.campaigns = list(campaigns_of(person).only("code", "name", "forked_from"))
        if not self.is_shown:
            return
        language = get_language() or "en"
        visible = visible_plays(person, self.campaigns, self.closed)
        known = known_in(visible, language)
        groups = [(campaign.code, campaign.name) for campaign in self.campaigns[:MAX_CHOICES]]
        offer(self, "game", [("", _("All games")), *_games(language)])
        offer(self, "group", [("", _("All")), *groups])
        offer(self, "nemesis", [("", _("Every opponent")), *known.against])
        offer(self, "mage", [("", _("Every character")), *known.characters])
        players = [(former.said(name), former.said(shown)) for name, shown in known.players]
        offer(self, "person", [("", _("Everybody")), *players])
        offer(self, "box", [("", _("Every box")), *known.boxes])
        if not known.boxes and not self.data.get("box"):
            del self.fields["box"]
        results = [
            ("", _("Won and lost")),
            ("win", pgettext_lazy("number of games", "Won")),
            ("loss", pgettext_lazy("number of games", "Lost")),
        ]
        offer(self, "result", results)

    def clean_person(self) -> str:
        """Return the player as they are stored."""
        return former.heard(self.cleaned_data["person"])

    def clean(self) -> dict[str, Any]:
        """Refuse a range that ends before it begins."""
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            self.add_error("until", _("This is before the start date."))
        return found

    @property
    def valid(self) -> dict[str, str]:
        """Return the valid filters as they were sent."""
        valid = (name for name in self.fields if self.data.get(name) and name not in self.errors)
        return {name: self.data[name] for name in valid}

    @property
    def query(self) -> str:
        """Return the valid filters as a query string."""
        return urlencode(self.valid)

    @property
    def log_url(self) -> str:
        """Return the address of the log with the valid filters."""
        return f"{reverse('log')}?{self.query}"

    @property
    def campaign_name(self) -> str:
        """Return the name of the campaign in the filters, or ""."""
        names = {campaign.code: campaign.name for campaign in self.campaigns}
        return names.get(self.wanted.campaign, "")

    @property
    def wanted(self) -> Wanted:
        """Return the valid filters."""
        found = self.cleaned_data if self.is_valid() else getattr(self, "cleaned_data", {})
        return Wanted(**{WANTED_BY.get(name, name): value for name, value in found.items()})

    def plays(self) -> PlayQuerySet:
        """Return the reader's plays that match the filters."""
        return plays_of(self.reader, self.wanted, self.closed, self.campaigns)


def _games(language: str) -> Iterator[tuple[str, str]]:
    """Yield the choices of games: every box, and before several of one game, all of them."""
    for system in SYSTEMS.values():
        boxes = family_of(system)
        if len(boxes) > 1 and system is boxes[0]:
            name = family_name(system.family, language)
            yield system.family, str(_("%(game)s, all boxes")) % {"game": name}
        yield system.slug, game_name(system.slug, language)

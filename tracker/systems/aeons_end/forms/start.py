"""Forms of a campaign itself: start it, rename it, put it aside, delete it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.checks import party_problems
from campaign.rules.aeons_end.legacy.facts import COLOURS, SIDES, Seat
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import CAMPAIGN_NAME, PERSON_NAME
from tracker.forms.campaigns import BOX_LANGUAGES, NAME_MISSING
from tracker.forms.fields import field_rows, radios, token_field
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.words import sentence

SEATS_MOST = 4
SEATS_USUAL = 2


class StartForm(forms.Form):
    """Who sits down, and what the campaign is called; nothing else is asked."""

    token = token_field()
    name = forms.CharField(
        label=gettext_lazy("Name of the campaign"),
        max_length=CAMPAIGN_NAME,
        error_messages={"required": NAME_MISSING},
    )
    mages = radios(
        gettext_lazy("How many mages?"),
        [(number, str(number)) for number in range(1, SEATS_MOST + 1)],
        coerce=int,
        error_messages={"required": gettext_lazy("Choose the number of mages: 1 to 4.")},
    )
    language = radios(
        gettext_lazy("Language of your box"),
        BOX_LANGUAGES,
        help_text=gettext_lazy("Cards are named as they are printed."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        spoken = (get_language() or settings.LANGUAGE_CODE)[:2]
        known = [code for code, _name in BOX_LANGUAGES]
        self.fields["name"].initial = _("Our campaign")
        self.fields["mages"].initial = SEATS_USUAL
        self.fields["language"].initial = spoken if spoken in known else known[0]
        for number, colour in enumerate(COLOURS, start=1):
            self._add_seat(number, colour)

    def _add_seat(self, number: int, colour: str) -> None:
        # Nothing is required here: of the rows beyond the number of mages, nothing is read. The
        # labels name the mage, for the list of problems; the page has shorter ones.
        mage = {"number": number}
        self.fields[f"name_{number}"] = forms.CharField(
            label=_("Name of mage %(number)s") % mage, required=False, max_length=PERSON_NAME
        )
        self.fields[f"player_{number}"] = forms.CharField(
            label=_("Player of mage %(number)s") % mage, required=False, max_length=PERSON_NAME
        )
        self.fields[f"colour_{number}"] = radios(
            _("Colour of mage %(number)s") % mage,
            [(key, words.colour(key)) for key in COLOURS],
            initial=colour,
            required=False,
        )
        self.fields[f"side_{number}"] = radios(
            _("Side of mage %(number)s") % mage,
            [(key, words.side(key)) for key in SIDES],
            initial=SIDES[0],
            required=False,
        )

    def rows(self) -> list[dict[str, BoundField]]:
        """Return the fields mage by mage."""
        return field_rows(self, range(1, SEATS_MOST + 1), "name", "player", "colour", "side")

    def seats(self) -> tuple[Seat, ...]:
        """Return who sits down."""
        told = self.cleaned_data
        return tuple(
            Seat(
                number=number,
                colour=told.get(f"colour_{number}") or "",
                side=told.get(f"side_{number}") or "",
                name=told.get(f"name_{number}") or "",
                player=told.get(f"player_{number}") or "",
            )
            for number in range(1, told["mages"] + 1)
        )

    def clean(self) -> None:
        """Hold the party against the rules here already: every problem is shown at once."""
        if "mages" in self.cleaned_data:
            self.refuse(party_problems(get_pack(LEGACY.slug), self.seats()))

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show every problem beside the field it is about."""
        seats = self.seats() if "mages" in self.cleaned_data else ()
        for problem in problems:
            name = self._field_of(problem.path)
            if name not in self.errors:  # a field is wrong for one reason at a time
                self.add_error(name, sentence(problem, words.RecordNames(seats=seats)))

    def _field_of(self, path: str) -> str | None:
        """Return the field of a path such as ``name`` or ``seats.2.colour``."""
        where, _dot, rest = path.partition(".")
        number, _dot, what = rest.partition(".")
        name = f"{what}_{number}" if where == "seats" and what else where
        return name if name in self.fields else ("mages" if where == "seats" else None)

"""The forms of what one player has in hand: a nemesis sheet, or a character."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.packs import get_pack
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import SLUG, Attribute, Pack
from campaign.rules.relic_nemesis.choices import Choices, SeatChoice
from campaign.selectors.relic_nemesis import sheets_read
from campaign.selectors.seeing import game_setup
from tracker.forms.fields import line_field, number_field, offer, radios
from tracker.forms.one_offs import PlanAgainForm
from tracker.systems.relic_nemesis.forms.setup import character_name
from tracker.systems.relic_nemesis.words import terms


class KeepForm(PlanAgainForm):
    """The sheet that one player keeps, and the values on it."""

    kept = radios(
        gettext_lazy("Keep one"),
        error_messages={"required": gettext_lazy("Choose the sheet that you keep.")},
    )
    attribute = forms.ChoiceField(label=gettext_lazy("Attribute"), required=False)
    value = number_field(gettext_lazy("Value of the attribute"), 1, 30)
    life = number_field(gettext_lazy("Life"), 1, 30)

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, own=number, **kwargs)
        self.number = number
        self.fields["seen"] = forms.CharField(widget=forms.HiddenInput, required=False)
        setup, language = game_setup(self.game, self.audience), self.game.language
        seat = setup.seat(number)
        self.place: SeatChoice = self.planned.choices.places[number - 1]
        offered, dealt = list(seat.dealt), [sheet.id for sheet in seat.dealt]
        if setup.is_revealed:  # a correction, which may name any sheet
            pack: Pack = get_pack(SLUG)
            offered += [sheet for sheet in pack.nemeses if sheet.id not in dealt]
        offer(self, "kept", [(sheet.id, sheet.name.in_language(language)) for sheet in offered])
        attributes = [(str(kind), terms.attribute(kind)) for kind in Attribute]
        offer(self, "attribute", [("", _("Not entered")), *attributes])
        seen = " ".join((*dealt, self.place.kept))
        if self.is_bound:
            # The form is stale only if this player was dealt other sheets meanwhile.
            is_current = self.data.get("seen") == seen
            self.put(revision=self.game.revision - (not is_current))
        only = offered[0].id if len(offered) == 1 else ""
        known = seat.kept
        read = sheets_read(self.game.owner_id, besides=self.game)
        self.read = {sheet.id: read[sheet.id] for sheet in offered if sheet.id in read}
        self.initial.update(
            seen=seen,
            kept=self.place.kept or only,
            attribute=str((known and known.attribute) or ""),
            value=known and known.value,
            life=known and known.life,
            reason=self.planned.choices.reason,
        )

    def choices(self) -> Choices:
        """Return the choices with this player's sheet.

        What is left empty is what the group read off that sheet in an earlier game.
        """
        given = self.cleaned_data
        chosen: Choices = self.planned.choices
        attribute = Attribute(given["attribute"]) if given["attribute"] else None
        place = replace(
            self.place,
            kept=given["kept"],
            attribute=attribute,
            value=given["value"],
            life=given["life"],
        )
        read = self.read.get(given["kept"])
        if read is not None and not self.place.kept:  # a correction may clear them
            place = replace(
                place,
                attribute=attribute or read.attribute,
                value=given["value"] or read.value,
                life=given["life"] or read.life,
            )
        places = list(chosen.places)
        places[self.number - 1] = place
        reason = given["reason"] or chosen.reason
        return replace(chosen, places=tuple(places), reason=reason)

    def field_for(self, problem: Problem) -> str | None:
        part = problem.path.rpartition(".")[2]
        return part if part in self.fields else None


class CharacterForm(PlanAgainForm):
    """The character of one player, who chooses and names it."""

    reason = None  # type: ignore[assignment] # nothing to overrule
    character = line_field(
        gettext_lazy("Your character"),
        sizes.PERSON_NAME,
        required=False,
        attrs={"list": "characters"},
    )

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        self.pack: Pack = get_pack(SLUG)
        place: SeatChoice = self.planned.choices.places[number - 1]
        self.initial["character"] = character_name(place.character, self.game.language)
        if self.is_bound:  # it changes nobody else's choice, so that it is never stale
            self.put(revision=self.game.revision)

    def character_names(self) -> list[str]:
        """Return the characters of the pack, for autocompletion."""
        return [
            character.name.in_language(self.game.language) for character in self.pack.characters
        ]

    def choices(self) -> Choices:
        """Return the choices with this player's character."""
        chosen: Choices = self.planned.choices
        places = list(chosen.places)
        place = places[self.number - 1]
        places[self.number - 1] = replace(place, character=self.cleaned_data["character"])
        return replace(chosen, places=tuple(places))

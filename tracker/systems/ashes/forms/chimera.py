"""The fields for a Chimera: whom players fight together, and how their game ended."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from campaign.rules.ashes.chimera import (
    LEVELS,
    MAX_CHIMERA_LIFE,
    MAX_THREAT,
    MAX_ULTIMATE,
    Difficulty,
)
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue
from tracker.forms.entry import RulesForm
from tracker.forms.fields import drop_down, line_field, number_field, offer
from tracker.systems.ashes.words.red_rains import DIFFICULTIES

NO_CHIMERA = ""
ANY_CHIMERA = "any"
OTHER_CHIMERA = "other"


class ChimeraFields(RulesForm):
    """Whom players fight: each other, or a Chimera together."""

    chimera = drop_down(
        gettext_lazy("Who is the opponent?"),
        help_text=gettext_lazy(
            "Red Rains: one or two of you fight a Chimera together. Alone, choose “Nobody” as the "
            "second deck."
        ),
    )
    chimera_name = line_field(gettext_lazy("Name of another Chimera"), sizes.NAME, required=False)
    chimera_deck = drop_down(gettext_lazy("Aspects"))
    chimera_difficulty = forms.TypedChoiceField(
        label=gettext_lazy("Difficulty"),
        choices=list(DIFFICULTIES.items()),
        coerce=Difficulty,
        empty_value=Difficulty.STANDARD,
        required=False,
    )
    chimera_level = forms.TypedChoiceField(
        label=gettext_lazy("Level"),
        choices=[(level, str(level)) for level in LEVELS],
        coerce=int,
        empty_value=str(LEVELS[0]),
        required=False,
    )
    chimera_life = number_field(gettext_lazy("Life of the Chimera"), 1, MAX_CHIMERA_LIFE)
    chimera_threat = number_field(pgettext_lazy("a value of a Chimera", "Threat"), 1, MAX_THREAT)
    chimera_ultimate = number_field(
        pgettext_lazy("a value of a Chimera", "Ultimate"), 1, MAX_ULTIMATE
    )

    def offer_chimeras(self, before: ChimeraChoice | None = None) -> None:
        """Offer the Chimeras of all boxes, and show what was chosen before."""
        language, chimeras = get_language() or "en", catalogue().chimeras.values()
        named = [(each.id, each.name.in_language(language)) for each in chimeras]
        offer(
            self,
            "chimera",
            [
                (NO_CHIMERA, _("Each other: a duel or a melee")),
                (_("Together, against a Chimera"), named),
                (ANY_CHIMERA, _("Random Chimera")),
                (OTHER_CHIMERA, _("Another Chimera")),
            ],
        )
        decks: list[Any] = [
            (
                each.name.in_language(language),
                [(deck.id, deck.name.in_language(language)) for deck in each.decks],
            )
            for each in chimeras
        ]
        offer(self, "chimera_deck", [("", _("Random")), *decks])
        if before is not None:
            self.initial.update(_shown(before))

    @property
    def has_chimera(self) -> bool:
        """Say whether a Chimera is chosen, so that its fields are shown."""
        return bool(self["chimera"].value())

    def chimera_choice(self) -> ChimeraChoice | None:
        """Return the Chimera that was chosen; None if players fight each other."""
        data = self.cleaned_data
        chosen = data["chimera"]
        if chosen == NO_CHIMERA:
            return None
        return ChimeraChoice(
            key=None if chosen in (ANY_CHIMERA, OTHER_CHIMERA) else chosen,
            name=data["chimera_name"] if chosen == OTHER_CHIMERA else "",
            deck=data["chimera_deck"] or None,
            difficulty=data["chimera_difficulty"],
            level=int(data["chimera_level"]),
            life=data["chimera_life"],
            threat=data["chimera_threat"],
            ultimate=data["chimera_ultimate"],
        )

    def clean(self) -> None:
        """Ask for the name of a Chimera that is not in the list."""
        super().clean()
        data = self.cleaned_data
        if data.get("chimera") == OTHER_CHIMERA and not data.get("chimera_name"):
            self.add_error("chimera_name", _("Enter its name."))


def _shown(before: ChimeraChoice) -> dict[str, Any]:
    """Return the values of the fields for a Chimera that was chosen."""
    return {
        "chimera": OTHER_CHIMERA if before.name else before.key or ANY_CHIMERA,
        "chimera_name": before.name,
        "chimera_deck": before.deck or "",
        "chimera_difficulty": before.difficulty,
        "chimera_level": before.level,
        "chimera_life": before.life,
        "chimera_threat": before.threat,
        "chimera_ultimate": before.ultimate,
    }

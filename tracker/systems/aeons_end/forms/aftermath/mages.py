"""The form of a sticker on a mage's mat."""

from collections.abc import Iterable
from typing import Any

from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import Fact, StickerPlaced
from campaign.rules.aeons_end.mages import CHARGES, Sticker, StickerKind, Where
from tracker.forms.fields import radios
from tracker.systems.aeons_end.forms.aftermath.base import DecisionForm, name_field, text_field
from tracker.systems.aeons_end.scene import Scene
from tracker.systems.aeons_end.words import listed
from tracker.systems.aeons_end.words.terms import CARD_KINDS, PLACES

# Each kind has fields of its own; those of the others do not count.
FIELDS_OF = {
    StickerKind.STARTER: ("name", "where", "card_kind"),
    StickerKind.ABILITY: ("name", "charges", "replaces"),
    StickerKind.BREACH: ("breach_turns",),
    StickerKind.OTHER: ("name",),
}


class StickerForm(DecisionForm):
    """What a sticker brings."""

    template = "aeons_end/aftermath/sticker.html"
    kind = radios(
        gettext_lazy("What does the sticker bring?"),
        [
            (StickerKind.STARTER, gettext_lazy("A starter card")),
            (StickerKind.ABILITY, gettext_lazy("An ability")),
            (StickerKind.BREACH, gettext_lazy("A new breach")),
            (StickerKind.OTHER, gettext_lazy("Something else")),
        ],
        ask=gettext_lazy("Choose what the sticker brings."),
        coerce=StickerKind,
    )
    name = name_field(gettext_lazy("Its name"))
    card_kind = radios(
        gettext_lazy("Its kind"), CARD_KINDS.items(), coerce=CardKind, required=False
    )
    where = radios(
        gettext_lazy("Where does it replace a Crystal?"),
        PLACES.items(),
        coerce=Where,
        required=False,
    )
    charges = radios(
        gettext_lazy("How many charges does it need?"),
        [(number, str(number)) for number in CHARGES],
        coerce=int,
        required=False,
    )
    replaces = radios(
        choices=[
            ("yes", gettext_lazy("The new ability replaces it")),
            ("no", gettext_lazy("Both stay")),
        ],
        coerce=lambda answer: answer == "yes",
        required=False,
    )
    breach_turns = radios(
        gettext_lazy("Which way up is it at the start?"),
        [
            (0, gettext_lazy("yellow on the right")),
            (1, gettext_lazy("yellow below")),
            (2, gettext_lazy("yellow on the left")),
            (3, gettext_lazy("yellow on top")),
        ],
        help_text=gettext_lazy("Look for the yellow quarter."),
        coerce=int,
        required=False,
    )
    text = text_field(
        gettext_lazy("What it does, in your own words"),
        lines=3,
        help_text=gettext_lazy("So you don’t have to look at the mat."),
    )

    def __init__(self, *args: Any, seat: int, slot: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat, self.slot = seat, slot
        self.mat = self.state.mats[seat - 1]
        if self.mat.abilities:
            earlier = {"ability": listed(ability.name for ability in self.mat.abilities)}
            label = _("The mage already has %(ability)s. What happens to it?") % earlier
            self.fields["replaces"].label = label
        else:
            del self.fields["replaces"]

    def rings(self) -> Iterable[tuple[BoundWidget, int]]:
        """Return the ways up of a breach, each with the degrees by which it is turned."""
        return zip(self["breach_turns"], (0, 90, 180, 270), strict=True)

    @staticmethod
    def initial_of(fact: StickerPlaced, _scene: Scene) -> dict[str, Any]:
        sticker = fact.sticker
        return {
            "kind": str(sticker.kind),
            "name": sticker.name,
            "text": sticker.text,
            "charges": sticker.charges,
            "where": str(sticker.where or ""),
            "card_kind": str(sticker.card_kind or ""),
            "breach_turns": sticker.breach_turns,
            "replaces": {True: "yes", False: "no", None: ""}[sticker.replaces],
        }

    def facts(self) -> list[Fact]:
        kind: StickerKind = self.cleaned_data["kind"]
        given = {**self.cleaned_data, "name": " ".join(self.cleaned_data["name"].split())}
        own: dict[str, Any] = {name: given.get(name) for name in FIELDS_OF[kind]}
        return [StickerPlaced(self.seat, Sticker(self.slot, kind, text=given["text"], **own))]

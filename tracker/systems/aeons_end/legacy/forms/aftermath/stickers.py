"""The stickers of all open slots on one page: one tap says what a sticker brings."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.mages import CHARGES, Mat, Sticker, StickerKind, Where
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import TEXT
from tracker.forms.fields import offer, radios, text_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.legacy.forms.aftermath import base
from tracker.systems.aeons_end.legacy.forms.aftermath.changes import BREACH_TURNS, REPLACES


@dataclass(frozen=True, slots=True)
class _Bringing:
    """What a sticker brings: a starter card of a kind, an ability of so many charges, or else."""

    kind: StickerKind
    card_kind: CardKind | None = None
    where: Where | None = None  # of a starter card
    charges: int | None = None


_STARTERS = {
    f"starter-{kind}-{where}": _Bringing(StickerKind.STARTER, card_kind=kind, where=where)
    for kind in CardKind
    for where in Where
}
_ABILITIES = {
    f"ability-{number}": _Bringing(StickerKind.ABILITY, charges=number) for number in CHARGES
}
_OTHERS = {
    "breach": _Bringing(StickerKind.BREACH),
    "other": _Bringing(StickerKind.OTHER),
}
_BRINGING = {**_STARTERS, **_ABILITIES, **_OTHERS}
# In place of a Crystal.
_STARTER_LABELS = {
    (CardKind.GEM, Where.HAND): gettext_lazy("Starter: gem, in hand"),
    (CardKind.GEM, Where.DECK): gettext_lazy("Starter: gem, in the deck"),
    (CardKind.RELIC, Where.HAND): gettext_lazy("Starter: relic, in hand"),
    (CardKind.RELIC, Where.DECK): gettext_lazy("Starter: relic, in the deck"),
    (CardKind.SPELL, Where.HAND): gettext_lazy("Starter: spell, in hand"),
    (CardKind.SPELL, Where.DECK): gettext_lazy("Starter: spell, in the deck"),
}


def _choices() -> list[tuple[str, str]]:
    starters = [
        (key, str(_STARTER_LABELS[brings.card_kind, brings.where]))
        for key, brings in _STARTERS.items()
        if brings.card_kind and brings.where
    ]
    abilities = [
        (
            key,
            ngettext("Ability: %(count)s charge", "Ability: %(count)s charges", number)
            % {"count": number},
        )
        for key, number in zip(_ABILITIES, CHARGES, strict=True)
    ]
    return [*starters, *abilities, ("breach", _("A new breach")), ("other", _("Something else"))]


class SlotRow(RowForm):
    """An open slot of a mat, with what its sticker brings."""

    brings = radios(gettext_lazy("What it brings"), required=False)
    name = base.NameField(gettext_lazy("Its name"))
    turns = radios(
        gettext_lazy("Which way up is it at the start?"), BREACH_TURNS, coerce=int, required=False
    )
    text = text_field(gettext_lazy("What it does, in your own words"), TEXT)
    replaces = radios(choices=REPLACES, required=False)
    fields_by_path = {
        "breach_turns": "turns",
        "card_kind": "brings",
        "charges": "brings",
        "kind": "brings",
        "where": "brings",
    }

    def __init__(self, *args: Any, mat: Mat, slot: str, **kwargs: Any) -> None:
        super().__init__(*args, number=f"{mat.seat}_{slot}", **kwargs)
        self.mat, self.slot = mat, slot
        offer(self, "brings", _choices())
        if mat.abilities:
            label = _("The ability that %(mage)s has") % {"mage": mat.name}
            self.fields["replaces"].label = label
        else:
            del self.fields["replaces"]

    @property
    def is_filled(self) -> bool:
        """Say whether somebody chose what its sticker brings."""
        return bool(self.cleaned_data.get("brings"))

    def clean(self) -> None:
        """Require what a sticker brings that has a name or a text."""
        begun = any(self.cleaned_data.get(part) for part in ("name", "text"))
        if begun and not self.is_filled and "brings" not in self.errors:
            self.add_error("brings", _("Choose what the sticker brings."))

    def field_of(self, part: str) -> str:
        """Return the field beside which a problem of a part of the sticker is shown."""
        name = self.fields_by_path.get(part, part)
        return name if name in self.fields else "brings"

    def placed(self) -> story.StickerPlaced:
        """Return the sticker of a valid row that is filled."""
        return story.StickerPlaced(self.mat.seat, self._sticker())

    def _sticker(self) -> Sticker:
        given = self.cleaned_data
        brings, name, replaces = _BRINGING[given["brings"]], given["name"], given.get("replaces")
        is_breach = brings.kind is StickerKind.BREACH
        if brings.kind is StickerKind.ABILITY:
            name = name or _("Ability")  # of most mages the only one: its charges say enough
        return Sticker(
            self.slot,
            brings.kind,
            "" if is_breach else name,
            given["text"],
            card_kind=brings.card_kind,
            charges=brings.charges,
            where=brings.where,
            replaces=replaces == "yes" if brings.charges and replaces else None,
            breach_turns=given["turns"] if is_breach else None,
        )


class StickersForm(NestedForm, base.DecisionForm):
    """The stickers of all open slots; a slot that is left empty stays open."""

    template = "aeons_end/aftermath/stickers.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        due = self.aftermath.open(DecisionKind.SLOT)
        is_open = {(decision.seat, decision.subject) for decision in due}
        mats, slots = self.state.mats, self.pack.slots
        every = [SlotRow(self, mat=mat, slot=slot.id) for mat in mats for slot in slots]
        # Keep what was typed, even if somebody else has filled the slot meanwhile.
        self.slots = tuple(
            row for row in every if (row.mat.seat, row.slot) in is_open or row["brings"].data
        )
        self.parts = self.slots
        self.filled: list[SlotRow] = []  # the row of each fact, in order

    def clean(self) -> None:
        """Require at least one sticker."""
        if not self.errors and not any(row.is_filled for row in self.slots):
            self.add_error(None, _("Enter at least one sticker."))

    def facts(self) -> list[story.Fact]:
        self.filled = [row for row in self.slots if row.is_filled]
        return [row.placed() for row in self.filled]

    def field_for(self, problem: Problem) -> str | None:
        """Return the field of the slot that a problem is about."""
        place, _dot, part = problem.path.partition(".")
        if not place.isdecimal() or int(place) >= len(self.filled):
            return super().field_for(problem)
        row = self.filled[int(place)]
        return row.add_prefix(row.field_of(part))

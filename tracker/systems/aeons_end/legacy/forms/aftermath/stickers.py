"""The stickers of all open slots on one page: one tap says what a sticker brings."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.mages import CHARGES, Mat, Sticker, StickerKind, Where
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import TEXT
from tracker.forms.fields import radios, text_field
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


@dataclass(frozen=True, slots=True)
class SlotRow:
    """An open slot, with the fields of its sticker."""

    mat: Mat
    slot: str
    brings: forms.BoundField
    name: forms.BoundField
    replaces: forms.BoundField | None  # where the mage has an ability already
    turns: forms.BoundField
    text: forms.BoundField


@dataclass(frozen=True, slots=True)
class _OpenSlot:
    seat: int
    slot: str

    def field(self, part: str) -> str:
        """Return the name of one of its fields."""
        return f"{part}_{self.seat}_{self.slot}"


# The part of a row beside which a problem of a sticker's field is shown.
_PARTS = {
    "breach_turns": "turns",
    "card_kind": "brings",
    "charges": "brings",
    "kind": "brings",
    "where": "brings",
}


class StickersForm(base.DecisionForm):
    """The stickers of all open slots; a slot that is left empty stays open."""

    template = "aeons_end/aftermath/stickers.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        due = self.aftermath.open(DecisionKind.SLOT)
        open_slots = {_OpenSlot(decision.seat or 0, decision.subject) for decision in due}
        mats, slots = self.state.mats, self.pack.slots
        every = [_OpenSlot(mat.seat, slot.id) for mat in mats for slot in slots]
        # Keep what was typed, even if somebody else has filled the slot meanwhile.
        self.slots = [s for s in every if s in open_slots or self.data.get(s.field("brings"))]
        self.filled: list[_OpenSlot] = []  # the slot of each fact, in order
        for slot in self.slots:
            mat = self.state.mats[slot.seat - 1]
            said = {"mage": mat.name, "slot": slot.slot}
            own = {
                "brings": radios(_("What it brings"), _choices(), required=False),
                "name": base.NameField(_("Its name")),
                "turns": radios(
                    _("Which way up is it at the start?"), BREACH_TURNS, coerce=int, required=False
                ),
                "text": text_field(_("What it does, in your own words"), TEXT),
            }
            if mat.abilities:
                own["replaces"] = radios(
                    _("The ability that %(mage)s has") % said, REPLACES, required=False
                )
            self.fields |= {slot.field(part): field for part, field in own.items()}

    def slot_rows(self) -> list[SlotRow]:
        """Return each open slot with its fields."""
        return [
            SlotRow(
                mat=self.state.mats[slot.seat - 1],
                slot=slot.slot,
                brings=self[slot.field("brings")],
                name=self[slot.field("name")],
                replaces=self._replaces(slot),
                turns=self[slot.field("turns")],
                text=self[slot.field("text")],
            )
            for slot in self.slots
        ]

    def _replaces(self, slot: _OpenSlot) -> forms.BoundField | None:
        name = slot.field("replaces")
        return self[name] if name in self.fields else None

    def clean(self) -> None:
        """Require at least one sticker, and what each brings."""
        given = self.cleaned_data
        for slot in self.slots:
            begun = any(given.get(slot.field(part)) for part in ("name", "text"))
            if begun and not given.get(slot.field("brings")):
                self.ask(slot.field("brings"), _("Choose what the sticker brings."))
        if not self.errors and not any(given.get(slot.field("brings")) for slot in self.slots):
            self.add_error(None, _("Enter at least one sticker."))

    def facts(self) -> list[story.Fact]:
        self.filled = [s for s in self.slots if self.cleaned_data[s.field("brings")]]
        return [story.StickerPlaced(slot.seat, self._sticker(slot)) for slot in self.filled]

    def _sticker(self, slot: _OpenSlot) -> Sticker:
        given = self.cleaned_data
        brings = _BRINGING[given[slot.field("brings")]]
        replaces = given.get(slot.field("replaces"))
        is_breach = brings.kind is StickerKind.BREACH
        name = given[slot.field("name")]
        if brings.kind is StickerKind.ABILITY:
            name = name or _("Ability")  # of most mages the only one: its charges say enough
        return Sticker(
            slot.slot,
            brings.kind,
            "" if is_breach else name,
            given[slot.field("text")],
            card_kind=brings.card_kind,
            charges=brings.charges,
            where=brings.where,
            replaces=replaces == "yes" if brings.charges and replaces else None,
            breach_turns=given[slot.field("turns")] if is_breach else None,
        )

    def field_for(self, problem: Problem) -> str | None:
        """Return the field of the slot that a problem is about."""
        place, _dot, part = problem.path.partition(".")
        if not place.isdecimal() or int(place) >= len(self.filled):
            return super().field_for(problem)
        slot = self.filled[int(place)]
        name = slot.field(_PARTS.get(part, part))
        return name if name in self.fields else slot.field("brings")

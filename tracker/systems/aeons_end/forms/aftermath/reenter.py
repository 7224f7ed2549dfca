"""The form in which an entry is entered again, filled in with what was written."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    Fact,
    MarketGrown,
    MarketOrdered,
    SealOpened,
    SectionUnlocked,
    StickerPlaced,
    StickerRemoved,
)
from campaign.rules.aeons_end.nemesis_deck import TIERS
from campaign.rules.core.keys import is_typed
from tracker.forms.fields import offer, radios
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.forms.aftermath.base import (
    DecisionForm,
    OneKey,
    complete,
    name_field,
    text_field,
)
from tracker.systems.aeons_end.forms.aftermath.mages import StickerForm
from tracker.systems.aeons_end.forms.aftermath.market import GrowthForm, OrderForm
from tracker.systems.aeons_end.forms.aftermath.nemesis import (
    KINDS,
    EvolutionForm,
    LeaveForm,
    basic_card,
)
from tracker.systems.aeons_end.forms.aftermath.story import (
    STAGE,
    letter_field,
    stages,
    typed_seal,
    unlocked,
)
from tracker.systems.aeons_end.recognise import What, recognise_basic
from tracker.systems.aeons_end.scene import Scene


class SectionAgainForm(DecisionForm):
    """One section of the rulebook."""

    letter = letter_field(
        required=True,
        error_messages={"required": gettext_lazy("Which letter does your sticker show?")},
    )
    note = text_field(gettext_lazy("Your own note"))

    @staticmethod
    def initial_of(fact: SectionUnlocked, scene: Scene) -> dict[str, Any]:
        del scene
        return {"letter": fact.letter, "note": fact.note}

    def facts(self) -> list[Fact]:
        return [unlocked(self.cleaned_data["letter"], self.cleaned_data["note"], self.pack)]


class SealAgainForm(DecisionForm):
    """One thing that was opened: of those that were shut then, or by its own name."""

    seal = OneKey(
        label=gettext_lazy("What did you open?"),
        required=False,
    )
    typed = name_field(
        gettext_lazy("Something that is not on the list"),
        help_text=gettext_lazy("Enter what is printed on it."),
    )

    brought = text_field(gettext_lazy("What was in it, in your own words"), lines=2)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        opened = {held.seal: held for held in self.state.seals}
        held = [
            (key, capfirst(words.seal(seal.kind, label)))
            for seal in self.pack.seals
            if seal.id not in opened or not opened[seal.id].whole
            for key, label in stages(seal, opened.get(seal.id))
        ]
        offer(self, "seal", [("", _("not on the list")), *held])

    @staticmethod
    def initial_of(fact: SealOpened, scene: Scene) -> dict[str, Any]:
        del scene
        key = f"{fact.seal}{STAGE}{fact.part}" if fact.part else fact.seal
        named = {"typed": fact.name} if is_typed(fact.seal) else {"seal": key}
        return {**named, "brought": fact.brought}

    def clean(self) -> dict[str, Any]:
        """Ask for exactly one."""
        cleaned = super().clean() or {}
        if not self.errors and not (cleaned.get("seal") or cleaned.get("typed", "").strip()):
            self.add_error("typed", _("Enter what you opened, or choose it above."))
        return cleaned

    def facts(self) -> list[Fact]:
        """Return what was opened; a name that was written says more than the list."""
        name = " ".join(self.cleaned_data["typed"].split())
        brought = self.cleaned_data["brought"].strip()
        if name:
            return [typed_seal(name, self.pack, brought)]
        seal, _slash, part = self.cleaned_data["seal"].partition(STAGE)
        return [SealOpened(seal, part=part, brought=brought)]


class BasicAgainForm(DecisionForm):
    """One basic card that joined the campaign."""

    name = name_field(
        gettext_lazy("Its name"),
        required=True,
        error_messages={"required": gettext_lazy("Enter the name of the card.")},
    )
    tier = radios(
        gettext_lazy("Its tier"),
        [(tier, str(tier)) for tier in TIERS],
        ask=gettext_lazy("Which tier does the card show?"),
        coerce=int,
    )
    kind = radios(gettext_lazy("Its kind"), KINDS, required=False)

    fields_by_path = {"card": "name", "tier": "tier"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        complete(self, "name", What.BASIC)

    @staticmethod
    def initial_of(fact: BasicJoined, scene: Scene) -> dict[str, Any]:
        return {
            "name": scene.namer.pool_card(fact.card),
            "tier": fact.card.tier,
            "kind": str(fact.card.kind),
        }

    def clean(self) -> dict[str, Any]:
        """Ask for what the pack cannot know."""
        cleaned = super().clean() or {}
        name = " ".join(cleaned.get("name", "").split())
        if name and not cleaned.get("kind") and not recognise_basic(name, self.pack):
            asked = _("Is %(name)s an attack, a minion or a power?") % {"name": name}
            self.add_error("kind", asked)
        return cleaned

    def facts(self) -> list[Fact]:
        given = self.cleaned_data
        name = " ".join(given["name"].split())
        return [BasicJoined(basic_card(name, given["tier"], given["kind"], self.pack))]


# The form in which an entry of each kind is entered again.
AGAIN: Mapping[type[Fact], type[DecisionForm]] = {
    MarketGrown: GrowthForm,
    StickerPlaced: StickerForm,
    SectionUnlocked: SectionAgainForm,
    SealOpened: SealAgainForm,
    CardEvolved: EvolutionForm,
    CardTransformed: EvolutionForm,
    BasicJoined: BasicAgainForm,
    BasicLeft: LeaveForm,
    MarketOrdered: OrderForm,
    StickerRemoved: OrderForm,
}


def form_again(data: QueryDict | None, *, scene: Scene, fact: Fact) -> DecisionForm:
    """Return the form of an entry's kind, one of ``AGAIN``, filled in with what stands.

    The scene has the campaign's state when the entry was written down.
    """
    form = AGAIN[type(fact)]
    where: dict[str, Any] = {}
    if isinstance(fact, StickerPlaced):
        where = {"seat": fact.seat, "slot": fact.sticker.slot}
    initial = {**form.initial_of(fact, scene), "reason": fact.reason}
    return form(data, scene=scene, initial=initial, **where)

"""The form in which an entry is entered again, filled in with what was written."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

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
from tracker.systems.aeons_end.forms.aftermath.base import DecisionForm
from tracker.systems.aeons_end.forms.aftermath.mages import StickerForm
from tracker.systems.aeons_end.forms.aftermath.market import GrowthForm, OrderForm
from tracker.systems.aeons_end.forms.aftermath.nemesis import (
    BasicAgainForm,
    EvolutionForm,
    LeaveForm,
)
from tracker.systems.aeons_end.forms.aftermath.story import SealAgainForm, SectionAgainForm
from tracker.systems.aeons_end.scene import Scene

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

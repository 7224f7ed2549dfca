"""The form for what a story card orders outside the usual aftermath."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import Fact, MarketOrdered, StickerRemoved
from campaign.rules.aeons_end.market.piles import Pile, pile_of
from campaign.rules.core.keys import typed_key
from campaign.rules.core.sizes import REASON
from tracker.forms.fields import number_field, offer, radios
from tracker.systems.aeons_end.forms.aftermath.base import (
    DecisionForm,
    OneKey,
    complete,
    name_field,
)
from tracker.systems.aeons_end.forms.aftermath.market import COST_MOST
from tracker.systems.aeons_end.recognise import What, recognise
from tracker.systems.aeons_end.scene import Scene
from tracker.systems.aeons_end.words.terms import CARD_KINDS

BANISH, BRING, EXCHANGE, REMOVE = "banish", "bring", "exchange", "remove"


class OrderForm(DecisionForm):
    """A pile banished, brought or exchanged, or a sticker removed: the story card says so."""

    template = "aeons_end/aftermath/ordered.html"
    order = radios(
        gettext_lazy("What does the story card tell you to do?"),
        [
            (BANISH, gettext_lazy("Banish a pile of the market")),
            (BRING, gettext_lazy("Bring a pile into the market")),
            (EXCHANGE, gettext_lazy("Exchange a pile for another")),
            (REMOVE, gettext_lazy("Remove a sticker from a mat")),
        ],
        ask=gettext_lazy("Choose what the story card tells you to do."),
    )
    goes = OneKey(label=gettext_lazy("The pile that leaves"), required=False)
    back = OneKey(label=gettext_lazy("A banished pile comes back"), required=False)
    name = name_field(gettext_lazy("Or a new pile: its name"))
    kind = radios(gettext_lazy("Its kind"), CARD_KINDS.items(), required=False)
    cost = number_field(gettext_lazy("Its cost"), 0, COST_MOST)
    sticker = OneKey(label=gettext_lazy("The sticker"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("What does the story card say?"),
        help_text=gettext_lazy("Its number, and a few words for the history."),
        error_messages={"required": gettext_lazy("Enter what the story card says.")},
        max_length=REASON,
    )

    fields_by_path = {"banished": "goes", "added": "name", "slot": "sticker", "seat": "sticker"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state, namer = self.state, self.scene.namer
        self.banished = {pile.key: pile for pile in state.banished}
        none = ("", _("choose one"))
        offer(self, "goes", [none, *((p.key, namer.pile(p)) for p in state.market)])
        offer(self, "back", [none, *((p.key, namer.pile(p)) for p in state.banished)])
        stickers = [
            (f"{mat.seat}/{sticker.slot}", f"{mat.name}: {sticker.slot} {sticker.name}")
            for mat in state.mats
            for sticker in mat.stickers
        ]
        offer(self, "sticker", [none, *stickers])
        complete(self, "name", What.CARD)
        if not stickers:
            choices = [c for c in OrderForm.base_fields["order"].choices if c[0] != REMOVE]  # type: ignore[attr-defined]
            offer(self, "order", choices)

    @staticmethod
    def initial_of(fact: MarketOrdered | StickerRemoved, scene: Scene) -> dict[str, Any]:
        if isinstance(fact, StickerRemoved):
            return {"order": REMOVE, "sticker": f"{fact.seat}/{fact.slot}"}
        comes, goes = fact.added, fact.banished
        if comes is None:
            return {"order": BANISH, "goes": goes}
        back = comes.key in {pile.key for pile in scene.state.banished}
        which = {"back": comes.key} if back else {"name": scene.namer.pile(comes)}
        kind = {"kind": str(comes.kind or ""), "cost": comes.cost}
        return {"order": EXCHANGE if goes else BRING, "goes": goes, **which, **kind}

    def clean(self) -> dict[str, Any]:
        """Ask for what the order needs."""
        cleaned = super().clean() or {}
        order = cleaned.get("order")
        if order in (BANISH, EXCHANGE) and not cleaned.get("goes"):
            self.add_error("goes", _("Choose the pile that leaves."))
        if order in (BRING, EXCHANGE):
            comes = self._pile(cleaned)
            if comes is None:
                self.add_error("name", _("Choose a banished pile, or enter the name of a new one."))
            elif comes.kind is None:
                self.add_error("kind", _("Is it a gem, a relic or a spell?"))
            if comes and comes.cost is None and "cost" not in self.errors:
                self.add_error("cost", _("What does it cost?"))
        if order == REMOVE and "/" not in cleaned.get("sticker", ""):
            self.add_error("sticker", _("Choose the sticker."))
        return cleaned

    def facts(self) -> list[Fact]:
        """Return what was ordered; it always carries what the story card says."""
        given = self.cleaned_data
        said = given["reason"].strip()
        if given["order"] == REMOVE:
            seat, _slash, slot = given["sticker"].partition("/")
            return [StickerRemoved(int(seat) if seat.isdecimal() else 0, slot, reason=said)]
        goes = given["goes"] if given["order"] != BRING else None
        comes = self._pile(given) if given["order"] != BANISH else None
        return [MarketOrdered(goes, comes, reason=said)]

    def _pile(self, given: dict[str, Any]) -> Pile | None:
        """Return the pile that comes; what its earlier entry left out is taken from the form."""
        name = " ".join(given.get("name", "").split())
        kind = CardKind(given["kind"]) if given.get("kind") else None
        cost = given.get("cost")
        if key := given.get("back"):
            # What is banished no more by now is refused by its key.
            back = self.banished.get(key, Pile(key, "", CardKind.GEM, 0))
            return replace(
                back, kind=back.kind or kind, cost=cost if back.cost is None else back.cost
            )
        if known := recognise(name, self.pack.cards):
            return pile_of(known)
        return Pile(typed_key(name), name, kind, cost) if name else None

"""Forms of the nemesis deck's aftermath: cards that evolved."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end import evolution, nemesis_deck
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.live.table import Evolved
from campaign.rules.core.keys import typed_key
from campaign.rules.core.sizes import TEXT
from tracker.forms.fields import asking, number_field, radios, text_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.legacy.aftermath import AftermathView
from tracker.systems.aeons_end.legacy.forms.aftermath import base
from tracker.systems.aeons_end.legacy.forms.aftermath.basics import (
    KINDS,
    PoolTier,
    keep_numbers,
    pool_tiers,
)
from tracker.systems.aeons_end.shared.recognise import What, recognise_evolved

STICKER = "sticker"
TRANSFORMED = "transformed"
MAX_SPACES = 9


class EvolutionForm(base.DecisionForm):
    """How one basic card evolved."""

    template = "aeons_end/aftermath/evolution.html"
    card = base.OneKey(
        label=gettext_lazy("Which card evolved?"),
        widget=forms.RadioSelect,
        error_messages=asking(gettext_lazy("Choose the card that evolved.")),
    )
    happened = radios(
        gettext_lazy("What happened to it?"),
        [
            (STICKER, gettext_lazy("It took a sticker")),
            (TRANSFORMED, gettext_lazy("It transformed into another card")),
        ],
        ask=gettext_lazy("Did it take a sticker, or transform?"),
    )
    spaces = number_field(
        gettext_lazy("Sticker spaces on the card, including filled ones"),
        0,
        MAX_SPACES,
        ask=gettext_lazy("Enter the number of sticker spaces, 0 to 9."),
        help_text=gettext_lazy(
            "Count them on the card; there may be none. You’re asked only once."
        ),
    )
    text = text_field(gettext_lazy("What the sticker says, in your own words"), TEXT)
    into = base.NameField(gettext_lazy("Name of the transformed card"), What.EVOLVED)
    kind = radios(gettext_lazy("Its kind, if it changed"), KINDS, required=False)

    fields_by_path = {"card": "card", "into": "into"}

    def tiers(self) -> list[PoolTier]:
        """Return the tiers with cards to choose from."""
        return [tier for tier in pool_tiers(self.aftermath) if tier.cards]

    def clean(self) -> None:
        """Require the name of a transformed card."""
        given = self.cleaned_data
        if given.get("happened") == TRANSFORMED and given.get("into") == "":
            self.add_error("into", _("Enter the name of the transformed card."))

    def initial_of(self, fact: story.CardEvolved | story.CardTransformed) -> dict[str, Any]:
        initial: dict[str, Any] = {"card": fact.card, "spaces": fact.spaces}
        if isinstance(fact, story.CardEvolved):
            return initial | {"happened": STICKER, "text": fact.text}
        into = self.aftermath.namer.name(fact.into)
        return initial | {"happened": TRANSFORMED, "into": into, "kind": str(fact.into.kind)}

    def facts(self) -> list[story.Fact]:
        given = self.cleaned_data
        key, spaces = given["card"], given["spaces"]
        if given["happened"] == STICKER:
            return [story.CardEvolved(key, given["text"], spaces)]
        into = _evolved_card(given["into"], key, self.aftermath, given["kind"])
        return [story.CardTransformed(key, keep_numbers(self, into), spaces)]

    def said(self) -> str:
        """Return the message after saving: what to do with the new card."""
        # A form that was sent twice may not be valid any more.
        match self.facts() if self.is_valid() else []:
            case [story.CardTransformed(into=into)] if evolution.stays_in_play(into.kind):
                return _("Saved. The new card stays in play with the same tokens. Another one?")
            case [story.CardTransformed()]:
                return _("Saved. The new card goes to the nemesis’ discard pile. Another one?")
        return _("Saved. Did another card evolve?")


def _evolved_card(
    name: str, key: str, aftermath: AftermathView, kind: str = ""
) -> nemesis_deck.PoolCard:
    """Return the evolved card of a typed name; ``key`` is the card that it replaces."""
    known = recognise_evolved(name, aftermath.pack)
    if known is not None:
        return nemesis_deck.pool_card(known)
    old = next((card for card in aftermath.state.pool if card.key == key), None)
    kind = kind or (old.kind if old else NemesisKind.ATTACK)
    # It replaces the old card, so it has the same tier.
    return nemesis_deck.PoolCard(typed_key(name), name, old.tier if old else 1, NemesisKind(kind))


@dataclass(frozen=True, slots=True)
class MarkedCard:
    """A basic card that was marked in the live game as evolved."""

    key: str  # of the card in the pool; "" if unknown
    mark: Evolved

    @property
    def is_complete(self) -> bool:
        """Say whether everything is known that an entry needs."""
        return bool(self.key and (self.mark.text or not self.mark.transformed))


class MarkedRow(RowForm):
    """A marked card; it asks for the sticker spaces that nobody has counted."""

    spaces = number_field(
        "", 0, MAX_SPACES, ask=gettext_lazy("Enter the number of sticker spaces, 0 to 9.")
    )

    def __init__(
        self, *args: Any, marked: MarkedCard, card: nemesis_deck.PoolCard, **kwargs: Any
    ) -> None:
        super().__init__(*args, number=marked.key, **kwargs)
        self.mark, self.card = marked.mark, card
        if card.spaces is not None or self.mark.transformed:
            del self.fields["spaces"]
            return
        spaces, label = (
            self.fields["spaces"],
            _("Sticker spaces on %(card)s, including filled ones"),
        )
        spaces.label = label % {"card": self.mark.name}
        spaces.required = True
        spaces.error_messages["required"] = spaces.error_messages["invalid"]

    def evolved(self, aftermath: AftermathView) -> story.Fact:
        """Return how the card evolved; the row is valid."""
        key, card, mark = self.card.key, self.card, self.mark
        if mark.transformed:
            spaces = len(card.stickers) if card.spaces is None else None
            return story.CardTransformed(key, _evolved_card(mark.text, key, aftermath), spaces)
        return story.CardEvolved(key, mark.text, self.cleaned_data.get("spaces"))


class NotedForm(NestedForm, base.DecisionForm):
    """A button: exactly the cards that were marked in the live game evolved.

    Of a card that took a sticker it asks for the sticker spaces, unless they are known. One that
    transformed had no space left: its stickers are as many (Legacy p. 18, section S).
    """

    def __init__(
        self, *args: Any, marked: Sequence[MarkedCard], closes: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.closes = closes
        pool = {card.key: card for card in self.state.pool}
        self.marked = tuple(MarkedRow(self, marked=each, card=pool[each.key]) for each in marked)
        self.parts = self.marked

    def facts(self) -> list[story.Fact]:
        """Return the evolutions, and the decision closed."""
        evolved = [row.evolved(self.aftermath) for row in self.marked]
        return [*evolved, story.DecisionClosed(self.closes)]

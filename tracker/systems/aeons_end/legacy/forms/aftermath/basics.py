"""Forms of the campaign's basic cards: several that joined, one that left, one put right."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any
from zlib import crc32

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.aeons_end import evolution, nemesis_deck
from campaign.rules.aeons_end.catalogue.pack import NemesisKind, Pack
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import deck_table_known, pool_matches
from campaign.rules.core.keys import is_typed, typed_key
from tracker.forms.fields import asking, offer, radios
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.legacy.aftermath import AftermathView
from tracker.systems.aeons_end.legacy.forms.aftermath import base
from tracker.systems.aeons_end.shared.recognise import What, recognise_basic
from tracker.systems.aeons_end.shared.words.terms import NEMESIS_KINDS

# The only kinds of basic cards: acolytes and support cards belong to a nemesis.
KINDS = [(kind, NEMESIS_KINDS[kind]) for kind in ("attack", "minion", "power")]
TIERS = [(tier, str(tier)) for tier in nemesis_deck.TIERS]


@dataclass(frozen=True, slots=True)
class PoolCardView:
    """A basic card of the pool, as the forms show it."""

    card: nemesis_deck.PoolCard
    name: str
    free_spaces: int | None  # None: not known
    evolution_card: str  # the catalogue's number of what it transforms into; "" if unknown
    delete_url: str  # of the entry that added it, if it is of this game

    @property
    def is_full(self) -> bool:
        """Say whether it has no free space, so that it transforms."""
        return self.free_spaces == 0


@dataclass(frozen=True, slots=True)
class PoolTier:
    """The basic cards of a tier."""

    tier: int
    cards: tuple[PoolCardView, ...]


def pool_tiers(aftermath: AftermathView) -> list[PoolTier]:
    """Return the cards of the pool by tier."""
    joined = {
        e.fact.card.key: e.id for e in aftermath.entries if isinstance(e.fact, story.BasicJoined)
    }

    def view(card: nemesis_deck.PoolCard) -> PoolCardView:
        known = aftermath.pack.find.nemesis_card(card.key)
        entry = joined.get(card.key)
        return PoolCardView(
            card=card,
            name=aftermath.namer.name(card),
            free_spaces=evolution.free_spaces(card),
            evolution_card=(known.evolution_card or "") if known else "",
            delete_url=reverse("entry_delete", args=[aftermath.code, entry]) if entry else "",
        )

    return [
        PoolTier(tier, tuple(view(card) for card in aftermath.state.pool if card.tier == tier))
        for tier in nemesis_deck.TIERS
    ]


class UnknownRow(RowForm):
    """A card that the pack does not know: it asks for its tier and kind.

    It is numbered by its name, so that what is chosen stays with it whatever else is typed.
    """

    tier = radios(choices=TIERS, coerce=int, required=False)
    kind = radios(choices=KINDS, required=False)

    def __init__(self, *args: Any, typed: str, **kwargs: Any) -> None:
        number = f"{crc32(typed_key(typed).encode()):08x}"
        super().__init__(*args, number=number, **kwargs)
        self.typed = typed
        self.fields["tier"].label = _("Tier of %(name)s") % {"name": typed}
        self.fields["kind"].label = _("Kind of %(name)s") % {"name": typed}

    def clean(self) -> None:
        """Ask for what the pack does not know, unless the answer is invalid."""
        given, said = self.cleaned_data, {"name": self.typed}
        if given.get("tier") is None and "tier" not in self.errors:
            self.add_error("tier", _("Which tier does %(name)s show?") % said)
        if not given.get("kind") and "kind" not in self.errors:
            self.add_error("kind", _("Is %(name)s an attack, a minion or a power?") % said)

    def card(self) -> nemesis_deck.PoolCard:
        """Return the card of a valid row."""
        tier, kind = self.cleaned_data["tier"], NemesisKind(self.cleaned_data["kind"])
        return nemesis_deck.PoolCard(typed_key(self.typed), self.typed, tier, kind)


@dataclass(frozen=True, slots=True)
class PoolFormTier:
    """A tier of the page: the cards it has, and how many it must have."""

    tier: int
    cards: tuple[PoolCardView, ...]
    expected: int

    @property
    def style(self) -> str:
        """Return how its count is stamped: complete, too many, or some missing."""
        if len(self.cards) == self.expected:
            return "good"
        return "danger" if len(self.cards) > self.expected else "soft"


class PoolForm(NestedForm, base.DecisionForm):
    """Basic cards that joined, all in one field.

    A name in the pack brings its tier and kind along; any other name comes back with a row that
    asks for them.
    """

    template = "aeons_end/aftermath/pool.html"
    names = base.NamesField(
        gettext_lazy("Names of the cards"),
        help_text=gettext_lazy(
            "One a line, or with commas between them; tier 1 first, then tier 2, then tier 3."
        ),
        error_messages={"required": gettext_lazy("Enter the name of at least one card.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state = self.state
        self.counted = deck_table_known(state, self.pack)
        self.matches = self.counted and pool_matches(state, self.pack)
        wanted = self.pack.basics_by_mages[len(state.seats)]
        self.expected = dict(zip(nemesis_deck.TIERS, wanted, strict=True))
        typed = base.typed_names(str(self.data.get("names", "")))
        unknown = (name for name in typed if recognise_basic(name, self.pack) is None)
        self.unknown = tuple(UnknownRow(self, typed=name) for name in unknown)
        self.parts = self.unknown
        self._suggest_tiers(typed)

    def _suggest_tiers(self, typed: tuple[str, ...]) -> None:
        """Tick the tiers of unknown cards if all that are missing are typed, tier by tier."""
        counts = nemesis_deck.tier_counts(self.state.pool)
        missing = [
            tier
            for tier, count in zip(nemesis_deck.TIERS, counts, strict=True)
            for _card in range(self.expected[tier] - count)
        ]
        if not self.counted or len(typed) != len(missing):
            return
        tiers = dict(zip(typed, missing, strict=True))
        for row in self.unknown:
            if row["tier"].data is None:
                self.put(**{row.add_prefix("tier"): tiers[row.typed]})

    def tiers(self) -> Iterator[PoolFormTier]:
        """Yield what the page shows of each tier."""
        for pool in pool_tiers(self.aftermath):
            yield PoolFormTier(pool.tier, pool.cards, self.expected[pool.tier])

    def clean(self) -> None:
        """Refuse more cards than a tier has."""
        if self.counted and not self.errors:
            self._refuse_too_many()

    def _refuse_too_many(self) -> None:
        joined = (*self.state.pool, *self._cards())
        for tier, count in zip(nemesis_deck.TIERS, nemesis_deck.tier_counts(joined), strict=True):
            most = self.expected[tier]
            if count > most:
                text = ngettext(
                    "Tier %(tier)s has %(most)s card, and these would be %(count)s.",
                    "Tier %(tier)s has %(most)s cards, and these would be %(count)s.",
                    most,
                )
                self.add_error("names", text % {"tier": tier, "most": most, "count": count})

    def entries(self) -> Iterator[tuple[str, story.Fact]]:
        for card in self._cards():
            yield "names", story.BasicJoined(card)

    def _cards(self) -> Iterator[nemesis_deck.PoolCard]:
        unknown = {row.typed: row for row in self.unknown}
        for name in self.cleaned_data.get("names", ()):
            known = recognise_basic(name, self.pack)
            yield nemesis_deck.pool_card(known) if known else unknown[name].card()


def _ask_kind(form: base.DecisionForm, name: str, field: str) -> None:
    """Require the kind of a basic card that the pack does not know."""
    if not form.cleaned_data.get(field) and not recognise_basic(name, form.pack):
        asked = _("Is %(name)s an attack, a minion or a power?") % {"name": name}
        form.add_error(field, asked)


def _basic_card(name: str, tier: int, kind: str, pack: Pack) -> nemesis_deck.PoolCard:
    """Return a basic card as entered; ``kind`` "" stands for the pack's."""
    known = recognise_basic(name, pack)
    if known is None:
        return nemesis_deck.PoolCard(typed_key(name), name, tier, NemesisKind(kind))
    # The rules refuse what contradicts the pack.
    card = nemesis_deck.pool_card(known)
    return replace(card, tier=tier, kind=NemesisKind(kind) if kind else card.kind)


def keep_numbers(form: base.DecisionForm, card: nemesis_deck.PoolCard) -> nemesis_deck.PoolCard:
    """Keep the spaces, life and power of a corrected card: only imported files have them."""
    match form.replaces_entry and form.replaces_entry.fact:
        case story.BasicJoined(card=old) | story.CardTransformed(into=old):
            if is_typed(card.key) and (card.key, card.kind) == (old.key, old.kind):
                return replace(card, spaces=old.spaces, life=old.life, power=old.power)
    return card


class ReenterBasicForm(base.DecisionForm):
    """Correct a basic card that joined the campaign."""

    name = base.NameField(
        gettext_lazy("Its name"),
        What.BASIC,
        required=True,
        error_messages={"required": gettext_lazy("Enter the name of the card.")},
    )
    tier = radios(
        gettext_lazy("Its tier"),
        TIERS,
        ask=gettext_lazy("Which tier does the card show?"),
        coerce=int,
    )
    kind = radios(gettext_lazy("Its kind"), KINDS, required=False)

    fields_by_path = {"card": "name", "tier": "tier"}

    def initial_of(self, fact: story.BasicJoined) -> dict[str, Any]:
        return asdict(fact.card) | {"name": self.aftermath.namer.name(fact.card)}

    def clean(self) -> None:
        """Require the kind of a card that the pack does not know."""
        if name := self.cleaned_data.get("name"):
            _ask_kind(self, name, "kind")

    def facts(self) -> list[story.Fact]:
        given = self.cleaned_data
        card = _basic_card(given["name"], given["tier"], given["kind"], self.pack)
        return [story.BasicJoined(keep_numbers(self, card))]


class LeaveForm(base.DecisionForm):
    """A basic card that left the pool."""

    left = base.OneKey(
        label=gettext_lazy("Which card left?"),
        error_messages=asking(gettext_lazy("Choose the card that left.")),
    )

    fields_by_path = {"card": "left"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cards = [(card.key, self.aftermath.namer.name(card)) for card in self.state.pool]
        offer(self, "left", [("", _("choose a card")), *cards])

    def initial_of(self, fact: story.BasicLeft) -> dict[str, Any]:
        return {"left": fact.card}

    def facts(self) -> list[story.Fact]:
        return [story.BasicLeft(self.cleaned_data["left"])]

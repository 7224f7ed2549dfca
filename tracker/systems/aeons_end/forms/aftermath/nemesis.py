"""Forms of the nemesis deck's aftermath: cards that evolved, and the campaign's basic cards."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end import evolution, nemesis_deck
from campaign.rules.aeons_end.catalogue.pack import NemesisKind, Pack
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import pool_counted, pool_matches
from campaign.rules.aeons_end.live.table import Evolved
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.core.sizes import TEXT
from tracker.forms.fields import asking, number_field, offer, radios, text_field
from tracker.systems.aeons_end.aftermath_view import AftermathView
from tracker.systems.aeons_end.forms.aftermath import base
from tracker.systems.aeons_end.recognise import What, recognise_basic, recognise_evolved
from tracker.systems.aeons_end.words.terms import NEMESIS_KINDS

STICKER = "sticker"
TRANSFORMED = "transformed"
ROWS = 3  # rows per tier, before the rulebook says how many cards it has
MAX_SPACES = 9
# The only kinds of basic cards: acolytes and support cards belong to a nemesis.
KINDS = [(kind, NEMESIS_KINDS[kind]) for kind in ("attack", "minion", "power")]


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of basic card."""

    icon: str
    name: str


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


def _pool_tiers(aftermath: AftermathView) -> list[PoolTier]:
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
        return [tier for tier in _pool_tiers(self.aftermath) if tier.cards]

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
        return [story.CardTransformed(key, _keep_numbers(self, into), spaces)]

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


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A marked card; ``spaces`` asks for what nobody has counted."""

    mark: Evolved
    spaces: forms.BoundField | None


class NotedForm(base.DecisionForm):
    """A button: exactly the cards that were marked in the live game evolved.

    Of a card that took a sticker it asks for the sticker spaces, unless they are known. One that
    transformed had no space left: its stickers are as many (Legacy p. 18, section S).
    """

    def __init__(
        self, *args: Any, marked: Sequence[MarkedCard], closes: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.marked, self.closes = marked, closes
        self.pool = {card.key: card for card in self.state.pool}
        for card in marked:
            if self.pool[card.key].spaces is None and not card.mark.transformed:
                label = _("Sticker spaces on %(card)s, including filled ones")
                ask = _("Enter the number of sticker spaces, 0 to 9.")
                field = number_field(label % {"card": card.mark.name}, 0, MAX_SPACES, ask=ask)
                field.required = True
                field.error_messages["required"] = ask
                self.fields[f"spaces_{card.key}"] = field

    def marked_rows(self) -> list[MarkedRow]:
        """Return each marked card, with its field if it has one."""
        named = ((card.mark, f"spaces_{card.key}") for card in self.marked)
        return [
            MarkedRow(mark, self[name] if name in self.fields else None) for mark, name in named
        ]

    def facts(self) -> list[story.Fact]:
        """Return the evolutions, and the decision closed."""
        evolved = [self._evolved(marked.key, marked.mark) for marked in self.marked]
        return [*evolved, story.DecisionClosed(self.closes)]

    def _evolved(self, key: str, mark: Evolved) -> story.Fact:
        card = self.pool[key]
        if mark.transformed:
            spaces = len(card.stickers) if card.spaces is None else None
            into = _evolved_card(mark.text, key, self.aftermath)
            return story.CardTransformed(key, into, spaces)
        return story.CardEvolved(key, mark.text, self.cleaned_data.get(f"spaces_{key}"))


@dataclass(frozen=True, slots=True)
class PoolRow:
    """The fields of a card that joins."""

    name: forms.BoundField
    kind: forms.BoundField


@dataclass(frozen=True, slots=True)
class PoolFormTier:
    """A tier of the form: the cards it has, and rows for more."""

    tier: int
    cards: tuple[PoolCardView, ...]
    rows: tuple[PoolRow, ...]
    expected: int

    @property
    def named(self) -> int:
        """Return how many cards it has, with those typed into the form."""
        return len(self.cards) + sum(bool(row.name.value()) for row in self.rows)

    @property
    def style(self) -> str:
        """Return how its count is stamped: complete, too many, or some missing."""
        if len(self.cards) == self.expected:
            return "good"
        return "danger" if len(self.cards) > self.expected else "soft"


class PoolForm(base.DecisionForm):
    """Basic cards that joined; for a name in the pack, the kind can be left empty."""

    template = "aeons_end/aftermath/pool.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state = self.state
        self.counted = pool_counted(state)
        self.matches = self.counted and pool_matches(state, self.pack)
        wanted = self.pack.basics_by_mages[len(state.seats)] if self.counted else (ROWS, ROWS, ROWS)
        counts = nemesis_deck.tier_counts(state.pool) if self.counted else (0, 0, 0)
        self.expected = dict(zip(nemesis_deck.TIERS, wanted, strict=True))
        self.places: dict[int, tuple[str, ...]] = {}
        for tier, count in zip(nemesis_deck.TIERS, counts, strict=True):
            # A row for each missing card; a stale page may send more.
            sent = [n for n in range(self.expected[tier]) if f"name_{tier}_{n}" in self.data]
            rows = max(self.expected[tier] - count, len(sent), 0)
            self.places[tier] = tuple(f"{tier}_{number}" for number in range(rows))
            for number, place in enumerate(self.places[tier], start=1):
                said = {"tier": tier, "number": number}
                name = base.NameField(_("Tier %(tier)s, card %(number)s") % said, What.BASIC)
                looks = {"data-counted": "", "placeholder": _("Card %(number)s") % said}
                name.widget.attrs |= looks
                self.fields[f"name_{place}"] = name
                self.fields[f"kind_{place}"] = radios(
                    _("Kind of tier %(tier)s, card %(number)s") % said, KINDS, required=False
                )

    def kinds(self) -> list[CardKind]:
        """Return the kinds of basic cards."""
        return [CardKind(kind, str(name)) for kind, name in KINDS]

    def tiers(self) -> Iterator[PoolFormTier]:
        """Yield what the page shows of each tier: its cards, and rows for more."""
        for pool in _pool_tiers(self.aftermath):
            rows = tuple(
                PoolRow(name=self[f"name_{place}"], kind=self[f"kind_{place}"])
                for place in self.places[pool.tier]
            )
            yield PoolFormTier(pool.tier, pool.cards, rows, self.expected[pool.tier])

    def clean(self) -> None:
        """Require the kinds that the pack does not know, and at least one name."""
        named = list(self._named())
        for _tier, place, name in named:
            _ask_kind(self, name, f"kind_{place}")
        if not self.errors and not named:
            self.add_error(None, _("Enter the name of at least one card."))

    def entries(self) -> Iterator[tuple[str, story.Fact]]:
        for tier, place, name in self._named():
            card = _basic_card(name, tier, self.cleaned_data[f"kind_{place}"], self.pack)
            yield f"name_{place}", story.BasicJoined(card)

    def _named(self) -> Iterator[tuple[int, str, str]]:
        for tier, places in self.places.items():
            for place in places:
                if name := self.cleaned_data.get(f"name_{place}"):
                    yield tier, place, name


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


def _keep_numbers(form: base.DecisionForm, card: nemesis_deck.PoolCard) -> nemesis_deck.PoolCard:
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
        [(tier, str(tier)) for tier in nemesis_deck.TIERS],
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
        return [story.BasicJoined(_keep_numbers(self, card))]


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

"""Forms that change the market and the mats: growth, stickers, orders of a story card."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.mages import CHARGES, Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth, count_problems
from campaign.rules.aeons_end.market.piles import Pile, pile_of
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import REASON, TEXT
from tracker.forms.fields import number_field, offer, radios, text_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.people.access import Access
from tracker.systems.aeons_end.legacy.forms.aftermath import base
from tracker.systems.aeons_end.shared.recognise import What, recognise
from tracker.systems.aeons_end.shared.words import listed
from tracker.systems.aeons_end.shared.words.terms import CARD_KINDS, PLACES

MAX_COST = 20  # well above any real cost: catches typing errors
BANISH, BRING, EXCHANGE, REMOVE = "banish", "bring", "exchange", "remove"
ORDERS = {
    BANISH: gettext_lazy("Banish a pile of the market"),
    BRING: gettext_lazy("Bring a pile into the market"),
    EXCHANGE: gettext_lazy("Exchange a pile for another"),
    REMOVE: gettext_lazy("Remove a sticker from a mat"),
}
REPLACES = [
    ("yes", gettext_lazy("The new ability replaces it")),
    ("no", gettext_lazy("Both stay")),
]
BREACH_TURNS = [
    (0, gettext_lazy("yellow on the right")),
    (1, gettext_lazy("yellow below")),
    (2, gettext_lazy("yellow on the left")),
    (3, gettext_lazy("yellow on top")),
]
# The fields that each kind of sticker uses; the rest are ignored.
FIELDS_OF = {
    StickerKind.STARTER: ("name", "where", "card_kind"),
    StickerKind.ABILITY: ("name", "charges", "replaces"),
    StickerKind.BREACH: ("breach_turns",),
    StickerKind.OTHER: ("name",),
}


class OfferRow(RowForm):
    """A pile that is offered; its kind and cost can be left empty for a name in the pack."""

    name = base.NameField("", What.CARD)
    kind = radios(choices=CARD_KINDS.items(), required=False)
    cost = number_field("", 0, MAX_COST)

    def __init__(self, *args: Any, access: Access, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access  # whose campaign completes names
        labels = {
            "name": _("Pile %(number)s: name"),
            "kind": _("Pile %(number)s: kind"),
            "cost": _("Pile %(number)s: cost"),
        }
        for field, label in labels.items():
            self.fields[field].label = label % {"number": int(self.number) + 1}
        asked = _("A cost is a number from 0 to %(most)s.") % {"most": MAX_COST}
        for code in ("invalid", "min_value", "max_value"):
            self.fields["cost"].error_messages[code] = asked

    @property
    def entered(self) -> tuple[str, str, int | None]:
        """Return the name, the kind and the cost, as far as they are valid; "" for none."""
        given = self.cleaned_data
        return given.get("name", ""), given.get("kind", ""), given.get("cost")


class GrowthForm(NestedForm, base.DecisionForm):
    """How the market grew.

    For a name in the pack, kind and cost can be left empty. The first rows are those of the piles
    that are taken, unless ``take`` names others; of the piles that nobody takes, the names are
    enough, and they can be left out.
    """

    template = "aeons_end/aftermath/growth.html"
    take = base.Keys(label=gettext_lazy("Taken"), required=False)
    banish = base.Keys(label=gettext_lazy("Banished"), required=False)

    fields_by_path = {"added": "take", "banished": "banish"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers = tuple(
            OfferRow(self, number=place, access=self.access)
            for place in range(self.pack.market.offered)
        )
        self.parts = self.offers
        taken = self.pack.market.added
        self.taken, self.declined = self.offers[:taken], self.offers[taken:]
        self.offered: dict[int, Pile] = {}  # by row of the form

    def piles(self) -> Sequence[SheetPile]:
        """Return the piles of the market, of which some are banished."""
        return self.aftermath.namer.piles(self.state.market)

    def gem_to_keep(self) -> str:
        """Return the last cheap gem, which the rulebook advises to keep; "" unless just one is."""
        most = self.pack.gem_to_keep
        printed = [(pile, *pile.printed) for pile in self.state.market]
        gems = [pile for pile, kind, cost in printed if kind is CardKind.GEM and cost <= most]
        return self.aftermath.namer.name(gems[0]) if len(gems) == 1 else ""

    def clean_take(self) -> list[str]:
        """Return the rows of the piles that are taken: the first ones, if none are named."""
        return self.cleaned_data["take"] or [str(row.number) for row in self.taken]

    def clean(self) -> None:
        """Build the piles, and require what the pack does not know."""
        cleaned = self.cleaned_data
        for row in self.offers:
            self._clean_pile(row)
        if self.errors:
            # Check the ticks too, so that every problem is shown at once.
            ticked = Growth((), tuple(cleaned.get("take", ())), tuple(cleaned.get("banish", ())))
            problems = count_problems(ticked, self.pack.market)
            self.refuse([p for p in problems if self.fields_by_path.get(p.path) in cleaned])

    def initial_of(self, fact: story.MarketGrown) -> dict[str, Any]:
        growth = fact.growth
        initial: dict[str, Any] = {"banish": list(growth.banished)}
        taken_first = sorted(growth.offered, key=lambda pile: pile.key not in growth.added)
        for place, pile in enumerate(taken_first):
            name, kind = self.aftermath.namer.name(pile), str(pile.kind or "")
            initial |= OfferRow.named(place, name=name, kind=kind, cost=pile.cost)
        return initial

    def facts(self) -> list[story.Fact]:
        keys = {str(place): pile.key for place, pile in self.offered.items()}
        growth = Growth(
            offered=tuple(self.offered.values()),
            # A tick beside a pile without a name was refused in ``clean``.
            added=tuple(keys[place] for place in self.cleaned_data["take"] if place in keys),
            banished=tuple(self.cleaned_data["banish"]),
        )
        return [story.MarketGrown(growth)]

    def _clean_pile(self, row: OfferRow) -> None:
        """Build the pile of a row; one that is banished at once needs no kind or cost."""
        name, kind, cost = row.entered
        taken = str(row.number) in self.cleaned_data.get("take", ())
        if not name:
            if taken or kind or cost is not None:
                self.ask(row.add_prefix("name"), _("Enter the name of this pile."))
            return
        known = recognise(name, self.pack.cards)
        if known:
            kind, cost = kind or known.kind, known.cost if cost is None else cost
        if taken and not kind:
            self.ask(row.add_prefix("kind"), _("Is it a gem, a relic or a spell?"))
        if taken and cost is None:
            self.ask(row.add_prefix("cost"), _("What does it cost?"))
        key, typed = (known.id, "") if known else (typed_key(name), name)
        if old := self._entered_before(key):
            kind, cost = kind or str(old.kind or ""), old.cost if cost is None else cost
        self.offered[int(row.number)] = Pile(key, typed, CardKind(kind) if kind else None, cost)

    def _entered_before(self, key: str) -> Pile | None:
        """Return a pile of the entry that is corrected: its kind and cost stay known."""
        if not self.replaces_entry or not isinstance(self.replaces_entry.fact, story.MarketGrown):
            return None
        offered = self.replaces_entry.fact.growth.offered
        return next((pile for pile in offered if pile.key == key), None)

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside: in the offer, the name of its pile."""
        part, *inside = problem.path.split(".")
        if part != "offered":
            return super().field_for(problem)
        place = self._place_of(problem, inside)
        return None if place is None else self.offers[place].add_prefix("name")

    def _place_of(self, problem: Problem, inside: Sequence[str]) -> int | None:
        """Return the row that a problem of the offer is about."""
        if inside:
            return list(self.offered)[int(inside[0])]
        named = problem.details.get("names", ())
        if isinstance(named, tuple) and named:
            offered = self.offered.items()
            about = [place for place, pile in offered if {pile.key, pile.name} & set(named)]
            return about[-1] if about else None
        return next((place for place in range(len(self.offers)) if place not in self.offered), 0)


class OrderForm(base.DecisionForm):
    """What a story card orders: banish, bring or exchange a pile, or remove a sticker."""

    template = "aeons_end/aftermath/ordered.html"
    order = radios(
        gettext_lazy("What does the story card tell you to do?"),
        ORDERS.items(),
        ask=gettext_lazy("Choose what the story card tells you to do."),
    )
    goes = base.OneKey(label=gettext_lazy("The pile that leaves"), required=False)
    back = base.OneKey(label=gettext_lazy("A banished pile comes back"), required=False)
    name = base.NameField(gettext_lazy("Or a new pile: its name"), What.CARD)
    kind = radios(gettext_lazy("Its kind"), CARD_KINDS.items(), required=False)
    cost = number_field(gettext_lazy("Its cost"), 0, MAX_COST)
    sticker = base.OneKey(label=gettext_lazy("The sticker"), required=False)
    reason = text_field(
        gettext_lazy("What does the story card say?"),
        REASON,
        ask=gettext_lazy("Enter what the story card says."),
        help_text=gettext_lazy("Its number, and a few words for the history."),
    )

    fields_by_path = {"banished": "goes", "added": "name", "slot": "sticker", "seat": "sticker"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state, namer = self.state, self.aftermath.namer
        self.banished = {pile.key: pile for pile in state.banished}
        none = ("", _("choose one"))
        offer(self, "goes", [none, *((p.key, namer.name(p)) for p in state.market)])
        offer(self, "back", [none, *((p.key, namer.name(p)) for p in state.banished)])
        stickers = [
            (f"{mat.seat}/{sticker.slot}", f"{mat.name}: {sticker.slot} {sticker.name}")
            for mat in state.mats
            for sticker in mat.stickers
        ]
        offer(self, "sticker", [none, *stickers])
        if not stickers:
            offer(self, "order", [order for order in ORDERS.items() if order[0] != REMOVE])

    def initial_of(self, fact: story.MarketOrdered | story.StickerRemoved) -> dict[str, Any]:
        if isinstance(fact, story.StickerRemoved):
            return {"order": REMOVE, "sticker": f"{fact.seat}/{fact.slot}"}
        comes, goes = fact.added, fact.banished
        if comes is None:
            return {"order": BANISH, "goes": goes}
        back = comes.key in {pile.key for pile in self.aftermath.state.banished}
        which = {"back": comes.key} if back else {"name": self.aftermath.namer.name(comes)}
        kind = {"kind": str(comes.kind or ""), "cost": comes.cost}
        return {"order": EXCHANGE if goes else BRING, "goes": goes, **which, **kind}

    def clean(self) -> None:
        """Require the fields that the order uses."""
        cleaned = self.cleaned_data
        order = cleaned.get("order")
        if order in (BANISH, EXCHANGE) and not cleaned.get("goes"):
            self.add_error("goes", _("Choose the pile that leaves."))
        if order in (BRING, EXCHANGE):
            comes = self._pile()
            if comes is None:
                self.add_error("name", _("Choose a banished pile, or enter the name of a new one."))
            elif comes.kind is None:
                self.add_error("kind", _("Is it a gem, a relic or a spell?"))
            if comes and comes.cost is None:
                self.ask("cost", _("What does it cost?"))
        if order == REMOVE and "/" not in cleaned.get("sticker", ""):
            self.add_error("sticker", _("Choose the sticker."))

    def facts(self) -> list[story.Fact]:
        """Return the order; its reason is what the story card says."""
        given, said = self.cleaned_data, self.cleaned_data["reason"]
        if given["order"] == REMOVE:
            seat, _slash, slot = given["sticker"].partition("/")
            return [story.StickerRemoved(int(seat) if seat.isdecimal() else 0, slot, reason=said)]
        goes = given["goes"] if given["order"] != BRING else None
        comes = self._pile() if given["order"] != BANISH else None
        return [story.MarketOrdered(goes, comes, reason=said)]

    def _pile(self) -> Pile | None:
        """Return the pile that joins; a returning pile's missing kind and cost are the form's."""
        given = self.cleaned_data
        name = given.get("name", "")
        kind = CardKind(given["kind"]) if given.get("kind") else None
        cost = given.get("cost")
        if key := given.get("back"):
            # The rules refuse the key of a pile that is no longer banished.
            back = self.banished.get(key, Pile(key, "", CardKind.GEM, 0))
            return replace(
                back, kind=back.kind or kind, cost=cost if back.cost is None else back.cost
            )
        if known := recognise(name, self.pack.cards):
            return pile_of(known)
        return Pile(typed_key(name), name, kind, cost) if name else None


class StickerForm(base.DecisionForm):
    """A sticker on a mage's mat."""

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
    name = base.NameField(gettext_lazy("Its name"))
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
        choices=REPLACES,
        coerce=lambda answer: answer == "yes",
        required=False,
    )
    breach_turns = radios(
        gettext_lazy("Which way up is it at the start?"),
        BREACH_TURNS,
        help_text=gettext_lazy("Look for the yellow quarter."),
        coerce=int,
        required=False,
    )
    text = text_field(
        gettext_lazy("What it does, in your own words"),
        TEXT,
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

    def initial_of(self, fact: story.StickerPlaced) -> dict[str, Any]:
        replaces = {True: "yes", False: "no", None: ""}[fact.sticker.replaces]
        return asdict(fact.sticker) | {"replaces": replaces}

    def facts(self) -> list[story.Fact]:
        given = self.cleaned_data
        kind: StickerKind = given["kind"]
        own: dict[str, Any] = {name: given.get(name) for name in FIELDS_OF[kind]}
        return [story.StickerPlaced(self.seat, Sticker(self.slot, kind, text=given["text"], **own))]

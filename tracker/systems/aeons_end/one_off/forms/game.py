"""Forms of one-off games: start one, customize it, re-roll parts of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import Card
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost, Constraint, Exclude, Wish
from campaign.rules.aeons_end.one_off import setup
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    MarketRequest,
    SeatChoice,
    open_choices,
)
from campaign.rules.aeons_end.one_off.sheet import Setup
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.turn_order import MAX_MAGES, SOLO_CARDS
from campaign.rules.core import sizes
from campaign.rules.core.problems import Detail, Problem, RulesError
from campaign.rules.core.system import seeded
from tracker.forms.fields import offer, radios, tick, ticks
from tracker.forms.nested import fields_on_page
from tracker.forms.one_offs import BareForm, PlanAgainForm, StartGameForm
from tracker.systems.aeons_end.one_off.forms import fields
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.recognise import folded
from tracker.systems.aeons_end.shared.words import sentence
from tracker.words.records import RecordWords


class StartOneOffForm(StartGameForm):
    """How many mages; each number is a submit button."""

    mixes_boxes = False  # it asks which boxes are in use

    mages = radios(
        gettext_lazy("How many mages?"),
        [(number, number) for number in fields.SEATS],
        ask=gettext_lazy("Choose the number of mages: 1 to 4."),
        coerce=int,
    )

    sentence = staticmethod(sentence)

    def choices(self) -> Choices:
        """Return choices that leave everything but the number of mages to chance."""
        return open_choices(self.cleaned_data["mages"])


@dataclass(frozen=True, slots=True)
class DrawnThing:
    """A mage or a pile of the line-up; the key of a guest, who is not drawn, is ""."""

    key: str
    tick: forms.boundfield.BoundWidget
    is_new: bool  # drawn just now


def _things(drawn: setup.Drawn) -> Iterator[str]:
    """Yield the keys of what stands in the line-up."""
    yield from (mat.mage for mat in drawn.mats)
    yield drawn.nemesis.id
    yield from (card.id for card in drawn.market)


class RollForm(BareForm, PlanAgainForm):
    """What to keep of the set-up; the rest is drawn again."""

    turned: frozenset[str] = frozenset()  # keys of what was drawn just now
    keep_mages = ticks(gettext_lazy("Mages"), coerce=int)
    keep_nemesis = tick(gettext_lazy("Nemesis"))
    redraw = forms.CharField(required=False, max_length=sizes.KEY, widget=forms.HiddenInput)
    keep_piles = ticks(gettext_lazy("Market"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen: Choices = self.planned.choices
        self.drawn = selectors.game_setup(self.game).game
        sheet = selectors.game_sheet(self.game)
        offer(self, "keep_mages", [(mage.seat, mage.name) for mage in sheet.body.mages])
        self.fields["keep_mages"].initial = [
            seat
            for seat, place in enumerate(self.chosen.places, start=1)
            if not place.is_drawn and place.mage not in self.chosen.only_drawn
        ]
        self.fields["keep_nemesis"].label = sheet.body.nemesis.name
        self.fields["keep_nemesis"].initial = bool(
            self.chosen.nemesis and self.chosen.nemesis not in self.chosen.only_drawn
        )
        if not (self.chosen.market.suggested or self.chosen.market.chosen):
            self._piles = [(pile.id, pile.name) for pile in sheet.body.market]
            offer(self, "keep_piles", self._piles)
            self.fields["keep_piles"].initial = [
                pile for pile in self.chosen.market.locks if pile not in self.chosen.only_drawn
            ]
        else:
            del self.fields["keep_piles"]

    def clean(self) -> None:
        """Refuse to redraw what is not in the set-up."""
        one = self.cleaned_data.get("redraw")
        if one and one not in {setup.BASICS, *dict(selectors.things_of(self.game))}:
            raise forms.ValidationError(_("This is no longer available."))

    def turn_over(self, before: object) -> None:
        if isinstance(before, Setup):
            self.turned = frozenset(_things(self.drawn)) - frozenset(_things(before.game))
            self._hold_places([card.id for card in before.game.market])

    def _hold_places(self, before: list[str]) -> None:
        """Let a new pile stand where the one that it replaced stood, whatever its cost."""
        now = [card.id for card in self.drawn.market]
        if "keep_piles" not in self.fields or len(before) != len(now):
            return
        new = iter([key for key in now if key not in before])
        held = [key if key in now else next(new) for key in before]
        offer(self, "keep_piles", sorted(self._piles, key=lambda pile: held.index(pile[0])))

    def mage_rows(self) -> list[DrawnThing]:
        """Return each mage with its checkbox."""
        return [
            DrawnThing("" if mat.name else mat.mage, tick, mat.mage in self.turned)
            for mat, tick in zip(self.drawn.mats, self["keep_mages"], strict=True)
        ]

    def pile_rows(self) -> list[DrawnThing]:
        """Return each pile with its checkbox."""
        keys = [(str(tick.data["value"]), tick) for tick in self["keep_piles"]]
        return [DrawnThing(key, tick, key in self.turned) for key, tick in keys]

    @property
    def is_nemesis_new(self) -> bool:
        """Say whether the nemesis was drawn just now."""
        return self.drawn.nemesis.id in self.turned

    def choices(self) -> Choices:
        """Return the choices with what is kept; or all of it kept but one thing to redraw."""
        chosen = self.chosen
        if one := self.cleaned_data["redraw"]:
            return setup.redraw(chosen, self.drawn, one)
        if not (chosen.nemesis_wish or chosen.new_mages):
            # With everything else drawn again, what was redrawn before may come back.
            chosen = replace(chosen, resting=frozenset())
        return setup.keep_drawn(
            chosen,
            self.drawn,
            mages=self.cleaned_data["keep_mages"],
            nemesis=self.cleaned_data["keep_nemesis"],
            piles=self.cleaned_data.get("keep_piles"),
        )


@dataclass(frozen=True, slots=True)
class WishCount:
    """How many cards match a requirement, and how many it needs."""

    row: int
    needed: int
    matching: int


@dataclass(frozen=True, slots=True)
class ChangeAnswer:
    """What the choices of a form would lead to."""

    problems: tuple[str, ...]
    wishes: tuple[WishCount, ...] = ()
    markets: int | None = None  # how many can be drawn; None unless the market is drawn


class ChangeForm(fields.ChangeFields):
    """Everything that can be chosen; whatever is left open is drawn."""

    answer_shown: ChangeAnswer | None = None  # what the choices would lead to, once asked

    @property
    def only_opens(self) -> bool:
        """Say whether somebody only opens more of the form."""
        return bool(self.opening)

    def refuse(self, problems: Iterable[Problem], words: RecordWords | None = None) -> None:
        """Show every problem in this form's own words, which name the rows."""
        del words
        super().refuse(problems)

    @property
    def opens_piles(self) -> bool:
        """Say whether the piles are shown at once."""
        piles = self["piles"]
        return bool(piles.value() or piles.errors or self.opening)

    def named_piles(self) -> list[SheetPile]:
        """Return the piles to choose from."""
        return [self.named_pile(card) for card in self.cards]

    def named_pile(self, card: Card) -> SheetPile:
        """Return a pile with its name."""
        return SheetPile(card.id, self.card_name(card), str(card.kind), card.cost, card.copies)

    def clean(self) -> None:
        """Refuse a chosen market without piles, which the rules would take for one to draw."""
        data = self.cleaned_data
        fields.refuse_reversed(self, "least", "most")
        if data.get("way") == fields.CHOSEN and not data.get("piles"):
            details = {"expected": self.pack.market.piles, "actual": 0}
            self.add_error("piles", sentence(Problem("market.not_nine_piles", details)))

    def clean_apart(self) -> tuple[frozenset[str], ...]:
        """Return the groups of piles that exclude each other, one per line."""
        lines = [line for line in self.cleaned_data["apart"].splitlines() if line.strip(" ,;")]
        if len(lines) > fields.WISHES:
            text = _("Enter at most %(number)s lines.") % {"number": fields.WISHES}
            raise forms.ValidationError(text)
        return tuple(map(self._apart, lines))

    def _apart(self, line: str) -> frozenset[str]:
        """Return the piles that a line names, in any language.

        Semicolons separate names too, since some names contain a comma.
        """
        known: dict[str, set[str]] = {}
        for card in self.cards:
            for name in card.name.all():
                known.setdefault(folded(name), set()).add(card.id)
        typed = [name.strip() for name in line.split(";" if ";" in line else ",")]
        names = [name for name in typed if name]
        unknown = [name for name in names if folded(name) not in known]
        if unknown:
            text = _("No pile of these boxes is called: %(names)s.")
            raise forms.ValidationError(text % {"names": words.listed(unknown)})
        piles = frozenset[str]().union(*(known[folded(name)] for name in names))
        if len(piles) == 1:
            raise forms.ValidationError(_("Name at least two piles on a line."))
        return piles

    def choices(self) -> Choices:
        """Return the choices; the form is valid."""
        data = self.cleaned_data
        count = data["mages"]
        least, most = data["least"], data["most"]
        four, alone = count == MAX_MAGES, count == 1
        chosen = Choices(
            places=tuple(map(self._place, self.places[:count])),
            nemesis=data["nemesis"] or None,
            nemesis_difficulty=(least or 1, most or 10) if least or most else None,
            difficulty=data["difficulty"],
            market=self._market(),
            paired=four and data["paired"],
            partner=data["partner"] or 2,
            solo_cards=(alone and data["solo_cards"]) or SOLO_CARDS[0],
            solo_life=data["solo_life"] if alone else None,
            deck_out=DeckOutTiming(data["deck_out"] or DeckOutTiming.AT_ONCE),
            boxes=self.box_slugs(),
            reason=data["reason"],
        )
        return replace(chosen, held=self.chosen.only_drawn & chosen.fixed)

    def answer(self) -> ChangeAnswer:
        """Return what the choices would lead to; nothing is saved."""
        if self.opening or not self.is_valid():
            faults = (
                self._fault(name, str(error))
                for name, errors in self.errors.items()
                for error in errors
            )
            return ChangeAnswer(tuple(dict.fromkeys(faults)))
        choices = self.choices()
        problems: tuple[Problem, ...] = ()
        try:
            rng = seeded(self.cleaned_data["seed"])
            setup.resolve(self.pack, choices, rng, also=self.table[1:])
        except RulesError as error:
            problems = error.problems
        is_drawn = self.cleaned_data["way"] == fields.DRAWN and not problems
        return ChangeAnswer(
            problems=tuple(dict.fromkeys(self.sentence(problem) for problem in problems)),
            wishes=tuple(
                WishCount(row, wish.count, sum(map(wish.takes, self.cards)))
                for row, wish in self._entered_wishes()
                if isinstance(wish, AtLeast)
            ),
            markets=setup.markets_possible(choices, self.table) if is_drawn else None,
        )

    def _fault(self, name: str, error: str) -> str:
        """Return an error of a field; that of a number needs the field's label."""
        bound = fields_on_page(self).get(name)
        numbered = bound is not None and isinstance(bound.field, forms.IntegerField)
        return words.labelled(str(bound.label), error) if bound and numbered else error

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words; wishes are named by their rows."""
        return sentence(self._by_rows(problem), words.RecordNames(selectors.namer_of(self.game)))

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside; for a constraint, that of its row."""
        if problem.path != "constraints":
            return super().field_for(problem)
        wish = self._by_rows(problem).details["constraint"]
        if isinstance(wish, int):
            return self.wishes[wish].add_prefix("count")
        return str(wish) if wish in self.fields else None

    def _by_rows(self, problem: Problem) -> Problem:
        """Return a problem with the indexes of constraints replaced by rows or fields."""
        details: dict[str, Detail] = dict(problem.details)
        if "constraint" not in details:
            return problem
        # In the order of the request; the rules add what is never drawn at the end.
        places = [*(place for place, _constraint in self._constraints()), "never"]
        details["constraint"] = places[int(str(details["constraint"]))]
        others = details.get("others")
        if isinstance(others, tuple):
            named = dict.fromkeys(str(places[int(other)]) for other in others)
            details["others"] = tuple(named)
        return replace(problem, details=details)

    def _place(self, row: fields.SeatRow) -> SeatChoice:
        (what, key), player = row.chosen(), row.player_name
        if what == fields.GUEST:
            # Already in the game: as they were then. New: as their campaign has them now.
            guests = (place.guest for place in self.chosen.places)
            present = next((guest for guest in guests if guest and guest.mage == int(key)), None)
            return SeatChoice(
                guest=present or selectors.guest_of(self.own[int(key)]), player=player
            )
        if what == fields.STAYS:
            return SeatChoice(guest=self.chosen.places[int(key) - 1].guest, player=player)
        return SeatChoice(mage=key, player=player)

    def _market(self) -> MarketRequest:
        data = self.cleaned_data
        if data["way"] == fields.SUGGESTED:
            return MarketRequest(suggested=data["suggested"])
        if data["way"] == fields.CHOSEN:
            return MarketRequest(chosen=tuple(data["piles"]))
        template = data["template"] or None
        own = self.patterns.get(template)
        return MarketRequest(
            template=template if own is None else None,
            slots=own or (),
            locks=tuple(data["piles"]),
            constraints=tuple(constraint for _place, constraint in self._constraints()),
        )

    def _constraints(self) -> Iterator[tuple[int | str, Constraint]]:
        """Yield the constraints on a drawn market, each with its row, from 0, or its field."""
        for row, wish in self._entered_wishes():
            yield row - 1, wish
        for keys in self.cleaned_data["apart"]:
            yield "apart", AtMost(1, keys=keys)
        if self.cleaned_data.get("fresh"):
            yield "fresh", Exclude(self.last_piles or self.chosen.excluded)

    def _entered_wishes(self) -> Iterator[tuple[int, Wish]]:
        """Yield the wishes entered, each with the number of its row."""
        for number, row in enumerate(self.wishes, start=1):
            if wish := row.wish():
                yield number, wish

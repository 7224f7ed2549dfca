"""Forms of expeditions: the start, a battle, what comes after it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Campaign, Person
from campaign.rules.aeons_end.expeditions.battle import PILES, Choices, Place
from campaign.rules.aeons_end.expeditions.facts import GROUP_LEVEL
from campaign.rules.aeons_end.expeditions.recipe import MAX_TRIES, OWN, Recipe
from campaign.rules.aeons_end.expeditions.rewards import kinds_left
from campaign.rules.aeons_end.expeditions.route import VARIANTS, Route
from campaign.rules.aeons_end.expeditions.state import LossKind, State
from campaign.rules.aeons_end.expeditions.stock import FIRST_MAGES
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import SerializeError
from campaign.services.one_offs import SEED, new_seed
from tracker.forms.campaigns import box_language_field, campaign_name_field
from tracker.forms.entry import EntryForm, RulesForm
from tracker.forms.fields import (
    drop_down,
    line_field,
    offer,
    radios,
    text_field,
    tick,
    ticks,
    token_field,
)
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.forms.series import BoxesForm
from tracker.systems.aeons_end.own_expeditions import FAULTS_SHOWN, LARGEST, read_route
from tracker.systems.aeons_end.words import problems
from tracker.systems.aeons_end.words.expeditions import (
    ExpeditionWords,
    battles,
    expedition_words,
    loss_kind,
    variant,
)

PLAYERS = range(1, FIRST_MAGES + 1)
USUAL = 2
OF_ONE_MAGE = (1, 3, 4)  # levels of treasures


class StartExpeditionForm(BoxesForm, RulesForm):
    """A new expedition: how long, from which boxes, with which options."""

    token = token_field()
    name = campaign_name_field(initial=gettext_lazy("Our expedition"))
    variant = radios(
        gettext_lazy("How long?"),
        ask=gettext_lazy("Choose how long the expedition is."),
        initial="default",
    )
    players = radios(
        gettext_lazy("How many players?"),
        [(number, str(number)) for number in PLAYERS],
        coerce=int,
        initial=USUAL,
        ask=gettext_lazy("Choose the number of players: 1 to 4."),
    )
    big_pockets = tick(
        gettext_lazy("Big Pockets"),
        help_text=gettext_lazy("Piles that you do not take wait; nothing is banished."),
    )
    companions = tick(gettext_lazy("Friends and foes"))
    unique = tick(
        gettext_lazy("No mage twice"),
        help_text=gettext_lazy("Of two versions of one mage only one comes."),
    )
    tries = drop_down(gettext_lazy("How often may you try a battle?"))
    seed = line_field(
        gettext_lazy("Seed"),
        SEED,
        required=False,
        help_text=gettext_lazy("The same seed and boxes make the same expedition."),
        attrs={"spellcheck": "false"},
    )
    own = forms.FileField(
        label=gettext_lazy("A file with an expedition of your own"),
        required=False,
        max_length=200,
    )
    language = box_language_field()
    reason = text_field(
        gettext_lazy("Play it all the same?"),
        sizes.REASON,
        help_text=gettext_lazy("Say why; less comes then than the rules say."),
    )
    fields_by_path = {"boxes": ""}  # shortages stand above the form, all of them

    def __init__(
        self, *args: Any, person: Person | None, recipe: Recipe | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.recipe_given = recipe
        self.offer_boxes(person)
        for seat in PLAYERS:
            label = _("Player %(number)s") % {"number": seat}
            self.fields[f"player_{seat}"] = text_field(label, sizes.PERSON_NAME)
        offered = [(key, self._label(key)) for key in VARIANTS]
        if recipe is not None and recipe.own is not None:
            offered.append((OWN, variant(recipe)))
        offer(self, "variant", offered)
        limits = [(str(n), str(n)) for n in range(1, MAX_TRIES + 1)]
        offer(self, "tries", [("", _("as often as it takes")), *limits])
        if recipe is not None:
            self._show(recipe)

    @staticmethod
    def _label(key: str) -> str:
        shown = {
            "name": variant(Recipe(key, (), "")),
            "battles": battles(len(VARIANTS[key].battles)),
        }
        return _("%(name)s: %(battles)s") % shown

    def _show(self, recipe: Recipe) -> None:
        """Begin with a recipe that somebody shared."""
        offered = {value for value, _label in self.fields["boxes"].choices}  # type: ignore[attr-defined]
        self.missing_boxes = [box for box in recipe.boxes if box not in offered]
        self.initial.update(
            variant=recipe.variant,
            boxes=[box for box in recipe.boxes if box in offered],
            big_pockets=recipe.big_pockets,
            companions=recipe.companions,
            unique=not recipe.versions,
            tries=str(recipe.tries or ""),
            seed=recipe.seed,
        )

    @property
    def missing(self) -> list[str]:
        """Return the boxes of a shared recipe that this visitor does not have, by name.

        What a sealed box is called is no secret.
        """
        boxes = selectors.series().boxes
        language = self.fields["language"].initial or "en"
        lacking = getattr(self, "missing_boxes", ())
        return [boxes[box].name(language) for box in lacking if box in boxes]

    def player_fields(self) -> list[BoundField]:
        """Return the fields of the players' names."""
        return [self[f"player_{seat}"] for seat in PLAYERS]

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem)

    def clean_own(self) -> Route | None:
        """Return the way that a file has; its faults are shown by their paths."""
        file = self.cleaned_data.get("own")
        if not file:
            return None
        data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValidationError(_("This file is too large for an expedition."))
        try:
            return read_route(data.decode("utf-8-sig", errors="replace"))
        except SerializeError as error:
            shown = [str(fault) for fault in error.faults[:FAULTS_SHOWN]]
            raise ValidationError(shown) from error

    def recipe(self) -> Recipe:
        """Return the recipe; the form is valid."""
        data, given = self.cleaned_data, self.recipe_given
        own = data["own"]
        if own is None and given is not None and data["variant"] == OWN:
            own = given.own
        return Recipe(
            variant=OWN if own is not None else data["variant"],
            boxes=tuple(data["boxes"]),
            seed=(data["seed"] or new_seed()).upper(),
            big_pockets=data["big_pockets"],
            companions=data["companions"],
            versions=not data["unique"],
            tries=int(data["tries"]) if data["tries"] else None,
            own=own,
        )

    def players_named(self) -> tuple[str, ...]:
        """Return who plays; the form is valid."""
        data = self.cleaned_data
        return tuple(data[f"player_{seat}"] for seat in range(1, data["players"] + 1))


@dataclass(frozen=True, slots=True)
class SeatFields:
    """The fields of a seat in a battle."""

    number: int
    mage: BoundField
    player: BoundField
    treasures: tuple[BoundField, ...]


class BattleForm(EntryForm):
    """A try of a battle: who plays which mage, with which treasures and piles."""

    piles = ticks(gettext_lazy("Market"))
    fields_by_path = {
        "places.*.mage": "mage_*",
        "places.*.player": "player_*",
        "places.*.treasures": "mage_*",
        "treasures": "group",
    }

    def __init__(self, *args: Any, state: State, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state, self.campaign = state, campaign
        self.words: ExpeditionWords = expedition_words(campaign)
        suggested = suggested_choices(state)
        offer(self, "piles", self._named(state.piles))
        self.initial["piles"] = list(suggested.piles)
        for seat in PLAYERS:
            places = suggested.places[seat - 1 : seat]
            self._add_seat(seat, places[0] if places else None)
        group = self._of_level(GROUP_LEVEL)
        if group:
            label = _("For the whole group: level 2")
            self.fields["group"] = drop_down(label, [("", _("none")), *self._named(group)])
            self.initial["group"] = next(iter(suggested.treasures), "")

    def _add_seat(self, seat: int, place: Place | None) -> None:
        nobody = [("", _("nobody"))] if seat > 1 else []
        label = _("Who fights?")
        self.fields[f"mage_{seat}"] = drop_down(label, [*nobody, *self._named(self.state.mages)])
        played = _("Played by")
        self.fields[f"player_{seat}"] = text_field(played, sizes.PERSON_NAME)
        if place is not None:
            self.initial.update({f"mage_{seat}": place.mage, f"player_{seat}": place.player})
        elif len(self.state.outfit.players) >= seat:
            self.initial[f"player_{seat}"] = self.state.outfit.players[seat - 1]
        for level in OF_ONE_MAGE:
            treasures = self._of_level(level)
            if not treasures:
                continue
            label = _("Treasure of level %(level)s") % {"level": level}
            name = f"treasure_{seat}_{level}"
            self.fields[name] = drop_down(label, [("", _("none")), *self._named(treasures)])
            held = place.treasures if place is not None else ()
            self.initial[name] = next((key for key in held if key in treasures), "")

    def _of_level(self, level: int) -> tuple[str, ...]:
        state = self.state
        return tuple(key for key in state.treasures if state.stock.level_of(key) == level)

    def _named(self, keys: Iterable[str]) -> list[tuple[str, str]]:
        return [(key, self.words.card(key)) for key in keys]

    def seats(self) -> list[SeatFields]:
        """Return the fields of each seat."""
        return [
            SeatFields(
                seat,
                self[f"mage_{seat}"],
                self[f"player_{seat}"],
                tuple(
                    self[f"treasure_{seat}_{level}"]
                    for level in OF_ONE_MAGE
                    if f"treasure_{seat}_{level}" in self.fields
                ),
            )
            for seat in PLAYERS
        ]

    @property
    def first_seats(self) -> list[SeatFields]:
        """Return the seats that somebody has, or that two usually have."""
        return [seat for seat in self.seats() if seat.number <= self._taken]

    @property
    def more_seats(self) -> list[SeatFields]:
        """Return the seats that are free."""
        return [seat for seat in self.seats() if seat.number > self._taken]

    @property
    def has_seat_errors(self) -> bool:
        """Say whether something is wrong with a seat that is folded away."""
        fields = ((seat.mage, seat.player, *seat.treasures) for seat in self.more_seats)
        return any(field.errors for seat in fields for field in seat)

    @property
    def _taken(self) -> int:
        """Return the last seat that has a mage."""
        held = [seat.number for seat in self.seats() if seat.mage.value()]
        return max(held, default=1)

    @property
    def must_choose_piles(self) -> bool:
        """Say whether there are more piles than a market has."""
        return len(self.state.piles) > PILES

    @property
    def keeps_piles(self) -> bool:
        """Say whether piles that are not taken wait instead of being banished."""
        return self.state.recipe.big_pockets

    def pile_cards(self) -> list[SheetPile]:
        """Return the piles of the barracks, in the order of a market."""
        cards, new = self.state.stock.offer.piles.cards, self._new()
        return [
            SheetPile(key, self.words.card(key), str(card.kind), card.cost, card.copies, key in new)
            for key, card in cards.items()
            if key in self.state.piles
        ]

    def _new(self) -> frozenset[str]:
        last = self.state.current
        return frozenset(last.came.piles if last and last.came else ())

    def choices(self) -> Choices:
        """Return what was chosen; the form is valid."""
        data = self.cleaned_data
        seats = [seat for seat in PLAYERS if data[f"mage_{seat}"]]
        places = tuple(
            Place(
                data[f"mage_{seat}"],
                data[f"player_{seat}"],
                tuple(
                    key for level in OF_ONE_MAGE if (key := data.get(f"treasure_{seat}_{level}"))
                ),
            )
            for seat in seats
        )
        chosen = data["piles"] if self.must_choose_piles else self.state.piles
        group = data.get("group")
        return Choices(places, tuple(chosen), (group,) if group else ())


class RewardForm(EntryForm):
    """What comes after a loss: a kind of thing, or the way on. After a win, only a button."""

    reason = None  # type: ignore[assignment] # nothing to overrule
    ON, NOTHING = "on", "nothing"

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = state.tries[-1]
        self.is_decided = state.must_lead_on(game)
        if self.is_decided:
            return
        offered: list[tuple[str, str]] = []
        for kind, levels in kinds_left(state, game.node.tier or 1).items():
            if kind is LossKind.TREASURE:
                text = _("A treasure of level %(level)s")
                offered += [(f"{kind}:{level}", text % {"level": level}) for level in levels]
            else:
                offered.append((str(kind), loss_kind(kind)))
        offered.append((self.NOTHING, _("Nothing, thank you")))
        offered.append((self.ON, _("We go on to the next battle, with the reward of a win")))
        self.fields["kind"] = radios(
            _("What do you take into the next try?"),
            offered,
            ask=_("Choose what you take."),
        )

    def chosen(self) -> Mapping[str, Any]:
        """Return what was chosen, for the draw; the form is valid."""
        kind = "" if self.is_decided else self.cleaned_data["kind"]
        if kind == self.ON:
            return {"onward": True}
        if kind in ("", self.NOTHING):
            return {}
        name, _colon, level = kind.partition(":")
        return {"chosen": LossKind(name), "level": int(level) if level else None}


class DecideForm(EntryForm):
    """A story node: one of its decisions."""

    reason = None  # type: ignore[assignment] # nothing to overrule

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        node = state.node
        decisions = node.decisions if node else ()
        if decisions:
            self.fields["option"] = radios(
                _("What do you do?"),
                [(place, each.text) for place, each in enumerate(decisions)],
                coerce=int,
                ask=_("Choose one of the decisions."),
            )

    def option(self) -> int:
        """Return the decision; the form is valid."""
        return int(self.cleaned_data.get("option") or 0)

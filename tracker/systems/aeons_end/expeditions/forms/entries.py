"""Forms of an expedition that runs: a battle, what comes after it, the decisions of its story."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Campaign
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.expeditions.battle import PILES, Choices, SeatChoice
from campaign.rules.aeons_end.expeditions.facts import GROUP_LEVEL
from campaign.rules.aeons_end.expeditions.rewards import kinds_left
from campaign.rules.aeons_end.expeditions.state import LossKind, State
from campaign.rules.aeons_end.expeditions.stock import FIRST_MAGES
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.turn_order import MAX_MAGES, SOLO_CARDS
from tracker.forms.entry import EntryForm
from tracker.forms.fields import drop_down, offer, player_field, radios, ticks
from tracker.systems.aeons_end.expeditions.forms.swaps import SwapFields
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords, expedition_words, loss_kind
from tracker.systems.aeons_end.shared.forms.variants import VariantFields
from tracker.systems.aeons_end.shared.words.terms import card_kind

PLAYERS = range(1, FIRST_MAGES + 1)
OF_ONE_MAGE = (1, 3, 4)  # levels of treasures


@dataclass(frozen=True, slots=True)
class BattleSeatFields:
    """The fields of a seat in a battle."""

    number: int
    mage: BoundField
    player: BoundField
    treasures: tuple[BoundField, ...]


class BattleForm(VariantFields, SwapFields, EntryForm):
    """A try of a battle: who plays which mage, with which treasures and piles."""

    piles = ticks(gettext_lazy("Market"))
    fields_by_path = {
        "pairs": "partner",
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
        self.ask_swaps(state, self.words)
        if state.keeps_piles:
            self.initial["piles"] = list(suggested.piles)
        for name in ("solo_cards", "paired", "partner", "deck_out"):
            self.initial[name] = getattr(suggested, name)
        for seat in PLAYERS:
            places = suggested.places[seat - 1 : seat]
            self._add_seat(seat, places[0] if places else None)
        group = self._of_level(GROUP_LEVEL)
        if group:
            label = _("For the whole group: level 2")
            self.fields["group"] = drop_down(label, [("", _("none")), *self._named(group)])
            self.initial["group"] = next(iter(suggested.treasures), "")

    def _add_seat(self, seat: int, place: SeatChoice | None) -> None:
        nobody = [("", _("nobody"))] if seat > 1 else []
        mages = drop_down(_("Who fights?"), [*nobody, *self._named(self.state.mages)])
        mages.required = not nobody
        self.fields[f"mage_{seat}"] = mages
        self.fields[f"player_{seat}"] = player_field(_("Played by"))
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
            offered = [(key, self._treasure(key)) for key in treasures]
            self.fields[name] = drop_down(label, [("", _("none")), *offered])
            held = place.treasures if place is not None else ()
            self.initial[name] = next((key for key in held if key in treasures), "")

    def _of_level(self, level: int) -> tuple[str, ...]:
        state = self.state
        return tuple(key for key in state.treasures if state.stock.level_of(key) == level)

    def _treasure(self, key: str) -> str:
        """Return the name of a treasure, with its kind where it takes the place of a card."""
        held = self.state.stock.treasure[key]
        name = self.words.card(key)
        return f"{name} ({card_kind(held.kind)})" if held.kind else name

    def _named(self, keys: Iterable[str]) -> list[tuple[str, str]]:
        return [(key, self.words.card(key)) for key in keys]

    def seats(self) -> list[BattleSeatFields]:
        """Return the fields of each seat."""
        return [
            BattleSeatFields(
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
    def first_seats(self) -> list[BattleSeatFields]:
        """Return the seats that somebody has, or that two usually have."""
        return [seat for seat in self.seats() if seat.number <= self._taken]

    @property
    def more_seats(self) -> list[BattleSeatFields]:
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
        return self.state.keeps_piles

    def pile_cards(self) -> tuple[SheetPile, ...]:
        """Return the piles of the barracks, in the order of a market."""
        return self.words.piles(self.state.stock, self.state.piles, new=self._new())

    def _new(self) -> frozenset[str]:
        last = self.state.current
        return frozenset(last.came.piles if last and last.came else ())

    def _market(self) -> tuple[str, ...]:
        if self.swaps is not None:
            return self.market_after(self.swaps)
        chosen = self.cleaned_data["piles"] if self.must_choose_piles else self.state.piles
        return tuple(chosen)

    def choices(self) -> Choices:
        """Return what was chosen; the form is valid."""
        data = self.cleaned_data
        seats = [seat for seat in PLAYERS if data[f"mage_{seat}"]]
        places = tuple(
            SeatChoice(
                data[f"mage_{seat}"],
                data[f"player_{seat}"],
                tuple(
                    key for level in OF_ONE_MAGE if (key := data.get(f"treasure_{seat}_{level}"))
                ),
            )
            for seat in seats
        )
        group = data.get("group")
        return Choices(
            places,
            self._market(),
            (group,) if group else (),
            # What does not apply to so many mages is left as it is in the book.
            solo_cards=(len(places) == 1 and data["solo_cards"]) or SOLO_CARDS[0],
            paired=len(places) == MAX_MAGES and data["paired"],
            partner=data["partner"] or 2,
            deck_out=DeckOutTiming(data["deck_out"] or DeckOutTiming.AT_ONCE),
        )


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
        nothing = _("Nothing, thank you") if offered else _("Nothing: the same battle again")
        offered.append((self.NOTHING, nothing))
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

    def decision(self) -> int:
        """Return the decision; the form is valid."""
        return int(self.cleaned_data.get("option") or 0)

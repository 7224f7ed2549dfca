"""Forms of an expedition that runs: a battle, what comes after it, the decisions of its story."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.expeditions.battle import PILES, Choices, SeatChoice
from campaign.rules.aeons_end.expeditions.draws import Taken
from campaign.rules.aeons_end.expeditions.facts import GROUP_LEVEL
from campaign.rules.aeons_end.expeditions.rewards import kinds_left
from campaign.rules.aeons_end.expeditions.state import LossKind, State
from campaign.rules.aeons_end.expeditions.stock import FIRST_MAGES
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.turn_order import MAX_MAGES, SOLO_CARDS
from tracker.forms.entry import EntryForm
from tracker.forms.fields import drop_down, offer, player_field, radios, ticks
from tracker.forms.nested import RowForm
from tracker.systems.aeons_end.expeditions.forms.swaps import SwapFields
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords, expedition_words, loss_kind
from tracker.systems.aeons_end.shared.forms.variants import VariantFields
from tracker.systems.aeons_end.shared.words.terms import card_kind

PLAYERS = range(1, FIRST_MAGES + 1)
OF_ONE_MAGE = (1, 3, 4)  # levels of treasures


class TreasureRow(RowForm):
    """The treasure of a level that a mage takes along."""

    treasure = drop_down("")

    def __init__(self, *args: Any, seat: int, level: int, **kwargs: Any) -> None:
        super().__init__(*args, number=f"{seat}_{level}", **kwargs)
        label = _("Treasure of level %(level)s") % {"level": level}
        self.fields["treasure"].label = label

    @property
    def key(self) -> str:
        """Return the treasure, of a valid form; "" for none."""
        return str(self.cleaned_data["treasure"])


class SeatRow(RowForm):
    """A seat of a battle: who fights, who plays it, and with which treasures."""

    mage = radios(gettext_lazy("Who fights?"), required=False)
    player = player_field(gettext_lazy("Played by"))
    fields_by_path = {"treasures": "mage"}
    treasures: tuple[TreasureRow, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, path="places", **kwargs)
        self.fields["mage"].required = self.number == 1

    @property
    def has_errors(self) -> bool:
        """Say whether something is wrong with it."""
        return bool(self.errors or any(row.errors for row in self.treasures))

    @property
    def choice(self) -> SeatChoice | None:
        """Return who fights, of a valid form; None for a seat that is free."""
        given = self.cleaned_data
        if not given["mage"]:
            return None
        treasures = tuple(row.key for row in self.treasures if row.key)
        return SeatChoice(given["mage"], given["player"], treasures)


class StateForm(EntryForm):
    """An entry in an expedition, for the state in which its page found it."""

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state


class BattleForm(VariantFields, SwapFields, StateForm):
    """A try of a battle: who plays which mage, with which treasures and piles."""

    piles = ticks(gettext_lazy("Market"))
    fields_by_path = {
        "pairs": "partner",
        "treasures": "group",
    }

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, state=state, **kwargs)
        self.words: ExpeditionWords = expedition_words(self.access.campaign)
        suggested = suggested_choices(state)
        offer(self, "piles", self._named(state.piles))
        self.ask_swaps(state, self.words)
        if state.keeps_piles:
            self.initial["piles"] = list(suggested.piles)
        for name in ("solo_cards", "paired", "partner", "deck_out"):
            self.initial[name] = getattr(suggested, name)
        self.seats = tuple(
            self._seat(seat, next(iter(suggested.places[seat - 1 : seat]), None))
            for seat in PLAYERS
        )
        self.parts += tuple(part for seat in self.seats for part in (seat, *seat.treasures))
        group = self._of_level(GROUP_LEVEL)
        if group:
            label = _("For the whole group: level 2")
            self.fields["group"] = drop_down(label, [("", _("none")), *self._named(group)])
            self.initial["group"] = next(iter(suggested.treasures), "")

    def _seat(self, number: int, place: SeatChoice | None) -> SeatRow:
        """Return the row of a seat; ``place`` is who is suggested for it."""
        players = dict(enumerate(self.state.outfit.players, start=1))
        suggested = place or SeatChoice("", players.get(number, ""))
        shown = {"mage": suggested.mage, "player": suggested.player}
        row = SeatRow(self, number=number, initial=shown)
        nobody = [("", _("nobody"))] if number > 1 else []
        offer(row, "mage", [*nobody, *self._named(self.state.mages)])
        levels = ((level, self._of_level(level)) for level in OF_ONE_MAGE)
        row.treasures = tuple(
            self._treasures(number, level, keys, suggested.treasures)
            for level, keys in levels
            if keys
        )
        return row

    def _treasures(
        self, seat: int, level: int, keys: tuple[str, ...], held: tuple[str, ...]
    ) -> TreasureRow:
        shown = {"treasure": next((key for key in held if key in keys), "")}
        row = TreasureRow(self, seat=seat, level=level, initial=shown)
        named = [(key, self._treasure(key)) for key in keys]
        offer(row, "treasure", [("", _("none")), *named])
        return row

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

    @property
    def first_seats(self) -> tuple[SeatRow, ...]:
        """Return the seats that somebody has, or that two usually have."""
        return self.seats[: self._taken]

    @property
    def more_seats(self) -> tuple[SeatRow, ...]:
        """Return the seats that are free."""
        return self.seats[self._taken :]

    @property
    def has_seat_errors(self) -> bool:
        """Say whether something is wrong with a seat that is folded away."""
        return any(seat.has_errors for seat in self.more_seats)

    @property
    def _taken(self) -> int:
        """Return the last seat that has a mage."""
        held = [int(seat.number) for seat in self.seats if seat["mage"].value()]
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
        places = tuple(choice for seat in self.seats if (choice := seat.choice))
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


class RewardForm(StateForm):
    """What comes after a loss: a kind of thing, or the way on. After a win, only a button."""

    reason = None  # type: ignore[assignment] # nothing to overrule
    ON, NOTHING = "on", "nothing"

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, state=state, **kwargs)
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

    def chosen(self) -> Taken:
        """Return what was chosen, for the draw; the form is valid."""
        kind = "" if self.is_decided else self.cleaned_data["kind"]
        if kind == self.ON:
            return {"onward": True}
        if kind in ("", self.NOTHING):
            return {}
        name, _colon, level = kind.partition(":")
        return {"chosen": LossKind(name), "level": int(level) if level else None}


class DecideForm(StateForm):
    """A story node: one of its decisions."""

    reason = None  # type: ignore[assignment] # nothing to overrule

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, state=state, **kwargs)
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

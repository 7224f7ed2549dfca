"""The moves at the table, except those of the turn order, and what each does."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import BreachState, NemesisKind
from campaign.rules.aeons_end.live.table import InPlay, Phase, Table, TableMove
from campaign.rules.aeons_end.mages import ExhaustionStep, focus, opened
from campaign.rules.aeons_end.nemesis_deck import Tier
from campaign.rules.aeons_end.turn_order import SeatNumber
from campaign.rules.core import sizes
from campaign.rules.core.entries import Name, Number, Verbatim
from campaign.rules.core.live import Move
from campaign.rules.core.problems import Detail, Problem, RulesError
from campaign.rules.core.serialize import between

# More than any deck brings; a table that grew without end would be slow on every phone.
MAX_IN_PLAY = 40
MAX_ENTERED = 999  # as high as a card is numbered
MAX_EVOLVED = 60

By = Annotated[int, between(-99, 99)]
CardNumber = Annotated[int, between(1, MAX_ENTERED)]
Place = Annotated[int, between(1, 50)]

NEMESIS_CARDS, CLOCK = "nemesis cards", "clock"
STAYS = (NemesisKind.MINION, NemesisKind.POWER, NemesisKind.ACOLYTE)


class Whose(StrEnum):
    """What is counted besides the mages' lives."""

    GRAVEHOLD = "gravehold"
    NEMESIS = "nemesis"
    TOKENS = "tokens"  # on the nemesis' mat
    SUPPORT = "support"  # cards resolved from the support deck


class BreachAct(StrEnum):
    """What happens to a breach."""

    FOCUS = "focus"
    OPEN = "open"
    CLOSE = "close"
    DESTROY = "destroy"


# --- dials and mages ---


@dataclass(frozen=True, slots=True)
class Dial(TableMove, kind="dial"):
    """Turn a dial; it stops at 0, and at its start unless it may go ``beyond``."""

    whose: Whose
    by: By
    beyond: bool = False

    def apply(self, table: Table) -> Table:
        start = table.start
        match self.whose:
            case Whose.GRAVEHOLD:
                return replace(table, gravehold=self._turned(table.gravehold, start.gravehold))
            case Whose.NEMESIS:
                if table.nemesis is None or start.nemesis is None:
                    raise RulesError([Problem("live.no_nemesis_dial")])
                return replace(table, nemesis=self._turned(table.nemesis, start.nemesis))
            case Whose.TOKENS:
                return replace(table, tokens=self._turned(table.tokens, sizes.MAX_NUMBER))
            case Whose.SUPPORT:
                return replace(table, support=self._turned(table.support, sizes.MAX_NUMBER))

    def _turned(self, shown: int, start: int) -> int:
        most = sizes.MAX_NUMBER if self.beyond else max(start, shown)
        return min(max(shown + self.by, 0), most)


@dataclass(frozen=True, slots=True)
class Life(TableMove, kind="life"):
    """Deal damage to a mage (below 0), or heal them.

    What goes beyond their life hits Gravehold doubled.
    """

    seat: SeatNumber
    by: By
    beyond: bool = False

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        if self.by >= 0:
            if mage.exhausted and self.by and not self.beyond:
                raise RulesError([Problem("live.no_healing", {"seat": mage.seat})])
            start = table.start.mages[self.seat - 1].life
            most = sizes.MAX_NUMBER if self.beyond else max(start, mage.life)
            return table.with_mage(replace(mage, life=min(mage.life + self.by, most)))
        left = mage.life + self.by
        falls = left <= 0 and not mage.exhausted
        steps = table.start.exhaustion if falls else mage.steps
        hurt = replace(mage, life=max(left, 0), exhausted=left <= 0, steps=steps)
        gravehold = max(table.gravehold + 2 * min(left, 0), 0)
        return replace(table.with_mage(hurt), gravehold=gravehold)


@dataclass(frozen=True, slots=True)
class Charge(TableMove, kind="charge"):
    """Gain charges, never more than the ability has slots, or lose them."""

    seat: SeatNumber
    by: By

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        slots = table.start.mages[self.seat - 1].charges
        if slots is None:
            raise RulesError([Problem("live.no_ability", {"seat": mage.seat})])
        return table.with_mage(replace(mage, charges=min(max(mage.charges + self.by, 0), slots)))


@dataclass(frozen=True, slots=True)
class BreachMove(TableMove, kind="breach", about="breaches {.seat}"):
    """Focus, open, close or destroy a breach of a mage."""

    seat: SeatNumber
    number: Annotated[str, Verbatim(4)]
    act: BreachAct

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        breach = mage.breach(self.number)
        match self.act:
            case BreachAct.FOCUS:
                changed = focus(breach)
            case BreachAct.OPEN:
                changed = opened(breach)
            case BreachAct.CLOSE:
                if breach.state is not BreachState.OPEN or not breach.open_costs:
                    details: dict[str, Detail] = {"seat": mage.seat, "number": breach.number}
                    raise RulesError([Problem("live.breach_stays_open", details)])
                changed = replace(breach, state=BreachState.CLOSED, turns=0)
            case BreachAct.DESTROY:
                changed = replace(breach, state=BreachState.ABSENT, turns=0)
        return table.with_mage(mage.with_breach(changed))


@dataclass(frozen=True, slots=True)
class Exhaust(TableMove, kind="exhaust", about="breaches {.seat}"):
    """Take the next step of a mage's exhaustion; a rule that the box does not have is skipped."""

    seat: SeatNumber
    step: ExhaustionStep
    breach: Annotated[str, Verbatim(4)] = ""  # that is destroyed with its spell
    skipped: bool = False

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        if not mage.steps or mage.steps[0] is not self.step:
            details: dict[str, Detail] = {"seat": mage.seat, "step": str(self.step)}
            raise RulesError([Problem("live.step_not_next", details)])
        # What unleashing does is printed on the mat: players turn the dials themselves.
        if self.step is ExhaustionStep.DESTROY_BREACH and not self.skipped:
            gone = replace(mage.breach(self.breach), state=BreachState.ABSENT, turns=0)
            mage = mage.with_breach(gone)
        elif self.step is ExhaustionStep.DISCARD_CHARGES and not self.skipped:
            mage = replace(mage, charges=0)
        return table.with_mage(replace(mage, steps=mage.steps[1:]))


# --- the nemesis ---


@dataclass(frozen=True, slots=True)
class Enter(TableMove, kind="enter", about=NEMESIS_CARDS):
    """Put a nemesis card into play, drawn tier by tier or otherwise; an attack passes through."""

    card: NemesisKind
    name: Name = ""
    tokens: Number = 0  # a minion's life, a power's tokens
    tier: Tier | None = None  # where the deck does not know it
    drawn: bool = True  # from the nemesis deck

    def apply(self, table: Table) -> Table:
        deck, tier = table.deck, self.tier or 0
        if self.drawn and deck is not None:
            layer = next((place for place, left in enumerate(deck) if left), None)
            if layer is None:
                raise RulesError([Problem("live.deck_empty")])
            counts = [left - (place == layer) for place, left in enumerate(deck)]
            deck, tier = (counts[0], counts[1], counts[2]), layer + 1
        after = replace(table, deck=deck, tier=max(table.tier, tier))
        if self.drawn and table.phase in (Phase.MAIN, Phase.DRAW):
            after = replace(after, phase=Phase.DONE, walk=())
        if self.card not in STAYS:
            return after
        if len(table.in_play) >= MAX_IN_PLAY or table.entered >= MAX_ENTERED:
            raise RulesError([Problem("live.too_many_cards", {"most": MAX_IN_PLAY})])
        number = table.entered + 1
        held = InPlay(number, self.card, self.name, tier, self.tokens)
        return replace(after, entered=number, in_play=(*table.in_play, held))


@dataclass(frozen=True, slots=True)
class Tokens(TableMove, kind="tokens"):
    """Change a minion's life or a power's tokens; a minion without life leaves."""

    card: CardNumber
    by: By

    def apply(self, table: Table) -> Table:
        card = table.card(self.card)
        left = min(max(card.tokens + self.by, 0), sizes.MAX_NUMBER)
        if left == 0 and self.by < 0 and card.kind is not NemesisKind.POWER:
            return table.without_card(card)
        return table.with_card(replace(card, tokens=left))


@dataclass(frozen=True, slots=True)
class Leave(TableMove, kind="leave", about=NEMESIS_CARDS):
    """Discard a card in play."""

    card: CardNumber

    def apply(self, table: Table) -> Table:
        return table.without_card(table.card(self.card))


@dataclass(frozen=True, slots=True)
class Tick(TableMove, kind="tick", about=NEMESIS_CARDS):
    """Resolve the next card of the nemesis' main phase.

    A power loses a token. Without any it waits to be resolved, and the next tick discards it.
    """

    card: CardNumber

    def apply(self, table: Table) -> Table:
        if not table.walk or table.walk[0] != self.card:
            raise RulesError([Problem("live.card_not_next")])
        card = table.card(self.card)
        if card.kind is not NemesisKind.POWER:
            return table.past(card)
        if card.tokens == 0:
            return table.without_card(card)
        left = table.with_card(replace(card, tokens=card.tokens - 1))
        return left if card.tokens == 1 else left.past(card)


@dataclass(frozen=True, slots=True)
class DeckOut(TableMove, kind="deck_out", about=NEMESIS_CARDS):
    """Unleash three times: a card was to be drawn, and there is none."""

    def apply(self, table: Table) -> Table:
        if table.deck is not None and any(table.deck):
            raise RulesError([Problem("live.deck_not_empty")])
        if table.phase not in (Phase.MAIN, Phase.DRAW):
            raise RulesError([Problem("live.not_the_nemesis_turn")])
        return replace(table, phase=Phase.DONE, walk=())


@dataclass(frozen=True, slots=True)
class Evolve(TableMove, kind="evolve", about=NEMESIS_CARDS):
    """Note that a basic card evolved, for the aftermath."""

    name: Name
    key: Annotated[str, Verbatim(sizes.KEY)] = ""  # in the campaign's pool, where it is known
    transformed: bool = False
    text: Name = ""  # the sticker in the players' words, or the name of the new card

    def apply(self, table: Table) -> Table:
        if not (self.name or self.key):
            raise RulesError([Problem("live.name_missing", {}, "name")])
        if len(table.evolved) >= MAX_EVOLVED:
            raise RulesError([Problem("live.too_many_evolved", {"most": MAX_EVOLVED})])
        return replace(table, evolved=(*table.evolved, self))


# --- market and clock ---


@dataclass(frozen=True, slots=True)
class Pile(TableMove, kind="pile"):
    """Take cards from a pile of the market, or put them back: never more than it began with."""

    place: Place
    by: By

    def apply(self, table: Table) -> Table:
        if not self.place <= len(table.piles):
            raise RulesError([Problem("live.pile_unknown", {"place": self.place})])
        piles, at = list(table.piles), self.place - 1
        piles[at] = min(max(piles[at] + self.by, 0), table.start.piles[at])
        return replace(table, piles=tuple(piles))


@dataclass(frozen=True, slots=True)
class Clock(Move, kind="clock", about=CLOCK):
    """Stop or start the clock: the only move that needs the time."""

    runs: bool


MAGE_MOVES = (Dial, Life, Charge, BreachMove, Exhaust, Pile)
NEMESIS_MOVES = (Enter, Tokens, Leave, Tick, DeckOut, Evolve)

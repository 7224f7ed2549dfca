"""What lies before a player of a live duel: life and draw pile, and dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes import moves
from campaign.rules.ashes.cards_in_play import Token
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.dice_pools import SIDES, to_roll
from campaign.rules.ashes.preparation import cards_to_draw
from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.sheet import SheetSeat
from campaign.rules.ashes.table import Player, RoundPhase, Side, Table
from campaign.rules.core.live import Move
from tracker.live.values import Counter, Tap, as_json, counter, tap
from tracker.systems.ashes.live.field import Marker
from tracker.systems.ashes.symbols import die_symbol
from tracker.systems.ashes.words import terms
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class SeatPart:
    """A player: the life that is left, the draw pile, the tokens on the Phoenixborn."""

    seat: int
    name: str
    detail: str
    life: Counter  # that is left; the wounds if nobody knows the life
    most: int | None
    wounds: int
    pile: Counter
    hand: int  # cards
    draw: Tap | None  # to five, in preparation
    reactions: int  # spells played in this turn
    reaction: Tap | None  # plays one
    exhaustion: int  # tokens on the Phoenixborn
    status: int
    is_active: bool
    is_first: bool
    is_destroyed: bool

    @property
    def is_unread(self) -> bool:
        """Say whether the life is still to be read off the card."""
        return self.most is None

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Return the cards in hand, and the tokens on the Phoenixborn."""
        return (
            Marker(
                key=f"hand-{self.seat}",
                kind="hand",
                label=labelled(self.name, _("cards in hand")),
                short=pgettext("cards", "in hand"),
                count=self.hand,
                less=as_json(moves.HandChanged(self.seat, -1)),
                more=as_json(moves.HandChanged(self.seat, 1)),
            ),
            self._marker(
                Token.EXHAUSTION, _("exhaustion tokens"), pgettext("tokens", "exhaustion")
            ),
            self._marker(Token.STATUS, _("status tokens"), pgettext("tokens", "status")),
        )

    def _marker(self, token: Token, label: str, short: str) -> Marker:
        move = partial(moves.PhoenixbornMarked, self.seat, token)
        return Marker(
            key=f"born-{self.seat}-{token}",
            kind=str(token),
            label=labelled(self.name, label),
            short=short,
            count=getattr(self, token),
            less=as_json(move(-1)),
            more=as_json(move(1)),
        )


@dataclass(frozen=True, slots=True)
class LifeLeft:
    """The life that a player has left, or the wounds as long as nobody knows the life."""

    seat: int
    name: str
    left: int | None
    wounds: int
    is_active: bool
    is_destroyed: bool


@dataclass(frozen=True, slots=True)
class LivesPart:
    """Everybody's life in one line."""

    players: tuple[LifeLeft, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A side that a die can be turned to."""

    symbol: SafeString
    label: str
    move: str  # as JSON


@dataclass(frozen=True, slots=True)
class DieButton:
    """A die: a tap exhausts it, or makes it active again.

    What it looks like is made when it is drawn: most moves change no die.
    """

    seat: int
    place: int
    kind: DiceType
    side: Side
    is_preparation: bool

    @property
    def symbol(self) -> SafeString:
        """Return it as it lies."""
        return die_symbol(self.kind, self.side)

    @property
    def label(self) -> str:
        """Return how it lies, and what a tap does."""
        if self.side is Side.EXHAUSTED:
            return _("%(dice)s, exhausted: make it active") % self._words
        return _("%(dice)s, %(side)s: exhaust it") % self._words

    @property
    def move(self) -> str:
        """Return the move of a tap, as JSON."""
        return self._turned(Side.ACTIVE if self.side is Side.EXHAUSTED else Side.EXHAUSTED)

    @property
    def can_turn(self) -> bool:
        """Say whether it can show another side: an exhausted die is rolled first."""
        return self.is_preparation or self.side is not Side.EXHAUSTED

    @property
    def turnings(self) -> tuple[Turning, ...]:
        """Return the sides that it can be turned to."""
        label = _("%(dice)s, %(side)s: turn it to %(to)s")
        return tuple(
            Turning(
                symbol=die_symbol(self.kind, other),
                label=label % {**self._words, "to": terms.SIDES[other]},
                move=self._turned(other),
            )
            for other in SIDES
            if other is not self.side
        )

    @property
    def _words(self) -> dict[str, object]:
        return {"dice": terms.dice_name(self.kind), "side": terms.SIDES[self.side]}

    def _turned(self, side: Side) -> str:
        return as_json(moves.DieTurned(self.seat, self.place, side))


@dataclass(frozen=True, slots=True)
class DicePart:
    """The dice of a player."""

    seat: int
    name: str
    dice: tuple[DieButton, ...]
    active: int
    is_preparation: bool
    is_rolled: bool  # no die is left to roll
    has_pile: bool  # from which cards can be discarded to meditate

    @property
    def roll(self) -> Tap | None:
        """Return the button that rolls for the player; None if there is nothing to roll."""
        if self.is_rolled or not self.is_preparation:
            return None
        return tap(_("Roll for %(name)s") % {"name": self.name}, moves.DiceRolled(self.seat))

    @property
    def discard(self) -> Tap | None:
        """Return the button that discards a card from the draw pile, to meditate."""
        move = moves.PileChanged(self.seat, -1)
        return tap(_("Draw pile −1"), move) if self.has_pile else None

    @property
    def turnable(self) -> tuple[DieButton, ...]:
        """Return the dice that can be turned to another side."""
        return tuple(die for die in self.dice if die.can_turn)


def seat_part(table: Table, player: Player, sheet: SheetSeat, name: str) -> SeatPart:
    """Return the state of a player."""
    seat = player.seat

    def dial(key: str, label: str, value: int, move: Callable[[int, int], Move]) -> Counter:
        limit = player.life if key == "life" else MAX_LIFE
        overflows = key == "pile" and table.phase is RoundPhase.PREPARATION
        said, made = labelled(name, label), partial(move, seat)
        return counter(f"{key}-{seat}", said, value, made, limit=limit, overflows=overflows)

    if player.left is None:
        life = dial("wounds", _("wounds"), player.wounds, moves.Wounded)
    else:
        life = dial("life", _("life left"), player.left, moves.LifeChanged)
    return SeatPart(
        seat=seat,
        name=name,
        detail=sheet.phoenixborn if sheet.player else "",
        life=life,
        most=player.life,
        wounds=player.wounds,
        pile=dial("pile", _("draw pile"), player.pile, moves.PileChanged),
        hand=player.hand,
        draw=_draw(table, player),
        reactions=player.reactions,
        reaction=_reaction(table, player),
        exhaustion=player.exhaustion,
        status=player.status,
        is_active=seat in table.acting,
        is_first=seat == table.first,
        is_destroyed=player.is_destroyed,
    )


def _draw(table: Table, player: Player) -> Tap | None:
    """Return the button that draws to five in preparation."""
    missing = cards_to_draw(player)
    if not missing or table.phase is not RoundPhase.PREPARATION or player.is_destroyed:
        return None
    label = _("Draw to five (%(number)s)") % {"number": missing}
    return tap(label, moves.CardsDrawn(player.seat, missing))


def _reaction(table: Table, player: Player) -> Tap | None:
    if table.phase is not RoundPhase.TURNS or table.is_over or player.is_destroyed:
        return None
    return tap(_("Reaction spell"), moves.ReactionPlayed(player.seat))


def lives_part(table: Table, names: Mapping[int, str]) -> LivesPart:
    """Return what everybody has left."""
    return LivesPart(
        tuple(
            LifeLeft(
                seat=player.seat,
                name=names[player.seat],
                left=player.left,
                wounds=player.wounds,
                is_active=player.seat in table.acting,
                is_destroyed=player.is_destroyed,
            )
            for player in table.players
        )
    )


def dice_part(table: Table, player: Player, name: str) -> DicePart:
    """Return the dice of a player."""
    is_preparation = table.phase is RoundPhase.PREPARATION and not table.is_over
    dice = zip(player.dice_types, player.sides, strict=True)
    return DicePart(
        seat=player.seat,
        name=name,
        dice=tuple(
            DieButton(player.seat, place, kind, side, is_preparation)
            for place, (kind, side) in enumerate(dice, start=1)
        ),
        active=sum(side is not Side.EXHAUSTED for side in player.sides),
        is_preparation=is_preparation,
        is_rolled=not to_roll(player),
        has_pile=player.pile > 0,
    )


def duel_names(seats: tuple[SheetSeat, ...]) -> Mapping[int, str]:
    """Return the names of those who play, by seat."""
    return {seat.number: seat.player or seat.phoenixborn for seat in seats}

"""What lies before a player of a live duel: life and draw pile, dice, cards in play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes import moves
from campaign.rules.ashes.cards_in_play import Counted, Token, places_taken
from campaign.rules.ashes.dice_pools import SIDES, to_roll
from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.sheet import SheetSeat
from campaign.rules.ashes.table import CardInPlay, Phase, Player, Side, Table, Zone
from campaign.rules.core.live import Move
from tracker.live.values import Counter, Tap, as_json, counter, tap
from tracker.systems.ashes.symbols import die_symbol
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.moves import card_title, zone_name
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class Marker:
    """Tokens of a kind, with a button that adds one and one that removes one."""

    key: str
    kind: str  # of its drawing
    label: str
    short: str  # the same without whose it is
    count: int
    less: str  # moves, as JSON
    more: str


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
    tokens: tuple[Marker, ...]
    is_active: bool
    is_first: bool
    is_destroyed: bool

    @property
    def is_unread(self) -> bool:
        """Say whether the life is still to be read off the card."""
        return self.most is None


@dataclass(frozen=True, slots=True)
class Turning:
    """A side that a die can be turned to."""

    symbol: SafeString
    label: str
    move: str  # as JSON


@dataclass(frozen=True, slots=True)
class DieButton:
    """A die: a tap exhausts it, or makes it active again."""

    place: int
    symbol: SafeString
    label: str
    move: str  # as JSON
    is_exhausted: bool
    turnings: tuple[Turning, ...]  # none for a die that stays exhausted


@dataclass(frozen=True, slots=True)
class DicePart:
    """The dice of a player."""

    seat: int
    dice: tuple[DieButton, ...]
    active: int
    roll: Tap | None  # rolls for the player; None if there is nothing to roll
    discard: Tap | None  # from the draw pile, to meditate
    is_preparation: bool

    @property
    def turnable(self) -> tuple[DieButton, ...]:
        """Return the dice that can be turned to another side."""
        return tuple(die for die in self.dice if die.turnings)


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in play, drawn as a card."""

    number: int
    name: str
    attack: int | None
    life: int | None
    recover: int | None
    wounds: Counter
    exhaustion: int
    toggle: str  # the move of its exhaustion: one token, or none
    markers: tuple[Marker, ...]  # status and exhaustion tokens, and what effects changed
    leave: str  # a move, as JSON
    is_destroyed: bool

    @property
    def tokens(self) -> int:
        """Return how many wound tokens are drawn; more are a number."""
        return self.wounds.value if self.wounds.value <= 5 else 0

    @property
    def status(self) -> int:
        """Return how many status tokens lie on it."""
        return self.markers[0].count


@dataclass(frozen=True, slots=True)
class SpellView:
    """Copies of a ready spell, in one place."""

    name: str
    copies: tuple[CardView, ...]

    @property
    def focus(self) -> int:
        """Return its focus: one less than its copies (p. 11), and at most 2."""
        return min(len(self.copies) - 1, 2)


@dataclass(frozen=True, slots=True)
class Room:
    """How many places of a board are taken; ``most`` is the Phoenixborn's value, if it is known."""

    title: str
    taken: int
    most: int | None

    @property
    def is_over(self) -> bool:
        """Say whether more lies there than there is room for."""
        return self.most is not None and self.taken > self.most


@dataclass(frozen=True, slots=True)
class FieldPart:
    """The battlefield and the spellboard of a player."""

    seat: int
    battlefield: Room
    spellboard: Room
    units: tuple[CardView, ...]
    spells: tuple[SpellView, ...]
    label: str  # of the button that lets a card come into play


def seat_part(table: Table, player: Player, sheet: SheetSeat, name: str) -> SeatPart:
    """Return the state of a player."""
    seat = player.seat

    def dial(key: str, label: str, value: int, move: Callable[[int, int], Move]) -> Counter:
        limit = player.life if key == "life" else MAX_LIFE
        overflows = key == "pile" and table.phase is Phase.PREPARATION
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
        tokens=tuple(_born_marker(player, token, name) for token in Token),
        is_active=seat == table.turn,
        is_first=seat == table.first,
        is_destroyed=player.is_destroyed,
    )


def _born_marker(player: Player, token: Token, name: str) -> Marker:
    is_exhaustion = token is Token.EXHAUSTION
    label = _("exhaustion tokens") if is_exhaustion else _("status tokens")
    move = partial(moves.PhoenixbornMarked, player.seat, token)
    return Marker(
        key=f"born-{player.seat}-{token}",
        kind=str(token),
        label=labelled(name, label),
        short=pgettext("tokens", "exhaustion") if is_exhaustion else pgettext("tokens", "status"),
        count=getattr(player, token),
        less=as_json(move(-1)),
        more=as_json(move(1)),
    )


def dice_part(table: Table, player: Player, name: str) -> DicePart:
    """Return the dice of a player."""
    is_preparation = table.phase is Phase.PREPARATION and not table.is_over
    rolls = is_preparation and bool(to_roll(player))
    return DicePart(
        seat=player.seat,
        dice=tuple(
            _die(player, place, is_preparation) for place in range(1, len(player.sides) + 1)
        ),
        active=sum(player.active.values()),
        roll=tap(_("Roll for %(name)s") % {"name": name}, moves.DiceRolled(player.seat))
        if rolls
        else None,
        discard=tap(_("Draw pile −1"), moves.PileChanged(player.seat, -1)) if player.pile else None,
        is_preparation=is_preparation,
    )


def _die(player: Player, place: int, is_preparation: bool) -> DieButton:
    kind, side = player.dice_types[place - 1], player.sides[place - 1]
    is_exhausted = side is Side.EXHAUSTED
    words = {"dice": terms.dice_name(kind), "side": terms.SIDES[side]}
    if is_exhausted:
        label = _("%(dice)s, exhausted: make it active") % words
    else:
        label = _("%(dice)s, %(side)s: exhaust it") % words
    then = Side.ACTIVE if is_exhausted else Side.EXHAUSTED
    to = SIDES if is_preparation or not is_exhausted else ()
    return DieButton(
        place=place,
        symbol=die_symbol(kind, side),
        label=label,
        move=as_json(moves.DieTurned(player.seat, place, then)),
        is_exhausted=is_exhausted,
        turnings=tuple(
            Turning(
                symbol=die_symbol(kind, other),
                label=_("%(dice)s, %(side)s: turn it to %(to)s")
                % {**words, "to": terms.SIDES[other]},
                move=as_json(moves.DieTurned(player.seat, place, other)),
            )
            for other in to
            if other is not side
        ),
    )


def field_part(player: Player, sheet: SheetSeat, name: str) -> FieldPart:
    """Return the cards before a player."""
    cards = {zone: [c for c in player.in_play if c.zone is zone] for zone in Zone}
    stacks: dict[str, list[CardInPlay]] = {}
    for card in cards[Zone.SPELLBOARD]:
        stacks.setdefault(card.title, []).append(card)
    room = {
        zone: Room(zone_name(zone), places_taken(player, zone), limit_of(sheet, zone))
        for zone in Zone
    }
    return FieldPart(
        seat=player.seat,
        battlefield=room[Zone.BATTLEFIELD],
        spellboard=room[Zone.SPELLBOARD],
        units=tuple(_card(player.seat, card) for card in cards[Zone.BATTLEFIELD]),
        spells=tuple(
            SpellView(card_title(copies[0]), tuple(_card(player.seat, card) for card in copies))
            for copies in stacks.values()
        ),
        label=_("%(name)s: a card comes into play") % {"name": name},
    )


def limit_of(sheet: SheetSeat, zone: Zone) -> int | None:
    """Return how many places a Phoenixborn's board has (p. 12); None if that is not known."""
    printed = sheet.battlefield if zone is Zone.BATTLEFIELD else sheet.spellboard
    return printed if isinstance(printed, int) else None


def _card(seat: int, card: CardInPlay) -> CardView:
    name = card_title(card)
    counting = partial(moves.CardCounted, seat, card.number)
    key = f"card-{seat}-{card.number}"

    def marker(what: Counted, label: str, short: str = "") -> Marker:
        return Marker(
            key=f"{key}-{what}",
            kind=str(what),
            label=labelled(name, label),
            short=short or label,
            count=getattr(card, what) or 0,
            less=as_json(counting(what, -1)),
            more=as_json(counting(what, 1)),
        )

    values = (
        marker(Counted.ATTACK, pgettext("a value of a card", "attack")),
        marker(Counted.LIFE, pgettext("a value of a card", "life")),
        marker(Counted.RECOVER, pgettext("a value of a card", "recover")),
    )
    return CardView(
        number=card.number,
        name=name,
        attack=card.attack,
        life=card.life,
        recover=card.recover,
        wounds=counter(
            key, labelled(name, _("wounds")), card.wounds, partial(counting, Counted.WOUNDS)
        ),
        exhaustion=card.exhaustion,
        toggle=as_json(counting(Counted.EXHAUSTION, -card.exhaustion or 1)),
        markers=(
            marker(Counted.STATUS, _("status tokens"), pgettext("tokens", "status")),
            marker(Counted.EXHAUSTION, _("exhaustion tokens"), pgettext("tokens", "exhaustion")),
            *(values if card.zone is Zone.BATTLEFIELD else ()),
        ),
        leave=as_json(moves.CardLeft(seat, card.number)),
        is_destroyed=card.is_destroyed,
    )


def duel_names(seats: tuple[SheetSeat, ...]) -> Mapping[int, str]:
    """Return the names of those who play, by seat."""
    return {seat.number: seat.player or seat.phoenixborn for seat in seats}

"""The cards before a player of a live duel: battlefield and spellboard, with their tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes import moves
from campaign.rules.ashes.cards_in_play import Counted, conjurations_over, places_taken
from campaign.rules.ashes.sheet import SheetSeat
from campaign.rules.ashes.table import CardInPlay, Player, Table, Zone
from campaign.rules.core.live import Move
from tracker.faces.live import SeatName
from tracker.live.values import Counter, Tap, as_json, counter, tap
from tracker.systems.ashes.words.attack import card_title
from tracker.systems.ashes.words.moves import zone_name
from tracker.words import labelled

MOST_DRAWN: Final = 5  # wound tokens


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
class CardView:
    """A card in play, drawn as a card; its buttons are made when it is drawn."""

    seat: int
    card: CardInPlay
    name: str
    others: tuple[SeatName, ...] = ()  # who could take control of it

    @property
    def gives(self) -> tuple[Tap, ...]:
        """Return the buttons by which another player takes control of it."""
        label = _("%(name)s takes control")
        return tuple(
            tap(
                label % {"name": other.name},
                moves.ControlChanged(self.seat, self.card.number, other.number),
            )
            for other in self.others
        )

    @property
    def key(self) -> str:
        """Return what tells it from all others at the table."""
        return f"card-{self.seat}-{self.card.number}"

    @property
    def wounds(self) -> Counter:
        """Return its wounds."""
        label, counting = labelled(self.name, _("wounds")), partial(self._counted, Counted.WOUNDS)
        return counter(self.key, label, self.card.wounds, counting)

    @property
    def drawn_wounds(self) -> int:
        """Return how many wound tokens are drawn; more are a number."""
        return self.card.wounds if self.card.wounds <= MOST_DRAWN else 0

    @property
    def toggle(self) -> str:
        """Return the move that exhausts it, or removes its exhaustion tokens, as JSON."""
        return as_json(self._counted(Counted.EXHAUSTION, -self.card.exhaustion or 1))

    @property
    def leave(self) -> str:
        """Return the move by which it leaves play, as JSON."""
        return as_json(moves.CardLeft(self.seat, self.card.number))

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Return its tokens besides wounds, and what effects change."""
        tokens = (
            self._marker(Counted.STATUS, _("status tokens"), pgettext("tokens", "status")),
            self._marker(
                Counted.EXHAUSTION, _("exhaustion tokens"), pgettext("tokens", "exhaustion")
            ),
        )
        if self.card.zone is Zone.SPELLBOARD:
            return tokens
        return (
            *tokens,
            self._marker(Counted.ATTACK, pgettext("a value of a card", "attack")),
            self._marker(Counted.LIFE, pgettext("a value of a card", "life")),
            self._marker(Counted.RECOVER, pgettext("a value of a card", "recover")),
        )

    def _counted(self, what: Counted, by: int) -> Move:
        return moves.CardCounted(self.seat, self.card.number, what, by)

    def _marker(self, what: Counted, label: str, short: str = "") -> Marker:
        return Marker(
            key=f"{self.key}-{what}",
            kind=str(what),
            label=labelled(self.name, label),
            short=short or label,
            count=getattr(self.card, what) or 0,
            less=as_json(self._counted(what, -1)),
            more=as_json(self._counted(what, 1)),
        )


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
    name: str
    warnings: tuple[str, ...]  # conjurations beyond their limits


def field_part(
    table: Table, player: Player, sheet: SheetSeat, names: Mapping[int, str]
) -> FieldPart:
    """Return the cards before a player."""
    living = [SeatName(seat, names[seat]) for seat in table.living]
    view = partial(_card, player.seat, tuple(each for each in living if each.number != player.seat))
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
        units=tuple(map(view, cards[Zone.BATTLEFIELD])),
        spells=tuple(
            SpellView(card_title(copies[0]), tuple(map(view, copies))) for copies in stacks.values()
        ),
        name=names[player.seat],
        warnings=tuple(map(_over_limit, conjurations_over(table, player.seat))),
    )


def _over_limit(card: CardInPlay) -> str:
    text = _("%(card)s: more in play than its pile has (%(limit)s).")
    return text % {"card": card_title(card), "limit": card.limit}


def limit_of(sheet: SheetSeat, zone: Zone) -> int | None:
    """Return how many places a Phoenixborn's board has (p. 12); None if that is not known."""
    printed = sheet.battlefield if zone is Zone.BATTLEFIELD else sheet.spellboard
    return printed if isinstance(printed, int) else None


def _card(seat: int, others: tuple[SeatName, ...], card: CardInPlay) -> CardView:
    return CardView(seat, card, card_title(card), others)

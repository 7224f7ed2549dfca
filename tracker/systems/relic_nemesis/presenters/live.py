"""The live page: whose turn it is, and a board for each nemesis."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Game
from campaign.rules.relic_nemesis.choices import Role, Seat, Setup
from campaign.rules.relic_nemesis.moves import (
    Dial,
    LevelGained,
    TierChanged,
    Toll,
    TrophiesSpent,
    Turned,
    TurnEnded,
)
from campaign.rules.relic_nemesis.result import GOAL, LEVEL_MOST
from campaign.rules.relic_nemesis.table import POINTS, Board, Table, spending
from tracker.live.values import Counter, Tap, counter, tap
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the order of turns."""

    name: str
    is_nemesis: bool
    is_active: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is."""

    round: int
    seat: int
    title: str
    player: str
    order: tuple[Place, ...]
    won: str  # by whom; "" while nobody has
    taps: tuple[Tap, ...]
    result_url: str
    duel_url: str  # "" where there are not two characters


@dataclass(frozen=True, slots=True)
class BoardView:
    """A nemesis: its dials, levels, trophies, and the ways to a battle and a defeat."""

    seat: int
    name: str
    detail: str  # who plays it, in which colour
    colour: str
    infamy: Counter
    dials: tuple[Counter, ...]
    unread: tuple[Tap, ...]  # dials that are still to be read off the sheet
    level: int
    levels: int
    trophies: tuple[int, ...]
    points: int
    defeats: int
    is_active: bool
    is_down: bool
    taps: tuple[Tap, ...]
    tolls: tuple[Tap, ...]  # in its own turn
    battle_url: str
    defeat_url: str


@dataclass(frozen=True, slots=True)
class CharacterView:
    """A character: whose it is, and its life; None until somebody says it."""

    seat: int
    name: str
    player: str
    life: Counter | None
    is_active: bool
    is_down: bool


@dataclass(frozen=True, slots=True)
class LiveView:
    """A table as the values that its parts show."""

    game: Game
    setup: Setup
    table: Table
    words: RelicWords

    def turn(self) -> TurnView:
        """Return whose turn it is."""
        names, table = self.words.named(self.table.order), self.table
        active = table.active
        winner = names.get(table.winner or 0, "")
        seats = (Place(names[seat], seat in table.nemeses, seat == active) for seat in table.order)
        duels = len(table.characters) > 1 and not winner
        return TurnView(
            table.round,
            active,
            names[active],
            self._player(active),
            tuple(seats),
            winner,
            () if winner else (tap(_("End the turn"), TurnEnded(active), style="large"),),
            reverse("one_off_result", args=[self.game.code]),
            reverse("relic_duel", args=[self.game.code]) if duels else "",
        )

    def characters(self) -> tuple[CharacterView, ...]:
        """Return the characters with their life."""
        names, lives = self.words.named(self.table.characters), self.table.lives
        return tuple(
            CharacterView(
                seat,
                names[seat],
                self._player(seat),
                _dial(seat, Dial.LIFE, labelled(names[seat], _("Life")), lives[seat], None)
                if seat in lives
                else None,
                seat == self.table.active,
                lives.get(seat) == 0,
            )
            for seat in self.table.characters
        )

    def board(self, board: Board) -> BoardView:
        """Return what a nemesis' board shows."""
        seat, code = board.seat, self.game.code
        held = self._held(seat)
        colour = str(held.colour or "")
        kept = held.kept if self.setup.is_revealed else None
        attribute = terms.attribute(str(kept.attribute or "") if kept else "")
        shown = {Dial.LIFE: (_("Life"), board.life, board.start_life)}
        shown[Dial.ATTRIBUTE] = (attribute, board.attribute, None)
        known = {dial: each for dial, each in shown.items() if each[1] is not None}
        over = self.table.winner is not None
        battle = f"{reverse('relic_battle', args=[code])}?seat={seat}"
        return BoardView(
            seat,
            self.words.named([seat])[seat],
            " · ".join(filter(None, (self._player(seat), terms.colour(colour)))),
            colour,
            _dial(seat, Dial.INFAMY, _("Infamy"), board.infamy, GOAL),
            tuple(_dial(seat, dial, *each) for dial, each in known.items()),
            tuple(
                tap(label, Turned(seat, dial, 1))
                for dial, (label, value, _most) in shown.items()
                if value is None
            ),
            board.level,
            LEVEL_MOST,
            board.trophies,
            board.points,
            board.defeats,
            seat == self.table.active,
            board.is_down,
            () if over else tuple(_gains(board)),
            tuple(_tolls(board)) if seat == self.table.active and not over else (),
            "" if over or board.is_down else battle,
            "" if over else reverse("relic_defeat", args=[code, seat]),
        )

    def _player(self, seat: int) -> str:
        """Return who sits there, unless that is what the seat is called."""
        names = self.words.players
        name = names[seat - 1] if seat <= len(names) else ""
        held = self._held(seat)
        is_named = held.role is Role.NEMESIS or held.character
        return name if is_named and name != self.words.seats().get(seat) else ""

    def _held(self, seat: int) -> Seat:
        """Return a seat of the set-up, which may have been changed since the table was opened."""
        seats = self.setup.seats
        return seats[seat - 1] if seat <= len(seats) else Seat(Role.NEMESIS)


def _dial(seat: int, dial: Dial, label: str, value: int | None, most: int | None) -> Counter:
    return counter(f"{dial}-{seat}", label, value or 0, partial(Turned, seat, dial), most)


def _gains(board: Board) -> Iterator[Tap]:
    """Yield the ways to a level: trophies that lose least, and whatever else gives one."""
    for levels in range(1, board.points // POINTS + 1):
        spent = spending(board.trophies, levels)
        if spent is not None:
            text = ngettext(
                "%(count)s level for trophies: %(values)s",
                "%(count)s levels for trophies: %(values)s",
                levels,
            )
            values = " + ".join(map(str, spent))
            said = text % {"count": levels, "values": values}
            yield tap(said, TrophiesSpent(board.seat, spent))
    label = _("+1 level") if board.level < LEVEL_MOST else _("+1 level: 1 infamy")
    yield tap(label, LevelGained(board.seat))


def _tolls(board: Board) -> Iterator[Tap]:
    """Yield what can be given for the way to the middle tier."""
    if board.infamy:
        yield tap(terms.toll(Toll.INFAMY), TierChanged(board.seat, Toll.INFAMY))
    for value in dict.fromkeys(board.trophies):
        label = _("a trophy of %(value)s") % {"value": value}
        yield tap(label, TierChanged(board.seat, Toll.TROPHY, value))
    for toll in (Toll.MIGHT, Toll.ARSENAL):
        yield tap(terms.toll(toll), TierChanged(board.seat, toll))

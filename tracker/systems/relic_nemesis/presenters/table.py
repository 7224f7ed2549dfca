"""The parts of the live page: what is still to be entered, whose turn it is, a panel a player."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.relic_nemesis import moves
from campaign.rules.relic_nemesis.board import Board
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.choices import Role, Seat
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL, spendings
from campaign.rules.relic_nemesis.middle_tier import Toll
from campaign.rules.relic_nemesis.moves import Dial
from campaign.rules.relic_nemesis.nemesis_turn import Found, NemesisPhase
from campaign.rules.relic_nemesis.table import Table
from tracker.live.values import Counter, Tap, counter, tap
from tracker.systems.relic_nemesis.presenters.fights import battle_url
from tracker.systems.relic_nemesis.presenters.turns import (
    MIDDLE_TIER,
    CurrentPhase,
    current_phase,
)
from tracker.systems.relic_nemesis.words import lines, terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.words import labelled, listed


@dataclass(frozen=True, slots=True)
class StartPart:
    """What is not entered yet of what everybody begins with."""

    names: str  # whose; "" if all is known
    url: str


@dataclass(frozen=True, slots=True)
class SeatInOrder:
    """A seat in the order of turns."""

    name: str
    is_nemesis: bool
    is_active: bool


@dataclass(frozen=True, slots=True)
class FoundChoice:
    """Something that a nemesis can find on its space, with what it does then."""

    title: str
    text: str
    tap: Tap


@dataclass(frozen=True, slots=True)
class WalkPart:
    """The walk through the turn of a nemesis: its current phase, and what can be done in it."""

    phase: CurrentPhase
    choices: tuple[FoundChoice, ...]  # in the exploration phase, instead of steps
    tolls: tuple[Tap, ...]  # for the middle tier, in the movement phase
    toll_help: str
    levels: tuple[Tap, ...]  # for trophies, in the experience phase
    trophies: str  # "3 + 4"; "" without any
    trophy_points: int
    agents_url: str  # of the battle with agents; "" where none is fought
    early_end: tuple[Tap, ...]  # the end of the turn, where phases are left


@dataclass(frozen=True, slots=True)
class TurnPart:
    """Whose turn it is, and who has won."""

    round: int
    seat: int
    title: str
    player: str  # "" if the seat is called by that name
    order: tuple[SeatInOrder, ...]
    nemeses: int  # how many; panels are laid out by it
    characters: int
    winner: str  # a nemesis; "" while nobody has won
    is_team: bool  # its team has won with it
    walk: WalkPart | None  # through the turn of a nemesis
    battle_url: str  # of the battle that comes next; "" if none does
    taps: tuple[Tap, ...]  # the next step
    result_url: str
    duel_url: str  # "" if no duel is possible

    @property
    def key(self) -> str:
        """Return what changes with each turn."""
        return f"{self.round}-{self.seat}"


@dataclass(frozen=True, slots=True)
class Token:
    """A number that stands on a token, with what it looks like."""

    kind: str  # life, infamy or an attribute
    label: str
    counter: Counter | None  # None until it is entered


@dataclass(frozen=True, slots=True)
class CharacterPart:
    """A character at the table."""

    seat: int
    name: str
    player: str
    life: Token
    start_url: str  # where it is entered
    is_active: bool
    is_down: bool


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A nemesis at the table."""

    seat: int
    name: str
    player: str  # "" if the seat is called by that name
    colour: str
    colour_name: str
    infamy: Token
    dials: tuple[Token, ...]
    start_url: str  # where dials are entered
    level: int
    level_most: int
    trophies: str  # "3 + 4"; "" without any
    trophy_points: int
    defeats: int
    is_active: bool
    is_down: bool
    gains: tuple[Tap, ...]  # a level, other than for trophies
    battle_url: str  # "" if none is possible
    defeat_url: str  # for one that has life left; "" otherwise, and once the game is won
    apply_defeat_url: str  # for one that has none left


@dataclass(frozen=True, slots=True)
class TableParts:
    """Makes the parts of a table."""

    code: str  # of the game
    table: Table
    words: RelicWords

    @property
    def is_won(self) -> bool:
        """Say whether a nemesis has won."""
        return self.table.winner is not None

    @property
    def start_url(self) -> str:
        """Return the URL where everybody's start is entered."""
        return reverse("relic_start", args=[self.code])

    def start(self) -> StartPart:
        """Return whose start is not entered yet."""
        seats = [] if self.is_won else filter(self.table.unknown_dials, self.table.order)
        return StartPart(listed(map(self.words.called, seats)), self.start_url)

    def turn(self) -> TurnPart:
        """Return whose turn it is, and who has won."""
        names, table = self.words.named(self.table.order), self.table
        active = table.active
        is_hunting = active in table.nemeses and not self.is_won
        fights = (
            is_hunting and table.found is Found.CHARACTER and table.phase is NemesisPhase.ENGAGEMENT
        )
        explores = is_hunting and table.phase is NemesisPhase.EXPLORATION
        can_duel = len(table.characters) > 1 and active in table.characters and not self.is_won
        return TurnPart(
            round=table.round,
            seat=active,
            title=names[active],
            player=self._player(active),
            order=tuple(
                SeatInOrder(names[seat], seat in table.nemeses, seat == active)
                for seat in table.order
            ),
            nemeses=len(table.nemeses),
            characters=len(table.characters),
            winner=names[table.winner] if table.winner is not None else "",
            is_team=table.teams,
            walk=self._walk() if is_hunting else None,
            battle_url=battle_url(self.code, active) if fights else "",
            taps=() if self.is_won else (_next_step(table, is_main=not (fights or explores)),),
            result_url=reverse("result", args=[self.code]),
            duel_url=reverse("relic_duel", args=[self.code]) if can_duel else "",
        )

    def _walk(self) -> WalkPart:
        """Return the walk through the turn of the active nemesis."""
        table, board = self.table, self.table.board(self.table.active)
        meets_agents = table.phase is NemesisPhase.ENGAGEMENT and table.found is Found.IMPERIUM
        return WalkPart(
            phase=current_phase(table.phase, table.found),
            choices=tuple(_choices(board.seat)) if table.phase is NemesisPhase.EXPLORATION else (),
            tolls=tuple(_tolls(board)) if table.phase is NemesisPhase.MOVEMENT else (),
            toll_help=lines.turn_step(MIDDLE_TIER),
            levels=tuple(_levels(board)) if table.phase is NemesisPhase.EXPERIENCE else (),
            trophies=" + ".join(map(str, board.trophies)),
            trophy_points=board.points,
            agents_url=battle_url(self.code, board.seat, agents=True) if meets_agents else "",
            early_end=(_end_of_turn(table),) if table.phase.next else (),
        )

    def character(self, seat: int) -> CharacterPart:
        """Return a character with its life."""
        name, life = self.words.called(seat), self.table.lives.get(seat)
        shown = None
        if life is not None:
            label, limit = labelled(name, _("Life")), max(life, moves.CHARACTER_LIFE)
            turned = partial(moves.Turned, seat, Dial.LIFE)
            shown = counter(f"{Dial.LIFE}-{seat}", label, life, turned, limit=limit)
        return CharacterPart(
            seat=seat,
            name=name,
            player=self._player(seat),
            life=Token(Dial.LIFE, _("Life"), shown),
            start_url=self._start_url(seat, Dial.LIFE),
            is_active=seat == self.table.active,
            is_down=life == 0,
        )

    def board(self, board: Board) -> BoardPart:
        """Return a nemesis: its dials, levels, trophies, and links to a battle and a defeat."""
        seat = board.seat
        # The set-up may have been changed since the table was opened.
        setup_seat = self.words.setup.seat_or_none(seat) or Seat(Role.NEMESIS)
        colour = str(setup_seat.colour or "")
        is_active = seat == self.table.active
        battle = "" if self.is_won else battle_url(self.code, seat)
        defeat = "" if self.is_won else reverse("relic_defeat", args=[self.code, seat])
        unknown = self.table.unknown_dials(seat)
        infamy = _counter(seat, Dial.INFAMY, _("Infamy"), board.infamy, GOAL)
        return BoardPart(
            seat=seat,
            name=self.words.called(seat),
            player=self._player(seat),
            colour=colour,
            colour_name=terms.colour(colour),
            infamy=Token(Dial.INFAMY, _("Infamy"), infamy),
            dials=_dials(board, self.words.setup.revealed_sheet(seat)),
            start_url=self._start_url(seat, unknown[0]) if unknown else "",
            level=board.level,
            level_most=MAX_LEVEL,
            trophies=" + ".join(map(str, board.trophies)),
            trophy_points=board.points,
            defeats=board.defeats,
            is_active=is_active,
            is_down=board.is_down,
            gains=() if self.is_won else (_level_gained(board),),
            battle_url="" if board.is_down else battle,
            defeat_url="" if board.is_down else defeat,
            apply_defeat_url=defeat if board.is_down else "",
        )

    def _start_url(self, seat: int, dial: Dial) -> str:
        """Return the URL of the field in which the start of a dial is entered."""
        return f"{self.start_url}#id_{dial}_{seat}"

    def _player(self, seat: int) -> str:
        """Return the player of a seat; "" if the seat is called by that name."""
        names = self.words.players
        name = names[seat - 1] if seat <= len(names) else ""
        return name if name != self.words.called(seat) else ""


def _dials(board: Board, sheet: Nemesis | None) -> tuple[Token, ...]:
    """Return life and attribute of a nemesis; its sheet, if everybody sees it, names the latter."""
    kind = str(sheet.attribute or "") if sheet else ""
    life = attribute = None
    if board.life is not None:
        life = _counter(board.seat, Dial.LIFE, _("Life"), board.life, board.start_life)
    if board.attribute is not None:
        named = terms.attribute(kind)
        attribute = _counter(board.seat, Dial.ATTRIBUTE, named, board.attribute)
    return (
        Token(Dial.LIFE, _("Life"), life),
        Token(kind or Dial.ATTRIBUTE, terms.attribute(kind), attribute),
    )


def _counter(seat: int, dial: Dial, label: str, value: int, most: int | None = None) -> Counter:
    turned = partial(moves.Turned, seat, dial)
    limit = GOAL if dial is Dial.INFAMY else moves.MAX_DIAL
    return counter(f"{dial}-{seat}", label, value, turned, most, limit=limit)


def _next_step(table: Table, *, is_main: bool) -> Tap:
    """Return the button that goes on: to the next phase of a nemesis, or to the next turn."""
    style = "large" if is_main else "secondary"
    following = table.phase.next if table.active in table.nemeses else None
    if following is None:
        return _end_of_turn(table, style)
    label = _("On to: %(phase)s") % {"phase": terms.phase(following)}
    return tap(label, moves.PhaseEnded(table.active, table.phase), style=style)


def _end_of_turn(table: Table, style: str = "secondary") -> Tap:
    return tap(_("End the turn"), moves.TurnEnded(table.active), style=style)


def _choices(seat: int) -> Iterator[FoundChoice]:
    """Yield what a nemesis can do on its space, in the order of the book (p. 9)."""
    texts = {
        Found.CHARACTER: "turn.character_here",
        Found.IMPERIUM: "turn.draw_imperium",
        Found.NOTHING: "turn.draw_nemesis",
    }
    for found, code in texts.items():
        title = terms.found(found)
        yield FoundChoice(title, lines.turn_step(code), tap(title, moves.Explored(seat, found)))


def _level_gained(board: Board) -> Tap:
    """Return the way to gain a level other than for trophies."""
    label = _("+1 level") if board.level < MAX_LEVEL else _("+1 level: 1 infamy")
    return tap(label, moves.LevelGained(board.seat))


def _levels(board: Board) -> Iterator[Tap]:
    """Yield the levels that trophies buy in the experience phase (p. 11)."""
    for spending in spendings(board.trophies):
        text = ngettext(
            "%(count)s level for trophies: %(values)s",
            "%(count)s levels for trophies: %(values)s",
            spending.levels,
        )
        values = " + ".join(map(str, spending.trophies))
        label = text % {"count": spending.levels, "values": values}
        yield tap(label, moves.TrophiesSpent(board.seat, spending.trophies))


def _tolls(board: Board) -> Iterator[Tap]:
    """Yield the ways to pay for the middle tier."""
    if board.infamy:
        yield tap(terms.toll(Toll.INFAMY), moves.TierChanged(board.seat, Toll.INFAMY))
    for value in dict.fromkeys(board.trophies):
        label = _("a trophy of %(value)s") % {"value": value}
        yield tap(label, moves.TierChanged(board.seat, Toll.TROPHY, value))
    for toll in (Toll.MIGHT, Toll.ARSENAL):
        yield tap(terms.toll(toll), moves.TierChanged(board.seat, toll))

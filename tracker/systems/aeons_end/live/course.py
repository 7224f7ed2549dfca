"""The chart of a live game: Gravehold and the nemesis turn by turn, and who acted."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.aeons_end.live.table import NEMESIS_SEAT, Start, TurnEnd
from tracker.charts.values import EDGE, WIDTH, Chart, Table
from tracker.systems.aeons_end.live.words import Names
from tracker.words import listed

TOP, DEEP = 14, 100  # of the lines
FOOT = TOP + DEEP + 10  # of the marks for who acted


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a line."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Act:
    """A turn below the lines: who acted, and the mages who were exhausted in it."""

    x: int
    is_nemesis: bool
    exhausted: str


@dataclass(frozen=True, slots=True)
class Course:
    """The drawing of a game."""

    gravehold: tuple[Point, ...]
    nemesis: tuple[Point, ...]  # empty without a dial
    acts: tuple[Act, ...]
    foot: int = FOOT

    @property
    def gravehold_points(self) -> str:
        """Return the line of Gravehold, for SVG."""
        return _svg_points(self.gravehold)

    @property
    def nemesis_points(self) -> str:
        """Return the line of the nemesis, for SVG; "" without a dial."""
        return _svg_points(self.nemesis)


def _svg_points(points: Sequence[Point]) -> str:
    return " ".join(f"{point.x},{point.y}" for point in points)


def course_chart(turns: Sequence[TurnEnd], start: Start, names: Names) -> Chart:
    """Return the chart of a game that was played live."""
    last = max(len(turns) - 1, 1)

    def x(place: int) -> int:
        return EDGE + round((WIDTH - 2 * EDGE) * place / last)

    def line(values: Sequence[int | None], most: int) -> tuple[Point, ...]:
        heights = [TOP + DEEP - round(DEEP * (value or 0) / max(most, 1)) for value in values]
        return tuple(Point(x(place), y) for place, y in enumerate(heights))

    dial = start.nemesis
    course = Course(
        gravehold=line([turn.table.gravehold for turn in turns], start.gravehold),
        nemesis=() if dial is None else line([turn.table.nemesis for turn in turns], dial),
        acts=tuple(
            Act(
                x=x(place),
                is_nemesis=turn.table.acting == NEMESIS_SEAT,
                exhausted=listed(names.mage(seat) for seat in turn.fallen),
            )
            for place, turn in enumerate(turns)
            if place
        ),
    )
    return Chart(
        id="course",
        title=_("The game turn by turn"),
        text=_text(turns, names),
        height=FOOT + 22,
        table=_table(turns, names, has_dial=dial is not None),
        note=_legend(names, has_dial=dial is not None),
        template="aeons_end/live/course.html",
        drawn=course,
    )


def _text(turns: Sequence[TurnEnd], names: Names) -> str:
    last = turns[-1].table
    rounds = ngettext("%(number)s round", "%(number)s rounds", last.round)
    played = ngettext("%(number)s turn", "%(number)s turns", last.turn)
    values = {
        "rounds": rounds % {"number": last.round},
        "turns": played % {"number": last.turn},
        "gravehold": _("Gravehold"),
        "life": last.gravehold,
    }
    said = _("%(rounds)s, %(turns)s. After the last move %(gravehold)s had %(life)s life.") % values
    fallen = [names.mage(seat) for turn in turns for seat in turn.fallen]
    return f"{said} " + _("Exhausted: %(mages)s.") % {"mages": listed(fallen)} if fallen else said


def _legend(names: Names, *, has_dial: bool) -> str:
    said = [_("Solid line: %(what)s.") % {"what": _("Gravehold")}]
    if has_dial:
        said.append(_("Dashed line: %(what)s.") % {"what": names.nemesis})
    said.append(_("Dot: a mage’s turn. Diamond: the nemesis’ turn. Cross: a mage is exhausted."))
    return " ".join(said)


def _table(turns: Sequence[TurnEnd], names: Names, *, has_dial: bool) -> Table:
    columns = [pgettext("of a game", "Turn"), pgettext("of a game", "Round"), _("Who acted")]
    columns += [_("Gravehold"), *([names.nemesis] if has_dial else []), _("Exhausted")]
    rows = []
    for turn in turns[1:]:
        table = turn.table
        who = names.nemesis if table.acting == NEMESIS_SEAT else names.mage(table.acting or 0)
        row = [str(table.turn), str(table.round), who, str(table.gravehold)]
        row += [str(table.nemesis)] if has_dial else []
        rows.append((*row, listed(names.mage(seat) for seat in turn.fallen)))
    return Table(_("The game turn by turn"), tuple(columns), tuple(rows))

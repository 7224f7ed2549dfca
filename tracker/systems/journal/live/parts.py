"""The parts of the live page: whose turn it is, a panel for each player, the numbers of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from campaign.rules.journal import live as rules
from campaign.rules.journal.description import MAX_COUNT
from campaign.rules.journal.live import JournalTable
from campaign.rules.journal.live_start import LiveDial, LiveSeat
from tracker.live.values import Clock, Counter, Tap, as_json, counter, tap

SCORE = "score"


@dataclass(frozen=True, slots=True)
class OrderedSeat:
    """Somebody in the turn order."""

    name: str
    is_acting: bool
    up: Tap  # one place earlier


@dataclass(frozen=True, slots=True)
class TurnPart:
    """Whose turn it is, in which round."""

    seat: int
    round: int
    who: str
    plays: str
    order: tuple[OrderedSeat, ...]
    taps: tuple[Tap, ...]
    clock: Clock


@dataclass(frozen=True, slots=True)
class NumbersPart:
    """Numbers of one player, or of the whole group."""

    seat: int  # 0: of the group
    name: str
    plays: str
    is_acting: bool
    counters: tuple[Counter, ...]


def turn_part(table: JournalTable, names: Mapping[int, str]) -> TurnPart:
    """Return whose turn it is."""
    plays = {seat.number: seat.plays for seat in table.start.seats}
    taps = [tap(_("Next round"), rules.NextRound())]
    if len(table.order) > 1:
        taps.insert(0, tap(_("Next turn"), rules.NextTurn(), style="large"))
    return TurnPart(
        seat=table.seat,
        round=table.round,
        who=names.get(table.seat, ""),
        plays=plays.get(table.seat, ""),
        order=tuple(
            OrderedSeat(
                names[seat],
                seat == table.seat,
                tap(_("Earlier: %(name)s") % {"name": names[seat]}, rules.MovedUp(seat)),
            )
            for seat in table.order
        ),
        taps=tuple(taps),
        clock=Clock(table.spent, table.since, as_json(rules.Clock(runs=table.since is None))),
    )


def seat_part(table: JournalTable, seat: LiveSeat, name: str, score_word: str) -> NumbersPart:
    """Return the numbers of one player, their score first."""
    counters = list(_counters(table, seat.number))
    score = table.score(seat.number)
    if score is not None:
        scored = partial(rules.Scored, seat.number)
        key = f"{SCORE}-{seat.number}"
        counters.insert(0, counter(key, score_word, score, scored, limit=MAX_COUNT, low=-MAX_COUNT))
    return NumbersPart(
        seat=seat.number,
        name=name,
        plays=seat.plays,
        is_acting=seat.number == table.seat,
        counters=tuple(counters),
    )


def group_part(table: JournalTable) -> NumbersPart:
    """Return the numbers that belong to nobody in particular."""
    return NumbersPart(0, "", "", False, tuple(_counters(table, 0)))


def _counters(table: JournalTable, seat: int) -> list[Counter]:
    return [
        _counter(place, dial, table.counts[place])
        for place, dial in enumerate(table.start.dials)
        if dial.seat == seat
    ]


def _counter(place: int, dial: LiveDial, count: int) -> Counter:
    turned = partial(rules.Turned, place)
    return counter(f"dial-{place}", dial.name, count, turned, limit=dial.high, low=dial.low)

"""The moves of an attack: what is wrong with them, and what they make of the table."""

from collections.abc import Iterator
from dataclasses import replace

from campaign.rules.ashes import attack
from campaign.rules.ashes.moves import (
    AttackCalledOff,
    AttackerChosen,
    AttackResolved,
    Blocked,
    Countered,
    DamageSplit,
    Guarded,
    TargetChosen,
)
from campaign.rules.ashes.table import Attack, Block, Table
from campaign.rules.core.problems import Problem

AttackMove = (
    AttackerChosen
    | TargetChosen
    | Blocked
    | Guarded
    | Countered
    | DamageSplit
    | AttackResolved
    | AttackCalledOff
)


def attack_problems(table: Table, move: AttackMove) -> Iterator[Problem]:
    """Yield why a move of an attack is refused."""
    seat = move.seat
    match move:
        case AttackerChosen(card=card):
            yield from attack.attacker_problems(table, seat, card)
        case TargetChosen(target=target, card=card):
            yield from attack.target_problems(table, seat, target, card)
        case Blocked():
            yield from attack.block_problems(table, seat, _block(move))
        case Guarded(guard=guard):
            yield from attack.guard_problems(table, seat, guard)
        case Countered():
            yield from attack.counter_problems(table, seat)
        case DamageSplit():
            yield from attack.counter_problems(table, seat)
        case AttackResolved():
            yield from attack.resolve_problems(table, seat)
        case AttackCalledOff():
            if table.attack is None or table.attack.seat != seat:
                yield Problem("duel.no_attack")


def attack_applied(table: Table, move: AttackMove) -> Table:
    """Return the table after a move of an attack."""
    now = table.attack or Attack(move.seat)
    match move:
        case AttackerChosen(seat=seat, card=card):
            return attack.toggled(table, seat, card)
        case TargetChosen(target=target, card=card):
            now = Attack(now.seat, now.attackers, target, card)
        case Blocked():
            now = attack.blocked(now, _block(move))
        case Guarded(guard=guard):
            now = replace(now, guard=guard, counters=False, split={})
        case Countered(counters=counters):
            now = replace(now, counters=counters, split={})
        case DamageSplit(attacker=attacker, by=by):
            now = attack.with_split(now, attacker, by)
        case AttackResolved():
            return attack.resolved(table)
        case AttackCalledOff():
            return replace(table, attack=None)
    return replace(table, attack=now)


def _block(move: Blocked) -> Block:
    return Block(move.attacker, move.blocker, counters=move.counters)

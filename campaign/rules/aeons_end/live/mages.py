"""Moves of mages and dials: damage, charges, breaches, exhaustion step by step."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import BreachState
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.live import moves
from campaign.rules.aeons_end.live.moves import BreachAct, Whose
from campaign.rules.aeons_end.live.table import LiveMage, Table
from campaign.rules.aeons_end.mages import Breach, focus, opened
from campaign.rules.core.problems import Detail, Problem, RulesError

MOST = 99  # that any dial shows


def turn_dial(table: Table, move: moves.Dial) -> Table:
    """Turn a dial; it stops at nothing, and where it began unless it is to go beyond."""

    def turned(shown: int, start: int) -> int:
        most = MOST if move.beyond else max(start, shown)
        return min(max(shown + move.by, 0), most)

    match move.whose:
        case Whose.GRAVEHOLD:
            return replace(table, gravehold=turned(table.gravehold, table.start.gravehold))
        case Whose.NEMESIS:
            if table.nemesis is None or table.start.nemesis is None:
                raise RulesError([Problem("live.no_nemesis_dial")])
            return replace(table, nemesis=turned(table.nemesis, table.start.nemesis))
        case Whose.TOKENS:
            return replace(table, tokens=turned(table.tokens, MOST))
        case Whose.SUPPORT:
            return replace(table, support=turned(table.support, MOST))


def change_life(table: Table, move: moves.Life) -> Table:
    """Hurt or heal a mage; what goes beyond their life hits Gravehold doubled."""
    mage = table.mage(move.seat)
    if move.by >= 0:
        if mage.exhausted and move.by and not move.beyond:
            raise RulesError([Problem("live.no_healing", {"seat": mage.seat})])
        start = table.start.mages[move.seat - 1].life
        most = MOST if move.beyond else max(start, mage.life)
        healed = replace(mage, life=min(mage.life + move.by, most))
        return _with(table, healed)
    left = mage.life + move.by
    falls = left <= 0 and not mage.exhausted
    steps = table.start.exhaustion if falls else mage.steps
    hurt = replace(mage, life=max(left, 0), exhausted=left <= 0, steps=steps)
    gravehold = max(table.gravehold + 2 * min(left, 0), 0)
    return replace(_with(table, hurt), gravehold=gravehold)


def change_charges(table: Table, move: moves.Charge) -> Table:
    """Gain or lose charges, never more than the ability has slots."""
    mage = table.mage(move.seat)
    slots = table.start.mages[move.seat - 1].charges
    if slots is None:
        raise RulesError([Problem("live.no_ability", {"seat": mage.seat})])
    return _with(table, replace(mage, charges=min(max(mage.charges + move.by, 0), slots)))


def change_breach(table: Table, move: moves.BreachMove) -> Table:
    """Focus, open, close or destroy a breach."""
    mage = table.mage(move.seat)
    breach = _breach(mage, move.number)
    match move.act:
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
    return _with(table, _with_breach(mage, changed))


def exhaust(table: Table, move: moves.Exhaust) -> Table:
    """Take the next step of a mage's exhaustion."""
    mage = table.mage(move.seat)
    if not mage.steps or mage.steps[0] is not move.step:
        details: dict[str, Detail] = {"seat": mage.seat, "step": str(move.step)}
        raise RulesError([Problem("live.step_not_next", details)])
    if not move.skipped:
        match move.step:
            case ExhaustionStep.DESTROY_BREACH:
                mage = _with_breach(
                    mage,
                    replace(_breach(mage, move.breach), state=BreachState.ABSENT, turns=0),
                )
            case ExhaustionStep.DISCARD_CHARGES:
                mage = replace(mage, charges=0)
            case ExhaustionStep.UNLEASH_TWICE:
                pass  # what it does is on the mat: the group turns the dials
    return _with(table, replace(mage, steps=mage.steps[1:]))


def change_pile(table: Table, move: moves.Pile) -> Table:
    """Take cards from a pile, or put them back; it never has more than it began with."""
    if not move.place <= len(table.piles):
        raise RulesError([Problem("live.pile_unknown", {"place": move.place})])
    piles, at = list(table.piles), move.place - 1
    piles[at] = min(max(piles[at] + move.by, 0), table.start.piles[at])
    return replace(table, piles=tuple(piles))


def _with(table: Table, mage: LiveMage) -> Table:
    mages = tuple(mage if held.seat == mage.seat else held for held in table.mages)
    return replace(table, mages=mages)


def _breach(mage: LiveMage, number: str) -> Breach:
    for breach in mage.breaches:
        if breach.number == number and breach.state is not BreachState.ABSENT:
            return breach
    raise RulesError([Problem("live.breach_not_there", {"seat": mage.seat, "number": number})])


def _with_breach(mage: LiveMage, breach: Breach) -> LiveMage:
    return replace(
        mage,
        breaches=tuple(breach if held.number == breach.number else held for held in mage.breaches),
    )

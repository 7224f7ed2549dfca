"""Attacks (pp. 6-9): attackers, a target, blockers or a guard, counters, and the damage of all.

Each choice is its player's, and a move of its own; what abilities add is entered by hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from campaign.rules.ashes.cards_in_play import Counted, card_of, counted
from campaign.rules.ashes.chimera_turn import aspects_of
from campaign.rules.ashes.table import Attack, Block, CardInPlay, Player, RoundPhase, Table, Zone
from campaign.rules.ashes.wounds import wounded
from campaign.rules.core.problems import Problem


def can_fight(card: CardInPlay) -> bool:
    """Say whether a card can attack, block or counter: a unit that is not exhausted (p. 12)."""
    ready = not card.exhaustion and not card.is_destroyed and not card.face_down
    return card.zone is Zone.BATTLEFIELD and ready


def units_that_can_fight(player: Player) -> tuple[CardInPlay, ...]:
    """Return the units of a player that can attack, block or counter."""
    return tuple(card for card in player.in_play if can_fight(card))


def leftmost_attacker(table: Table) -> CardInPlay | None:
    """Return the unit with which a Chimera attacks next, from its left; None if none can."""
    cards = aspects_of(table, table.chimera.faces) if table.chimera else ()
    able = (card for card in cards if can_fight(card))
    return next((card for card in able if card.aim or card.blood is None), None)


def targets(table: Table, seat: int) -> tuple[int, ...]:
    """Return whom a seat can attack: players who fight a Chimera attack nobody else."""
    others = tuple(player.seat for player in table.players if player.seat != seat)
    if table.chimera is None:
        return others
    return (table.chimera.faces,) if seat == table.chimera.seat else (table.chimera.seat,)


def attackers(table: Table, attack: Attack) -> tuple[CardInPlay, ...]:
    """Return the attacking units that are still in play, in the order in which they were chosen."""
    player = table.player(attack.seat)
    return tuple(filter(None, (card_of(player, number) for number in attack.attackers)))


def defending_unit(table: Table, attack: Attack) -> CardInPlay | None:
    """Return the unit that all attackers hit in the end: a guard, or the target.

    None if that is a Phoenixborn, who may guard even when exhausted (p. 9), or nobody yet.
    """
    number = attack.card if attack.guard is None else attack.guard
    if attack.target is None or not number:
        return None
    return card_of(table.player(attack.target), number)


def split_left(table: Table, attack: Attack) -> int:
    """Return how much damage of a countering unit is still to be given to attackers (p. 9)."""
    unit = defending_unit(table, attack)
    if unit is None or not attack.counters or len(attack.attackers) < 2:
        return 0
    return (unit.attack or 0) - sum(attack.split.values())


# --- choices ---


def toggled(table: Table, seat: int, number: int) -> Table:
    """Return the table with one more attacker, or one less; the first one begins an attack."""
    attack = table.attack or Attack(seat)
    chosen = attack.attackers
    now = tuple(n for n in chosen if n != number) if number in chosen else (*chosen, number)
    blocks = tuple(block for block in attack.blocks if block.attacker in now)
    changed = replace(attack, attackers=now, blocks=blocks, counters=False, split={})
    return replace(table, attack=changed if now else None)


def blocked(attack: Attack, block: Block) -> Attack:
    """Return an attack in which an attacker is blocked so; one without a blocker is not."""
    others = (
        each
        for each in attack.blocks
        if each.attacker != block.attacker and each.blocker != block.blocker
    )
    new = (block,) if block.blocker else ()
    return replace(attack, blocks=(*others, *new))


def with_split(attack: Attack, attacker: int, by: int) -> Attack:
    """Return an attack in which a countering unit deals an attacker more damage, or less."""
    amount = max(0, attack.split.get(attacker, 0) + by)
    return replace(attack, split={**attack.split, attacker: amount})


def with_attack_pruned(table: Table) -> Table:
    """Return the table without what has left play of an attack; it ends with its turn."""
    attack = table.attack
    if attack is None:
        return table
    if table.phase is not RoundPhase.TURNS or table.is_over or attack.seat not in table.acting:
        return replace(table, attack=None)
    there = tuple(card.number for card in attackers(table, attack))
    if not there:
        return replace(table, attack=None)
    attack = replace(attack, attackers=there)
    if attack.target is not None:
        defender = table.player(attack.target)
        gone = attack.card and card_of(defender, attack.card) is None
        if defender.is_destroyed or gone:
            attack = Attack(attack.seat, there)
        elif attack.guard and card_of(defender, attack.guard) is None:
            attack = replace(attack, guard=None, counters=False, split={})
        blocks = (b for b in attack.blocks if b.attacker in there and card_of(defender, b.blocker))
        attack = replace(attack, blocks=tuple(blocks))
    return replace(table, attack=attack)


# --- what is wrong with a choice ---


def attacker_problems(table: Table, seat: int, number: int) -> Iterator[Problem]:
    """Yield why a unit cannot attack, or stay at home."""
    card = card_of(table.player(seat), number)
    if seat not in table.acting:
        yield Problem("duel.live_turn_over", {"seat": seat})
    elif table.attack is not None and table.attack.seat != seat:
        yield Problem("duel.other_attack")
    elif card is None:
        yield Problem("duel.live_card_gone", {}, "card")
    elif not can_fight(card):
        yield Problem("duel.attack_exhausted", {"card": card.name}, "card")


def target_problems(table: Table, seat: int, target: int, number: int) -> Iterator[Problem]:
    """Yield why somebody or something cannot be attacked."""
    if table.attack is None or table.attack.seat != seat:
        yield Problem("duel.no_attack")
    elif target not in targets(table, seat):
        yield Problem("duel.no_such_seat", {"seat": target}, "target")
    elif table.player(target).is_destroyed:
        yield Problem("duel.live_destroyed", {"seat": target}, "target")
    elif number:
        card = card_of(table.player(target), number)
        if card is None or card.zone is not Zone.BATTLEFIELD or card.face_down:
            yield Problem("duel.live_card_gone", {}, "card")


def defence_problems(table: Table, seat: int) -> Iterator[Problem]:
    """Yield why a player has nothing to answer."""
    if table.attack is None or table.attack.target != seat:
        yield Problem("duel.no_attack")


def block_problems(table: Table, seat: int, block: Block) -> Iterator[Problem]:
    """Yield why a unit cannot block an attacker: only attacks on a Phoenixborn are blocked."""
    attack = table.attack
    if attack is None or attack.target != seat or attack.card:
        yield Problem("duel.no_attack")
        return
    if block.attacker not in attack.attackers:
        yield Problem("duel.live_card_gone", {}, "attacker")
    if block.blocker:
        yield from _defender_problems(table.player(seat), block.blocker)


def guard_problems(table: Table, seat: int, guard: int | None) -> Iterator[Problem]:
    """Yield why somebody cannot guard the attacked unit."""
    attack = table.attack
    if attack is None or attack.target != seat or not attack.card:
        yield Problem("duel.no_attack")
    elif guard == attack.card:
        yield Problem("duel.guards_itself", {}, "card")
    elif guard:
        yield from _defender_problems(table.player(seat), guard)


def counter_problems(table: Table, seat: int) -> Iterator[Problem]:
    """Yield why the attacked unit cannot counter: it is exhausted, or there is none."""
    attack = table.attack
    unit = defending_unit(table, attack) if attack else None
    if attack is None or attack.target != seat or unit is None:
        yield Problem("duel.no_attack")
    elif not can_fight(unit):
        yield Problem("duel.attack_exhausted", {"card": unit.name}, "card")


def resolve_problems(table: Table, seat: int) -> Iterator[Problem]:
    """Yield what is missing before damage is dealt."""
    attack = table.attack
    if attack is None or attack.seat != seat or attack.target is None:
        yield Problem("duel.no_attack")
        return
    for card in _those_who_hit(table, attack):
        if card.attack is None:
            yield Problem("duel.attack_unknown", {"card": card.name}, "card")
    left = split_left(table, attack)
    if left:
        yield Problem("duel.split", {"actual": left}, "split")


def _defender_problems(player: Player, number: int) -> Iterator[Problem]:
    card = card_of(player, number)
    if card is None:
        yield Problem("duel.live_card_gone", {}, "card")
    elif not can_fight(card):
        yield Problem("duel.attack_exhausted", {"card": card.name}, "card")


def _those_who_hit(table: Table, attack: Attack) -> Iterator[CardInPlay]:
    """Yield every unit whose attack value counts."""
    yield from attackers(table, attack)
    defender = table.player(attack.target or 0)
    numbers = [block.blocker for block in attack.blocks if block.counters]
    yield from filter(None, (card_of(defender, number) for number in numbers))
    unit = defending_unit(table, attack)
    if unit is not None and attack.counters:
        yield unit


# --- damage ---


@dataclass(frozen=True, slots=True)
class Damage:
    """What an attack does: wounds on the Phoenixborn and on units, and who is exhausted by it."""

    phoenixborn: int
    defenders: dict[int, int]
    attackers: dict[int, int]
    countering: tuple[int, ...]


def damage_of(table: Table, attack: Attack) -> Damage:
    """Return the damage of an attack, by the numbers of cards."""
    if attack.card:
        return _damage_to_unit(table, attack)
    defender = table.player(attack.target or 0)
    by_attacker = {block.attacker: block for block in attack.blocks}
    through, hurt, struck = 0, {}, {}
    for card in attackers(table, attack):
        block = by_attacker.get(card.number)
        blocker = card_of(defender, block.blocker) if block else None
        if block is None or blocker is None:
            through += card.attack or 0
            continue
        hurt[blocker.number] = card.attack or 0
        if block.counters:
            struck[card.number] = blocker.attack or 0
    countering = tuple(block.blocker for block in attack.blocks if block.counters)
    return Damage(through, hurt, struck, countering)


def _damage_to_unit(table: Table, attack: Attack) -> Damage:
    """All attackers hit one target, and a countering unit splits its damage (p. 9)."""
    total = sum(card.attack or 0 for card in attackers(table, attack))
    unit = defending_unit(table, attack)
    if unit is None:  # the Phoenixborn guards
        return Damage(total, {}, {}, ())
    if not attack.counters:
        return Damage(0, {unit.number: total}, {}, ())
    split = attack.split
    if len(attack.attackers) == 1:
        split = {attack.attackers[0]: unit.attack or 0}
    return Damage(0, {unit.number: total}, dict(split), (unit.number,))


def resolved(table: Table) -> Table:
    """Return the table after the damage: survivors who attacked or countered are exhausted."""
    attack = table.attack
    if attack is None or attack.target is None:
        return table
    damage = damage_of(table, attack)
    mine, theirs = table.player(attack.seat), table.player(attack.target)
    theirs = wounded(theirs, damage.phoenixborn)
    for number, wounds in damage.defenders.items():
        theirs = counted(theirs, number, Counted.WOUNDS, wounds)
    for number, wounds in damage.attackers.items():
        mine = counted(mine, number, Counted.WOUNDS, wounds)
    mine = _exhausted(mine, attack.attackers)
    theirs = _exhausted(theirs, damage.countering)
    return replace(table.with_player(mine).with_player(theirs), attack=None)


def _exhausted(player: Player, numbers: tuple[int, ...]) -> Player:
    """Return a player with a token on each of these units that is not destroyed."""
    for number in numbers:
        card = card_of(player, number)
        if card is not None and not card.is_destroyed:
            player = counted(player, number, Counted.EXHAUSTION, 1)
    return player

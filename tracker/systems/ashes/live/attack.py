"""An attack at the live table: who attacks whom, who blocks, guards or counters, and its damage."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.ashes import attack as rules
from campaign.rules.ashes import moves
from campaign.rules.ashes.table import Attack, CardInPlay, Player, RoundPhase, Table, Zone
from tracker.live.values import Tap, tap
from tracker.systems.ashes.words.attack import card_title, changes
from tracker.words import labelled, listed


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of which one or several can be pressed in."""

    tap: Tap
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices under a heading."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class AttackView:
    """What can be chosen now; while nobody attacks, only who could."""

    title: str
    is_declared: bool  # somebody attacks
    groups: tuple[ChoiceGroup, ...]
    split_left: str = ""  # how much damage a countering unit still has to deal; "" if none
    outcome: tuple[str, ...] = ()  # what the damage will be; nothing before there is a target
    taps: tuple[Tap, ...] = ()


def attack_view(table: Table, names: Mapping[int, str]) -> AttackView | None:
    """Return the attack; None if nobody can attack now."""
    if table.phase is not RoundPhase.TURNS or table.is_over or table.turn is None:
        return None
    attack = table.attack
    seats = table.acting if attack is None else (attack.seat,)
    groups = [
        _attackers(player, attack, able, names if len(seats) > 1 else None)
        for player in map(table.player, seats)
        if (able := _able(table, player)) or attack is not None
    ]
    if not groups:
        return None
    if attack is None:
        return AttackView(_("Attack"), is_declared=False, groups=tuple(groups))
    groups += _targets(table, attack, names)
    if attack.target is not None:
        groups += _answers(table, attack, names)
    left = rules.split_left(table, attack)
    text = ngettext("%(count)s damage left to deal", "%(count)s damage left to deal", left)
    return AttackView(
        title=_title(table, attack, names),
        is_declared=True,
        groups=tuple(groups),
        split_left=text % {"count": left} if left > 0 else "",
        outcome=tuple(_outcome(table, names)),
        taps=tuple(_taps(table, attack)),
    )


def _title(table: Table, attack: Attack, names: Mapping[int, str]) -> str:
    units = listed(map(card_title, rules.attackers(table, attack)))
    if attack.target is None:
        return _("Attack with: %(units)s") % {"units": units}
    target = names[attack.target]
    if attack.card:
        unit = next(c for c in table.player(attack.target).in_play if c.number == attack.card)
        target = f"{card_title(unit)} ({target})"
    return f"{units} → {target}"


def _able(table: Table, player: Player) -> tuple[CardInPlay, ...]:
    """Return the units that can attack; a Chimera attacks with those opposite its target."""
    able, chimera = rules.units_that_can_fight(player), table.chimera
    if chimera is None or player.seat != chimera.seat:
        return able
    return tuple(card for card in able if card.facing in (chimera.faces, None))


def _attackers(
    player: Player,
    attack: Attack | None,
    able: tuple[CardInPlay, ...],
    names: Mapping[int, str] | None,
) -> ChoiceGroup:
    """Return the units of a player to attack with; ``names`` where several share a turn."""
    chosen = attack.attackers if attack else ()
    title = _("Attackers")
    return ChoiceGroup(
        labelled(title, names[player.seat]) if names else title,
        tuple(
            Choice(
                tap(_with_values(card), moves.AttackerChosen(player.seat, card.number)),
                is_chosen=card.number in chosen,
            )
            for card in able
        ),
    )


def _with_values(card: CardInPlay) -> str:
    attack = "?" if card.attack is None else card.attack
    return f"{card_title(card)} ({attack})"


def _targets(table: Table, attack: Attack, names: Mapping[int, str]) -> Iterator[ChoiceGroup]:
    """Yield the Phoenixborn and the units of each opponent."""
    for seat in rules.targets(table, attack.seat):
        if seat not in table.living:
            continue
        cards = table.player(seat).in_play
        units = (c for c in cards if c.zone is Zone.BATTLEFIELD and not c.face_down)
        wanted = [(0, _born(table, seat)), *((c.number, card_title(c)) for c in units)]
        yield ChoiceGroup(
            labelled(_("Target"), names[seat]),
            tuple(
                Choice(
                    tap(label, moves.TargetChosen(attack.seat, seat, number)),
                    is_chosen=(attack.target, attack.card) == (seat, number),
                )
                for number, label in wanted
            ),
        )


def _born(table: Table, seat: int) -> str:
    """Return what is attacked besides units."""
    is_chimera = table.chimera is not None and table.chimera.seat == seat
    return _("Chimera") if is_chimera else _("Phoenixborn")


def _answers(table: Table, attack: Attack, names: Mapping[int, str]) -> Iterator[ChoiceGroup]:
    """Yield what the attacked player can do."""
    defender = table.player(attack.target or 0)
    if attack.card:
        yield from _guards(table, defender, attack, names)
        yield from _counters(table, attack, defender.seat)
        return
    for attacker in rules.attackers(table, attack):
        yield _blockers(defender, attack, attacker)


def _blockers(defender: Player, attack: Attack, attacker: CardInPlay) -> ChoiceGroup:
    now = next((b for b in attack.blocks if b.attacker == attacker.number), None)

    def choice(label: str, blocker: int, *, counters: bool = False) -> Choice:
        move = moves.Blocked(defender.seat, attacker.number, blocker, counters=counters)
        return Choice(tap(label, move), is_chosen=(now.blocker if now else 0) == blocker)

    units = rules.units_that_can_fight(defender)
    choices = [choice(_("No block"), 0), *(choice(card_title(c), c.number) for c in units)]
    if now is not None:
        counters = pgettext("does a unit counter?", "Counters")
        toggle = choice(counters, now.blocker, counters=not now.counters)
        choices.append(replace(toggle, is_chosen=now.counters))
    title = _("Block %(unit)s with") % {"unit": card_title(attacker)}
    return ChoiceGroup(title, tuple(choices))


def _guards(
    table: Table, defender: Player, attack: Attack, names: Mapping[int, str]
) -> Iterator[ChoiceGroup]:
    units = (card for card in rules.units_that_can_fight(defender) if card.number != attack.card)
    wanted: list[tuple[int | None, str]] = [(None, _("Nobody"))]
    if table.chimera is None or defender.seat != table.chimera.seat:
        wanted.append((0, _("Phoenixborn")))
    wanted += [(card.number, card_title(card)) for card in units]
    yield ChoiceGroup(
        _("%(name)s guards (units only with Unit Guard)") % {"name": names[defender.seat]},
        tuple(
            Choice(tap(label, moves.Guarded(defender.seat, number)), attack.guard == number)
            for number, label in wanted
        ),
    )


def _counters(table: Table, attack: Attack, seat: int) -> Iterator[ChoiceGroup]:
    """Yield whether the unit that is hit counters, and how it splits its damage."""
    unit = rules.defending_unit(table, attack)
    if unit is None or not rules.can_fight(unit):
        return
    yes = pgettext("does a unit counter?", "Counters")
    no = pgettext("does a unit counter?", "Does not counter")
    yield ChoiceGroup(
        card_title(unit),
        (
            Choice(tap(no, moves.Countered(seat, counters=False)), not attack.counters),
            Choice(tap(yes, moves.Countered(seat)), attack.counters),
        ),
    )
    if attack.counters and len(attack.attackers) > 1:
        split = _("Damage to %(unit)s: %(number)s")
        yield ChoiceGroup(
            _("A tap deals 1 damage"),
            tuple(
                Choice(
                    tap(
                        split % {"unit": card_title(c), "number": attack.split.get(c.number, 0)},
                        moves.DamageSplit(seat, c.number, 1),
                    )
                )
                for c in rules.attackers(table, attack)
            ),
        )


def _outcome(table: Table, names: Mapping[int, str]) -> Iterator[str]:
    """Yield what the damage will be, as far as all values are known."""
    attack = table.attack
    if attack is not None and not tuple(rules.resolve_problems(table, attack.seat)):
        yield from changes(table, rules.resolved(table), names)


def _taps(table: Table, attack: Attack) -> Iterator[Tap]:
    if attack.target is not None and not tuple(rules.resolve_problems(table, attack.seat)):
        yield tap(_("Deal the damage"), moves.AttackResolved(attack.seat), style="large")
    yield tap(_("No attack"), moves.AttackCalledOff(attack.seat))

"""The moves of an attack in words, and what its damage changed."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from campaign.rules.ashes import moves
from campaign.rules.ashes.attack_moves import AttackMove
from campaign.rules.ashes.cards_in_play import card_of
from campaign.rules.ashes.table import CardInPlay, Player, Table
from tracker.live.values import change
from tracker.systems.ashes.words.terms import card_name
from tracker.words import labelled, sentences, series

Names = Mapping[int, str]


def card_title(card: CardInPlay) -> str:
    """Return the name of a card in play in the active language, if the catalogue has it."""
    if card.face_down:
        return _("Face-down aspect")
    if card.blood is not None:  # aspects are no cards of decks
        return card.name
    return card_name(card.card) if card.card else card.name


def describe_attack(move: AttackMove, names: Names, before: Table, after: Table) -> str:
    """Return a move of an attack in words."""
    who = names[move.seat]
    match move:
        case moves.AttackResolved():
            done = changes(before, after, names)
            return sentences([labelled(who, _("the damage is dealt")), *done])
        case moves.AttackCalledOff():
            return labelled(who, _("no attack"))
        case moves.TargetChosen(target=target, card=card):
            aim = _named(before, target, card) or _("Phoenixborn")
            return labelled(who, _("attacks %(target)s") % {"target": f"{names[target]}, {aim}"})
    return labelled(who, _choice(move, before, after))


def _choice(move: AttackMove, before: Table, after: Table) -> str:
    seat, attack = move.seat, before.attack
    match move:
        case moves.AttackerChosen(card=card):
            chosen = after.attack.attackers if after.attack else ()
            text = _("%(card)s attacks") if card in chosen else _("%(card)s does not attack")
            return text % {"card": _named(before, seat, card)}
        case moves.Blocked(attacker=attacker, blocker=0):
            name = _named(before, attack.seat if attack else 0, attacker)
            return _("nobody blocks %(attacker)s") % {"attacker": name}
        case moves.Blocked(attacker=attacker, blocker=blocker, counters=counters):
            text = _("%(card)s blocks %(attacker)s")
            if counters:
                text = _("%(card)s blocks %(attacker)s and counters")
            name = _named(before, attack.seat if attack else 0, attacker)
            return text % {"card": _named(before, seat, blocker), "attacker": name}
        case moves.Guarded(guard=None):
            return _("nobody guards")
        case moves.Guarded(guard=guard):
            name = _named(before, seat, guard or 0) or _("Phoenixborn")
            return _("%(card)s guards") % {"card": name}
        case moves.Countered(counters=counters):
            return _("the attacked unit counters") if counters else _("no counter")
        case moves.DamageSplit(attacker=attacker):
            amount = after.attack.split.get(attacker, 0) if after.attack else 0
            name = _named(before, attack.seat if attack else 0, attacker)
            return _("countering damage to %(card)s: %(number)s") % {
                "card": name,
                "number": amount,
            }
    return ""


def changes(before: Table, after: Table, names: Names) -> Iterator[str]:
    """Yield what an attack changed, player by player."""
    for was, now in zip(before.players, after.players, strict=True):
        done = [*_player_changes(was, now)]
        if done:
            yield labelled(names[was.seat], series(done))


def _player_changes(was: Player, now: Player) -> Iterator[str]:
    if was.wounds != now.wounds:
        yield change(_("wounds"), was.wounds, now.wounds)
    for card in now.in_play:
        old = card_of(was, card.number)
        if old is None or old == card:
            continue
        done = []
        if old.wounds != card.wounds:
            done.append(change(_("wounds"), old.wounds, card.wounds))
        if card.is_destroyed and not old.is_destroyed:
            done.append(_("destroyed"))
        if old.exhaustion != card.exhaustion:
            done.append(_("exhausted"))
        yield f"{card_title(card)} – {series(done)}"


def _named(table: Table, seat: int, number: int) -> str:
    """Return the name of a card in play; "" if there is none of this number."""
    card = card_of(table.player(seat), number) if number and seat else None
    return card_title(card) if card else ""

"""Moves of a live duel in words, with what they changed."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes import moves
from campaign.rules.ashes.attack_moves import AttackMove
from campaign.rules.ashes.cards_in_play import Counted, Token, card_of
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.chimera_moves import ChimeraMove
from campaign.rules.ashes.dice_pools import to_roll
from campaign.rules.ashes.recovery import recovers
from campaign.rules.ashes.table import Player, RoundPhase, Side, Table, Zone
from campaign.rules.core.live import Move, SeatMove
from tracker.live.values import change, signed
from tracker.systems.ashes.words import red_rains
from tracker.systems.ashes.words.attack import card_title, describe_attack
from tracker.systems.ashes.words.terms import PHASES, SIDES, dice_name
from tracker.words import labelled, sentences, series


def describe_move(move: Move, names: Mapping[int, str], before: Table, after: Table) -> str:
    """Return a move in words, with what it changed."""
    who = names.get(getattr(move, "seat", 0), "")
    match move:
        case moves.LifeRead(value=value):
            return _("%(who)s: %(value)s life") % {"who": who, "value": value}
        case moves.FirstChosen():
            return _("First player: %(who)s") % {"who": who}
        case moves.TurnEnded(passed=True):
            return _("%(who)s passed") % {"who": who}
        case moves.TurnEnded():
            return _("End of turn: %(who)s") % {"who": who}
        case moves.AllRolled(again=again):
            return _all_rolled(names, before, after, again)
        case moves.PhaseEnded(phase=RoundPhase.RECOVERY):
            return _recovered(before)
        case moves.PhaseEnded(phase=phase):
            return _("%(phase)s is done") % {"phase": PHASES[phase]}
        case moves.ControlChanged(seat=seat, card=card, to=to):
            gone = card_of(before.player(seat), card)
            text = _("%(to)s takes %(card)s") % {
                "to": names[to],
                "card": card_title(gone) if gone else "",
            }
            return labelled(who, text)
        case _ if isinstance(move, AttackMove):
            return describe_attack(move, names, before, after)
        case ChimeraMove():
            chimera = names.get(before.chimera.seat, "") if before.chimera else ""
            return red_rains.describe(move, chimera, before, after)
        case SeatMove(seat=seat):
            said = labelled(who, _changed(move, before.player(seat), after.player(seat)))
            return sentences([said, *_first_player(names, before, after)])
    raise TypeError(f"{type(move).__name__} is no move of this game.")


def wounds_changed(before: Player, after: Player) -> str:
    """Return how the wounds of a Phoenixborn changed."""
    return change(_("wounds"), before.wounds, after.wounds)


def _changed(move: SeatMove, was: Player, now: Player) -> str:
    """Return what a move changed before one player."""
    match move:
        case moves.Wounded() | moves.LifeChanged():
            return wounds_changed(was, now)
        case moves.PileChanged():
            said = [change(_("draw pile"), was.pile, now.pile)]
            if now.wounds != was.wounds:
                said.append(wounds_changed(was, now))
            return series(said)
        case moves.CardsDrawn() | moves.HandChanged() | moves.ReactionPlayed():
            return _hand(move, was, now)
        case moves.DiceChanged(die=die, by=by):
            return _pools(die, by, abs(now.active[die] - was.active[die]))
        case moves.DieTurned(place=place):
            kind = dice_name(now.dice_types[place - 1])
            return labelled(kind, str(SIDES[now.sides[place - 1]]))
        case moves.DiceRolled():
            return _rolled(was, now)
        case moves.PhoenixbornMarked(token=Token.EXHAUSTION):
            return change(_("exhaustion tokens"), was.exhaustion, now.exhaustion)
        case moves.PhoenixbornMarked():
            return change(_("status tokens"), was.status, now.status)
        case moves.CardEntered():
            return _("%(card)s comes into play") % {"card": card_title(now.in_play[-1])}
    return _card(move, was, now)


def _hand(move: SeatMove, was: Player, now: Player) -> str:
    """Return what a move changed in a hand."""
    said = [change(_("cards in hand"), was.hand, now.hand)]
    if isinstance(move, moves.ReactionPlayed):
        said.insert(0, _("reaction spell"))
    if now.pile != was.pile:
        said.append(change(_("draw pile"), was.pile, now.pile))
    if now.wounds != was.wounds:
        said.append(wounds_changed(was, now))
    return series(said)


def _card(move: SeatMove, was: Player, now: Player) -> str:
    """Return what happened to a card in play."""
    match move:
        case moves.CardLeft(card=number):
            gone = card_of(was, number)
            said = [_("%(card)s leaves play") % {"card": card_title(gone) if gone else ""}]
            if now.wounds != was.wounds:  # the blood of an aspect
                said.append(wounds_changed(was, now))
            return series(said)
        case moves.CardCounted(card=number, what=what):
            before, after = card_of(was, number), card_of(now, number)
            if before and after:
                name = f"{card_title(after)}, {_counted(what)}"
                return change(name, getattr(before, what) or 0, getattr(after, what) or 0)
    return ""


def _counted(what: Counted) -> str:
    """Return what is counted on a card, within a sentence."""
    match what:
        case Counted.WOUNDS:
            return _("wounds")
        case Counted.EXHAUSTION:
            return _("exhaustion tokens")
        case Counted.STATUS:
            return _("status tokens")
        case Counted.ATTACK:
            return pgettext("a value of a card", "attack")
        case Counted.LIFE:
            return pgettext("a value of a card", "life")
        case Counted.RECOVER:
            return pgettext("a value of a card", "recover")


def _pools(die: DiceType, by: int, number: int) -> str:
    dice = {"dice": dice_name(die), "number": number}
    if by > 0:
        return _("active, %(dice)s × %(number)s") % dice
    return _("exhausted, %(dice)s × %(number)s") % dice


def _rolled(was: Player, now: Player) -> str:
    """Return how the dice fell that were rolled."""
    # After a tie all dice are rolled, those too that showed a side.
    fallen = [now.sides[place] for place in to_roll(was) or range(len(now.sides))]
    counts = {
        "power": fallen.count(Side.POWER),
        "class": fallen.count(Side.CLASS),
        "basic": fallen.count(Side.BASIC),
    }
    return _("rolled %(power)s power, %(class)s class, %(basic)s basic") % counts


def _all_rolled(names: Mapping[int, str], before: Table, after: Table, again: int) -> str:
    """Return how everybody's dice fell, and who goes first by it."""
    said = [
        labelled(names[was.seat], _rolled(was, now))
        for was, now in zip(before.players, after.players, strict=True)
        if was.sides != now.sides
    ]
    if again:
        said.append(_("rolled again after a tie × %(number)s") % {"number": again})
    return sentences([*said, *_first_player(names, before, after)])


def _first_player(names: Mapping[int, str], before: Table, after: Table) -> Iterator[str]:
    """Yield who has the token now, if a roll gave it."""
    if before.first is None and after.first is not None:
        yield _("First player: %(who)s") % {"who": names[after.first]}


def _recovered(table: Table) -> str:
    """Return what a recovery took away."""
    cards = [card for player in table.players for card in player.in_play]
    wounds = sum(map(recovers, cards))
    tokens = sum(card.exhaustion > 0 for card in cards)
    tokens += sum(player.exhaustion > 0 for player in table.players)
    phase = str(PHASES[RoundPhase.RECOVERY])
    said = []
    if wounds:
        said.append(f"{_('wounds')} {signed(-wounds)}")
    if tokens:
        said.append(f"{_('exhaustion tokens')} {signed(-tokens)}")
    return labelled(phase, series(said)) if said else _("%(phase)s is done") % {"phase": phase}


def zone_name(zone: Zone) -> str:
    """Return the name of a part of the table."""
    return _("Battlefield") if zone is Zone.BATTLEFIELD else _("Spellboard")

"""Battles, duels and defeats: chances before the dice, what they cost after."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.relic_nemesis.battle import Battle, Consequences, battle_odds, fight
from campaign.rules.relic_nemesis.duel import Duel, Stakes, duel_odds, settle_duel
from campaign.rules.relic_nemesis.table import Board, defeated
from tracker.live.values import signed
from tracker.presenters.charts import percent
from tracker.systems.relic_nemesis.words import moves

LEAST = 0.005  # a chance below it is shown as none


@dataclass(frozen=True, slots=True)
class Chance:
    """One end of a battle or duel with its chance."""

    name: str
    percent: str
    share: int  # of a hundred, for the bar
    tone: str = ""


@dataclass(frozen=True, slots=True)
class FightView:
    """Chances before the dice, and how it ended after them."""

    chances: Sequence[Chance]
    margins: Sequence[tuple[str, str]] = ()
    title: str = ""
    values: tuple[int, int | None] = (0, 0)
    sentences: Sequence[str] = ()


def defeat_steps(board: Board, name: str, space: str) -> list[str]:
    """Return what a defeat does, in the order of the book."""
    after = defeated(board)
    lost = {"lost": board.infamy - after.infamy, "before": board.infamy, "after": after.infamy}
    steps = [
        _("Discard all Might cards and trophies of %(name)s.") % {"name": name},
        _("Lose half the infamy, rounded up: %(before)s becomes %(after)s.") % lost,
    ]
    if after.life is None:
        steps.append(_("Set life to its starting value."))
    else:
        steps.append(_("Set life to its starting value: %(life)s.") % {"life": after.life})
    if space:
        steps.append(_("Put the bust back on %(space)s.") % {"space": space})
    else:
        steps.append(_("Put the bust back on its starting space."))
    steps.append(_("Levels, arsenal, tokens on the board and everything else stay."))
    return steps


def battle_view(battle: Battle, nemesis: str, opponent: str, *, thrown: bool) -> FightView:
    """Return a battle's chances, and how it ended."""
    odds = battle_odds(battle.nemesis, battle.opponent)
    chances = [
        _chance(_("%(name)s wins") % {"name": nemesis}, odds.higher, "win"),
        _chance(_("Stand-off"), odds.equal),
        _chance(_("%(name)s wins") % {"name": opponent}, odds.lower, "loss"),
    ]
    likely = [(m, c) for m, c in odds.margins.items() if c >= LEAST]
    margins = [(signed(m) if m else "0", percent(c)) for m, c in likely]
    if not thrown:
        return FightView(chances, margins)
    ended: Consequences = fight(battle)
    return FightView(
        chances,
        margins,
        moves.battle_title(ended, nemesis, opponent),
        (ended.nemesis_value, ended.opponent_value),
        tuple(moves.consequences(ended, nemesis, opponent)),
    )


def duel_view(duel: Duel, challenger: str, defender: str, *, thrown: bool) -> FightView:
    """Return a duel's chances, and how it ended."""
    odds = duel_odds(duel.challenger, duel.defender)
    chances = [
        _chance(_("%(name)s wins") % {"name": challenger}, odds.challenger, "win"),
        _chance(_("%(name)s wins") % {"name": defender}, odds.defender, "loss"),
    ]
    if odds.fails:
        chances.insert(1, _chance(_("The challenge fails"), odds.fails))
    if not thrown:
        return FightView(chances)
    ended: Stakes = settle_duel(duel)
    return FightView(
        chances,
        (),
        moves.duel_title(ended, challenger, defender),
        (ended.target, ended.defence),
        tuple(moves.stakes(ended, challenger, defender)),
    )


def _chance(name: str, chance: float, tone: str = "") -> Chance:
    return Chance(name, percent(chance), round(100 * chance), tone)

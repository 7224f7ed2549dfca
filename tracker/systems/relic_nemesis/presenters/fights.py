"""Battles, duels and defeats: chances of the dice to come, consequences of those thrown."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.relic_nemesis.battle import Battle, battle_odds, fight
from campaign.rules.relic_nemesis.board import Board
from campaign.rules.relic_nemesis.defeat import defeated
from campaign.rules.relic_nemesis.dice import Winner, margins
from campaign.rules.relic_nemesis.skill_duel import Duel, duel_odds, settle_duel
from tracker.live.values import signed
from tracker.presenters.charts import percent
from tracker.systems.relic_nemesis.words import moves

LEAST = 0.005  # smaller chances are not shown
TONES = {Winner.ATTACKER: "win", Winner.DEFENDER: "loss"}


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one end of a fight."""

    name: str
    percent: str
    share: int  # in percent: the length of its bar
    tone: str


@dataclass(frozen=True, slots=True)
class Margin:
    """The chance of one difference between the values of a battle."""

    by: str
    percent: str


@dataclass(frozen=True, slots=True)
class FightEnd:
    """How a fight ended."""

    title: str
    first_value: int
    second_value: int | None  # None: not rolled
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FightView:
    """The chances of a battle or duel, given the dice on the table; its end once all are thrown."""

    chances: tuple[Chance, ...]
    margins: tuple[Margin, ...] = ()
    end: FightEnd | None = None


def battle_view(
    battle: Battle, nemesis: str, opponent: str, *, is_over: bool, untracked: tuple[str, ...]
) -> FightView:
    """Return a battle; ``untracked`` are those whose life is not entered yet."""
    by_margin = margins(battle.nemesis, battle.opponent)
    names = {
        Winner.ATTACKER: _("%(name)s wins") % {"name": nemesis},
        Winner.NOBODY: _("Stand-off"),
        Winner.DEFENDER: _("%(name)s wins") % {"name": opponent},
    }
    end = None
    if is_over:
        ended = fight(battle)
        said = moves.consequences(ended, nemesis, opponent, untracked)
        end = FightEnd(names[ended.winner], *ended.values, tuple(said))
    odds = battle_odds(by_margin)
    return FightView(
        tuple(_chance(names[winner], winner, chance) for winner, chance in odds.items()),
        tuple(_margins(by_margin)),
        end,
    )


def duel_view(
    duel: Duel, challenger: str, defender: str, *, is_over: bool, untracked: tuple[str, ...]
) -> FightView:
    """Return a duel; ``untracked`` are those whose life is not entered yet."""
    names = {
        Winner.ATTACKER: _("%(name)s wins") % {"name": challenger},
        Winner.NOBODY: _("The challenge fails"),
        Winner.DEFENDER: _("%(name)s wins") % {"name": defender},
    }
    end = None
    if is_over:
        ended = settle_duel(duel)
        said = moves.stakes(ended, challenger, defender, untracked)
        end = FightEnd(names[ended.winner], *ended.values, tuple(said))
    odds = duel_odds(duel.challenger, duel.defender)
    chances = tuple(
        _chance(names[winner], winner, chance)
        for winner, chance in odds.items()
        if chance or winner is not Winner.NOBODY
    )
    return FightView(chances, end=end)


def _chance(name: str, winner: Winner, chance: float) -> Chance:
    return Chance(name, percent(chance), round(100 * chance), TONES.get(winner, ""))


def _margins(chances: dict[int, float]) -> Iterator[Margin]:
    for margin, chance in chances.items():
        if chance >= LEAST:
            yield Margin(signed(margin) if margin else "0", percent(chance))


def defeat_steps(board: Board, name: str, space: str) -> list[str]:
    """Return the steps of a defeat, in the rulebook's order."""
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

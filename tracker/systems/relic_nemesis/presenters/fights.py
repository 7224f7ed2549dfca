"""Battles, duels and defeats: chances before the dice, what they cost after."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.relic_nemesis import fights
from campaign.rules.relic_nemesis.dice import margins
from campaign.rules.relic_nemesis.fights import Battle, Duel, DuelWinner, Winner
from campaign.rules.relic_nemesis.table import Board, defeated
from tracker.live.values import signed
from tracker.presenters.charts import percent
from tracker.systems.relic_nemesis.words import moves

LEAST = 0.005  # a chance below it is shown as none


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


def battle_view(battle: Battle, nemesis: str, opponent: str, *, thrown: bool) -> dict[str, Any]:
    """Return a battle's chances, and how it ended."""
    odds = margins(battle.nemesis, battle.opponent)
    likely = [(m, c) for m, c in odds.margins.items() if c >= LEAST]
    ends = {
        Winner.NEMESIS: _("%(name)s wins") % {"name": nemesis},
        Winner.NOBODY: _("Stand-off"),
        Winner.OPPONENT: _("%(name)s wins") % {"name": opponent},
    }
    view = {
        "chances": [
            _chance(ends[Winner.NEMESIS], odds.higher, "win"),
            _chance(ends[Winner.NOBODY], odds.equal),
            _chance(ends[Winner.OPPONENT], odds.lower, "loss"),
        ],
        "margins": [(signed(m) if m else "0", percent(c)) for m, c in likely],
    }
    if not thrown:
        return view
    ended = fights.fight(battle)
    return {
        **view,
        "title": ends[ended.winner],
        "values": (ended.nemesis_value, ended.opponent_value),
        "sentences": list(moves.consequences(ended, nemesis, opponent)),
    }


def duel_view(duel: Duel, challenger: str, defender: str, *, thrown: bool) -> dict[str, Any]:
    """Return a duel's chances, and how it ended."""
    odds = fights.duel_odds(duel.challenger, duel.defender)
    ends = {
        DuelWinner.CHALLENGER: _("%(name)s wins") % {"name": challenger},
        DuelWinner.NOBODY: _("The challenge fails"),
        DuelWinner.DEFENDER: _("%(name)s wins") % {"name": defender},
    }
    tones = {DuelWinner.CHALLENGER: "win", DuelWinner.DEFENDER: "loss"}
    chances = [
        _chance(ends[winner], chance, tones.get(winner, ""))
        for winner, chance in odds.items()
        if chance or winner in tones
    ]
    if not thrown:
        return {"chances": chances}
    ended = fights.settle_duel(duel)
    return {
        "chances": chances,
        "title": ends[ended.winner],
        "values": (ended.target, ended.defence),
        "sentences": list(moves.stakes(ended, challenger, defender)),
    }


def _chance(name: str, chance: float, tone: str = "") -> dict[str, Any]:
    """Return one end with its chance; ``share``, of a hundred, is the length of its bar."""
    return {"name": name, "percent": percent(chance), "share": round(100 * chance), "tone": tone}

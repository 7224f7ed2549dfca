"""Battles, duels and defeats: chances before the dice, consequences after."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.relic_nemesis import fights
from campaign.rules.relic_nemesis.dice import margins
from campaign.rules.relic_nemesis.fights import Battle, Consequences, Duel, Stakes, Winner
from campaign.rules.relic_nemesis.table import Board, defeated
from tracker.live.values import signed
from tracker.presenters.charts import percent
from tracker.systems.relic_nemesis.words import moves

LEAST = 0.005  # smaller chances are not shown
TONES = {Winner.ATTACKER: "win", Winner.DEFENDER: "loss"}


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


def fight_view(fight: Battle | Duel, first: str, second: str, *, thrown: bool) -> dict[str, Any]:
    """Return the chances of a battle or duel, and how it ended if the dice are thrown."""
    view: dict[str, Any] = {}
    nobody = _("The challenge fails")
    if isinstance(fight, Battle):
        chances, nobody = margins(fight.nemesis, fight.opponent), _("Stand-off")
        likely = [(m, c) for m, c in chances.items() if c >= LEAST]
        view["margins"] = [(signed(m) if m else "0", percent(c)) for m, c in likely]
        odds = fights.battle_odds(chances)
    else:
        odds = fights.duel_odds(fight.challenger, fight.defender)
    ends = {
        Winner.ATTACKER: _("%(name)s wins") % {"name": first},
        Winner.NOBODY: nobody,
        Winner.DEFENDER: _("%(name)s wins") % {"name": second},
    }
    view["chances"] = [
        {
            "name": ends[winner],
            "percent": percent(chance),
            "share": round(100 * chance),  # in percent: the length of its bar
            "tone": TONES.get(winner, ""),
        }
        for winner, chance in odds.items()
        if chance or winner in TONES or isinstance(fight, Battle)
    ]
    if thrown:
        ended: Consequences | Stakes
        if isinstance(fight, Battle):
            ended = fights.fight(fight)
            sentences = moves.consequences(ended, first, second)
        else:
            ended = fights.settle_duel(fight)
            sentences = moves.stakes(ended, first, second)
        view |= {"title": ends[ended.winner], "values": ended.values, "sentences": [*sentences]}
    return view

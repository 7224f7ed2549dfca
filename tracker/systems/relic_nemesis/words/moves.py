"""Moves at the table in words."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.core.live import Move, Undo
from campaign.rules.relic_nemesis.battle import Consequences, Winner, fight
from campaign.rules.relic_nemesis.duel import DuelWinner, Stakes, settle_duel
from campaign.rules.relic_nemesis.moves import (
    Defeated,
    Duelled,
    Fought,
    LevelGained,
    TierChanged,
    TrophiesSpent,
    TrophyTaken,
    Turned,
    TurnEnded,
)
from tracker.live.values import signed
from tracker.systems.relic_nemesis.words import terms
from tracker.words import series

Seats = Mapping[int, str]


def move(made: Move, seats: Seats) -> str:
    """Return what a move did."""
    match made:
        case Undo():
            return _("Undone")
        case Turned(seat=seat, dial=dial, by=by):
            shown = {"who": seats.get(seat), "dial": terms.dial(dial), "by": signed(by)}
            return _("%(who)s: %(dial)s %(by)s") % shown
        case LevelGained(seat=seat, levels=levels):
            text = ngettext("%(who)s: %(count)s level", "%(who)s: %(count)s levels", levels)
            return text % {"who": seats.get(seat), "count": levels}
        case TrophyTaken(seat=seat, value=value):
            return _("%(who)s: a trophy of %(value)s") % {"who": seats.get(seat), "value": value}
        case TrophiesSpent(seat=seat, trophies=spent):
            shown = {"who": seats.get(seat), "values": series(map(str, spent))}
            return _("%(who)s: trophies spent: %(values)s") % shown
        case TierChanged(seat=seat, toll=toll):
            shown = {"who": seats.get(seat), "toll": terms.toll(toll)}
            return _("%(who)s: to the middle tier for %(toll)s") % shown
        case Defeated(seat=seat):
            return _("%(who)s: defeated") % {"who": seats.get(seat)}
        case TurnEnded(seat=seat):
            return _("End of turn: %(who)s") % {"who": seats.get(seat)}
        case Fought():
            return _fought(made, seats)
        case Duelled():
            return _duelled(made, seats)
    raise TypeError(f"{type(made).__name__} is no move of this game.")


def _fought(fact: Fought, seats: Seats) -> str:
    ended = fight(fact.battle)
    against = seats.get(fact.against or 0) or _("agents")
    shown = {
        "who": seats.get(fact.seat),
        "against": against,
        "mine": ended.nemesis_value,
        "theirs": ended.opponent_value,
    }
    return _("Battle: %(who)s %(mine)s, %(against)s %(theirs)s") % shown


def _duelled(fact: Duelled, seats: Seats) -> str:
    ended = settle_duel(fact.duel)
    shown = {
        "challenger": seats.get(fact.challenger),
        "defender": seats.get(fact.defender),
        "target": ended.target,
        "defence": "–" if ended.defence is None else ended.defence,
    }
    return _("Skill duel: %(challenger)s %(target)s, %(defender)s %(defence)s") % shown


def battle_title(ended: Consequences, nemesis: str, opponent: str) -> str:
    """Return who won a battle."""
    if ended.winner is Winner.NOBODY:
        return _("Stand-off")
    return _("%(name)s wins") % {"name": nemesis if ended.winner is Winner.NEMESIS else opponent}


def consequences(ended: Consequences, nemesis: str, opponent: str) -> Iterator[str]:
    """Yield what a battle costs and brings."""
    if ended.nemesis_life:
        yield _("%(name)s loses 1 life.") % {"name": nemesis}
    if ended.character_life:
        yield _("%(name)s loses 1 life.") % {"name": opponent}
    if ended.bounty:
        text = _("%(name)s takes the bounty on the sheet of %(nemesis)s.")
        yield text % {"name": opponent, "nemesis": nemesis}
    if ended.trophies:
        text = ngettext(
            "%(name)s takes the agent as a trophy: %(points)s.",
            "%(name)s takes the agents as trophies: %(points)s.",
            len(ended.trophies),
        )
        yield text % {"name": nemesis, "points": series(map(str, ended.trophies))}
    if ended.winner is Winner.NOBODY:
        yield _("Nobody loses life.")
    if ended.engagement_ends:
        yield _("The engagement ends: on to the experience phase.")
    else:
        yield _("The engagement goes on.")


def duel_title(ended: Stakes, challenger: str, defender: str) -> str:
    """Return who won a duel."""
    if ended.winner is DuelWinner.NOBODY:
        return _("The challenge fails")
    won = challenger if ended.winner is DuelWinner.CHALLENGER else defender
    return _("%(name)s wins") % {"name": won}


def stakes(ended: Stakes, challenger: str, defender: str) -> Iterator[str]:
    """Yield what a duel costs and brings."""
    if ended.winner is DuelWinner.NOBODY:
        yield _("The test against 2 failed: the duel is over.")
        return
    won, lost = challenger, defender
    if ended.winner is DuelWinner.DEFENDER:
        won, lost = defender, challenger
    shown = {"winner": won, "loser": lost, "life": ended.life, "influence": ended.influence}
    if ended.life:
        yield _("%(loser)s loses %(life)s life.") % shown
    if ended.asset:
        yield _("%(winner)s may take one asset of %(loser)s, but no relic.") % shown
    if ended.power_card:
        text = _(
            "%(winner)s looks at the Power cards of %(loser)s and takes one of them, "
            "or %(influence)s influence."
        )
        yield text % shown
    if ended.apostate_asset:
        text = _("%(winner)s may also take one Apostate asset of %(loser)s, but no relic.")
        yield text % shown
    yield _("On to the experience phase.")

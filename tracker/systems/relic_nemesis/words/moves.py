"""Moves of a live game in words."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.core.live import Move
from campaign.rules.relic_nemesis import moves
from campaign.rules.relic_nemesis.battle import Consequences, fight
from campaign.rules.relic_nemesis.dice import Winner
from campaign.rules.relic_nemesis.skill_duel import Stakes, settle_duel
from campaign.rules.relic_nemesis.table import Table
from tracker.live.values import change
from tracker.systems.relic_nemesis.words import terms
from tracker.words import labelled, listed, series

Seats = Mapping[int, str]


def describe_move(made: Move, seats: Seats, before: Table, after: Table) -> str:
    """Return a move in words, with what it changed."""
    who = seats.get(getattr(made, "seat", 0), "")
    match made:
        case moves.StartEntered(seats=entered):
            starts = (labelled(seats.get(each.seat, ""), _start(each)) for each in entered)
            return _("Start: %(values)s") % {"values": listed(starts)}
        case moves.Turned(seat=seat, dial=dial):
            was, now = before.dial(seat, dial), after.dial(seat, dial)
            return labelled(who, change(terms.dial(dial), was or 0, now or 0))
        case moves.LevelGained(levels=levels):
            text = ngettext("%(who)s: %(count)s level", "%(who)s: %(count)s levels", levels)
            return text % {"who": who, "count": levels}
        case moves.TrophyTaken(value=value):
            return _("%(who)s: a trophy of %(value)s") % {"who": who, "value": value}
        case moves.TrophiesSpent(trophies=trophies):
            spent = series(map(str, trophies))
            return _("%(who)s: trophies spent: %(values)s") % {"who": who, "values": spent}
        case moves.TierChanged(toll=toll):
            paid = {"who": who, "toll": terms.toll(toll)}
            return _("%(who)s: to the middle tier for %(toll)s") % paid
        case moves.Defeated():
            return _("%(who)s: defeated") % {"who": who}
        case moves.PhaseEnded() | moves.Explored() | moves.TurnEnded():
            return _walked(made, who)
        case moves.Fought(against=against):
            mine, theirs = fight(made.battle).values
            return _("Battle: %(who)s %(mine)s, %(against)s %(theirs)s") % {
                "who": who,
                "mine": mine,
                "against": seats.get(against or 0) or _("agents"),
                "theirs": theirs,
            }
        case moves.Duelled():
            target, defence = settle_duel(made.duel).values
            return _("Skill duel: %(challenger)s %(target)s, %(defender)s %(defence)s") % {
                "challenger": seats.get(made.challenger),
                "target": target,
                "defender": seats.get(made.defender),
                "defence": "–" if defence is None else defence,
            }
    raise TypeError(f"{type(made).__name__} is no move of this game.")


def _walked(made: moves.PhaseEnded | moves.Explored | moves.TurnEnded, who: str) -> str:
    """Return a step through a turn in words."""
    match made:
        case moves.PhaseEnded(phase=phase):
            ended_phase = {"who": who, "phase": terms.phase(phase)}
            return _("%(who)s: end of phase: %(phase)s") % ended_phase
        case moves.Explored(found=found):
            return labelled(who, terms.found(found))
        case moves.TurnEnded():
            return _("End of turn: %(who)s") % {"who": who}


def _start(values: moves.StartValues) -> str:
    """Return what a seat begins with."""
    told = {moves.Dial.LIFE: values.life, moves.Dial.ATTRIBUTE: values.attribute}
    return series(f"{terms.dial(dial)} {told[dial]}" for dial in values.told)


def consequences(
    ended: Consequences, nemesis: str, opponent: str, untracked: Sequence[str]
) -> Iterator[str]:
    """Yield the consequences of a battle (pp. 12-13); ``untracked`` have no life entered yet."""
    if ended.nemesis_life:
        yield from _life_lost(nemesis, ended.nemesis_life, untracked)
    if ended.character_life:
        yield from _life_lost(opponent, ended.character_life, untracked)
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
        yield _("Resolve the rewards for a win that are printed on agents.")
    if ended.against_agents and ended.winner is Winner.DEFENDER:
        yield _("Resolve the penalties for a defeat that are printed on agents; agents stay.")
    if ended.winner is Winner.NOBODY:
        yield _("Nobody loses life.")
        if ended.against_agents:
            yield _("Agents stay on the space, and are no trophies.")
    if ended.trophies:
        yield _("The engagement goes on.")
    else:
        yield _("The engagement ends: on to the experience phase.")


def _life_lost(name: str, life: int, untracked: Sequence[str]) -> Iterator[str]:
    text = ngettext("%(name)s loses %(life)s life.", "%(name)s loses %(life)s life.", life)
    yield text % {"name": name, "life": life}
    if name in untracked:
        text = _("Life of %(name)s is not entered yet: enter what is left after this.")
        yield text % {"name": name}


def stakes(
    ended: Stakes, challenger: str, defender: str, untracked: Sequence[str]
) -> Iterator[str]:
    """Yield the stakes of a duel (p. 5); ``untracked`` have no life entered yet."""
    if ended.winner is Winner.NOBODY:
        yield _("The test against 2 failed: the duel is over.")
        yield _("On to the experience phase.")
        return
    won, lost = challenger, defender
    if ended.winner is Winner.DEFENDER:
        won, lost = defender, challenger
    names = {"winner": won, "loser": lost}
    if ended.life:
        yield from _life_lost(lost, ended.life, untracked)
    if ended.asset:
        yield _("%(winner)s may take one asset of %(loser)s, but no relic.") % names
    if ended.influence:
        text = _(
            "%(winner)s looks at the Power cards of %(loser)s and takes one of them, "
            "or %(influence)s influence."
        )
        yield text % {**names, "influence": ended.influence}
    if ended.apostate_asset:
        text = _("%(winner)s may also take one Apostate asset of %(loser)s, but no relic.")
        yield text % names
    yield _("On to the experience phase.")

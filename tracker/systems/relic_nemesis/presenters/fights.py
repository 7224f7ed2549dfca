"""Battles, duels and defeats: chances of the dice to come, consequences of those thrown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.forms import BoundField
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.rules.relic_nemesis.battle import Battle, battle_odds, fight
from campaign.rules.relic_nemesis.board import Board
from campaign.rules.relic_nemesis.defeat import defeated
from campaign.rules.relic_nemesis.dice import Winner, margins
from campaign.rules.relic_nemesis.skill_duel import Duel, duel_odds, settle_duel
from tracker.live.values import signed
from tracker.presenters.charts import percent
from tracker.systems.relic_nemesis.forms.fights import Asked, BattleForm, DuelForm
from tracker.systems.relic_nemesis.words import moves

LEAST = 0.005  # smaller chances are not shown
TONES = {Winner.ATTACKER: "win", Winner.DEFENDER: "loss"}


@dataclass(frozen=True, slots=True)
class SideView:
    """The fields of one side of a fight, which prepares and rolls."""

    title: str
    who: BoundField | None  # whoever it is, unless the page is about them
    help: str
    numbers: list[BoundField]
    rare: list[BoundField]
    agents: BoundField | None  # their attributes, of a side that can be agents
    dice: BoundField
    dice_help: str
    roll: Asked
    roll_label: str


@dataclass(frozen=True, slots=True)
class BattleLink:
    """A link to the battle of another nemesis."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class FightPage:
    """The page of a battle or duel; the first side rolls first."""

    title: str
    sides: tuple[SideView, SideView]
    other_battles: tuple[BattleLink, ...] = ()


def battle_page(form: BattleForm) -> FightPage:
    """Return the page of a battle."""
    six = _("A six adds another die: enter all of them, such as 6 3.")
    nemesis = SideView(
        title=form.nemesis,
        who=None,
        help=_("At most one weapon and one armour count."),
        numbers=form.number_fields("n"),
        rare=form.rare_fields("n"),
        agents=None,
        dice=form["n_shown"],
        dice_help=form.explosion_help() or six,
        roll=Asked.ROLL_FIRST,
        roll_label=_("Roll for the nemesis"),
    )
    opponent = SideView(
        title=str(form["against"].label),
        who=form["against"],
        help="",
        numbers=form.number_fields("o"),
        rare=form.rare_fields("o"),
        agents=form["agents"],
        dice=form["o_shown"],
        dice_help=six,
        roll=Asked.ROLL_SECOND,
        roll_label=_("Roll for the other side"),
    )
    return FightPage(
        title=_("%(nemesis)s in battle") % {"nemesis": form.nemesis},
        sides=(nemesis, opponent),
        other_battles=tuple(
            BattleLink(form.names[seat], battle_url(form.game.code, seat))
            for seat in form.table.nemeses
            if seat != form.mine
        ),
    )


def duel_page(form: DuelForm) -> FightPage:
    """Return the page of a skill duel."""
    challenger = SideView(
        title=_("Challenger"),
        who=form["challenger"],
        help=_("The challenger rolls first, against 2."),
        numbers=form.number_fields("c"),
        rare=form.rare_fields("c"),
        agents=None,
        dice=form["c_shown"],
        dice_help=_(
            "A six adds another die: enter all of them, such as 6 3. A 1 always fails; with "
            "several dice, only if all show 1."
        ),
        roll=Asked.ROLL_FIRST,
        roll_label=_("Roll for the challenger"),
    )
    defender = SideView(
        title=str(form["defender"].label),
        who=form["defender"],
        help=_("The defender prepares knowing the value to reach."),
        numbers=form.number_fields("d"),
        rare=form.rare_fields("d"),
        agents=None,
        dice=form["d_shown"],
        dice_help="",
        roll=Asked.ROLL_SECOND,
        roll_label=_("Roll for the defender"),
    )
    return FightPage(title=_("Skill duel"), sides=(challenger, defender))


def battle_url(code: str, seat: int) -> str:
    """Return the URL of the battle of a nemesis."""
    return f"{reverse('relic_battle', args=[code])}?seat={seat}"


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
        sentences = moves.consequences(ended, nemesis, opponent, untracked)
        end = _end(names[ended.winner], ended.values, sentences)
    odds = battle_odds(by_margin)
    return FightView(
        chances=tuple(_chance(names[winner], winner, chance) for winner, chance in odds.items()),
        margins=tuple(_margins(by_margin)),
        end=end,
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
        sentences = moves.stakes(ended, challenger, defender, untracked)
        end = _end(names[ended.winner], ended.values, sentences)
    odds = duel_odds(duel.challenger, duel.defender)
    chances = tuple(
        _chance(names[winner], winner, chance)
        for winner, chance in odds.items()
        if chance or winner is not Winner.NOBODY
    )
    return FightView(chances, end=end)


def _end(title: str, values: tuple[int, int | None], sentences: Iterable[str]) -> FightEnd:
    first, second = values
    return FightEnd(title, first_value=first, second_value=second, sentences=tuple(sentences))


def _chance(name: str, winner: Winner, chance: float) -> Chance:
    return Chance(
        name=name,
        percent=percent(chance),
        share=round(100 * chance),
        tone=TONES.get(winner, ""),
    )


def _margins(chances: dict[int, float]) -> Iterator[Margin]:
    for margin, chance in chances.items():
        if chance >= LEAST:
            yield Margin(signed(margin) if margin else "0", percent(chance))


@dataclass(frozen=True, slots=True)
class DefeatPage:
    """The page of a defeat: its steps, and the hidden fields of its form."""

    name: str
    url: str
    steps: tuple[str, ...]
    problem: str
    token: str
    seen: int


def defeat_steps(board: Board, name: str, space: str) -> tuple[str, ...]:
    """Return the steps of a defeat, in the rulebook's order."""
    after = defeated(board)
    infamy = {"before": board.infamy, "after": after.infamy}
    if after.life is None:
        set_life = _("Set life to its starting value.")
    else:
        set_life = _("Set life to its starting value: %(life)s.") % {"life": after.life}
    if space:
        put_bust = _("Put the bust back on %(space)s.") % {"space": space}
    else:
        put_bust = _("Put the bust back on its starting space.")
    return (
        _("Discard all Might cards and trophies of %(name)s.") % {"name": name},
        _("Lose half the infamy, rounded up: %(before)s becomes %(after)s.") % infamy,
        set_life,
        put_bust,
        _("Levels, arsenal, tokens on the board and everything else stay."),
    )

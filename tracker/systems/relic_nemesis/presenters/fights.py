"""Battles, duels and defeats: chances of the dice to come, consequences of those thrown."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.relic_nemesis.battle import Battle, battle_odds, fight
from campaign.rules.relic_nemesis.board import Board
from campaign.rules.relic_nemesis.defeat import defeated
from campaign.rules.relic_nemesis.dice import Fighter, Winner, margins
from campaign.rules.relic_nemesis.skill_duel import Duel, duel_odds, settle_duel
from tracker.charts import percent
from tracker.live.values import signed
from tracker.systems.relic_nemesis.words import moves
from tracker.systems.relic_nemesis.words.terms import AGENTS

LEAST = 0.005  # smaller chances are not shown
TONES = {Winner.ATTACKER: "first", Winner.NOBODY: "nobody", Winner.DEFENDER: "second"}


@dataclass(frozen=True, slots=True)
class BattleLink:
    """A link to the battle of another nemesis."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class FightPage:
    """The page of a battle or duel."""

    title: str
    other_battles: tuple[BattleLink, ...] = ()
    seats_url: str = ""  # where nemeses choose their sheets, of which only then more is known


def battle_page(
    nemesis: str, code: str, others: Mapping[int, str], *, is_revealed: bool
) -> FightPage:
    """Return the page of a battle; ``others`` are the other nemeses, by seat."""
    links = (BattleLink(name, battle_url(code, seat)) for seat, name in others.items())
    return FightPage(
        _("%(nemesis)s in battle") % {"nemesis": nemesis},
        tuple(links),
        "" if is_revealed else reverse("seats", args=[code]),
    )


def duel_page() -> FightPage:
    """Return the page of a skill duel."""
    return FightPage(_("Skill duel"))


def battle_url(code: str, seat: int, *, agents: bool = False) -> str:
    """Return the URL of the battle of a nemesis, with a character or with agents."""
    query = {"seat": str(seat)}
    if agents:
        query["against"] = AGENTS
    return f"{reverse('relic_battle', args=[code])}?{urlencode(query)}"


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one end of a fight, and its piece of the bar of all ends."""

    name: str  # how it ends: "Hanka wins"
    who: str  # short: "Hanka"
    value: str  # that side's value so far: "4 + die"; "" for the end that nobody wins
    percent: str
    begins: str  # of the bar, from its left: "42.9%"
    width: str
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
    ends = {
        Winner.ATTACKER: _won(nemesis, battle.nemesis),
        Winner.NOBODY: FightResult(_("Stand-off"), _("Stand-off")),
        Winner.DEFENDER: _won(opponent, battle.opponent),
    }
    end = None
    if is_over:
        ended = fight(battle)
        sentences = moves.consequences(ended, nemesis, opponent, untracked)
        end = _end(ends[ended.winner].name, ended.values, sentences)
    return FightView(
        chances=tuple(_chances(ends, battle_odds(by_margin))),
        margins=tuple(_margins(by_margin)),
        end=end,
    )


def duel_view(
    duel: Duel, challenger: str, defender: str, *, is_over: bool, untracked: tuple[str, ...]
) -> FightView:
    """Return a duel; ``untracked`` are those whose life is not entered yet."""
    ends = {
        Winner.ATTACKER: _won(challenger, duel.challenger),
        Winner.NOBODY: FightResult(_("The challenge fails"), _("The challenge fails")),
        Winner.DEFENDER: _won(defender, duel.defender),
    }
    end = None
    if is_over:
        ended = settle_duel(duel)
        sentences = moves.stakes(ended, challenger, defender, untracked)
        end = _end(ends[ended.winner].name, ended.values, sentences)
    odds = duel_odds(duel.challenger, duel.defender)
    return FightView(chances=tuple(_chances(ends, odds)), end=end)


@dataclass(frozen=True, slots=True)
class FightResult:
    """How a fight can end, in words; ``value`` is that of the side that wins so."""

    name: str
    who: str
    value: str = ""


def _won(name: str, side: Fighter) -> FightResult:
    """Return that a side wins, with its value as far as its dice are thrown."""
    missing, value = side.still_to_throw, str(side.value)
    if missing:
        text = ngettext("%(value)s + die", "%(value)s + %(count)s dice", missing)
        value = text % {"value": side.value, "count": missing}
    return FightResult(_("%(name)s wins") % {"name": name}, name, value)


def _end(title: str, values: tuple[int, int | None], sentences: Iterable[str]) -> FightEnd:
    first, second = values
    return FightEnd(title, first_value=first, second_value=second, sentences=tuple(sentences))


def _chances(ends: Mapping[Winner, FightResult], odds: Mapping[Winner, float]) -> Iterator[Chance]:
    """Yield the pieces of the bar, from left to right."""
    before = 0.0
    for winner, chance in odds.items():
        end = ends[winner]
        yield Chance(
            name=end.name,
            who=end.who,
            value=end.value,
            percent=percent(chance),
            begins=f"{100 * before:.1f}%",
            width=f"{100 * chance:.1f}%",
            tone=TONES[winner],
        )
        before += chance


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

"""The charts of a journal: by chapter, by what was played, and the group's numbers over time."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.core.facts import Fact
from campaign.rules.journal.changes import Counted
from campaign.rules.journal.description import GROUP, Counter
from campaign.rules.journal.state import State
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.statistics import Statistics
from tracker import charts
from tracker.charts import Chart
from tracker.charts.lines import lines_chart

MAX_NUMBERS = 6  # charts of numbers


def journal_charts(counted: Statistics, state: State, campaign: Campaign) -> Iterator[Chart]:
    """Yield the charts of a journal, now or at an earlier state."""
    if counted.score.decided:
        title, caption = _("By chapter"), _("Games by chapter")
        yield charts.rates("chapters", title, _chapter(state), counted.against, caption=caption)
    played, caption = counted.characters, _("Games by what was played")
    if len({share.score for share in played}) > 1:  # else there is nothing to compare
        yield charts.rates("played", _("By what was played"), _("Played"), played, caption=caption)
    games = campaign_facts(campaign).story.games
    yield from _numbers(state, [games[game.number] for game in state.games])


def _chapter(state: State) -> str:
    """Return what a chapter is called in this game."""
    return state.description.chapter_word or _("Chapter")


def _numbers(state: State, games: Sequence[Sequence[Fact]]) -> Iterator[Chart]:
    """Yield a chart for each number of the group that changed."""
    shown = 0
    for counter in state.box.counters.values():
        values = _after_each(counter, games)
        changed = len(set(values)) > 1 and min(values) >= 0
        if counter.of == GROUP and not counter.every_game and changed and shown < MAX_NUMBERS:
            shown += 1
            yield _over_time(counter, values)


def _after_each(counter: Counter, games: Sequence[Sequence[Fact]]) -> list[int]:
    """Return what a number was at the start and after each game."""
    values = [counter.start]
    for facts in games:
        changes = (fact for fact in facts if isinstance(fact, Counted))
        values.append(values[-1] + sum(it.by for it in changes if it.counter == counter.id))
    return values


def _over_time(counter: Counter, values: Sequence[int]) -> Chart:
    says = _("From 0 to %(most)s, at the start and after each game.")
    lines = [(counter.name, values)]
    return lines_chart(
        f"number-{counter.id}", counter.name, lines, max(values), says=says, of_games=True
    )

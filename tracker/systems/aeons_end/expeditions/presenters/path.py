"""The battles of an expedition as a path, done up to the one that is open."""

from django.utils.translation import gettext as _

from campaign.rules.aeons_end.expeditions.state import State, Step
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords
from tracker.systems.aeons_end.shared.presenters.chapter_path import (
    ChapterState,
    Station,
    chapter_path,
)


def battle_states(state: State) -> dict[int, ChapterState]:
    """Return the state of each battle by its number, on the longest way that is open."""
    results = {game.battle: game.won for game in state.tries if game.leads_on}
    states = dict.fromkeys(range(1, state.battles + 1), ChapterState.AHEAD)
    for number, won in results.items():
        states[number] = ChapterState.WON if won else ChapterState.LOST
    if state.step is not Step.END and state.battle in states and state.battle not in results:
        states[state.battle] = ChapterState.HERE
    return states


def battle_path(state: State, names: ExpeditionWords) -> tuple[Station, ...]:
    """Return the path of the battles."""
    opponents = {game.battle: names.card(game.drawn.nemesis) for game in state.tries}
    return chapter_path(battle_states(state), opponents, _label)


def _label(number: int, state: ChapterState) -> str:
    battle = {"number": number}
    match state:
        case ChapterState.WON:
            return _("Battle %(number)s: won") % battle
        case ChapterState.LOST:
            return _("Battle %(number)s: lost") % battle
        case ChapterState.HERE:
            return _("Battle %(number)s: you are here") % battle
        case ChapterState.AHEAD:
            return _("Battle %(number)s: still ahead") % battle

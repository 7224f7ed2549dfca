"""The way through a journal on paper: chapters that were played, and those that come next."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.state import GameState, State
from tracker.sheets.poster import Stop, games_text
from tracker.sheets.story import OUTCOMES
from tracker.systems.journal.presenters.front import game_title
from tracker.words import listed

MAX_STOPS = 12  # what there is room for; the latest of a long journal are shown


def stops_of(state: State) -> tuple[Stop, ...]:
    """Return the stations: games of one chapter that follow each other share one."""
    runs = groupby(state.games, key=lambda game: game.chapter or str(game.number))
    played = [_stop(state, str(number), tuple(run)) for number, (_key, run) in enumerate(runs, 1)]
    room = max(MAX_STOPS - len(played), 1)
    ahead = list(_ahead(state, len(played)))[:room]
    return tuple((*played, *ahead)[-MAX_STOPS:])


def _stop(state: State, number: str, games: Sequence[GameState]) -> Stop:
    last = games[-1]
    if last.outcome is None:
        return Stop(number, "here", game_title(state, last), games_text(len(games)))
    together = last.outcome.result
    shown = OUTCOMES[together.value] if together else "won"  # somebody did
    winners = listed(seat.name for seat in state.seats if seat.number in last.winners)
    beneath = games_text(len(games)) or winners
    return Stop(number, shown, game_title(state, last), beneath)


def _ahead(state: State, played: int) -> Iterator[Stop]:
    """Yield a station for each chapter that is known and was not reached; none has a name yet."""
    reached = {game.chapter for game in state.games}
    coming = [key for key in state.box.chapters if key not in reached]
    is_between = state.latest is None or state.latest.is_settled
    over = next_step(state).step is Step.OVER
    for place, _key in enumerate(() if over else coming):
        is_here = is_between and not place
        yield Stop(str(played + place + 1), "here" if is_here else "ahead")

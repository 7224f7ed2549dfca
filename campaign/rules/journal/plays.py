"""Finished games of a journal, as the ledger of plays counts them."""

from collections.abc import Iterator

from campaign.rules.core.keys import typed_key
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.journal.games import Played
from campaign.rules.journal.state import GameState, State

COUNTER = "counter"  # a kind of tags


def play_record(state: State, game: GameState, played: Played) -> PlaySummary:
    """Return one finished game; ``state`` is that after its result."""
    chapter = state.box.chapters.get(game.chapter)
    outcome = played.outcome
    return PlaySummary(
        result=outcome.result.value if outcome.result else "",
        played_on=played.played_on,
        minutes=played.minutes,
        # By name, as players type it: ids of two descriptions may be the same.
        against=typed_key(chapter.name) if chapter else "",
        against_name=chapter.name if chapter else "",
        game_name=state.description.name,
        seats=tuple(_seats(state, game, played)),
        tags=tuple(_tags(state)),
    )


def _seats(state: State, game: GameState, played: Played) -> Iterator[SeatSummary]:
    names = {seat.number: seat.name for seat in state.seats}
    outcome = played.outcome
    ranks = {seat: outcome.rank(seat) for seat in game.playing}
    for seat, thing in game.playing.items():
        won = seat in game.winners
        decides = bool(outcome.winners) or any(ranks.values())
        yield SeatSummary(
            seat=seat,
            key=typed_key(state.name(thing)) if thing else "",
            name=state.name(thing) if thing else "",
            player=names[seat],
            result=("win" if won else "loss") if decides else "",
            place=ranks[seat],
            score=outcome.score(seat),
        )


def _tags(state: State) -> Iterator[Tag]:
    for counter, owner, count in state.counted():
        if not owner:
            yield Tag(COUNTER, counter.id, counter.name, count)

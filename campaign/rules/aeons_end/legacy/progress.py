"""How far a campaign is, by the facts of its latest game alone: for lists, without a replay."""

from dataclasses import dataclass

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import goes_on
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Verdict
from campaign.rules.aeons_end.legacy.state import GameStatus


@dataclass(frozen=True, slots=True)
class Progress:
    """The phase of the latest game, and its chapter; once it is settled, the next chapter."""

    phase: GameStatus
    chapter: int
    is_finished: bool = False


def progress(
    pack: Pack,
    planned: Planned,
    played: Played | None = None,
    verdict: Verdict | None = None,
    *,
    is_settled: bool = False,
) -> Progress:
    """Return the progress of a campaign by its latest game."""
    if played is None:
        return Progress(GameStatus.PLANNED, planned.chapter)
    if not is_settled:
        return Progress(GameStatus.PLAYED, planned.chapter)
    goes_on_anyway = goes_on(played.tally.result, planned.chapter, pack)
    onward = verdict.onward if verdict else goes_on_anyway
    chapter = planned.chapter + 1 if onward else planned.chapter
    return Progress(GameStatus.SETTLED, chapter, is_finished=chapter > len(pack.chapters))

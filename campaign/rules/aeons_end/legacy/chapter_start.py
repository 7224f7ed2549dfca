"""What the start of a chapter asks for, as far as the players have nothing to enter about it."""

from collections.abc import Iterator

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, begins_with
from campaign.rules.aeons_end.legacy.facts import Fact, SealOpened, SectionUnlocked
from campaign.rules.aeons_end.legacy.state import GameStatus, State


def facts_at_start(state: State, pack: Pack, game: int) -> Iterator[Fact]:
    """Yield the facts that are due before a planned game is set up; none for any other game."""
    current = state.current
    if current is None or current.number != game or current.phase is not GameStatus.PLANNED:
        return
    for decision in begins_with(state, pack):
        section = pack.find.section(decision.subject)
        if decision.kind is DecisionKind.SEAL:
            yield SealOpened(decision.subject)
        # Where a sticker has one of two letters, the players must enter it.
        elif section is not None and not section.letters:
            yield SectionUnlocked(section.letter, section.letter)

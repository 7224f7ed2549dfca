"""A campaign as it was when the table of one of its games was set up."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack, When
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import (
    DecisionClosed,
    Fact,
    Planned,
    SealOpened,
    Seat,
    SectionUnlocked,
)
from campaign.rules.core.story import Game, Story


def as_set_up(story: Story[Seat], pack: Pack, number: int) -> Story[Seat]:
    """Return the story as it was when a game was set up: planned, its chapter begun."""

    def begun(fact: Fact) -> bool:
        match fact:
            case Planned():
                return True
            case SectionUnlocked(section=key) | SealOpened(seal=key):
                return at_start(pack, key)
            case DecisionClosed(decision=key):
                kind, _colon, subject = key.partition(":")
                due = kind in (DecisionKind.SEAL, DecisionKind.SECTION)
                return due and at_start(pack, subject)
        return False

    *earlier, game = story.until(number).games
    laid_out = Game(number, tuple(fact for fact in game.facts if begun(fact)))
    return replace(story, games=(*earlier, laid_out))


def at_start(pack: Pack, key: str) -> bool:
    """Say whether a section or a seal comes at the start of a chapter."""
    found = pack.find.section(key) or pack.find.seal(key)
    moment = found.moment if found else None
    return moment is not None and moment.when is When.START

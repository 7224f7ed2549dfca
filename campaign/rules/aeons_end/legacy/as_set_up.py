"""A campaign as it was when the table of one of its games was set up."""

from __future__ import annotations

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, When
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
            case SectionUnlocked(section=letter):
                return _starts(_section_moment(pack, letter))
            case SealOpened(seal=id):
                return _starts(_seal_moment(pack, id))
            case DecisionClosed(decision=key):
                kind, _colon, subject = key.partition(":")
                moments = {
                    DecisionKind.SEAL: _seal_moment,
                    DecisionKind.SECTION: _section_moment,
                }
                return kind in moments and _starts(moments[DecisionKind(kind)](pack, subject))
        return False

    *earlier, game = story.until(number).games
    laid_out = Game(number, tuple(fact for fact in game.facts if begun(fact)))
    return replace(story, games=(*earlier, laid_out))


def _seal_moment(pack: Pack, key: str) -> Moment | None:
    seal = pack.seal(key)
    return seal.moment if seal else None


def _section_moment(pack: Pack, letter: str) -> Moment | None:
    section = pack.section(letter)
    return section.moment if section else None


def _starts(moment: Moment | None) -> bool:
    return moment is not None and moment.when is When.START

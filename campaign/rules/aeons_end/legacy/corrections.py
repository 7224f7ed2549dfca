"""Corrections: another fact in the place of one, and whether the story still holds."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import BasicJoined, CardTransformed, Fact, Seat
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.problems import Problem
from campaign.rules.core.story import Game, ReplayError, Story, breaks_later


def state_before(story: Story[Seat], pack: Pack, game: int, fact: Fact) -> State:
    """Return the state in which a fact of a game was written down."""
    *earlier, last = story.until(game).games
    begun = Game(game, last.facts[: last.facts.index(fact)])
    return RULES.replay(Story(story.seats, (*earlier, begun)), pack)


def withdrawal_problem(story: Story[Seat], pack: Pack) -> Problem | None:
    """Return what stands against a story from which a fact was withdrawn, if anything does."""
    try:
        RULES.replay(story, pack)
    except ReplayError as error:
        return breaks_later(error)
    return None


def overruling(story: Story[Seat], pack: Pack, entered: Fact, *, reason: str = "") -> Fact:
    """Return a fact of a story that took another's place, with the reason only if it needs one."""
    if not reason:
        return entered
    try:
        RULES.replay(story, pack, entered=entered)
    except ReplayError:
        return replace(entered, reason=reason)
    return entered


def reasoned(
    story: Story[Seat], pack: Pack, game: int, facts: list[Fact], *, reason: str = ""
) -> list[Fact]:
    """Return facts of one entry, the players' reason with those that need it and no other."""
    if not reason:
        return facts
    entries: list[Fact] = []
    for fact in facts:
        entry = replace(fact, reason=reason) if RULES.check(story, pack, game, fact) else fact
        entries.append(entry)
        if not RULES.check(story, pack, game, entry):
            story = story.with_fact(game, entry)
    return entries


def same_numbers(by: Fact, old: Fact) -> Fact:
    """Keep what no form asks for and a file may have brought: a card's spaces, life and power."""
    match by, old:
        case BasicJoined(card=card), BasicJoined(card=before):
            return replace(by, card=_same_card(card, before))
        case CardTransformed(into=card), CardTransformed(into=before):
            return replace(by, into=_same_card(card, before))
    return by


def _same_card(card: PoolCard, before: PoolCard) -> PoolCard:
    if not card.typed or (card.key, card.kind) != (before.key, before.kind):
        return card
    return replace(card, spaces=before.spaces, life=before.life, power=before.power)

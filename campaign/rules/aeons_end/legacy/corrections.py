"""Corrections: what a story is with another fact in the place of one, and whether it holds."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    CardTransformed,
    Fact,
    Game,
    Seat,
    Story,
)
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.problems import Problem
from campaign.rules.core.replay import ReplayError, breaks_later


def state_before(story: Story[Seat], pack: Pack, game: int, fact: Fact) -> State:
    """Return the state in which a fact of a game was written down."""
    *earlier, last = story.until(game).games
    begun = Game(game, last.facts[: last.facts.index(fact)])
    return RULES.replay(Story(story.seats, (*earlier, begun)), pack)


def withdrawal_problem(story: Story[Seat], pack: Pack, game: int, fact: Fact) -> Problem | None:
    """Return what stands against withdrawing a fact, if anything does."""
    try:
        RULES.replay(_with(story, game, fact), pack)
    except ReplayError as error:
        return breaks_later(error)
    return None


def replacement(
    story: Story[Seat], pack: Pack, game: int, old: Fact, by: Fact, *, reason: str = ""
) -> Fact:
    """Return what takes a fact's place; it carries the players' reason only where it needs one."""
    by = _same_numbers(by, old)
    if not reason:
        return by
    try:
        RULES.replay(_with(story, game, old, by), pack, entered=by)
    except ReplayError:
        return replace(by, reason=reason)
    return by


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


def _with(story: Story[Seat], game: int, fact: Fact, *instead: Fact) -> Story[Seat]:
    """Return the story with other facts in the place of one, or with none."""

    def changed(old: Game) -> Game:
        if old.number != game or fact not in old.facts:
            return old
        at = old.facts.index(fact)
        return Game(game, (*old.facts[:at], *instead, *old.facts[at + 1 :]))

    return Story(story.seats, tuple(changed(old) for old in story.games))


def _same_numbers(by: Fact, old: Fact) -> Fact:
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

"""Who may see what of a game: every read of a plan, a set-up or a fact is redacted here.

The rules of a system say what is secret to whom (``redact``, ``redact_plan``, ``redact_setup`` of
:mod:`campaign.rules.core.system`); this module says who looks. The site cannot import what reads
without it, :mod:`campaign.records.reading` and :mod:`campaign.selectors.unredacted`.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from campaign.models import Fact, Game
from campaign.records import GameFacts, SetupLost
from campaign.records.reading import fact_of, rules_of, setup_of
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.seeing import PUBLIC, Audience
from campaign.rules.registry import one_off_rules
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.names import names_in
from campaign.selectors.unredacted import full_facts, full_facts_of, full_setup


def audience_of(game: Game, seats: Iterable[int] = ()) -> Audience:
    """Return who looks at a game: everybody, or whoever holds some of its seats."""
    return Audience(frozenset(seats), over=_is_over(game))


def phone_audience(game: Game, seats: Collection[int]) -> Audience:
    """Return who looks at a page that stays open during a game.

    Who holds one seat sees its secrets. A phone with several is handed around: it shows them on
    pages that ask first.
    """
    return audience_of(game, seats if len(seats) == 1 else ())


def seen_facts(game: Game, to: Audience | None = None) -> GameFacts:
    """Return the record of a one-off game as an audience may see it, by default everybody."""
    return _redacted(game, full_facts(game), to)


def seen_facts_of(games: Iterable[Game]) -> dict[int, GameFacts]:
    """Return the records of one-off games as everybody may see them, by the ids of the games."""
    by_id = {game.pk: game for game in games}
    records = full_facts_of(by_id.values())
    return {pk: _redacted(by_id[pk], record) for pk, record in records.items()}


def game_setup(game: Game, to: Audience | None = None) -> Any:
    """Return the set-up of a one-off game as an audience may see it, by default everybody.

    Raises ``SetupLost`` if it was not stored, and its box can no longer draw it.
    """
    rules = one_off_rules(game.system)
    return rules.redact_setup(full_setup(game), to or audience_of(game))


def fact_seen(row: Fact) -> FactValue:
    """Return a stored fact as everybody may see it."""
    game = row.game
    # Who plays a campaign shares it all: no need to look up how the game ended.
    to = PUBLIC if game.campaign_id is not None else audience_of(game)
    return rules_of(game).redact(fact_of(row, names_in(game.record)), to)


def _is_over(game: Game) -> bool:
    """Say whether a game has a result."""
    if game.campaign is None:
        return full_facts(game).played is not None
    return game.number in campaign_facts(game.campaign).results


def _redacted(game: Game, facts: GameFacts, to: Audience | None = None) -> GameFacts:
    """Return a record with its set-up, if that can be drawn, without what is secret."""
    planned = facts.planned
    if planned.setup is None:
        with suppress(SetupLost):
            planned = replace(planned, setup=setup_of(game, facts))
    to = to or Audience(over=facts.played is not None)
    return replace(facts, planned=one_off_rules(game.system).redact_plan(planned, to))

"""Corrections of an expedition: another reward, with everything that was drawn later carried on."""

from dataclasses import replace
from typing import Any, Unpack

from campaign.models import ChangeKind, Fact
from campaign.records import CampaignRecord
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.corrections import carried_on
from campaign.rules.aeons_end.expeditions.draws import rewarded
from campaign.rules.aeons_end.expeditions.facts import Rewarded
from campaign.rules.aeons_end.expeditions.state import LossKind, State
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.core.facts import THIRD
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.story import Story
from campaign.services.writing import Signature, writing


def before_reward(story: Story[Any], pack: Series, game: int) -> State:
    """Return the state of an expedition when the reward of a game was due."""
    facts = tuple(fact for fact in story.games[game] if fact.rank < THIRD)
    return RULES.state_of(replace(story, games={**story.until(game).games, game: facts}), pack)


def reward_correct(
    *,
    game: int,
    chosen: LossKind | None = None,
    level: int | None = None,
    onward: bool = False,
    **who: Unpack[Signature],
) -> None:
    """Draw the reward of any game for another choice.

    What was drawn later stays where it can, and is drawn again where it cannot; the correction is
    refused, with the fact that it would break, if something that people chose no longer fits.
    """
    with writing(**who, kind=ChangeKind.AMEND) as w:
        record: CampaignRecord = w.record
        mine = (e for e in record.entries if e.game == game and isinstance(e.fact, Rewarded))
        old = next(mine, None)
        if old is None:
            raise RulesError([Problem("fact.not_there")])
        state = before_reward(record.story, w.pack, game)
        new = rewarded(state, chosen=chosen, level=level, onward=onward)
        corrected = record.with_facts({old.id: new})
        carried = carried_on(record.story, corrected, w.pack)
        refuse(w.problems(carried))
        entries = {id(entry.fact): entry for entry in (*record.plans.values(), *record.entries)}
        for number, facts in carried.games.items():
            for was, now in zip(record.story.games[number], facts, strict=True):
                if now != was:
                    row = Fact.objects.select_related("game").get(pk=entries[id(was)].id)
                    w.enter(row.game, now, replaces=row)

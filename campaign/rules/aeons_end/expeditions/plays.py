"""The finished games of an expedition as the ledger of plays counts them."""

from collections.abc import Iterator
from typing import Any

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.facts import Planned, Played, start_life
from campaign.rules.aeons_end.expeditions.recipe import Outfit
from campaign.rules.aeons_end.expeditions.state import first_state
from campaign.rules.aeons_end.expeditions.stock import Stock
from campaign.rules.aeons_end.outcome import as_ended
from campaign.rules.aeons_end.plays import BATTLE, box_tags, dial_tags, pile_tags
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.core.story import Story


def expedition_plays(story: Story[Any], pack: Series) -> Iterator[tuple[int, PlaySummary]]:
    """Yield the finished tries by number.

    The story is not replayed: an expedition that no longer replays still has its games.
    """
    outfit = story.opening
    if not isinstance(outfit, Outfit) or outfit.recipe.route is None:
        return
    start = first_state(pack, outfit)
    battles: list[str] = []
    for number, facts in story.games.items():
        plan = next((fact for fact in facts if isinstance(fact, Planned)), None)
        played = next((fact for fact in facts if isinstance(fact, Played)), None)
        if plan is None:
            continue
        if plan.node not in battles:
            battles.append(plan.node)
        if played is None:
            continue
        node = outfit.recipe.route.node(plan.node)
        life = start_life(start, pack, plan.drawn.nemesis, node.tier if node else None)
        tally = as_ended(played.tally, mages=len(plan.choices.places), nemesis_life=life)
        battle = len(battles)
        yield (
            number,
            PlaySummary(
                str(tally.result),
                str(tally.ending or ""),
                played_on=played.played_on,
                minutes=played.minutes,
                against=plan.drawn.nemesis,
                seats=tuple(
                    SeatSummary(seat, place.mage, "", place.player)
                    for seat, place in enumerate(plan.choices.places, start=1)
                ),
                tags=(
                    Tag(BATTLE, str(battle), number=battle),
                    *dial_tags(tally, life),
                    *pile_tags(dict.fromkeys(plan.choices.piles, "")),
                    *box_tags(_boxes(start.stock, plan)),
                ),
            ),
        )


def _boxes(stock: Stock, plan: Planned) -> tuple[str, ...]:
    """Return the boxes that something on the table of a try comes from."""
    offer, drawn = stock.offer, plan.drawn
    basics = stock.basic_cards
    things = (
        *(offer.mats.get(place.mage) for place in plan.choices.places),
        offer.nemeses.get(drawn.nemesis),
        *(offer.piles.cards.get(key) for key in plan.choices.piles),
        *(basics.get(key) for key in (*drawn.upgraded, *drawn.basics)),
    )
    return tuple(dict.fromkeys(thing.box for thing in things if thing is not None and thing.box))

"""The finished games of a Legacy campaign as the ledger of plays counts them."""

from collections.abc import Iterator
from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.card_facts import market_change
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Seat
from campaign.rules.aeons_end.market.piles import first_market
from campaign.rules.aeons_end.outcome import as_ended
from campaign.rules.aeons_end.plays import CHAPTER, box_tags, dial_tags, pile_tags
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.core.story import Story


def campaign_plays(story: Story[Seat], pack: Pack) -> Iterator[tuple[int, PlaySummary]]:
    """Yield the finished games of a campaign by number, each with the market it was played with.

    What changes the market after a game counts for the next one. The story is not replayed: a
    campaign that no longer replays still has its games.
    """
    mats = {mage.colour: mage.id for mage in pack.mages}
    seats = tuple(
        SeatSummary(s.number, mats.get(s.colour, ""), s.name, s.player, s.colour, s.side)
        for s in story.seats
    )
    market = {pile.key: pile.name for pile in first_market(pack)}
    for number, facts in story.games.items():
        plan = next((fact for fact in facts if isinstance(fact, Planned)), None)
        played = next((fact for fact in facts if isinstance(fact, Played)), None)
        if plan is not None and played is not None:
            life = plan.foe.start_life(pack)
            chapter = Tag(CHAPTER, str(plan.chapter), number=plan.chapter)
            tally = as_ended(played.tally, mages=len(seats), nemesis_life=life)
            yield (
                number,
                PlaySummary(
                    str(tally.result),
                    str(tally.ending or ""),
                    played_on=played.played_on,
                    minutes=played.minutes,
                    against=plan.foe.key,
                    against_name=plan.foe.name,
                    seats=_played_by(seats, played.stand_ins),
                    tags=(
                        chapter,
                        *dial_tags(tally, life),
                        *pile_tags(market),
                        *box_tags((pack.slug,)),
                    ),
                ),
            )
        for fact in facts:
            if change := market_change(fact):
                for key in change.went:
                    market.pop(key, None)
                market.update({pile.key: pile.name for pile in change.came})


def _played_by(
    seats: tuple[SeatSummary, ...], stand_ins: tuple[str, ...]
) -> tuple[SeatSummary, ...]:
    """Return the seats with who played them that evening."""
    if not stand_ins:
        return seats
    instead = dict(enumerate(stand_ins, start=1))
    return tuple(replace(seat, player=instead.get(seat.seat) or seat.player) for seat in seats)

"""Finished games as the ledger of plays counts them: a campaign's, and one-off games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Foe, MarketGrown, Planned, Played, Seat
from campaign.rules.aeons_end.market.piles import first_market
from campaign.rules.aeons_end.one_off.setup import Drawn
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.play import PlayRecord, SeatRecord, Tag
from campaign.rules.core.story import Story

NEMESIS, GRAVEHOLD = "nemesis", "gravehold"
# Kinds of tags.
DIAL = "dial"  # what a dial showed at the end
START = "start"  # the life a nemesis starts with; none for a nemesis without life
CHAPTER = "chapter"
PILE = "pile"  # in the market of this game


def campaign_plays(story: Story[Seat], pack: Pack) -> Iterator[tuple[int, PlayRecord]]:
    """Yield the finished games of a campaign by number, each with the market it was played with.

    A market that grows after a game is the next one's. Nothing else of the story matters here, so
    it is not replayed: a campaign that no longer holds still has its games.
    """
    mats = {mage.colour: mage.id for mage in pack.mages}
    seats = tuple(
        SeatRecord(s.number, mats.get(s.colour, ""), s.name, s.player, s.colour, s.side)
        for s in story.seats
    )
    market = {pile.key: pile.name for pile in first_market(pack)}
    for game in story.games:
        plan = next((fact for fact in game.facts if isinstance(fact, Planned)), None)
        played = next((fact for fact in game.facts if isinstance(fact, Played)), None)
        if plan is not None and played is not None:
            life = _life(plan.foe, pack)
            chapter = Tag(CHAPTER, str(plan.chapter), number=plan.chapter)
            against = Tag(NEMESIS, plan.foe.key, plan.foe.name)
            tags = (chapter, *_dials(played.tally, life), *_piles(market))
            record = _record(played.tally, against, seats, tags)
            dated = replace(record, played_on=played.played_on, minutes=played.minutes)
            yield game.number, dated
        for fact in game.facts:
            if isinstance(fact, MarketGrown):
                growth = fact.growth
                for key in growth.banished:
                    market.pop(key, None)
                market.update({p.key: p.name for p in growth.offered if p.key in growth.added})


def one_off_play(setup: Drawn, tally: Tally, players: Sequence[str] = ()) -> PlayRecord:
    """Return a finished one-off game; ``players`` by seat, as the result names them."""
    dials = _dials(tally, setup.nemesis_life)
    piles = _piles({card.id: "" for card in setup.market})
    against, difficulty = Tag(NEMESIS, setup.nemesis.id), setup.difficulty.id
    seats = one_off_seats(setup, players)
    return _record(tally, against, seats, (*dials, *piles), difficulty)


def one_off_seats(setup: Drawn, players: Sequence[str] = ()) -> tuple[SeatRecord, ...]:
    """Return who sits where with which mage."""
    named = dict(enumerate(players, start=1))
    return tuple(
        SeatRecord(
            mat.seat,
            mat.mage,
            mat.name,
            named.get(mat.seat, mat.player),
            mat.colour or "",
            mat.side,
        )
        for mat in setup.mats
    )


def _record(
    tally: Tally,
    against: Tag,
    seats: tuple[SeatRecord, ...],
    tags: tuple[Tag, ...],
    difficulty: str = "",
) -> PlayRecord:
    return PlayRecord(
        str(tally.result),
        str(tally.ending or ""),
        against=against,
        difficulty=difficulty,
        seats=seats,
        tags=tags,
    )


def _dials(tally: Tally, nemesis_life: int | None) -> Iterator[Tag]:
    """Yield what was noted of the dials, and the nemesis' life at the start."""
    for key, shown in ((GRAVEHOLD, tally.gravehold_life), (NEMESIS, tally.nemesis_life)):
        if shown is not None:
            yield Tag(DIAL, key, number=shown)
    if nemesis_life is not None:
        yield Tag(START, NEMESIS, number=nemesis_life)


def _piles(market: dict[str, str]) -> tuple[Tag, ...]:
    return tuple(Tag(PILE, key, name) for key, name in market.items())


def _life(foe: Foe, pack: Pack) -> int | None:
    """Return the life a nemesis starts with: as players noted it, or as its mat shows."""
    known = pack.nemesis(foe.key)
    return foe.life if foe.life is not None or known is None else known.life

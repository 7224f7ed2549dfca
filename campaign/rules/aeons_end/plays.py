"""Finished games as the ledger of plays counts them: a campaign's, and one-off games."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.card_facts import market_change
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Seat
from campaign.rules.aeons_end.market.piles import first_market
from campaign.rules.aeons_end.one_off.choices import Choices
from campaign.rules.aeons_end.one_off.sheet import Setup
from campaign.rules.aeons_end.outcome import Tally, as_ended
from campaign.rules.core.play import BOX, PlayRecord, SeatRecord, Tag
from campaign.rules.core.story import Story

NEMESIS, GRAVEHOLD = "nemesis", "gravehold"
# Kinds of tags.
DIAL = "dial"  # what a dial showed at the end
START = "start"  # the life a nemesis starts with; none for a nemesis without life
CHAPTER = "chapter"
PILE = "pile"  # in the market of this game
# Boxes of the shelf that are games of their own, by the system's slug.
OWN_BOXES = {"aeons-end-war-eternal": "war-eternal", "aeons-end-legacy": "legacy"}


def campaign_plays(story: Story[Seat], pack: Pack) -> Iterator[tuple[int, PlayRecord]]:
    """Yield the finished games of a campaign by number, each with the market it was played with.

    What changes the market after a game counts for the next one. The story is not replayed: a
    campaign that no longer replays still has its games.
    """
    mats = {mage.colour: mage.id for mage in pack.mages}
    seats = tuple(
        SeatRecord(s.number, mats.get(s.colour, ""), s.name, s.player, s.colour, s.side)
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
                PlayRecord(
                    str(tally.result),
                    str(tally.ending or ""),
                    played_on=played.played_on,
                    minutes=played.minutes,
                    against=plan.foe.key,
                    against_name=plan.foe.name,
                    seats=_played_by(seats, played.stand_ins),
                    tags=(chapter, *_dials(tally, life), *_piles(market), *_boxes((pack.slug,))),
                ),
            )
        for fact in facts:
            if change := market_change(fact):
                for key in change.went:
                    market.pop(key, None)
                market.update({pile.key: pile.name for pile in change.came})


def _played_by(seats: tuple[SeatRecord, ...], stand_ins: tuple[str, ...]) -> tuple[SeatRecord, ...]:
    """Return the seats with who played them that evening."""
    if not stand_ins:
        return seats
    instead = dict(enumerate(stand_ins, start=1))
    return tuple(replace(seat, player=instead.get(seat.seat) or seat.player) for seat in seats)


def one_off_play(choices: Choices, setup: Setup, result: Tally) -> PlayRecord:
    """Return a finished one-off game, with the boxes that it was played with."""
    game = setup.game
    tally = as_ended(result, mages=len(game.mats), nemesis_life=game.nemesis_life)
    piles = _piles({card.id: "" for card in game.market})
    alone = game.system in OWN_BOXES
    boxes = _boxes((game.system, *choices.boxes) if alone else game.boxes_used)
    return PlayRecord(
        str(tally.result),
        str(tally.ending or ""),
        against=game.nemesis.id,
        difficulty=game.difficulty.id,
        seats=tuple(
            SeatRecord(mat.seat, mat.mage, mat.name, mat.player, mat.colour or "", mat.side)
            for mat in game.mats
        ),
        tags=(*_dials(tally, game.nemesis_life), *piles, *boxes),
    )


def _dials(tally: Tally, nemesis_life: int | None) -> Iterator[Tag]:
    """Yield the recorded dials, and the nemesis' life at the start."""
    for key, shown in ((GRAVEHOLD, tally.gravehold_life), (NEMESIS, tally.nemesis_life)):
        if shown is not None:
            yield Tag(DIAL, key, number=shown)
    if nemesis_life is not None:
        yield Tag(START, NEMESIS, number=nemesis_life)


def _piles(market: dict[str, str]) -> tuple[Tag, ...]:
    return tuple(Tag(PILE, key, name) for key, name in market.items())


def _boxes(slugs: Iterable[str]) -> tuple[Tag, ...]:
    return tuple(Tag(BOX, OWN_BOXES.get(slug, slug)) for slug in slugs)

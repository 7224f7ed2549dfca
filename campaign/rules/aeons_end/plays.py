"""Finished games as the ledger of plays counts them: a campaign's, and one-off games."""

from collections.abc import Iterable, Iterator, Sequence

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Seat, market_change
from campaign.rules.aeons_end.market.piles import first_market
from campaign.rules.aeons_end.one_off.setup import Drawn
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

    A market that changes after a game is the next one's. Nothing else of the story matters here, so
    it is not replayed: a campaign that no longer holds still has its games.
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
                    against=Tag(NEMESIS, plan.foe.key, plan.foe.name),
                    seats=seats,
                    tags=(chapter, *_dials(tally, life), *_piles(market), *_boxes((pack.slug,))),
                ),
            )
        for fact in facts:
            if change := market_change(fact):
                for key in change.went:
                    market.pop(key, None)
                market.update({pile.key: pile.name for pile in change.came})


def one_off_play(
    setup: Drawn, tally: Tally, players: Sequence[str] = (), joined: Sequence[str] = ()
) -> PlayRecord:
    """Return a finished one-off game; ``players`` by seat, as the result names them.

    ``joined`` are the systems whose cards were added to a box that is a game of its own.
    """
    tally = as_ended(tally, mages=len(setup.mats), nemesis_life=setup.nemesis_life)
    piles = _piles({card.id: "" for card in setup.market})
    alone = setup.system in OWN_BOXES
    boxes = _boxes((setup.system, *joined) if alone else setup.boxes_used)
    return PlayRecord(
        str(tally.result),
        str(tally.ending or ""),
        against=Tag(NEMESIS, setup.nemesis.id),
        difficulty=setup.difficulty.id,
        seats=_seats(setup, players),
        tags=(*_dials(tally, setup.nemesis_life), *piles, *boxes),
    )


def _seats(setup: Drawn, players: Sequence[str]) -> tuple[SeatRecord, ...]:
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


def _dials(tally: Tally, nemesis_life: int | None) -> Iterator[Tag]:
    """Yield what was noted of the dials, and the nemesis' life at the start."""
    for key, shown in ((GRAVEHOLD, tally.gravehold_life), (NEMESIS, tally.nemesis_life)):
        if shown is not None:
            yield Tag(DIAL, key, number=shown)
    if nemesis_life is not None:
        yield Tag(START, NEMESIS, number=nemesis_life)


def _piles(market: dict[str, str]) -> tuple[Tag, ...]:
    return tuple(Tag(PILE, key, name) for key, name in market.items())


def _boxes(slugs: Iterable[str]) -> tuple[Tag, ...]:
    return tuple(Tag(BOX, OWN_BOXES.get(slug, slug)) for slug in slugs)

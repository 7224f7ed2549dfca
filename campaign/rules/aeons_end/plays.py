"""Finished games as the ledger of plays counts them: one-off games, and what all have in common."""

from collections.abc import Iterable, Iterator, Mapping

from campaign.rules.aeons_end.one_off.choices import Choices
from campaign.rules.aeons_end.one_off.sheet import Setup
from campaign.rules.aeons_end.outcome import Tally, as_ended
from campaign.rules.core.play import BOX, PlaySummary, SeatSummary, Tag

NEMESIS, GRAVEHOLD = "nemesis", "gravehold"
# Kinds of tags.
DIAL = "dial"  # what a dial showed at the end
START = "start"  # the life a nemesis starts with; none for a nemesis without life
ROUNDS = "rounds"
CHAPTER = "chapter"
BATTLE = "battle"  # of an expedition, by number
PILE = "pile"  # in the market of this game
# Boxes of the shelf that are games of their own, by the system's slug.
OWN_BOXES = {"aeons-end-war-eternal": "war-eternal", "aeons-end-legacy": "legacy"}


def one_off_play(choices: Choices, setup: Setup, result: Tally) -> PlaySummary:
    """Return a finished one-off game, with the boxes that it was played with."""
    game = setup.game
    tally = as_ended(result, mages=len(game.mats), nemesis_life=game.nemesis_life)
    piles = pile_tags({card.id: "" for card in game.market})
    alone = game.system in OWN_BOXES
    boxes = box_tags((game.system, *choices.boxes) if alone else game.boxes_used)
    return PlaySummary(
        str(tally.result),
        str(tally.ending or ""),
        against=game.nemesis.id,
        difficulty=game.difficulty.id,
        seats=tuple(
            SeatSummary(mat.seat, mat.mage, mat.name, mat.player, mat.colour or "", mat.side)
            for mat in game.mats
        ),
        tags=(*dial_tags(tally, game.nemesis_life), *piles, *boxes),
    )


def dial_tags(tally: Tally, nemesis_life: int | None) -> Iterator[Tag]:
    """Yield the recorded dials, the nemesis' life at the start, and the rounds."""
    for key, life in ((GRAVEHOLD, tally.gravehold_life), (NEMESIS, tally.nemesis_life)):
        if life is not None:
            yield Tag(DIAL, key, number=life)
    if nemesis_life is not None:
        yield Tag(START, NEMESIS, number=nemesis_life)
    if tally.rounds is not None:
        yield Tag(ROUNDS, ROUNDS, number=tally.rounds)


def pile_tags(market: Mapping[str, str]) -> tuple[Tag, ...]:
    """Return the piles of a market; a name where players typed it."""
    return tuple(Tag(PILE, key, name) for key, name in market.items())


def box_tags(slugs: Iterable[str]) -> tuple[Tag, ...]:
    """Return the boxes that a game was played with."""
    return tuple(Tag(BOX, OWN_BOXES.get(slug, slug)) for slug in slugs)

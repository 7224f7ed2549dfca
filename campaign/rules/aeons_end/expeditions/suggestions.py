"""What a group would take into the next try: its last choices, as far as they are still there.

A form begins with it, and the command line sets up a first battle with it.
"""

from dataclasses import replace

from campaign.rules.aeons_end.expeditions.battle import PILES, Choices, SeatChoice
from campaign.rules.aeons_end.expeditions.facts import GROUP_LEVEL
from campaign.rules.aeons_end.expeditions.state import State


def suggested_choices(state: State, *, players: int | None = None) -> Choices:
    """Return choices that fit the barracks; without a number, for as many as the last time."""
    last = state.current.choices if state.current else None
    names = (
        tuple(place.player for place in last.places) if last is not None else state.outfit.players
    )
    count = len(names) if players is None else players
    held = [place.mage for place in last.places] if last is not None else []
    mages = [*held, *(mage for mage in state.mages if mage not in held)][:count]
    places = tuple(
        SeatChoice(mage, names[seat] if seat < len(names) else "")
        for seat, mage in enumerate(mages)
    )
    chosen = Choices(
        _with_treasures(state, places), _piles(state), _of_level(state, GROUP_LEVEL)[:1]
    )
    if last is None or len(last.places) != len(places):
        return chosen
    return replace(
        chosen,
        solo_cards=last.solo_cards,
        paired=last.paired,
        partner=last.partner,
        deck_out=last.deck_out,
    )


def _piles(state: State) -> tuple[str, ...]:
    """Return nine piles: the last market's, or all nine that there are."""
    last = state.current.choices.piles if state.current else ()
    kept = [pile for pile in last if pile in state.piles]
    return tuple([*kept, *(pile for pile in state.piles if pile not in kept)][:PILES])


def _of_level(state: State, level: int) -> tuple[str, ...]:
    return tuple(key for key in state.treasures if state.stock.level_of(key) == level)


def _with_treasures(state: State, places: tuple[SeatChoice, ...]) -> tuple[SeatChoice, ...]:
    """Give each mage a treasure of each level that is for one mage, as long as there are any."""
    levels = [_of_level(state, level) for level in (1, 3, 4)]
    return tuple(
        replace(place, treasures=tuple(keys[at] for keys in levels if at < len(keys)))
        for at, place in enumerate(places)
    )

"""Every read: a campaign's state now or after a game, its sheets, results and history."""

from collections.abc import Callable
from typing import Any, TypeVar

from campaign.memory import memory
from campaign.models import Campaign, Game
from campaign.models.games import PLAYED
from campaign.packs import get_pack
from campaign.records import Entry, Record, record_of
from campaign.rules.core.facts import Ended
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.registry import campaign_rules

Row = TypeVar("Row", Campaign, Game)
T = TypeVar("T")


def campaign_record(campaign: Campaign) -> Record:
    """Return everything that stands. If that is newer than ``campaign``, it is brought up to it."""
    return read_whole(campaign, record_of, ["stamp", "revision"])


def read_whole(row: Row, read: Callable[[Row], T], columns: list[str]) -> T:
    """Return what is read of a campaign or a one-off game, whose columns are as new as that."""
    held = memory.get((row.stamp, "record"))
    if held is not None:
        return held  # type: ignore[return-value] # no two rows have had the same stamp
    while True:
        stamp = row.stamp
        record = read(row)
        row.refresh_from_db(fields=columns)
        if row.stamp == stamp:  # nobody wrote between two of the queries
            break
    # By the stamp that was read with it, which may not be the one the caller came with.
    memory.put((stamp, "record"), record)
    return record


def record_held(campaign: Campaign, stamp: str) -> Record:
    """Return what stood at a stamp, in a campaign that a write has locked and not changed yet."""
    return memory.of((stamp, "record"), lambda: record_of(campaign))


def campaign_state(campaign: Campaign, *, after: int | None = None) -> Any:
    """Return the state now, or as it was when a game had been settled."""
    story = campaign_record(campaign).story
    pack, rules = get_pack(campaign.system), campaign_rules(campaign.system)
    if after is not None:
        # One key for each state that there is, whatever number an address holds.
        after = max(after, 0)
        after = None if after >= len(story.games) else after
    return memory.of(
        (campaign.stamp, "state", after),
        lambda: rules.state_of(story if after is None else story.until(after), pack),
    )


def session_setup(
    campaign: Campaign, *, game: int | None = None, language: str | None = None
) -> SetupSheet[Any] | None:
    """Return the sheet of a game, the latest one unless another is named; None without a game.

    The latest game is set up from the campaign as it is; an earlier one from what it was when
    that game was planned.
    """
    last = len(campaign_record(campaign).story.games)
    number = last if game is None else game
    if not 1 <= number <= last:
        return None
    language = language or campaign.language
    key = (campaign.stamp, "sheet", number, language)
    return memory.of(key, lambda: _sheet(campaign, number, language))


def amend_preview(
    campaign: Campaign, *, game: int, played: Ended, record: Record | None = None
) -> tuple[Entry, ...]:
    """Return what of a game's aftermath would not fit another result, as it would be withdrawn."""
    record = record or campaign_record(campaign)
    mine = [entry for entry in record.entries if entry.game == game]
    old = next(entry for entry in mine if entry.fact.kind == PLAYED)
    amended = record.with_facts({old.id: played}).until(game)
    going = campaign_rules(campaign.system).unfit(amended, get_pack(campaign.system), game)
    return tuple(entry for entry in mine if any(entry.fact is fact for fact in going))


def _sheet(campaign: Campaign, number: int, language: str) -> SetupSheet[Any]:
    story = campaign_record(campaign).story
    pack, rules = get_pack(campaign.system), campaign_rules(campaign.system)

    def set_up(game: int) -> Any:
        return rules.state_of(rules.as_set_up(story, pack, game), pack)

    state = campaign_state(campaign) if number == len(story.games) else set_up(number)
    before = set_up(number - 1) if number > 1 else None
    return rules.setup_sheet(state, pack, before=before, language=language)

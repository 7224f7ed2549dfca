"""Rows told as plays: who sat at the table, and what everything is called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from campaign.models import Campaign, Mage, OneOffGame, OneOffMage
from campaign.packs import get_pack
from campaign.plays import games
from campaign.plays.games import Row
from campaign.plays.naming import mage_name, nemesis_has_life, nemesis_name
from campaign.plays.values import CAMPAIGN, ONE_OFF, Play, Sitting
from campaign.rules.registry import SYSTEMS


def campaign_play(campaign: Campaign, number: int) -> Play | None:
    """Return one game of a campaign as the log tells it; None while it is not played."""
    rows = games.campaign_game(campaign, number)
    return next(iter(plays_of([Row(*row) for row in rows])), None)


def one_off_play(game: OneOffGame) -> Play | None:
    """Return a one-off game as the log tells it; None while it is not played."""
    return next(iter(plays_of([Row(*row) for row in games.one_off_game(game)])), None)


def plays_of(rows: Iterable[Row], *, language: str = "") -> tuple[Play, ...]:
    """Seat the mages of some games: two queries, however many games.

    A game told by itself, and every file, names things as that game's box does. A list over many
    boxes is read beside its filter and its statistics, so all three say ``language``, the
    reader's, and one nemesis has one name on the page. What players typed stays as it is.
    """
    rows = tuple(rows)
    groups = {row.group for row in rows if row.kind == CAMPAIGN}
    evenings = {row.id: row for row in rows if row.kind == ONE_OFF}
    seats: dict[tuple[str, int | None], list[Sitting]] = defaultdict(list)
    for mage in Mage.objects.filter(campaign__in=groups).order_by("campaign", "seat"):
        sitting = Sitting(mage.name, mage.player, mage.colour)
        seats[CAMPAIGN, mage.campaign_id].append(sitting)
    named = cache(mage_name)  # the same few sit down again and again
    for guest in OneOffMage.objects.filter(game__in=evenings).order_by("game", "seat"):
        name = guest.name or named(guest.key, language or evenings[guest.game_id].language)
        seats[ONE_OFF, guest.game_id].append(Sitting(name, guest.player, guest.colour))
    return tuple(
        _play(
            row,
            seats[row.kind, row.group if row.kind == CAMPAIGN else row.id],
            language or row.language,
        )
        for row in rows
    )


def _play(row: Row, mages: Iterable[Sitting], language: str) -> Play:
    pack = get_pack(row.system) if row.system in SYSTEMS else None
    difficulty = pack.difficulty(row.difficulty) if pack else None
    of_campaign = row.kind == CAMPAIGN
    # A campaign plans the life of a nemesis that is in no box.
    planned = row.nemesis_starts is not None
    has_life = planned or nemesis_has_life(row.nemesis, unknown=not of_campaign)
    return Play(
        kind=row.kind,
        code=row.code,
        system=row.system,
        game=pack.name.in_language(language) if pack else row.system,
        campaign=row.campaign or "",
        number=row.number,
        chapter=row.chapter,
        difficulty=difficulty.name.in_language(language) if difficulty else row.difficulty,
        nemesis=row.nemesis_name or nemesis_name(row.nemesis, language),
        nemesis_has_life=has_life,
        mages=tuple(mages),
        result=row.result,
        ending=row.ending,
        gravehold_life=row.gravehold_life,
        # What players noted of a nemesis in their campaign stands, whatever its dial means.
        nemesis_life=row.nemesis_life if of_campaign or has_life else None,
        minutes=row.minutes,
        played_on=row.played_on,
    )

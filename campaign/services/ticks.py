"""Ticks of a game's sheets: what is laid out already. They are no part of its record."""

import re
from collections.abc import Iterable

from django.db import transaction

from campaign.models import Game

SETUP, RESTORE = "setup", "restore"
SHEETS = (SETUP, RESTORE)
MOST = 500  # steps of a sheet
_STEP = re.compile(r"[0-9A-Za-z_.:-]{1,64}", re.ASCII)


def game_tick(
    *, game: Game, sheet: str, tick: Iterable[str] = (), untick: Iterable[str] | None = ()
) -> None:
    """Tick and untick steps of a sheet; ``untick`` None unticks all others.

    Two phones that tick at once both count: the row is locked, and only these steps change.
    """
    if sheet not in SHEETS:
        return
    ticked = {step for step in tick if _STEP.fullmatch(step)}
    with transaction.atomic():
        held = Game.objects.select_for_update().get(pk=game.pk)
        before = set(held.ticks.get(sheet, ())) if untick is not None else set()
        done = sorted((before | ticked) - set(untick or ()))[:MOST]
        held.ticks = {**held.ticks, sheet: done}
        held.save(update_fields=["ticks"])
    game.ticks = held.ticks

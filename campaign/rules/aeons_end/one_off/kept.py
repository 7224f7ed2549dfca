"""A laid-out game of War Eternal, kept: whatever becomes of the pack, its sheet stays the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaign.rules.aeons_end.one_off.sheet import LaidOut
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain

VERSION = 1  # of the JSON; what another version wrote is drawn again from its seed


def keep(laid: LaidOut) -> dict[str, Any]:
    """Return a game as plain JSON, without who plays: their names are the choices' to say."""
    return {"version": VERSION, **to_plain(with_players(laid, [""] * len(laid.game.mats)))}


def kept(held: Mapping[str, Any] | None) -> LaidOut | None:
    """Return the game that was kept; None where there is none, or none that can be read."""
    if not isinstance(held, Mapping) or held.get("version") != VERSION:
        return None
    try:
        return from_plain(LaidOut, {k: v for k, v in held.items() if k != "version"})
    except SerializeError:
        return None


def with_players(laid: LaidOut, players: Sequence[str]) -> LaidOut:
    """Return the game with the names of who plays, by seat."""
    pairs = zip(laid.game.mats, players, strict=True)
    mats = tuple(replace(mat, player=player) for mat, player in pairs)
    return replace(laid, game=replace(laid.game, mats=mats))

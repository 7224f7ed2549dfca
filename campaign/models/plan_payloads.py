"""Stored plans of older versions, in the form of today."""

from collections.abc import Mapping
from typing import Any


def with_one_switch(planned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the payload of a plan that says once whether the choices of seats are secret.

    Until version 4 of export files each seat said it for itself. Where one was secret, all are.
    """
    return {
        key: _with_one_switch(value) if key in ("choices", "setup") and value else value
        for key, value in planned.items()
    }


def _with_one_switch(value: Mapping[str, Any]) -> dict[str, Any]:
    seats = value.get("seats")
    if not isinstance(seats, list) or not any(map(_says_it, seats)):
        return dict(value)
    is_secret = any(seat["secret"] for seat in seats if _says_it(seat))
    plain = [
        {key: of for key, of in seat.items() if key != "secret"} if _says_it(seat) else seat
        for seat in seats
    ]
    return {**value, "seats": plain, **({"secret": True} if is_secret else {})}


def _says_it(seat: Any) -> bool:
    return isinstance(seat, dict) and "secret" in seat

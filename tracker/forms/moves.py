"""A move at a live table, as a phone sends it."""

import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Annotated, Any

from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.live import Live, Move
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.serialize import SerializeError

MAX_TEXT = 2000  # characters of a move, and
MAX_TYPED = 2000  # of what is sent beside it
MAX_TOGETHER = 20  # moves in one request
DIGITS = 9  # of a number that is typed
LIMITS = ("number.out_of_range", "text.too_long", "text.forbidden")  # people can exceed them


def sent_moves(text: str) -> list[dict[str, str]]:
    """Return the moves that a phone sends together, each with its fields, or refuse all of them."""
    try:
        plain = parsed_json(text) if len(text) <= MAX_TOGETHER * (MAX_TEXT + MAX_TYPED) else None
    except (ValueError, RecursionError) as error:
        raise _unknown() from error
    if not isinstance(plain, list) or not 1 <= len(plain) <= MAX_TOGETHER:
        raise _unknown()
    for each in plain:
        if not isinstance(each, dict) or not all(isinstance(value, str) for value in each.values()):
            raise _unknown()
    return plain


def sent_move(data: Mapping[str, str], rules: Live[Any, Any]) -> Move:
    """Return the move that was sent, or refuse it.

    ``move`` has the values of the button, as JSON. What was typed beside it is sent as
    ``with_<field>``, by the name of a field of the move, whose type says how it is read.
    """
    text = data.get("move", "")
    try:
        plain = parsed_json(text) if len(text) <= MAX_TEXT else None
        if not isinstance(plain, dict):
            raise _unknown()
        return rules.read({**plain, **_typed(data, _move_type(rules, plain.get("kind")))})
    except SerializeError as error:
        raise _refusal(error) from error
    except (ValueError, RecursionError) as error:
        raise _unknown() from error


def _move_type(rules: Live[Any, Any], kind: object) -> type[Move]:
    """Return the type of a move; ``Move``, which has no fields, if there is none of its own."""
    return next((move for move in rules.all_moves if move.kind == kind), Move)


def _typed(data: Mapping[str, str], move: type[Move]) -> dict[str, object]:
    """Return the values that were typed for the fields of a move; empty ones are left out."""
    hints = typing.get_type_hints(move, include_extras=True)
    found: dict[str, object] = {}
    for field in fields(move):
        sent = data.get(f"with_{field.name}", "").strip()
        if not sent:
            continue
        types = set(_types(hints[field.name]))
        if bool in types:
            found[field.name] = True  # a tick is sent only if it is set
        elif int in types:
            found[field.name] = int(sent.replace("−", "-")[:DIGITS])
        elif any(issubclass(each, str) for each in types):
            found[field.name] = sent
    return found


def _types(hint: Any) -> Iterator[Any]:
    """Yield the types of an annotation: ``Annotated[int, …] | None`` is int and None."""
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is Annotated:
        inner = inner[:1]
    if not inner:
        yield hint
    for part in inner:
        yield from _types(part)


def _refusal(error: SerializeError) -> RulesError:
    """Return why a move is refused: a number or text beyond its limits, or no move at all."""
    if all(problem.code in LIMITS for problem in error.problems):
        return RulesError(error.problems)
    return _unknown()


def _unknown() -> RulesError:
    return RulesError([Problem("live.move_unknown")])

"""Problems in words: every code the engine and the services know, as a sentence.

Details become words on the way: a key its name, a seat its mage, a decision its heading. What has
no name to show gets a sentence without one, so that neither an id nor a secret is ever read out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from campaign.messages.faults import FAULTS, fault_sentence
from campaign.messages.sentences import NAMELESS, SENTENCES
from campaign.phrases import words
from campaign.phrases.decisions import decision_key
from campaign.phrases.words import NOTHING_TYPED, Typed
from campaign.rules.aeons_end.catalogue.pack import Moment, When
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.core.problems import Detail, Problem

__all__ = ["FAULTS", "codes", "fault_sentence", "overrule_hint", "sentence"]

# Their keys claim to be this campaign's and are not: naming one would tell what a sealed id is.
_NOT_OURS = frozenset(
    {
        "evolution.not_in_pool",
        "market.added_not_offered",
        "market.banished_not_in_market",
        "market.banished_twice",
        "market.added_twice",
        "pool.not_in",
    }
)


class _NamelessError(LookupError):
    """Raised where a sentence asks for a name that there is none of."""


class _Shown(dict[str, Any]):
    """Details as words; one that has no word is refused when a sentence asks for it."""

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if value is None:
            raise _NamelessError(key)
        return value


def sentence(
    problem: Problem,
    namer: Namer | None = None,
    seats: Sequence[Seat] = (),
    *,
    typed: Typed = NOTHING_TYPED,
) -> str:
    """Return what is wrong, in the active language; ``typed`` as in :func:`phrases.fact`."""
    key = _variant(problem)
    if key not in SENTENCES:
        return gettext("This does not fit the rules.")
    shown = _Words(problem, namer, seats, typed).shown()
    try:
        return str(SENTENCES[key] % shown)
    except _NamelessError:
        return str(NAMELESS[problem.code] % shown)


def overrule_hint() -> str:
    """Return what stands beside a problem that a written reason lifts."""
    return gettext("Your box says otherwise? Write what it says.")


def codes() -> frozenset[str]:
    """Return every problem code that has a sentence."""
    return frozenset(key.partition(":")[0] for key in SENTENCES)


def _variant(problem: Problem) -> str:
    """Return the key of the sentence: some codes have one for each kind of thing they are about."""
    details = problem.details
    found = [f"{problem.code}:{details[key]}" for key in ("whose", "kind") if key in details]
    found += [f"{problem.code}:costs"] if "costs" in details else []
    return next((key for key in found if key in SENTENCES), problem.code)


class _Words:
    """The details of one problem as a sentence needs them; None is "there is no word for it"."""

    def __init__(
        self, problem: Problem, namer: Namer | None, seats: Sequence[Seat], typed: Typed
    ) -> None:
        self.code = problem.code
        self.details = problem.details
        self.namer = namer
        self.seats = seats
        self.typed = typed

    def shown(self) -> _Shown:
        shown = _Shown()
        for key, value in self.details.items():
            word = _WORDS.get(key)
            shown[key] = word(self, value) if word else value
        if "when" in self.details:
            chapter, when = int(_text(self.details["chapter"])), When(_text(self.details["when"]))
            shown["moment"] = words.moment(Moment(chapter, when))
        if "card" in self.details:
            shown["name"] = self.text("name") or self.thing(_text(self.details["card"]))
        return shown

    def text(self, key: str) -> str:
        return _text(self.details.get(key, "")).strip()

    def thing(self, name: str) -> str | None:
        if self.code in _NOT_OURS and not words.is_open_knowledge(name, self.namer):
            return None
        return words.written(name, self.namer, self.typed)

    def things(self, value: Detail) -> str | None:
        found = words.all_named([self.thing(name) for name in _texts(value)])
        return words.listed(found) if found else None

    def mage(self, value: Detail) -> str:
        return words.mage(int(_text(value)), self.seats)

    def mages(self, value: Detail) -> str:
        return words.listed(self.mage(seat) for seat in _texts(value))

    def seal(self, value: Detail) -> str | None:
        known = self.namer.pack.seal(_text(value)) if self.namer else None
        if known is not None:
            return words.seal(known.kind, known.label)
        return self.text("name") or words.thing(_text(value), None, self.typed)

    def decision(self, value: Detail) -> str:
        return decision_key(_text(value), self.namer, self.seats)

    def decisions(self, value: Detail) -> str:
        titles = (self.decision(key) for key in _texts(value))
        return words.sentences(titles)

    def kind(self, value: Detail) -> str | None:
        kind = _text(value)
        found = words.card_kind(kind) or words.nemesis_kind(kind) or words.fact_kind(kind)
        return found or None

    def allowed(self, value: Detail) -> str:
        seats = self.code == "turn_order.seat_may_not_act"
        return self.mages(value) if seats else _numbers(value)


_WORDS: Mapping[str, Callable[[_Words, Detail], str | int | None]] = {
    "allowed": _Words.allowed,
    "characters": lambda _w, value: _numbers(value),
    "card": lambda w, value: w.thing(_text(value)),
    "colour": lambda _w, value: words.colour(_text(value)) or None,
    "constraint": lambda _w, value: int(_text(value)) + 1,  # people count from one
    "costs": lambda _w, value: _numbers(value),
    "decision": _Words.decision,
    "decisions": _Words.decisions,
    "first": lambda _w, value: _day(value),
    "kind": _Words.kind,
    "last": lambda _w, value: _day(value),
    "name": lambda w, _value: w.text("name") or None,
    "names": _Words.things,
    "others": lambda _w, value: words.listed(str(int(n) + 1) for n in _texts(value)),
    "seal": _Words.seal,
    "seat": _Words.mage,
    "seats": _Words.mages,
    "section": lambda w, value: w.text("letter") or _text(value),
    "where": lambda _w, value: words.place(_text(value)) or None,
}


def _day(value: Detail) -> str | int:
    """Return a day as it is written here; what is a number stays one."""
    if isinstance(value, int):
        return value
    return date_format(date.fromisoformat(_text(value)), "DATE_FORMAT")


def _numbers(value: Detail) -> str:
    return words.series(_texts(value))


def _text(value: Detail) -> str:
    return str(value)


def _texts(value: Detail) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)

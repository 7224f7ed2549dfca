"""Sentences for the problems of Aeon's End.

Details are translated first: a key becomes a name, a seat its mage, a decision its heading. Without
a name that may be shown there is a sentence that needs none, so that no id and no secret leaks.
"""

from collections.abc import Callable, Mapping

from campaign.rules.aeons_end.catalogue.pack import Moment, When
from campaign.rules.core.problems import Problem
from tracker.systems.aeons_end.shared.words import entries, terms
from tracker.systems.aeons_end.shared.words.decisions import decision_key
from tracker.systems.aeons_end.shared.words.problem_sentences import SENTENCES
from tracker.systems.aeons_end.shared.words.terms import RecordNames
from tracker.words import listed, sentences, series
from tracker.words.problems import Word, detail, worded

NO_NAMES = RecordNames()

# Their keys are not in this campaign: a name could be of something that is still sealed.
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


def sentence(problem: Problem, names: RecordNames = NO_NAMES) -> str:
    """Return the sentence of a problem."""
    return worded(problem, _Words(problem, names).shown(), SENTENCES)


class _Words:
    """The details of a problem as its sentence shows them; None if there is nothing to show."""

    def __init__(self, problem: Problem, names: RecordNames) -> None:
        self.code = problem.code
        self.details = problem.details
        self.names = names

    def shown(self) -> dict[str, Word]:
        shown: dict[str, Word] = {}
        for key, value in self.details.items():
            word, values = _WORDS.get(key), value if isinstance(value, tuple) else (value,)
            shown[key] = word(self, *map(str, values)) if word else detail(key, value)
        if "when" in self.details:
            chapter, when = int(str(self.details["chapter"])), When(str(self.details["when"]))
            shown["moment"] = terms.moment(Moment(chapter, when))
        if "card" in self.details:
            shown["name"] = self.text("name") or self.thing(str(self.details["card"]))
        return shown

    def text(self, key: str) -> str:
        return str(self.details.get(key, "")).strip()

    def thing(self, name: str) -> str | None:
        if self.code in _NOT_OURS and not self.names.is_open_knowledge(name):
            return None
        return self.names.written(name)

    def things(self, *names: str) -> str | None:
        named = [self.thing(name) or "" for name in names]
        return listed(named) if named and all(named) else None

    def mages(self, *seats: str) -> str:
        return listed(self.names.mage(int(seat)) for seat in seats)

    def allowed(self, *values: str) -> str:
        seats = self.code == "turn_order.seat_may_not_act"
        return self.mages(*values) if seats else series(values)


# By the key of a detail: the function that puts its value or values into words.
_WORDS: Mapping[str, Callable[..., Word]] = {
    "allowed": _Words.allowed,
    "card": _Words.thing,
    "colour": lambda _w, key: terms.colour(key) or None,
    "constraint": lambda _w, key: terms.market_wish(key),
    "decision": lambda w, key: decision_key(key, w.names),
    "decisions": lambda w, *keys: sentences(decision_key(key, w.names) for key in keys),
    "kind": lambda _w, key: (
        terms.card_kind(key) or terms.nemesis_kind(key) or entries.fact_kind(key) or None
    ),
    "name": lambda w, _name: w.text("name") or None,
    "names": _Words.things,
    "others": lambda _w, *keys: listed(map(terms.market_wish, keys)),
    "seal": lambda w, key: w.names.seal(key, w.text("name")),
    "seat": _Words.mages,
    "seats": _Words.mages,
    "section": lambda w, key: w.text("letter") or key,
    "wishes": lambda _w, *keys: listed(map(terms.nemesis_wish, keys)),
    "where": lambda _w, key: terms.place(key) or None,
}

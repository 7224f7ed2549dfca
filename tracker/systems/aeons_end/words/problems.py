"""Sentences for the problems of Aeon's End.

Details are translated first: a key becomes a name, a seat its mage, a decision its heading. Without
a name that may be shown there is a sentence that needs none, so that no id and no secret leaks.
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.rules.aeons_end.catalogue.pack import Moment, When
from campaign.rules.core.problems import Problem
from tracker.systems.aeons_end.words import entries, terms
from tracker.systems.aeons_end.words.decisions import decision_key
from tracker.systems.aeons_end.words.problem_sentences import SENTENCES
from tracker.systems.aeons_end.words.terms import RecordNames
from tracker.words import listed, sentences, series
from tracker.words.problems import Sentences, Word, detail, worded

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

# For things without a name, or with one that this group may not see yet.
NAMELESS: Sentences = {
    "party.name_twice": _("Two mages have the same name: rename one of them."),
    "mages.unknown": _("One of these mages is not in the box."),
    "mages.twice": _("Each mage can play only once."),
    "mages.versions": _("Two of these are versions of one mage. Allow it, or choose others."),
    "market.offered_twice": _("A pile is offered twice."),
    "market.offered_already_in_market": _("A pile offered is already in the market."),
    "market.offered_was_banished": _("A pile offered was banished earlier in this campaign."),
    "market.added_twice": _("A pile is added twice."),
    "market.added_not_offered": _("A pile to add is not among those offered."),
    "market.kind_or_cost_missing": _("A pile needs a kind and a cost to join the market."),
    "market.banished_twice": _("A pile is banished twice."),
    "market.banished_not_in_market": _("A pile to banish is not in the market."),
    "market.card_unknown": _("A card is not in the catalogue: type its name as it is printed."),
    "market.starter_is_no_pile": _("A starter card can’t be a market pile."),
    "market.card_differs": _("In the catalogue this card is another kind or costs %(cost)s."),
    "market.card_twice": _("A card is in the market twice."),
    "market.slot_unfillable": ngettext_lazy(
        "The pattern needs %(need)s card of one kind; here: %(have)s.",
        "The pattern needs %(need)s cards of one kind; here: %(have)s.",
        "need",
    ),
    "market.slots_conflict": _("%(need)s places need the same cards; the boxes have %(have)s."),
    "market.lock_twice": _("A pile is locked twice."),
    "market.lock_unknown": _("A locked pile is not in the boxes in use."),
    "market.lock_does_not_fit": _("There is no room for one of the locked piles."),
    "market.lock_excluded": _("Requirement %(constraint)s excludes a locked pile."),
    "evolution.not_in_pool": _("This card is not among this campaign’s basic cards."),
    "evolution.already_in_pool": _("This card is already among this campaign’s basic cards."),
    "evolution.no_space_left": _("This card has no free space for a sticker: it transforms."),
    "evolution.space_still_free": _("This card takes a sticker before it transforms."),
    "evolution.same_card": _("A card cannot transform into itself."),
    "pool.already_in": _("This card is already among this campaign’s basic cards."),
    "pool.not_basic": _("This is a transformed card, not a basic one."),
    "pool.was_removed": _("This card left the campaign earlier."),
    "pool.card_differs": _("In the catalogue this card is another kind or of tier %(tier)s."),
    "pool.not_in": _("This card is not among this campaign’s basic cards."),
    "pool.card_twice": _("A card is among the basic cards twice."),
    "nemesis.unknown": _("This nemesis is not in the box."),
    "seal.already_open": _("This is already open."),
    "seal.no_such_part": _("The catalogue has no such part."),
    "evolution.not_basic": _("This is a transformed card; only basic cards evolve."),
    "evolution.spaces_missing": _("How many sticker spaces does the card have?"),
    "evolution.spaces_differ": _(
        "You entered a different number of sticker spaces for this card earlier."
    ),
    "evolution.more_stickers": _("The card already has more stickers."),
    "evolution.becomes_another": _("This card transforms into %(number)s."),
    "seal.too_early": _("Leave it sealed until then: %(moment)s."),
}


def sentence(problem: Problem, names: RecordNames = NO_NAMES) -> str:
    """Return the sentence of a problem."""
    return worded(problem, _Words(problem, names).shown(), SENTENCES, NAMELESS)


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

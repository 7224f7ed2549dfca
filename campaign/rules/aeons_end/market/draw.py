"""Draw a random market, or say why there is none: which wish fails, and what would match."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from campaign.rules.aeons_end.catalogue.pack import Card, SlotRule
from campaign.rules.aeons_end.market.plan import Plan, Request
from campaign.rules.aeons_end.market.stock import place_takes
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost, Constraint, Exclude, excluded_by
from campaign.rules.core.problems import Detail, Problem, RulesError


def random_market(request: Request, rng: Random) -> tuple[Card, ...]:
    """Draw one of the markets that meet the request, each equally likely.

    A request that no market meets raises ``RulesError`` with what ``market_problems`` says.
    """
    plan = Plan(request)
    if not plan.total:
        raise RulesError(market_problems(request))
    return plan.draw(rng)


def market_problems(request: Request) -> tuple[Problem, ...]:
    """Return why no market meets a request; nothing when at least one does.

    Places first, then locks, then constraints; what has failed is left out of the later checks,
    so that each problem is reported once.
    """
    problems = list(_slot_problems(request))
    if problems:
        return tuple(problems)
    locks, last = request.locks, len(request.constraints)
    request = replace(request, locks=_accepted_locks(request))
    problems += _lock_problems(request, locks)
    # Those that fail alone, in their order; then those that fail because of others.
    clashes = sorted(_clashes(request), key=lambda clash: last if clash[1] else clash[0])
    return (*problems, *(_unmeetable(request, i, rivals) for i, rivals in clashes))


def _can_meet(request: Request, *constraints: Constraint) -> bool:
    """Say whether there is such a market, with other wishes than the request's."""
    return Plan(replace(request, constraints=constraints)).total > 0


def _slot_problems(request: Request) -> Iterator[Problem]:
    cards = tuple(request.stock.cards.values())
    short = False
    for slot in dict.fromkeys(request.slots):
        need = request.slots.count(slot)
        have = sum(place_takes(slot, card) for card in cards)
        if need > have:
            short = True
            details = _slot_details(slot, request.slots.index(slot), need, have)
            yield Problem("market.slot_unfillable", details, "slots")
    if short:
        return
    takes = [[place_takes(slot, card) for card in cards] for slot in request.slots]
    rivals = first_unmatched(takes)
    if rivals is not None:
        last = max(rivals)
        have = sum(any(takes[slot][card] for slot in rivals) for card in range(len(cards)))
        details = _slot_details(request.slots[last], last, len(rivals), have)
        details["others"] = tuple(sorted(rivals - {last}))
        yield Problem("market.slots_conflict", details, "slots")


def _slot_details(slot: SlotRule, index: int, need: int, have: int) -> dict[str, Detail]:
    costs: dict[str, Detail] = {} if slot.costs is None else {"costs": slot.costs}
    return {"slot": index, "kind": str(slot.kind or ""), "need": need, "have": have, **costs}


def _lock_problems(request: Request, locks: Sequence[str]) -> Iterator[Problem]:
    for index, key in enumerate(locks):
        details: dict[str, Detail] = {"names": (key,)}
        if key in locks[:index]:
            yield Problem("market.lock_twice", details, "locks")
        elif key not in request.stock.cards:
            yield Problem("market.lock_unknown", details, "locks")
        elif key not in request.locks:  # those that were accepted
            kind = request.stock.cards[key].kind
            details["kind"] = str(kind)
            details["places"] = sum(slot.kind in (None, kind) for slot in request.slots)
            yield Problem("market.lock_does_not_fit", details, "locks")


def _accepted_locks(request: Request) -> tuple[str, ...]:
    accepted: tuple[str, ...] = ()
    for key in dict.fromkeys(request.locks):
        if _can_meet(replace(request, locks=(*accepted, key))):
            accepted = (*accepted, key)
    return accepted


def _clashes(request: Request) -> Iterator[tuple[int, Mapping[int, Constraint]]]:
    """Yield each constraint that cannot be met, with the fewest others that make it fail."""
    # Exclusions are accepted first, so that the wish for more cards is the one that fails.
    order = sorted(enumerate(request.constraints), key=lambda each: isinstance(each[1], AtLeast))
    accepted: dict[int, Constraint] = {}
    for index, constraint in order:
        if _can_meet(request, *accepted.values(), constraint):
            accepted[index] = constraint
            continue
        rivals = dict(accepted)
        for other in reversed(accepted):
            fewer = {i: c for i, c in rivals.items() if i != other}
            if not _can_meet(request, *fewer.values(), constraint):
                rivals = fewer
        yield index, rivals


def _unmeetable(request: Request, index: int, rivals: Mapping[int, Constraint]) -> Problem:
    constraint = request.constraints[index]
    if isinstance(constraint, Exclude):
        return _excludes_too_much(request, index, constraint, rivals)
    others = tuple(rivals.values())
    details: dict[str, Detail] = {"constraint": index}
    if isinstance(constraint, AtMost):
        alone, together = "market.at_most_unmeetable", "market.at_most_conflict"
        counts = range(constraint.most + 1, len(request.slots) + 1)
        met = (n for n in counts if _can_meet(request, *others, replace(constraint, most=n)))
        details |= {"most": constraint.most, "fewest": next(met)}  # of them that every market has
    else:
        alone, together = "market.constraint_unmeetable", "market.constraints_conflict"
        cards = request.stock.without(excluded_by(others)).cards.values()
        have = sum(constraint.takes(card) for card in cards)
        counts = range(min(have, constraint.count) + 1)
        met = (n for n in counts if _can_meet(request, *others, replace(constraint, count=n)))
        # Cards that match it, and how many of them a market can have at most.
        details |= {"need": constraint.count, "have": have, "room": max(met, default=0)}
    if rivals:
        details["others"] = tuple(sorted(rivals))
    return Problem(together if rivals else alone, details, "constraints")


def _excludes_too_much(
    request: Request, index: int, exclude: Exclude, rivals: Mapping[int, Constraint]
) -> Problem:
    locked = tuple(key for key in request.locks if key in exclude.keys)
    if locked:
        details: dict[str, Detail] = {"constraint": index, "names": locked}
        return Problem("market.lock_excluded", details, "constraints")
    left = request.stock.without(exclude.keys | excluded_by(rivals.values()))
    # Without this exclusion every place can be filled, so a place is what cannot be filled now.
    shortage = next(_slot_problems(replace(request, stock=left)), None)
    details = {"need": len(request.slots), "have": len(left.cards)}
    details.update(shortage.details if shortage is not None else {})
    details.update(constraint=index, others=tuple(sorted(rivals)))
    return Problem("market.exclusion_leaves_too_few", details, "constraints")


def first_unmatched(takes: Sequence[Sequence[bool]]) -> frozenset[int] | None:
    """Match places to cards; where it fails, return places that compete for too few cards.

    ``takes[place][card]`` says whether the place takes the card. Augmenting paths; the places
    visited in vain at the first failure are Hall's witness: they take fewer cards than they are.
    """
    holder: dict[int, int] = {}

    def place(slot: int, seen: set[int], tried: set[int]) -> bool:
        tried.add(slot)
        for card, fits in enumerate(takes[slot]):
            if fits and card not in seen:
                seen.add(card)
                if card not in holder or place(holder[card], seen, tried):
                    holder[card] = slot
                    return True
        return False

    for slot in range(len(takes)):
        tried: set[int] = set()
        if not place(slot, set(), tried):
            return frozenset(tried)
    return None

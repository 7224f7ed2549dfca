"""Load a pack from its file or a mapping, or raise every fault at once.

The checks between its parts: ids, references, moments, sums and counts.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import HAND, CardKind, Pack
from campaign.rules.aeons_end.catalogue.story import Known, Moment
from campaign.rules.core.constraints import shown
from campaign.rules.core.pack import read_document
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import from_plain

Places = Iterator[tuple[str, Any]]  # paths and their values


def load_pack(source: Path | str | Mapping[str, object]) -> Pack:
    """Return the pack of a JSON file or of a mapping, or raise ``SerializeError``."""
    document = source if isinstance(source, Mapping) else read_document(Path(source))
    return _with_chapters(from_plain(Pack, document, pack_faults))


def _with_chapters(pack: Pack) -> Pack:
    """Return the pack with the chapters set on its nemeses."""
    chapters = {chapter.nemesis: chapter for chapter in pack.chapters}
    nemeses = tuple(
        replace(nemesis, chapter=chapter.number, chapter_inferred=chapter.nemesis_inferred)
        if (chapter := chapters.get(nemesis.id))
        else nemesis
        for nemesis in pack.nemeses
    )
    return replace(pack, nemeses=nemeses)


def pack_faults(pack: Pack) -> tuple[Problem, ...]:
    """Return where the parts disagree; sums are checked only if all references are right."""
    faults = tuple(
        fault for check in (_own_ids, _references, _moments, _cards) for fault in check(pack)
    )
    if faults:
        return faults
    checks = (
        *(_market_sums, _copies, _markets, _templates, _turns, _chapters, _evolutions, _basics),
        *(_mats, _own_cards, _letters, _normal),
    )
    return tuple(fault for check in checks for fault in check(pack))


def box_faults(pack: Pack) -> tuple[Problem, ...]:
    """Return where the parts of a box disagree; it may lack what only a rulebook's pack has."""
    return tuple(fault for check in (_own_ids, _references, _copies) for fault in check(pack))


def _each(pack: Pack, part: str, key: str) -> Places:
    """Yield one field of each thing of a part; of each item, where it holds several."""
    for position, thing in enumerate(getattr(pack, part)):
        value = getattr(thing, key)
        path = f"{part}[{position}].{key}"
        if isinstance(value, tuple):
            yield from ((f"{path}[{place}]", item) for place, item in enumerate(value))
        else:
            yield path, value


def _own_ids(pack: Pack) -> Iterator[Problem]:
    """Cards and nemeses share one namespace of ids: records refer to them by id alone."""
    things = ("cards", "nemesis_cards", "nemeses")
    yield from _unique(place for part in things for place in _each(pack, part, "id"))
    for part, key in (
        ("mages", "id"),
        ("breaches", "number"),
        ("seals", "id"),
        ("sections", "letter"),
        ("slots", "id"),
        ("suggested_markets", "id"),
        ("market_templates", "id"),
        ("difficulties", "id"),
    ):
        yield from _unique(_each(pack, part, key))
    yield from _unique((f"dividers[{place}]", part) for place, part in enumerate(pack.dividers))


def _unique(places: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for path, value in places:
        if first.setdefault(value, path) != path:
            yield mismatch(path, "one of its own", f'"{value}", which {first[value]} has already')


def _references(pack: Pack) -> Iterator[Problem]:
    mages, nemeses = {mage.id for mage in pack.mages}, {nemesis.id for nemesis in pack.nemeses}
    starters = {card.id for card in pack.cards if card.starter}
    piles = {card.id for card in pack.cards if not card.starter}
    nemesis_cards = {card.id for card in pack.nemesis_cards}
    first = ((f"market.first[{place}]", key) for place, key in enumerate(pack.market.first))
    breaches = (
        (f"mages[{position}].breaches[{place}].number", breach.number)
        for position, mage in enumerate(pack.mages)
        for place, breach in enumerate(mage.breaches)
    )
    tables: tuple[tuple[Places, Collection[str], str], ...] = (
        (_each(pack, "cards", "mage"), mages, "a mage"),
        (_each(pack, "nemesis_cards", "nemesis"), nemeses, "a nemesis"),
        (_each(pack, "nemesis_cards", "becomes"), nemesis_cards, "a nemesis card"),
        (_each(pack, "mages", "hand"), starters, "a starter card"),
        (_each(pack, "mages", "deck"), starters, "a starter card"),
        (breaches, {breach.number for breach in pack.breaches}, "a breach"),
        (_each(pack, "chapters", "nemesis"), nemeses, "a nemesis"),
        (_each(pack, "chapters", "envelope"), {seal.id for seal in pack.seals}, "a seal"),
        (first, piles, "a market card"),
        (_each(pack, "suggested_markets", "cards"), piles, "a market card"),
    )
    for places, ids, what in tables:
        for path, key in places:
            if key is not None and key not in ids:
                yield mismatch(path, f"the id of {what}", shown(key))


def _moments(pack: Pack) -> Iterator[Problem]:
    """Find moments beyond the campaign; a pack without chapters has none at all."""
    known, dated = ("cards", "nemesis_cards", "nemeses", "mages"), ("seals", "sections", "slots")
    last = len(pack.chapters)
    for path, value in (
        *(place for part in known for place in _each(pack, part, "known")),
        *_each(pack, "chapters", "title_known"),
        *(place for part in dated for place in _each(pack, part, "moment")),
    ):
        moment = value.moment if isinstance(value, Known) else value
        if not isinstance(moment, Moment):
            continue
        if not last:
            yield mismatch(path, "no moment in a pack without chapters", "an object")
        elif not 1 <= moment.chapter <= last:
            yield mismatch(
                f"{path}.chapter", f"a whole number from 1 to {last}", str(moment.chapter)
            )


def _cards(pack: Pack) -> Iterator[Problem]:
    """A starter is no pile: it costs nothing and has no copies."""
    for position, card in enumerate(pack.cards):
        for key, number in (("cost", card.cost), ("copies", card.copies)):
            if card.starter and number:
                yield mismatch(f"cards[{position}].{key}", "0", str(number))
    if pack.mages_min > pack.mages_max:
        yield mismatch(
            "mages_max", f"a whole number from {pack.mages_min} to 4", str(pack.mages_max)
        )
    for kind in CardKind:
        if kind not in pack.market.copies:
            yield mismatch("market.copies", f'the key "{kind}"', "none")
    numbers = ", ".join(map(str, pack.players))
    for mages in pack.players:
        if mages not in pack.basics_by_mages:
            yield mismatch("basics_by_mages", f'the key "{mages}"', "none")
    for mages in pack.basics_by_mages:
        if mages not in pack.players:
            yield mismatch(f"basics_by_mages.{mages}", f"one of the keys {numbers}", f'"{mages}"')


def _mats(pack: Pack) -> Iterator[Problem]:
    """Find mats without hand or deck: only the file of a box may leave them out."""
    for position, mage in enumerate(pack.mages):
        for key, cards in (("hand", mage.hand), ("deck", mage.deck)):
            if not cards:
                yield mismatch(f"mages[{position}].{key}", f"a list of {HAND}", "a list of 0")


def _market_sums(pack: Pack) -> Iterator[Problem]:
    market = pack.market
    kinds = sum(market.by_kind.values())
    if market.piles != kinds:
        yield mismatch("market.piles", f"{kinds}, the sum of the kinds", str(market.piles))
    if market.added > market.offered:
        yield mismatch("market.added", f"at most {market.offered}", str(market.added))
    if market.banished != market.added:
        expected = f"{market.added}, as many as are added"
        yield mismatch("market.banished", expected, str(market.banished))


def _copies(pack: Pack) -> Iterator[Problem]:
    for position, card in enumerate(pack.cards):
        copies = pack.market.copies[card.kind]
        if not card.starter and card.copies != copies:
            expected = f"{copies}, as market.copies says of a {card.kind.value}"
            yield mismatch(f"cards[{position}].copies", expected, str(card.copies))


def _markets(pack: Pack) -> Iterator[Problem]:
    if pack.market.first:
        yield from _one_market(pack, "market.first", pack.market.first)
    for position, suggested in enumerate(pack.suggested_markets):
        yield from _one_market(pack, f"suggested_markets[{position}].cards", suggested.cards)


def _one_market(pack: Pack, path: str, ids: tuple[str, ...]) -> Iterator[Problem]:
    rules = pack.market
    if len(set(ids)) != len(ids):
        twice = (card_id for card_id, count in Counter(ids).items() if count > 1)
        yield mismatch(path, "different cards", f"{', '.join(twice)} more than once")
    if len(ids) != rules.piles:
        yield mismatch(path, f"{rules.piles} cards", shown(ids))
        return
    kinds = Counter(card.kind for card in pack.find.cards(ids))
    for kind, count in rules.by_kind.items():
        if kinds[kind] != count:
            yield mismatch(path, f"{count} cards of the kind {kind.value}", str(kinds[kind]))


def _templates(pack: Pack) -> Iterator[Problem]:
    for position, template in enumerate(pack.market_templates):
        if len(template.slots) != pack.market.piles:
            path = f"market_templates[{position}].slots"
            yield mismatch(path, f"{pack.market.piles} places", shown(template.slots))


def _turns(pack: Pack) -> Iterator[Problem]:
    for mage_position, mage in enumerate(pack.mages):
        path = f"mages[{mage_position}].breaches"
        numbers = [start.number for start in mage.breaches]
        if len(set(numbers)) != len(numbers):
            yield mismatch(path, "each breach once", ", ".join(numbers))
        for position, start in enumerate(mage.breaches):
            breach = pack.find.breach(start.number)
            ladder = len(breach.open_costs) if breach else 0
            if start.state == "closed" and start.turns >= ladder:
                expected = f"fewer than {ladder}, the costs of breach {start.number}"
                yield mismatch(f"{path}[{position}].turns", expected, str(start.turns))
            elif start.state != "closed" and start.turns:
                yield mismatch(
                    f"{path}[{position}].turns", "0, as it is not closed", str(start.turns)
                )


def _chapters(pack: Pack) -> Iterator[Problem]:
    for position, chapter in enumerate(pack.chapters):
        if chapter.number != position + 1:
            yield mismatch(f"chapters[{position}].number", str(position + 1), str(chapter.number))
    nemeses = [chapter.nemesis for chapter in pack.chapters]
    for position, nemesis in enumerate(nemeses):
        if nemesis is not None and nemesis in nemeses[:position]:
            yield mismatch(f"chapters[{position}].nemesis", "one of its own", f'"{nemesis}" again')


def _evolutions(pack: Pack) -> Iterator[Problem]:
    for position, card in enumerate(pack.nemesis_cards):
        path = f"nemesis_cards[{position}]"
        if card.evolved and card.nemesis is not None:
            yield mismatch(f"{path}.nemesis", "none for an evolved card", f'"{card.nemesis}"')
        evolved = pack.find.nemesis_card(card.becomes) if card.becomes else None
        if evolved is None:
            continue
        if not evolved.evolved:
            yield mismatch(f"{path}.becomes", "an evolved card", f'"{evolved.id}"')
        if evolved.tier != card.tier:
            # The number of basic cards in a tier never changes.
            yield mismatch(f"{path}.becomes", f"a card of tier {card.tier}", f"tier {evolved.tier}")


def _basics(pack: Pack) -> Iterator[Problem]:
    there = Counter(card.tier for card in pack.find.basics)
    for mages, counts in pack.basics_by_mages.items():
        for position, count in enumerate(counts):
            if count > there[position + 1]:
                path = f"basics_by_mages.{mages}[{position}]"
                expected = f"at most {there[position + 1]}, the basic cards of tier {position + 1}"
                yield mismatch(path, expected, str(count))


def _own_cards(pack: Pack) -> Iterator[Problem]:
    if pack.chapters:
        return  # a legacy box keeps its nemeses' cards sealed: the pack cannot know them all
    for position, nemesis in enumerate(pack.nemeses):
        tiers = Counter(card.tier for card in pack.find.own_cards(nemesis.id))
        for tier in (1, 2, 3):
            if tiers[tier] != pack.own_per_tier:
                expected = f"{pack.own_per_tier} cards of its own in tier {tier}"
                yield mismatch(f"nemeses[{position}]", expected, str(tiers[tier]))


def _letters(pack: Pack) -> Iterator[Problem]:
    for position, section in enumerate(pack.sections):
        if section.inferred and section.letter not in section.letters:
            path = f"sections[{position}].letters"
            yield mismatch(path, f'"{section.letter}" among them', shown(section.letters))


def _normal(pack: Pack) -> Iterator[Problem]:
    if pack.find.difficulty("normal") is None:
        yield mismatch("difficulties", 'one with the id "normal"', shown(pack.difficulties))

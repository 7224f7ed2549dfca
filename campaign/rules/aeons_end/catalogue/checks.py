"""What must agree between the parts of a pack: sums, counts and cards that point at cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from campaign.rules.aeons_end.catalogue.pack import CardKind, Pack
from campaign.rules.core.cursor import Fault, shown


def whole_pack_faults(pack: Pack, found: Sequence[Fault]) -> tuple[Fault, ...]:
    """Return where the parts disagree; a part with faults of its own is not judged twice."""
    faulty = {fault.path.split(".")[0].split("[")[0] for fault in found}
    if "" in faulty:
        return ()  # a whole part is missing
    checks = (
        ({"market"}, _market_sums(pack)),
        ({"cards", "market"}, _copies(pack)),
        ({"cards", "market", "suggested_markets"}, _markets(pack)),
        ({"market", "market_templates"}, _templates(pack)),
        ({"breaches", "mages"}, _turns(pack)),
        ({"chapters"}, _chapters(pack)),
        ({"nemesis_cards"}, _evolutions(pack)),
        ({"nemesis_cards", "basics_by_mages", "players"}, _basics(pack)),
        ({"nemesis_cards", "nemeses", "own_per_tier", "chapters"}, _own_cards(pack)),
        ({"sections"}, _letters(pack)),
        ({"difficulties"}, _normal(pack)),
    )
    return tuple(fault for parts, faults in checks if not parts & faulty for fault in faults)


def _market_sums(pack: Pack) -> Iterator[Fault]:
    market = pack.market
    kinds = market.gems + market.relics + market.spells
    if market.piles != kinds:
        yield Fault("market.piles", f"{kinds}, the sum of the kinds", str(market.piles))
    if market.added > market.offered:
        yield Fault("market.growth.added", f"at most {market.offered}", str(market.added))
    if market.banished != market.added:
        expected = f"{market.added}, as many as are added"
        yield Fault("market.growth.banished", expected, str(market.banished))


def _copies(pack: Pack) -> Iterator[Fault]:
    for position, card in enumerate(pack.cards):
        copies = pack.market.copies[card.kind]
        if not card.starter and card.copies != copies:
            expected = f"{copies}, as market.copies says of a {card.kind.value}"
            yield Fault(f"cards[{position}].copies", expected, str(card.copies))


def _markets(pack: Pack) -> Iterator[Fault]:
    if pack.market.first:
        yield from _nine(pack, "market.first", pack.market.first)
    for position, suggested in enumerate(pack.suggested_markets):
        yield from _nine(pack, f"suggested_markets[{position}].cards", suggested.cards)


def _nine(pack: Pack, path: str, ids: tuple[str, ...]) -> Iterator[Fault]:
    rules = pack.market
    if len(set(ids)) != len(ids):
        twice = (card_id for card_id, count in Counter(ids).items() if count > 1)
        yield Fault(path, "different cards", f"{', '.join(twice)} more than once")
    if len(ids) != rules.piles:
        yield Fault(path, f"{rules.piles} cards", shown(ids))
        return
    kinds = Counter(card.kind for card in map(pack.card, ids) if card)
    for kind, count in (
        (CardKind.GEM, rules.gems),
        (CardKind.RELIC, rules.relics),
        (CardKind.SPELL, rules.spells),
    ):
        if kinds[kind] != count:
            yield Fault(path, f"{count} cards of the kind {kind.value}", str(kinds[kind]))


def _templates(pack: Pack) -> Iterator[Fault]:
    for position, template in enumerate(pack.market_templates):
        if len(template.slots) != pack.market.piles:
            path = f"market_templates[{position}].slots"
            yield Fault(path, f"{pack.market.piles} places", shown(template.slots))


def _turns(pack: Pack) -> Iterator[Fault]:
    for mage_position, mage in enumerate(pack.mages):
        path = f"mages[{mage_position}].breaches"
        numbers = [start.number for start in mage.breaches]
        if len(set(numbers)) != len(numbers):
            yield Fault(path, "each breach once", ", ".join(numbers))
        for position, start in enumerate(mage.breaches):
            breach = pack.breach(start.number)
            ladder = len(breach.open_costs) if breach else 0
            if start.state == "closed" and start.turns >= ladder:
                expected = f"fewer than {ladder}, the costs of breach {start.number}"
                yield Fault(f"{path}[{position}].turns", expected, str(start.turns))
            elif start.state != "closed" and start.turns:
                yield Fault(f"{path}[{position}].turns", "0, as it is not closed", str(start.turns))


def _chapters(pack: Pack) -> Iterator[Fault]:
    for position, chapter in enumerate(pack.chapters):
        if chapter.number != position + 1:
            yield Fault(f"chapters[{position}].number", str(position + 1), str(chapter.number))
    nemeses = [chapter.nemesis for chapter in pack.chapters]
    for position, nemesis in enumerate(nemeses):
        if nemesis is not None and nemesis in nemeses[:position]:
            yield Fault(f"chapters[{position}].nemesis", "one of its own", f'"{nemesis}" again')


def _evolutions(pack: Pack) -> Iterator[Fault]:
    for position, card in enumerate(pack.nemesis_cards):
        path = f"nemesis_cards[{position}]"
        if card.evolved and card.nemesis is not None:
            yield Fault(f"{path}.nemesis", "none for an evolved card", f'"{card.nemesis}"')
        evolved = pack.nemesis_card(card.becomes) if card.becomes else None
        if evolved is None:
            continue
        if not evolved.evolved:
            yield Fault(f"{path}.becomes", "an evolved card", f'"{evolved.id}"')
        if evolved.tier != card.tier:
            # The number of basic cards in a tier never changes.
            yield Fault(f"{path}.becomes", f"a card of tier {card.tier}", f"tier {evolved.tier}")


def _basics(pack: Pack) -> Iterator[Fault]:
    there = Counter(card.tier for card in pack.basics())
    for mages, counts in pack.basics_by_mages.items():
        for position, count in enumerate(counts):
            if count > there[position + 1]:
                path = f"basics_by_mages.{mages}[{position}]"
                expected = f"at most {there[position + 1]}, the basic cards of tier {position + 1}"
                yield Fault(path, expected, str(count))


def _own_cards(pack: Pack) -> Iterator[Fault]:
    if pack.chapters:
        return  # a legacy box keeps its nemeses' cards sealed: the pack cannot know them all
    for position, nemesis in enumerate(pack.nemeses):
        tiers = Counter(card.tier for card in pack.own_cards(nemesis.id))
        for tier in (1, 2, 3):
            if tiers[tier] != pack.own_per_tier:
                expected = f"{pack.own_per_tier} cards of its own in tier {tier}"
                yield Fault(f"nemeses[{position}]", expected, str(tiers[tier]))


def _letters(pack: Pack) -> Iterator[Fault]:
    for position, section in enumerate(pack.sections):
        candidates: Iterable[str] = section.letters
        if section.inferred and section.letter not in candidates:
            path = f"sections[{position}].letters"
            yield Fault(path, f'"{section.letter}" among them', shown(section.letters))


def _normal(pack: Pack) -> Iterator[Fault]:
    if pack.difficulty("normal") is None:
        yield Fault("difficulties", 'one with the id "normal"', shown(pack.difficulties))

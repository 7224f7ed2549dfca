"""What stands against a fact: every problem of an entry at once, for the ledger as it is."""

from collections.abc import Callable, Iterator
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, Seal, SealKind
from campaign.rules.aeons_end.endings import result_problems
from campaign.rules.aeons_end.legacy import pool_checks
from campaign.rules.aeons_end.legacy.decisions import (
    CLOSED_FREELY,
    NEVER_CLOSED,
    POOL_FIXED_FROM,
    Decision,
    DecisionKind,
    open_decisions,
)
from campaign.rules.aeons_end.legacy.facts import (
    COLOURS,
    MIDDLE,
    SIDES,
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    MarketGrown,
    MarketOrdered,
    Noted,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    StickerRemoved,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.ledger import Ledger
from campaign.rules.aeons_end.legacy.state import GameState, Phase, pairs_of
from campaign.rules.aeons_end.mages import StickerKind, sticker_problems, with_sticker
from campaign.rules.aeons_end.market.piles import Pile, growth_problems
from campaign.rules.aeons_end.nemesis_deck import (
    expected_basics,
    pool_problems,
)
from campaign.rules.core.keys import is_typed
from campaign.rules.core.problems import Detail, Problem, RulesError, standing

Problems = Iterator[Problem]
HIGHEST_DIAL = 99


def problems_of(ledger: Ledger, game: int, fact: Fact) -> tuple[Problem, ...]:
    """Return everything that stands against a fact, but for what its reason overrules."""
    if isinstance(fact, Planned):
        return standing(_plan(ledger, game, fact), fact.reason)
    current = ledger.current
    if current is None or current.number != game:
        return (Problem("game.not_there", {"game": game}),)
    return standing(_CHECKS[type(fact)](ledger, current, fact), fact.reason)


def party_problems(pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return everything that is wrong with who sits down to a campaign."""
    found = []
    if not pack.mages_min <= len(seats) <= pack.mages_max:
        details: dict[str, Detail] = {
            "least": pack.mages_min,
            "most": pack.mages_max,
            "actual": len(seats),
        }
        found.append(Problem("party.size", details, "seats"))
    numbers = tuple(seat.number for seat in seats)
    if numbers != tuple(range(1, len(seats) + 1)):
        found.append(Problem("party.seats", {"seats": numbers}, "seats"))
    seen: set[str] = set()
    names: set[str] = set()
    for seat in seats:
        where = f"seats.{seat.number}"
        if seat.colour not in COLOURS:
            found.append(Problem("party.colour", {"colour": seat.colour}, f"{where}.colour"))
        elif seat.colour in seen:
            found.append(Problem("party.colour_twice", {"colour": seat.colour}, f"{where}.colour"))
        if seat.side not in SIDES:
            found.append(Problem("party.side", {"side": seat.side}, f"{where}.side"))
        name = " ".join(seat.name.split()).casefold()
        if not name:
            found.append(Problem("party.name_missing", {"seat": seat.number}, f"{where}.name"))
        elif name in names:
            found.append(Problem("party.name_twice", {"name": seat.name}, f"{where}.name"))
        seen.add(seat.colour)
        names.add(name)
    return tuple(found)


def _plan(ledger: Ledger, game: int, fact: Planned) -> Problems:
    current = ledger.current
    expected = len(ledger.games) + 1
    chapters = len(ledger.pack.chapters)
    if game != expected:
        yield Problem("plan.game_number", {"expected": expected, "actual": game})
    if current is not None and current.phase is not Phase.SETTLED:
        yield Problem("plan.previous_open", {"game": current.number})
    elif ledger.ended >= chapters:
        yield Problem("plan.campaign_finished", {"chapters": chapters})
    elif not 1 <= fact.chapter <= chapters:
        details: dict[str, Detail] = {"chapter": fact.chapter, "chapters": chapters}
        yield Problem("plan.no_such_chapter", details, "chapter")
    elif fact.chapter != ledger.ended + 1:
        details = {"expected": ledger.ended + 1, "actual": fact.chapter}
        yield Problem("plan.chapter_unexpected", details, "chapter", overrulable=True)
    yield from _foe(ledger.pack, fact)
    yield from _pairs(ledger, fact)
    if fact.chapter >= POOL_FIXED_FROM:
        expected_pool = expected_basics(ledger.pack, len(ledger.seats))
        yield from pool_problems(ledger.pool, expected_pool)


def _foe(pack: Pack, fact: Planned) -> Problems:
    foe = fact.foe
    if not foe.key.strip() or (is_typed(foe.key) and not foe.name.strip()):
        yield Problem("plan.nemesis_missing", path="nemesis")
        return
    if foe.life is not None and not 1 <= foe.life <= HIGHEST_DIAL:
        details: dict[str, Detail] = {"life": foe.life, "most": HIGHEST_DIAL}
        yield Problem("plan.nemesis_life_impossible", details, "nemesis_life")
    if is_typed(foe.key):
        return
    known = pack.nemesis(foe.key)
    if known is None:
        yield Problem("plan.nemesis_unknown", {"nemesis": foe.key}, "nemesis")
        return
    if known.life is not None and foe.life not in (None, known.life):
        details = {"expected": known.life, "actual": foe.life or 0}
        yield Problem("plan.nemesis_life_differs", details, "nemesis_life", overrulable=True)
    if known.chapter and not known.chapter_inferred and known.chapter != fact.chapter:
        details = {"expected": known.chapter, "actual": fact.chapter}
        yield Problem("plan.nemesis_other_chapter", details, "nemesis", overrulable=True)


def _pairs(ledger: Ledger, fact: Planned) -> Problems:
    seats = {seat.number for seat in ledger.seats}
    if fact.pairs is None:
        return
    flat = [seat for pair in fact.pairs for seat in pair]
    if len(seats) != 4 or len(flat) != 4 or set(flat) != seats:
        yield Problem("plan.pairs", {"mages": len(seats)}, "pairs")
    elif pairs_of(ledger.games) not in (None, fact.pairs):
        # Both names are written on each card of the turn order.
        yield Problem("plan.pairs_fixed", {}, "pairs", overrulable=True, new_only=True)


def _played(ledger: Ledger, game: GameState, fact: Played) -> Problems:
    if game.phase is not Phase.PLANNED:
        yield Problem("result.already_recorded", {"game": game.number})
    yield from result_problems(
        fact.tally,
        mages=len(ledger.seats),
        mage_life=ledger.pack.mage_life,
        gravehold_life=ledger.pack.gravehold_life,
        nemesis_life=game.foe.life,
    )


def _verdict(_ledger: Ledger, game: GameState, _fact: Verdict) -> Problems:
    if game.phase is Phase.PLANNED:
        yield Problem("verdict.no_result", {"game": game.number})
    elif game.onward is not None:
        yield Problem("verdict.not_asked", {"game": game.number}, overrulable=True)


def _grown(ledger: Ledger, game: GameState, fact: MarketGrown) -> Problems:
    growth = fact.growth
    if game.chapter in ledger.grown:
        yield Problem("market.already_grown", {"chapter": game.chapter})
    if not game.onward:
        yield Problem("market.not_yet", {"chapter": game.chapter}, overrulable=True)
    for index, pile in enumerate(growth.offered):
        yield from _pile(ledger.pack, pile, f"offered.{index}", place=index + 1)
    yield from growth_problems(
        ledger.market,
        growth,
        ledger.pack.market,
        {pile.key for pile in ledger.banished},
    )


def _pile(pack: Pack, pile: Pile, path: str, *, place: int) -> Problems:
    """Yield what stands against a pile that comes into the market, whichever way it comes."""
    card = pack.card(pile.key)
    if card is None and not pile.typed:
        yield Problem("market.card_unknown", {"names": (pile.key,)}, path)
    elif pile.typed and not pile.name.strip():
        yield Problem("market.name_missing", {"place": place}, path)
    elif card and card.starter:
        yield Problem("market.starter_is_no_pile", {"names": (card.id,)}, path)
    elif card and (pile.kind not in (None, card.kind) or pile.cost not in (None, card.cost)):
        details: dict[str, Detail] = {"card": card.id, "kind": str(card.kind), "cost": card.cost}
        yield Problem("market.card_differs", details, path, overrulable=True)


def _ordered(ledger: Ledger, _game: GameState, fact: MarketOrdered) -> Problems:
    inside = {pile.key for pile in ledger.market}
    if fact.banished is None and fact.added is None:
        yield Problem("market.nothing_ordered", path="banished")
    if fact.banished is not None and fact.banished not in inside:
        yield Problem("market.banished_not_in_market", {"names": (fact.banished,)}, "banished")
    if fact.added is not None:
        names = (fact.added.name or fact.added.key,)
        if fact.added.key in inside:
            yield Problem("market.offered_already_in_market", {"names": names}, "added")
        if not fact.added.complete:
            yield Problem("market.kind_or_cost_missing", {"names": names}, "added")
        yield from _pile(ledger.pack, fact.added, "added", place=1)
    yield from _told_by_story(fact)


def _removed(ledger: Ledger, _game: GameState, fact: StickerRemoved) -> Problems:
    details: dict[str, Detail] = {"slot": fact.slot, "seat": fact.seat}
    if not 1 <= fact.seat <= len(ledger.mats):
        yield Problem("sticker.no_such_mage", details, "seat")
    elif fact.slot not in {placed.slot for placed in ledger.mats[fact.seat - 1].stickers}:
        yield Problem("sticker.not_there", details, "slot")
    yield from _told_by_story(fact)


def _told_by_story(fact: Fact) -> Problems:
    """Ask for what the story card says: nothing else in the rules does such a thing."""
    if not fact.reason.strip():
        yield Problem("story.reason_missing", path="reason")


def _read(_ledger: Ledger, _game: GameState, fact: StoryRead) -> Problems:
    if not fact.card.strip():
        yield Problem("story.card_missing", path="card")


def _sticker(ledger: Ledger, _game: GameState, fact: StickerPlaced) -> Problems:
    sticker = fact.sticker
    details: dict[str, Detail] = {"slot": sticker.slot, "seat": fact.seat}
    if not 1 <= fact.seat <= len(ledger.mats):
        yield Problem("sticker.no_such_mage", details, "seat")
        return
    mat = ledger.mats[fact.seat - 1]
    slot = ledger.pack.slot(sticker.slot)
    if slot is None:
        yield Problem("sticker.unknown_slot", details, "slot", overrulable=True)
    elif not ledger.reached(slot.moment):
        yield Problem("sticker.too_early", {**details, **_when(slot.moment)}, "slot", True)
    if sticker.slot in {placed.slot for placed in mat.stickers}:
        yield Problem("sticker.slot_taken", details, "slot")
    if sticker.kind is StickerKind.ABILITY and sticker.replaces is None and mat.ability:
        yield Problem("sticker.replaces_missing", details, "replaces", new_only=True)
    found = sticker_problems(sticker)
    yield from found
    if not standing(found, fact.reason):
        try:
            with_sticker(mat, sticker, ledger.pack)
        except RulesError as error:
            yield from error.problems


def _section(ledger: Ledger, _game: GameState, fact: SectionUnlocked) -> Problems:
    details: dict[str, Detail] = {"section": fact.section, "letter": fact.letter}
    section = ledger.pack.section(fact.section)
    if fact.section in ledger.unlocked:
        yield Problem("section.already_unlocked", details, "letter")
    if not fact.letter.strip():
        yield Problem("section.letter_missing", details, "letter")
    elif fact.letter in {s.letter for s in ledger.unlocked.values() if s.section != fact.section}:
        yield Problem("section.letter_twice", details, "letter")
    if section is None:
        yield Problem("section.unknown", details, "letter", overrulable=True)
        return
    if not ledger.reached(section.moment):
        too_early = {**details, **_when(section.moment)}
        yield Problem("section.too_early", too_early, "letter", overrulable=True)
    if fact.letter not in (section.letters or (section.letter,)):
        yield Problem("section.letter_differs", details, "letter", overrulable=True)


def _seal(ledger: Ledger, _game: GameState, fact: SealOpened) -> Problems:
    details: dict[str, Detail] = {"seal": fact.seal, "name": fact.name}
    held = ledger.opened.get(fact.seal)
    if held and (held.whole or fact.part in held.parts):
        yield Problem("seal.already_open", details, "seal")
    if is_typed(fact.seal):
        if not fact.name.strip():
            yield Problem("seal.name_missing", path="seal")
        return
    seal = ledger.pack.seal(fact.seal)
    if seal is None:
        yield Problem("seal.unknown", details, "seal")
        return
    if seal.moment and not ledger.reached(seal.moment):
        too_early = {**details, **_when(seal.moment)}
        yield Problem("seal.too_early", too_early, "seal", overrulable=True)
    if fact.part and not _has_part(seal, fact.part):
        yield Problem("seal.no_such_part", {**details, "part": fact.part}, "seal", overrulable=True)


def _has_part(seal: Seal, part: str) -> bool:
    match seal.kind:
        case SealKind.DECK:
            return seal.middle_stop and part == MIDDLE
        case SealKind.SUPPLEMENT:  # of most of them nobody knows the parts yet
            return not seal.parts or part in seal.parts
    return False


def _closed(ledger: Ledger, _game: GameState, fact: DecisionClosed) -> Problems:
    details: dict[str, Detail] = {"decision": fact.decision}
    kinds = {d.key: d.kind for d in open_decisions(ledger, ledger.pack)}
    kind: DecisionKind | None = kinds.get(fact.decision)
    if kind is None:
        # Campaigns that ended earlier were asked for the last growth, and some declined it.
        declined = Decision(DecisionKind.GROWTH, str(len(ledger.pack.chapters))).key
        yield Problem("decision.not_open", details, new_only=fact.decision == declined)
    elif kind in NEVER_CLOSED:
        yield Problem("decision.cannot_be_waived", details)
    elif kind not in CLOSED_FREELY and not fact.reason.strip():
        yield Problem("decision.reason_missing", details, "reason")


def _noted(_ledger: Ledger, _game: GameState, fact: Noted) -> Problems:
    if not fact.text.strip():
        yield Problem("note.empty", path="text")


def _settled(ledger: Ledger, game: GameState, _fact: Settled) -> Problems:
    if game.phase is Phase.PLANNED:
        yield Problem("settle.no_result", {"game": game.number})
        return
    if game.phase is Phase.SETTLED:
        yield Problem("settle.already_settled", {"game": game.number})
    open_ones = tuple(decision.key for decision in open_decisions(ledger, ledger.pack))
    if open_ones:
        yield Problem("settle.decisions_open", {"decisions": open_ones, "count": len(open_ones)})


def _when(moment: Moment) -> dict[str, Detail]:
    return {"chapter": moment.chapter, "when": str(moment.when)}


_CHECKS: dict[type[Fact], Callable[[Ledger, GameState, Any], Problems]] = {
    Played: _played,
    Verdict: _verdict,
    MarketGrown: _grown,
    StickerPlaced: _sticker,
    CardEvolved: pool_checks.evolved,
    CardTransformed: pool_checks.transformed,
    BasicJoined: pool_checks.joined,
    BasicLeft: pool_checks.left,
    SectionUnlocked: _section,
    SealOpened: _seal,
    MarketOrdered: _ordered,
    StickerRemoved: _removed,
    StoryRead: _read,
    DecisionClosed: _closed,
    Noted: _noted,
    Settled: _settled,
}

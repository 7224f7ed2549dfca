"""What stands against a fact: every problem of an entry at once, for the campaign as it is."""

from collections.abc import Callable, Iterator
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, Seal, SealKind
from campaign.rules.aeons_end.legacy import decisions, facts, pool_checks
from campaign.rules.aeons_end.legacy.facts import COLOURS, MIDDLE, SIDES, Fact, Seat
from campaign.rules.aeons_end.legacy.state import Phase, State
from campaign.rules.aeons_end.mages import StickerKind, sticker_problems, with_sticker
from campaign.rules.aeons_end.market.piles import Pile, growth_problems
from campaign.rules.aeons_end.nemesis_deck import pool_problems
from campaign.rules.aeons_end.outcome import Dials, result_problems
from campaign.rules.core.keys import is_typed
from campaign.rules.core.problems import Detail, Problem, RulesError, standing

Problems = Iterator[Problem]
HIGHEST_DIAL = 99


def problems_of(state: State, pack: Pack, game: int, fact: Fact) -> tuple[Problem, ...]:
    """Return everything that stands against a fact, but for what its reason overrules."""
    if isinstance(fact, facts.Planned):
        return standing(_plan(state, pack, game, fact), fact.reason)
    current = state.current
    if current is None or current.number != game:
        return (Problem("game.not_there", {"game": game}),)
    return standing(_CHECKS[type(fact)](state, pack, fact), fact.reason)


def party_problems(pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return everything that is wrong with who sits down to a campaign."""
    found = []
    if not pack.mages_min <= len(seats) <= pack.mages_max:
        size = {"least": pack.mages_min, "most": pack.mages_max, "actual": len(seats)}
        found.append(Problem("party.size", size, "seats"))
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


def _plan(state: State, pack: Pack, game: int, fact: facts.Planned) -> Problems:
    current = state.current
    expected = len(state.games) + 1
    chapters = len(pack.chapters)
    if game != expected:
        yield Problem("plan.game_number", {"expected": expected, "actual": game})
    if current is not None and current.phase is not Phase.SETTLED:
        yield Problem("plan.previous_open", {"game": current.number})
    elif state.ended >= chapters:
        yield Problem("plan.campaign_finished", {"chapters": chapters})
    elif not 1 <= fact.chapter <= chapters:
        details: dict[str, Detail] = {"chapter": fact.chapter, "chapters": chapters}
        yield Problem("plan.no_such_chapter", details, "chapter")
    elif fact.chapter != state.ended + 1:
        details = {"expected": state.ended + 1, "actual": fact.chapter}
        yield Problem("plan.chapter_unexpected", details, "chapter", overrulable=True)
    yield from _foe(pack, fact)
    yield from _pairs(state, fact)
    if fact.chapter >= decisions.POOL_FIXED_FROM:
        yield from pool_problems(state.pool, pack.basics_by_mages[len(state.seats)])


def _foe(pack: Pack, fact: facts.Planned) -> Problems:
    foe = fact.foe
    if not foe.key.strip() or (is_typed(foe.key) and not foe.name.strip()):
        yield Problem("plan.nemesis_missing", path="nemesis")
        return
    if foe.life is not None and not 1 <= foe.life <= HIGHEST_DIAL:
        details: dict[str, Detail] = {"life": foe.life, "most": HIGHEST_DIAL}
        yield Problem("plan.nemesis_life_impossible", details, "nemesis_life")
    if is_typed(foe.key):
        return
    known = pack.find.nemesis(foe.key)
    if known is None:
        yield Problem("plan.nemesis_unknown", {"nemesis": foe.key}, "nemesis")
        return
    if known.life is not None and foe.life not in (None, known.life):
        details = {"expected": known.life, "actual": foe.life or 0}
        yield Problem("plan.nemesis_life_differs", details, "nemesis_life", overrulable=True)
    if known.chapter and not known.chapter_inferred and known.chapter != fact.chapter:
        details = {"expected": known.chapter, "actual": fact.chapter}
        yield Problem("plan.nemesis_other_chapter", details, "nemesis", overrulable=True)


def _pairs(state: State, fact: facts.Planned) -> Problems:
    seats = {seat.number for seat in state.seats}
    if fact.pairs is None:
        return
    flat = [seat for pair in fact.pairs for seat in pair]
    if len(seats) != 4 or len(flat) != 4 or set(flat) != seats:
        yield Problem("plan.pairs", {"mages": len(seats)}, "pairs")
    elif state.pairs not in (None, fact.pairs):
        # Both names are written on each card of the turn order.
        yield Problem("plan.pairs_fixed", {}, "pairs", overrulable=True, new_only=True)


def _played(state: State, pack: Pack, fact: facts.Played) -> Problems:
    game = state.games[-1]
    if game.phase is not Phase.PLANNED:
        yield Problem("result.already_recorded", {"game": game.number})
    start = Dials(len(state.seats), pack.mage_life, pack.gravehold_life, game.foe.life)
    yield from result_problems(fact.tally, start)


def _verdict(state: State, _pack: Pack, _fact: facts.Verdict) -> Problems:
    game = state.games[-1]
    if game.phase is Phase.PLANNED:
        yield Problem("verdict.no_result", {"game": game.number})
    elif game.onward is not None:
        yield Problem("verdict.not_asked", {"game": game.number}, overrulable=True)


def _grown(state: State, pack: Pack, fact: facts.MarketGrown) -> Problems:
    game = state.games[-1]
    growth = fact.growth
    if game.chapter in state.grown:
        yield Problem("market.already_grown", {"chapter": game.chapter})
    if not game.onward:
        yield Problem("market.not_yet", {"chapter": game.chapter}, overrulable=True)
    for index, pile in enumerate(growth.offered):
        yield from _pile(pack, pile, f"offered.{index}", place=index + 1)
    banished = {pile.key for pile in state.banished}
    yield from growth_problems(state.market, growth, pack.market, banished)


def _pile(pack: Pack, pile: Pile, path: str, *, place: int) -> Problems:
    """Yield what stands against a pile that comes into the market, whichever way it comes."""
    card = pack.find.card(pile.key)
    if card is None and not is_typed(pile.key):
        yield Problem("market.card_unknown", {"names": (pile.key,)}, path)
    elif is_typed(pile.key) and not pile.name.strip():
        yield Problem("market.name_missing", {"place": place}, path)
    elif card and card.starter:
        yield Problem("market.starter_is_no_pile", {"names": (card.id,)}, path)
    elif card and (pile.kind not in (None, card.kind) or pile.cost not in (None, card.cost)):
        details: dict[str, Detail] = {"card": card.id, "kind": str(card.kind), "cost": card.cost}
        yield Problem("market.card_differs", details, path, overrulable=True)


def _ordered(state: State, pack: Pack, fact: facts.MarketOrdered) -> Problems:
    inside = {pile.key for pile in state.market}
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
        yield from _pile(pack, fact.added, "added", place=1)
    yield from _told_by_story(fact)


def _removed(state: State, _pack: Pack, fact: facts.StickerRemoved) -> Problems:
    details: dict[str, Detail] = {"slot": fact.slot, "seat": fact.seat}
    if not 1 <= fact.seat <= len(state.mats):
        yield Problem("sticker.no_such_mage", details, "seat")
    elif fact.slot not in {placed.slot for placed in state.mats[fact.seat - 1].stickers}:
        yield Problem("sticker.not_there", details, "slot")
    yield from _told_by_story(fact)


def _told_by_story(fact: Fact) -> Problems:
    """Ask for what the story card says: nothing else in the rules does such a thing."""
    if not fact.reason.strip():
        yield Problem("story.reason_missing", path="reason")


def _read(_state: State, _pack: Pack, fact: facts.StoryRead) -> Problems:
    if not fact.card.strip():
        yield Problem("story.card_missing", path="card")


def _sticker(state: State, pack: Pack, fact: facts.StickerPlaced) -> Problems:
    sticker = fact.sticker
    details: dict[str, Detail] = {"slot": sticker.slot, "seat": fact.seat}
    if not 1 <= fact.seat <= len(state.mats):
        yield Problem("sticker.no_such_mage", details, "seat")
        return
    mat = state.mats[fact.seat - 1]
    slot = pack.find.slot(sticker.slot)
    if slot is None:
        yield Problem("sticker.unknown_slot", details, "slot", overrulable=True)
    elif not state.reached(slot.moment):
        yield Problem("sticker.too_early", {**details, **_when(slot.moment)}, "slot", True)
    if sticker.slot in {placed.slot for placed in mat.stickers}:
        yield Problem("sticker.slot_taken", details, "slot")
    if sticker.kind is StickerKind.ABILITY and sticker.replaces is None and mat.ability:
        yield Problem("sticker.replaces_missing", details, "replaces", new_only=True)
    found = tuple(sticker_problems(sticker))
    yield from found
    if not standing(found, fact.reason):
        try:
            with_sticker(mat, sticker, pack)
        except RulesError as error:
            yield from error.problems


def _section(state: State, pack: Pack, fact: facts.SectionUnlocked) -> Problems:
    details: dict[str, Detail] = {"section": fact.section, "letter": fact.letter}
    section = pack.find.section(fact.section)
    if fact.section in state.sections:
        yield Problem("section.already_unlocked", details, "letter")
    if not fact.letter.strip():
        yield Problem("section.letter_missing", details, "letter")
    elif fact.letter in {s.letter for key, s in state.sections.items() if key != fact.section}:
        yield Problem("section.letter_twice", details, "letter")
    if section is None:
        yield Problem("section.unknown", details, "letter", overrulable=True)
        return
    if not state.reached(section.moment):
        too_early = {**details, **_when(section.moment)}
        yield Problem("section.too_early", too_early, "letter", overrulable=True)
    if fact.letter not in (section.letters or (section.letter,)):
        yield Problem("section.letter_differs", details, "letter", overrulable=True)


def _seal(state: State, pack: Pack, fact: facts.SealOpened) -> Problems:
    details: dict[str, Detail] = {"seal": fact.seal, "name": fact.name}
    held = state.seals.get(fact.seal)
    if held and (held.whole or fact.part in held.parts):
        yield Problem("seal.already_open", details, "seal")
    if is_typed(fact.seal):
        if not fact.name.strip():
            yield Problem("seal.name_missing", path="seal")
        return
    seal = pack.find.seal(fact.seal)
    if seal is None:
        yield Problem("seal.unknown", details, "seal")
        return
    if seal.moment and not state.reached(seal.moment):
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


def _closed(state: State, pack: Pack, fact: facts.DecisionClosed) -> Problems:
    details: dict[str, Detail] = {"decision": fact.decision}
    kind = {d.key: d.kind for d in decisions.open_decisions(state, pack)}.get(fact.decision)
    if kind is None:
        # Campaigns that ended earlier were asked for the last growth, and some declined it.
        declined = decisions.Decision(decisions.DecisionKind.GROWTH, str(len(pack.chapters))).key
        yield Problem("decision.not_open", details, new_only=fact.decision == declined)
    elif kind in decisions.NEVER_CLOSED:
        yield Problem("decision.cannot_be_waived", details)
    elif kind not in decisions.CLOSED_FREELY and not fact.reason.strip():
        yield Problem("decision.reason_missing", details, "reason")


def _noted(_state: State, _pack: Pack, fact: facts.Noted) -> Problems:
    if not fact.text.strip():
        yield Problem("note.empty", path="text")


def _settled(state: State, pack: Pack, _fact: facts.Settled) -> Problems:
    game = state.games[-1]
    if game.phase is Phase.PLANNED:
        yield Problem("settle.no_result", {"game": game.number})
        return
    if game.phase is Phase.SETTLED:
        yield Problem("settle.already_settled", {"game": game.number})
    if open_ones := tuple(decision.key for decision in decisions.open_decisions(state, pack)):
        yield Problem("settle.decisions_open", {"decisions": open_ones, "count": len(open_ones)})


def _when(moment: Moment) -> dict[str, Detail]:
    return {"chapter": moment.chapter, "when": str(moment.when)}


_CHECKS: dict[type[Fact], Callable[[State, Pack, Any], Problems]] = {
    facts.Played: _played,
    facts.Verdict: _verdict,
    facts.MarketGrown: _grown,
    facts.StickerPlaced: _sticker,
    facts.CardEvolved: pool_checks.evolved,
    facts.CardTransformed: pool_checks.transformed,
    facts.BasicJoined: pool_checks.joined,
    facts.BasicLeft: pool_checks.left,
    facts.SectionUnlocked: _section,
    facts.SealOpened: _seal,
    facts.MarketOrdered: _ordered,
    facts.StickerRemoved: _removed,
    facts.StoryRead: _read,
    facts.DecisionClosed: _closed,
    facts.Noted: _noted,
    facts.Settled: _settled,
}

"""The set-up sheet of a campaign's game, from its state (Legacy pp. 8–11).

From chapter 3 on section K replaces steps 7 and 8, the nemesis deck (p. 10).
"""

from collections.abc import Iterator

from campaign.rules.aeons_end import exhaustion, sheet, solo
from campaign.rules.aeons_end import sheet_parts as sheets
from campaign.rules.aeons_end.catalogue.pack import CardKind, Moment, Pack, When
from campaign.rules.aeons_end.legacy import decisions
from campaign.rules.aeons_end.legacy.changes import changes
from campaign.rules.aeons_end.legacy.names import Namer, seal_values
from campaign.rules.aeons_end.legacy.restore import restore
from campaign.rules.aeons_end.legacy.state import GameState, GameStatus, State
from campaign.rules.aeons_end.nemesis_deck import TIERS, pool_problems
from campaign.rules.aeons_end.sheet import AeonsEndBody, Line, Part, SetupSheet, Value
from campaign.rules.aeons_end.turn_order import LEGACY_SOLO_CARDS, MAX_MAGES, PAIRS, turn_cards
from campaign.rules.core.sheet import SetupSheet as Envelope


def setup_sheet(
    state: State, pack: Pack, *, before: State | None = None, language: str = "en"
) -> SetupSheet:
    """Return the sheet of the latest game of a state.

    ``before`` is the state in which this table was set up the last time; what differs is marked.
    """
    game = state.current
    if game is None:
        raise ValueError("no game is planned: there is nothing to set up")
    names = Namer(pack, language)
    changed = changes(before, state, names) if before else ()
    new = {line.values["card"] for line in changed if line.code == "change.pile_added"}
    mages = len(state.seats)
    deck = turn_cards(
        mages,
        solo_cards=LEGACY_SOLO_CARDS,
        pairs=(game.pairs or PAIRS) if mages == MAX_MAGES else None,
    )
    body = AeonsEndBody(
        gravehold_life=pack.gravehold_life,
        turn_order=sheets.turn_counts(deck, [seat.name for seat in state.seats]),
        mages=tuple(map(names.mat, state.mats)),
        nemesis=_nemesis(state, game, pack, names),
        market=names.piles(state.market, changed=new),
        sections=_sections(state, pack, language, changed),
        chapter=game.chapter,
        exhaustion=exhaustion.sheet_codes(exhaustion.legacy_steps(state.sections)),
    )
    fixed = game.chapter >= decisions.POOL_FIXED_FROM
    expected = pack.basics_by_mages[mages]
    stickered = {line.values["seat"] for line in changed if line.part is Part.MAGES}
    evolved = any(line.part is Part.NEMESIS for line in changed)
    planned = game.phase is GameStatus.PLANNED
    return Envelope(
        system=pack.slug,
        pack_version=pack.version,
        language=language,
        game=game.number,
        players=mages,
        body=body,
        steps=sheets.steps(body, stickered=stickered, evolved=evolved),
        changes=changed,
        restore=restore(state, pack, names),
        put_away=(*sheets.put_away(body.nemesis), Line(Part.BANISHED, "put_away.banished")),
        notes=_notes(state, pack),
        problems=tuple(pool_problems(state.pool, expected)) if fixed else (),
        before=tuple(before_lines(state, pack, language)) if planned else (),
    )


def _notes(state: State, pack: Pack) -> tuple[str, ...]:
    """Return the codes of the rule notes that apply to this game."""
    players = [seat.player for seat in state.seats]
    printed = [pile.printed for pile in state.market]
    gems = [cost for kind, cost in printed if kind is CardKind.GEM]
    mages = len(state.seats)
    conditions = (
        ("turn_order.paired", mages == MAX_MAGES),  # how pair tokens go: p. 12
        # Advice of p. 11, no rule.
        ("market.keep_cheap_gem", all(cost > pack.gem_to_keep for cost in gems)),
    )
    alone = solo.notes(players, mages, pack.alone_most)
    return (*alone, *(code for code, holds in conditions if holds))


def before_lines(state: State, pack: Pack, language: str = "en") -> Iterator[Line]:
    """Yield what to open and to place before the planned game, or else the next one, is set up."""
    for decision in decisions.begins_with(state, pack):
        if seal := pack.find.seal(decision.subject):
            mat = any(chapter.envelope == seal.id for chapter in pack.chapters)
            yield Line(Part.SEALED, "before.seal", {**seal_values(seal), "mat": int(mat)})
        elif section := pack.find.section(decision.subject):
            place = section.place.in_language(language)
            where: dict[str, Value] = {"place": place, "page": section.pages}
            yield Line(Part.RULEBOOK, "before.section", {"letter": section.letter, **where})
        else:  # the campaign's basic cards: section K says how many
            yield Line(Part.NEMESIS, "before.basics")


def after_lines(state: State, pack: Pack) -> tuple[Line, ...]:
    """Return what to do at the end of the latest game beside what is recorded."""
    game, aid = state.current, pack.player_aid
    if game is None or game.phase is GameStatus.PLANNED:
        return ()
    nemesis = pack.find.nemesis(game.foe.key)
    support = nemesis.support if nemesis else None
    lines = [*sheets.support_end(support.then_read if support else "")]
    if aid and aid.moment == Moment(game.chapter, When.END) and state.reached(aid.moment):
        lines.append(Line(Part.MAGES, "after.player_aid", {"card": aid.number}))
    return tuple(lines)


def _nemesis(state: State, game: GameState, pack: Pack, names: Namer) -> sheet.SheetNemesis:
    by_story = game.chapter < decisions.POOL_FIXED_FROM
    tiers = []
    for tier in TIERS:
        cards = tuple(names.basic(card) for card in state.pool if card.tier == tier)
        if by_story:
            tiers.append(sheet.SheetTier(tier, None, len(cards) or None, None, cards))
        else:
            own, basic = pack.own_per_tier, len(cards)
            tiers.append(sheet.SheetTier(tier, own, basic, own + basic, cards))
    known = pack.find.nemesis(game.foe.key)
    return sheet.SheetNemesis(
        key=game.foe.key,
        name=names.name(game.foe),
        life=game.foe.life,
        tiers=tuple(tiers),
        total=None if by_story else sum(tier.total or 0 for tier in tiers),
        by_story=by_story,
        tokens=known.tokens if known else 0,
        in_play=known.in_play if known else 0,
        then_read=known.support.then_read if known and known.support else "",
        unleash=known.unleash if known else None,
    )


def _sections(
    state: State, pack: Pack, language: str, changed: tuple[Line, ...]
) -> tuple[sheet.SheetSection, ...]:
    new = {line.values["letter"] for line in changed if line.code == "change.section"}
    with_sections = ((each, pack.find.section(each.section)) for each in state.sections.values())
    return tuple(
        sheet.SheetSection(
            letter=unlocked.letter,
            place=section.place.in_language(language) if section else "",
            page=section.pages if section else None,
            note=unlocked.note,
            changed=unlocked.letter in new,
        )
        for unlocked, section in with_sections
    )

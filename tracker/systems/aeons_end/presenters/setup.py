"""The set-up page: a sheet as steps to tick, part by part, and the list to restore from.

A tick is remembered on the phone under what it says, not under where it stands: when the campaign
changes, the ticks of what stayed the same survive, and those of what changed do not.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.mages import Ability, Mat
from campaign.rules.aeons_end.sheet import (
    Line,
    Part,
    SetupSheet,
    SheetPile,
    SheetTier,
    TurnCount,
    Value,
)
from tracker.presenters.games import Group, Step
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.news import news_of
from tracker.systems.aeons_end.words import sentence

# Steps that say all there is to do: where the words are the same, nothing has changed.
LAID_OUT = frozenset({"step.breach", "step.hand", "step.deck", "step.ability"})


@dataclass(frozen=True, slots=True)
class TableMage:
    """A mage's place, step by step."""

    of: Mat
    mat: Step
    breaches: Step
    hand: Step
    deck: Step
    life: Step
    abilities: tuple[tuple[Step, int], ...]  # each with its charges
    as_printed: Step | None = None  # instead of breaches, hand and deck


@dataclass(frozen=True, slots=True)
class PileStep:
    """A pile of the market to lay out."""

    step: Step
    pile: SheetPile
    box: str = ""  # to take it from, where there are several


@dataclass(frozen=True, slots=True)
class Table:
    """A set-up sheet as the page shows it; its names are in the language of the box."""

    sheet: SetupSheet
    changes: tuple[str, ...]
    problems: tuple[str, ...]
    mages: tuple[TableMage, ...]
    gravehold: Step
    turns: tuple[tuple[Step, TurnCount, list[Seat]], ...]  # with the mages whose names they carry
    after_turns: tuple[Step, ...]  # tokens, then the shuffle
    nemesis_first: tuple[Step, ...]  # before the tiers
    tiers: tuple[tuple[Step, SheetTier], ...]
    known_basics: tuple[SheetTier, ...]  # where the deck is made as the story says
    nemesis_last: tuple[Step, ...]
    piles: tuple[PileStep, ...]
    notes: tuple[str, ...]
    exhaustion: tuple[str, ...]


def table(
    sheet: SetupSheet, seats: Sequence[Seat], namer: Namer, *, before: SetupSheet | None = None
) -> Table:
    """Return a sheet as the page shows it; ``before`` is that of the last time."""
    lines = _marked(sheet, before)
    by_mage = {
        mage.seat: [line for line in lines if line.values.get("seat") == mage.seat]
        for mage in sheet.body.mages
    }
    nemesis = [line for line in lines if line.part is Part.NEMESIS]
    at = next((i for i, line in enumerate(nemesis) if line.code == "step.tier"), len(nemesis))
    rest = [line for line in nemesis[at:] if line.code != "step.tier"]
    tiers = tuple(_tiers(nemesis, sheet.body.nemesis.tiers))
    mages = tuple(_mage(mage, by_mage[mage.seat]) for mage in sheet.body.mages)
    turns = tuple(_turns(lines, sheet, seats))
    after_turns = steps(_of(lines, "step.pair_tokens", "step.turn_shuffle"))
    piles = tuple(
        PileStep(_step([line]), pile, sheet.body.box_names.get(pile.box, ""))
        for line, pile in zip(_of(lines, "step.pile"), sheet.body.market, strict=True)
    )
    return Table(
        sheet=sheet,
        changes=news_of(sheet.changes),
        problems=tuple(
            sentence(problem, words.RecordNames(namer, seats)) for problem in sheet.problems
        ),
        mages=mages,
        gravehold=_step(_of(lines, "step.gravehold")),
        turns=turns,
        after_turns=after_turns,
        nemesis_first=steps(nemesis[:at] if tiers else nemesis),
        tiers=tiers,
        known_basics=() if tiers else tuple(t for t in sheet.body.nemesis.tiers if t.basics),
        nemesis_last=steps(rest) if tiers else (),
        piles=piles,
        notes=tuple(words.note(code) for code in sheet.notes),
        exhaustion=tuple(words.exhaustion(code) for code in sheet.body.exhaustion),
    )


def _marked(sheet: SetupSheet, before: SetupSheet | None) -> tuple[Line, ...]:
    """Return the steps with the mark of a change on what is laid out otherwise than last time.

    The engine marks a whole mat or deck; a hand or a tier that is as it was needs no second look.
    """
    if before is None:
        return sheet.steps
    known = {_identity([line]) for line in before.steps}
    now = {tier.tier: tier.basics for tier in sheet.body.nemesis.tiers}
    old = {tier.tier: tier.basics for tier in before.body.nemesis.tiers}

    def is_same(line: Line) -> bool:
        if line.code == "step.tier":
            tier = int(str(line.values["tier"]))
            return old.get(tier) == now[tier]
        return line.code in LAID_OUT and _identity([line]) in known

    return tuple(replace(line, changed=line.changed and not is_same(line)) for line in sheet.steps)


def restore_groups(lines: Iterable[Line]) -> tuple[Group, ...]:
    """Return what to restore, in the order of the box; small things of one sort are one tick."""
    return tuple(
        Group(words.part(part), tuple(_restore_steps(list(of_part))))
        for part, of_part in groupby(lines, key=lambda line: line.part)
    )


def _restore_steps(lines: list[Line]) -> Iterable[Step]:
    # Banished piles come in the order of the story; in their box they stand by kind.
    kept = sorted(lines, key=lambda line: _sort(line) if line.part is Part.BANISHED else "")
    for (code, sort), run in groupby(kept, key=lambda line: (line.code, _sort(line))):
        of_sort = list(run)
        if not sort or len(of_sort) == 1:
            yield from steps(of_sort)
        else:
            yield _gathered(code, sort, of_sort)


def _sort(line: Line) -> str:
    """Return what many small things have in common, to be one tick; nothing for the others."""
    values = line.values
    match line.code:
        case "restore.sticker":
            return str(values["seat"])
        case "restore.section":
            return "rulebook"
        case "restore.banished":
            return str(values.get("kind", ""))
        case "restore.open" | "restore.sealed":
            kind = str(values["kind"])
            return kind if words.seal_kind(kind) else ""
    return ""


def _gathered(code: str, sort: str, lines: list[Line]) -> Step:
    """Return one tick for things of one sort, what they are below it."""
    values = [line.values for line in lines]
    count = len(lines)
    match code:
        case "restore.sticker":
            shown = {"mage": values[0]["mage"], "count": count}
            text = (
                ngettext("%(mage)s: %(count)s sticker.", "%(mage)s: %(count)s stickers.", count)
                % shown
            )
            named = (
                f"{v['slot']} {v['name'] or words.sticker_kind(str(v['kind']))}" for v in values
            )
        case "restore.section":
            text = ngettext(
                "%(count)s sticker in the rulebook.", "%(count)s stickers in the rulebook.", count
            ) % {"count": count}
            named = (_placed(str(v["letter"]), v["page"]) for v in values)
        case "restore.banished":
            shown = {"kind": words.card_kind(sort), "count": count}
            text = (
                ngettext(
                    "Banished (%(kind)s): %(count)s pile.",
                    "Banished (%(kind)s): %(count)s piles.",
                    count,
                )
                % shown
            )
            named = (str(v["name"]) for v in values)
        case _:
            kind = {"kind": words.seal_kind(sort)}
            still = code == "restore.sealed"
            text = _("Still sealed: %(kind)s.") % kind if still else _("Open: %(kind)s.") % kind
            named = (str(v["label"]) for v in values)
    return Step(_identity(lines), text, words.series(named))


def _placed(letter: str, page: Value) -> str:
    return _("%(letter)s (p. %(page)s)") % {"letter": letter, "page": page} if page else letter


def _of(lines: Iterable[Line], *codes: str) -> list[Line]:
    return [line for line in lines if line.code in codes]


def steps(lines: Iterable[Line]) -> tuple[Step, ...]:
    """Return a tick for each line."""
    return tuple(_step([line]) for line in lines)


def _step(lines: Sequence[Line], text: str = "") -> Step:
    """Return one tick for a line, or for several that are done in one go."""
    return Step(
        id=_identity(lines),
        text=text or words.line(lines[0]),
        detail="" if text else words.line_detail(lines[0]),
        changed=any(line.changed for line in lines),
    )


def _identity(lines: Sequence[Line]) -> str:
    said = repr([(line.code, sorted(line.values.items())) for line in lines])
    return hashlib.sha256(said.encode()).hexdigest()[:10]


def _mage(mage: Mat, lines: list[Line]) -> TableMage:
    colour_and_side = {"colour": words.colour(mage.colour or ""), "side": words.side(mage.side)}
    printed = _of(lines, "step.as_printed")
    return TableMage(
        of=mage,
        mat=_step(_of(lines, "step.mat"), _("The %(colour)s mat, %(side)s up.") % colour_and_side),
        breaches=_step(_of(lines, "step.breach") or printed, _("Breaches, as drawn.")),
        hand=_step(_of(lines, "step.hand") or printed, _("Hand, left to right.")),
        deck=_step(_of(lines, "step.deck") or printed, _("Deck, top first; do not shuffle it.")),
        life=_step(_of(lines, "step.life"), _("Life tokens: %(life)s.") % {"life": mage.life}),
        abilities=tuple(
            (_step([line], _ability(ability)), ability.charges)
            for line, ability in zip(_of(lines, "step.ability"), mage.abilities, strict=True)
        ),
        as_printed=_step(printed, _("Hand, deck and breaches as printed on the mat."))
        if printed
        else None,
    )


def _ability(ability: Ability) -> str:
    name = ability.name or _("The ability")
    text = ngettext(
        "%(ability)s: %(charges)s charge, still empty.",
        "%(ability)s: %(charges)s charges, still empty.",
        ability.charges,
    )
    return text % {"ability": name, "charges": ability.charges}


def _turns(
    lines: Iterable[Line], sheet: SetupSheet, seats: Sequence[Seat]
) -> Iterable[tuple[Step, TurnCount, list[Seat]]]:
    named = {seat.number: seat for seat in seats}
    for line, turn in zip(_of(lines, "step.turn_cards"), sheet.body.turn_order, strict=True):
        yield _step([line]), turn, [named[seat] for seat in turn.seats] if turn.names else []


def _tiers(lines: Iterable[Line], tiers: Iterable[SheetTier]) -> Iterable[tuple[Step, SheetTier]]:
    by_tier = {tier.tier: tier for tier in tiers}
    for line in _of(lines, "step.tier"):
        tier = by_tier[int(str(line.values["tier"]))]
        yield _step([line], _tier_text(tier)), tier


def _tier_text(tier: SheetTier) -> str:
    shown = {"own": tier.own, "basic": tier.basic, "total": tier.total}
    text = ngettext(
        "%(own)s of its own and %(basic)s basic: %(total)s card.",
        "%(own)s of its own and %(basic)s basic: %(total)s cards. Shuffle them.",
        tier.total or 0,
    )
    return text % shown

"""The set-up page: a sheet as steps to tick, part by part, and the restore list.

The phone stores a tick under a hash of its content, not its position: when the campaign changes,
ticks of unchanged steps survive and the others do not.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.mages import Ability, Mat
from campaign.rules.aeons_end.sheet import Line, Part, SetupSheet, SheetTier, TurnCount
from tracker.presenters.games import Group, Step
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.presenters.news import line_news
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.lines import line as sentence_of
from tracker.systems.aeons_end.words.lines import line_detail, worded
from tracker.systems.aeons_end.words.problems import sentence
from tracker.words import series

# Steps whose values say everything: with the same values nothing has changed.
LAID_OUT = frozenset({"step.breach", "step.hand", "step.deck", "step.ability"})

Drawn = tuple[Step, Any]  # a step, and what its kind says is drawn with it


def table(sheet: SetupSheet, namer: Namer, *, before: SetupSheet | None = None) -> dict[str, Any]:
    """Return the context of a set-up page; ``before`` is the sheet of the previous game."""
    lines, shown = _marked(sheet, before), selectors.with_colours(sheet)
    body, seats, tiers = shown.body, selectors.game_seats(shown), shown.body.nemesis.tiers
    names = terms.RecordNames(namer, seats)
    return {
        "sheet": sheet,
        "changes": line_news(sheet.changes),
        "problems": [sentence(problem, names) for problem in sheet.problems],
        "mages": [_mage(mage, lines, body.box_names) for mage in body.mages],
        "gravehold": [(_step(_of(lines, "step.gravehold")), None)],
        "turns": list(_turns(lines, body.turn_order, seats)),
        "after_turns": [
            (_step([line]), None) for line in _of(lines, "step.pair_tokens", "step.turn_shuffle")
        ],
        "nemesis": list(_nemesis(lines, tiers)),
        # For a deck that is built as the story says.
        "known_basics": [t for t in tiers if t.basics] if body.nemesis.by_story else [],
        # Each with its box, if there are several.
        "piles": [
            (_step([line]), pile, body.box_names.get(pile.box, ""))
            for line, pile in zip(_of(lines, "step.pile"), body.market, strict=True)
        ],
        "notes": [terms.note(code) for code in sheet.notes],
        "exhaustion": [terms.exhaustion(code) for code in body.exhaustion],
    }


def _marked(sheet: SetupSheet, before: SetupSheet | None) -> tuple[Line, ...]:
    """Return the steps, marked as changed only if they differ from the previous game.

    The engine marks a mat or a deck with all its steps; a hand or a tier may be the same.
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
    """Return the restore list, part by part; small things of one sort share a tick."""
    return tuple(
        Group(terms.part(part), tuple(_restore_steps(list(of_part))))
        for part, of_part in groupby(lines, key=lambda line: line.part)
    )


def _restore_steps(lines: list[Line]) -> Iterable[Step]:
    # Banished piles are listed in the order of the story; in the box they are sorted by kind.
    ordered = sorted(lines, key=lambda line: _sort(line) if line.part is Part.BANISHED else "")
    for (code, sort), run in groupby(ordered, key=lambda line: (line.code, _sort(line))):
        alike = list(run)
        if not sort or len(alike) == 1:
            yield from (_step([line]) for line in alike)
        else:
            kind = terms.card_kind(sort) or terms.seal_kind(sort)
            shown = {**alike[0].values, "kind": kind, "count": len(alike)}
            yield Step(_identity(alike), str(_GATHERED[code] % shown), series(map(brief, alike)))


def _sort(line: Line) -> str:
    """Return what small things that share a tick have in common; "" for other lines."""
    if line.code == "restore.section":
        return "rulebook"
    sort = str(line.values.get("seat") or line.values.get("kind", ""))
    return sort if line.code in _GATHERED and sort != "other" else ""


# The text of a tick for several things; its detail lists them.
_GATHERED: terms.Words = {
    "restore.sticker": ngettext_lazy(
        "%(mage)s: %(count)s sticker.", "%(mage)s: %(count)s stickers.", "count"
    ),
    "restore.section": ngettext_lazy(
        "%(count)s sticker in the rulebook.", "%(count)s stickers in the rulebook.", "count"
    ),
    "restore.banished": ngettext_lazy(
        "Banished (%(kind)s): %(count)s pile.", "Banished (%(kind)s): %(count)s piles.", "count"
    ),
    "restore.sealed": gettext_lazy("Still sealed: %(kind)s."),
    "restore.open": gettext_lazy("Open: %(kind)s."),
}


def brief(line: Line) -> str:
    """Return the text of one small thing in a list."""
    v = line.values
    match line.code:
        case "restore.sticker":
            return f"{v['slot']} {v['name'] or terms.sticker_kind(str(v['kind']))}"
        case "restore.section":
            return _("%(letter)s (p. %(page)s)") % v if v["page"] else str(v["letter"])
    return str(v["name"] if line.code == "restore.banished" else v["label"])


def _of(lines: Iterable[Line], *codes: str) -> list[Line]:
    return [line for line in lines if line.code in codes]


def _step(lines: Sequence[Line], text: str = "", kind: str = "") -> Step:
    """Return one tick for a line, or for several that are one step."""
    return Step(
        id=_identity(lines),
        text=text or sentence_of(lines[0]),
        detail="" if text else line_detail(lines[0]),
        changed=any(line.changed for line in lines),
        kind=kind,
    )


def _identity(lines: Sequence[Line]) -> str:
    said = repr([(line.code, sorted(line.values.items())) for line in lines])
    return hashlib.sha256(said.encode()).hexdigest()[:10]


def _mage(mage: Mat, every: Iterable[Line], boxes: Mapping[str, str]) -> dict[str, Any]:
    """Return the steps of a mage."""
    lines = [line for line in every if line.values.get("seat") == mage.seat]
    mat, printed = _of(lines, "step.mat"), _of(lines, "step.as_printed")
    steps: list[Drawn] = [(_step(mat, _mat(mat[0].values, boxes.get(mage.box, ""))), None)]
    if printed:
        text = _("Hand, deck and breaches as printed on the mat.")
        steps.append((_step(printed, text, "starters"), mage.starters))
    else:
        drawn = _step(_of(lines, "step.breach"), _("Breaches, as drawn."), "breaches")
        hand = _step(_of(lines, "step.hand"), _("Hand, left to right."), "cards")
        deck = _step(_of(lines, "step.deck"), _("Deck, top first; do not shuffle it."), "cards")
        steps += [(drawn, mage.breaches), (hand, mage.hand), (deck, mage.deck)]
    steps += [
        (_step([line], _ability(ability), "charges"), ability.charges)
        for line, ability in zip(_of(lines, "step.ability"), mage.abilities, strict=True)
    ]
    life = _("Life tokens: %(life)s.") % {"life": mage.life}
    steps.append((_step(_of(lines, "step.life"), life), None))
    return {"of": mage, "steps": steps}


def _mat(v: Mapping[str, Any], box: str) -> str:
    """Return which mat to use, and from which box if there are several."""
    if v["colour"]:
        return _("The %(colour)s mat, %(side)s up.") % worded(v)
    text = _("The mat of %(mage)s (%(box)s).") if box else _("The mat of %(mage)s.")
    return text % {"mage": v["mage"], "box": box}


def _ability(ability: Ability) -> str:
    name = ability.name or _("The ability")
    text = ngettext(
        "%(ability)s: %(charges)s charge, still empty.",
        "%(ability)s: %(charges)s charges, still empty.",
        ability.charges,
    )
    return text % {"ability": name, "charges": ability.charges}


def _turns(
    lines: Iterable[Line], turns: Iterable[TurnCount], seats: Iterable[Seat]
) -> Iterable[tuple[Step, TurnCount, list[Seat]]]:
    named = {seat.number: seat for seat in seats}
    for line, turn in zip(_of(lines, "step.turn_cards"), turns, strict=True):
        yield _step([line]), turn, [named[seat] for seat in turn.seats] if turn.names else []


def _nemesis(lines: Iterable[Line], tiers: Iterable[SheetTier]) -> Iterable[Drawn]:
    """Yield the steps of the nemesis; the step of a tier with the tier."""
    by_tier = {tier.tier: tier for tier in tiers}
    for line in lines:
        if line.part is Part.NEMESIS:
            if line.code == "step.tier":
                tier = by_tier[int(str(line.values["tier"]))]
                yield _step([line], _tier_text(tier), "tier"), tier
            else:
                yield _step([line]), None


def _tier_text(tier: SheetTier) -> str:
    shown = {"own": tier.own, "basic": tier.basic, "total": tier.total}
    text = ngettext(
        "%(own)s of its own and %(basic)s basic: %(total)s card.",
        "%(own)s of its own and %(basic)s basic: %(total)s cards. Shuffle them.",
        tier.total or 0,
    )
    return text % shown

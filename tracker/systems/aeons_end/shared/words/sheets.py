"""A set-up as plain text: the full sheet for a terminal, a summary for a forum or a chat."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Game
from campaign.rules.aeons_end.sheet import Line, SetupSheet, SheetNemesisCard, SheetTier
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.words import terms
from tracker.systems.aeons_end.shared.words.lines import line, line_detail
from tracker.words import labelled, listed, series


def sheet_text(sheet: SetupSheet, heading: str) -> Iterator[str]:
    """Yield the sheet line by line."""
    yield heading
    yield from _head(sheet)
    for title, lines in _parts(sheet):
        shown = list(lines)
        if shown:
            yield from ("", title.upper(), *shown)


def _parts(sheet: SetupSheet) -> Iterator[tuple[str, Iterable[str]]]:
    yield _("Before you set up"), _items(sheet.before)
    yield _("Since the last game"), _items(sheet.changes)
    for part, lines in groupby(sheet.steps, key=lambda step: step.part):
        yield terms.part(part), _items(lines, sheet.body.nemesis.tiers)
    yield _("Rule sections"), _sections(sheet)
    yield _("Good to know"), (f"  - {terms.note(code)}" for code in sheet.notes)
    rules = enumerate(map(terms.exhaustion, sheet.body.exhaustion), start=1)
    yield _("When a mage is exhausted"), (f"  {number}. {rule}" for number, rule in rules)
    yield _("After the game"), _items(sheet.put_away)
    yield _("The whole set-up, after a break"), _restore(sheet)


def _restore(sheet: SetupSheet) -> Iterator[str]:
    for part, lines in groupby(sheet.restore, key=lambda step: step.part):
        yield from (f"  {terms.part(part)}", *(f"  {item}" for item in _items(lines)))


def _head(sheet: SetupSheet) -> Iterator[str]:
    shown = {"game": sheet.game, "chapter": sheet.body.chapter, "nemesis": sheet.body.nemesis.name}
    battle = sheet.body.battle
    if battle is not None:
        shown |= {"battle": battle.number, "of": battle.of, "attempt": battle.attempt}
        yield _("Battle %(battle)s of %(of)s, try %(attempt)s, against %(nemesis)s") % shown
    elif sheet.game is not None:
        yield _("Game %(game)s, chapter %(chapter)s, against %(nemesis)s") % shown
    else:
        yield _("One-off game against %(nemesis)s") % shown
    table = ngettext(
        "%(count)s mage, Gravehold %(life)s", "%(count)s mages, Gravehold %(life)s", sheet.players
    )
    yield table % {"count": sheet.players, "life": sheet.body.gravehold_life}
    difficulty = selectors.box(sheet.system).find.difficulty(sheet.body.difficulty)
    if difficulty is not None:
        level = difficulty.name.in_language(sheet.language)
        yield _("Difficulty: %(difficulty)s") % {"difficulty": level}
    if sheet.seed:
        yield _("Seed: %(seed)s") % {"seed": sheet.seed}


def _items(lines: Iterable[Line], tiers: tuple[SheetTier, ...] = ()) -> Iterator[str]:
    for step in lines:
        yield f"  {'*' if step.changed else '-'} {line(step)}"
        details = [line_detail(step)]
        if step.code in ("step.tier", "step.tier_upgraded"):
            details += [_basics(tier) for tier in tiers if tier.tier == step.values["tier"]]
        elif step.code == "step.deck_by_story":
            details += [_basics(tier) for tier in tiers]
        yield from (f"      {detail}" for detail in details if detail)


def _basics(tier: SheetTier) -> str:
    if not tier.basics:
        return ""
    cards = (_basic(card) for card in tier.basics)
    shown = {"tier": tier.tier, "cards": listed(cards)}
    return _("Basic cards of tier %(tier)s: %(cards)s") % shown


def _basic(card: SheetNemesisCard) -> str:
    shown = {"name": card.name, "kind": terms.nemesis_kind(card.kind)}
    if card.upgraded:
        return _("%(name)s (%(kind)s, upgraded)") % shown
    return _("%(name)s (%(kind)s)") % shown


def _sections(sheet: SetupSheet) -> Iterator[str]:
    for section in sheet.body.sections:
        shown = {"letter": section.letter, "place": section.place, "page": section.page}
        mark = "*" if section.changed else "-"
        if section.page is None:
            yield f"  {mark} {section.letter}"
        else:
            yield f"  {mark} " + _("%(letter)s: page %(page)s, %(place)s") % shown
        if section.note:
            yield f"      {section.note}"


def table_text(game: Game, link: str) -> str:
    """Return a game's set-up in BBCode."""
    return "\n".join(_table(selectors.game_sheet(game), link)) + "\n"


def _table(sheet: SetupSheet, link: str) -> Iterator[str]:
    body = sheet.body

    def boxed(name: str, box: str) -> str:
        return f"{name} ({body.box_names[box]})" if box in body.box_names else name

    yield f"[b]Aeon’s End · {boxed(body.nemesis.name, body.nemesis.box)}[/b]"
    yield _line(_("Mages"), [boxed(mage.name, mage.box) for mage in body.mages])
    for kind in ("gem", "relic", "spell"):
        piles = [pile for pile in body.market if pile.kind == kind]
        shown = [boxed(f"{pile.name} {pile.cost}", pile.box) for pile in piles]
        if shown:
            yield _line(terms.card_kind(kind).capitalize(), shown)
    for tier in body.nemesis.tiers:
        if tier.basics:
            title = _("Tier %(tier)s") % {"tier": tier.tier}
            yield _line(title, [card.name for card in tier.basics])
    if sheet.seed:
        yield labelled(_("Seed"), sheet.seed)
    if link:
        yield f"[url]{link}[/url]"


def _line(title: str, names: list[str]) -> str:
    return f"[b]{title}[/b] {series(names)}"

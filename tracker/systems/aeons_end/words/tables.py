"""A set-up as a text to paste into a forum or a chat."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.aeons_end.sheet import SetupSheet
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.words import terms
from tracker.words import labelled, series


def table_text(game: Game, link: str) -> str:
    """Return a game's set-up in the marks that forums of players read."""
    return "\n".join(_lines(selectors.game_sheet(game), link)) + "\n"


def _lines(sheet: SetupSheet, link: str) -> Iterator[str]:
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

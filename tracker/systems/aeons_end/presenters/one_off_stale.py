"""What became of a one-off game while somebody was writing.

A game keeps no history: it knows who wrote last and when. So a form carries a mark of each part of
the game that its sender saw, and what has another mark now is said as it stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaign.models import OneOffGame
from campaign.rules.aeons_end.legacy.facts import Played
from campaign.selectors import one_off as selectors
from tracker.presenters.stale import StaleNote, ago, evening
from tracker.systems.aeons_end import words

if TYPE_CHECKING:
    from tracker.systems.aeons_end.forms.one_off.game import GameEntry

MARK = 3  # bytes: a mark that is another by chance once in sixteen million is good enough


def seen_of(game: OneOffGame) -> str:
    """Return the marks of a game as it stands, for a form to carry."""
    return ".".join(f"{k}:{v}" for k, v in _marks(game).items())


def stale_note(form: GameEntry) -> StaleNote | None:
    """Return who wrote to the game since a form was opened, and what is different; None if none."""
    now = form.meanwhile
    if now is None:
        return None
    writer = now.changed_by
    mine = writer is not None and writer == form.one_off.person
    return StaleNote(
        who="" if mine else str(writer or _("Somebody")),
        when=ago(now.changed_at) if now.changed_at else "",
        changes=tuple(_changes(form.saw, now)),
    )


def _marks(game: OneOffGame) -> dict[str, str]:
    setup = selectors.one_off_setup(game)
    parts: Mapping[str, object] = {
        "mages": [(mat.mage, mat.name) for mat in setup.mats],
        "nemesis": setup.nemesis.id,
        "basics": [sorted(card.id for card in tier) for tier in setup.basics],
        "market": sorted(card.id for card in setup.market),
        "difficulty": (setup.difficulty.id, setup.mage_life),
        "turns": [str(turn) for turn in setup.turn_cards],
        "result": (game.result, str(game.recorded_at)),
    }
    return {
        name: hashlib.blake2s(repr(part).encode(), digest_size=MARK).hexdigest()
        for name, part in parts.items()
    }


def _changes(saw: str, now: OneOffGame) -> Iterator[str]:
    """Yield what is different now; nothing where a form does not say what its sender saw."""
    marks = dict(part.split(":", 1) for part in saw.split(".") if ":" in part)
    for name, mark in _marks(now).items():
        if marks.get(name, mark) != mark:
            yield _SAID[name](now)
            if name == "result":
                yield from _beside_result(now)


def _mages(game: OneOffGame) -> str:
    sheet = selectors.one_off_setup_sheet(game)
    return _("The mages are now %(names)s.") % {
        "names": words.listed(mage.name for mage in sheet.body.mages)
    }


def _nemesis(game: OneOffGame) -> str:
    sheet = selectors.one_off_setup_sheet(game)
    return _("The nemesis is now %(name)s.") % {"name": sheet.body.nemesis.name}


def _basics(_game: OneOffGame) -> str:
    return _("The nemesis’ basic cards were drawn again.")


def _market(game: OneOffGame) -> str:
    sheet = selectors.one_off_setup_sheet(game)
    return _("The market is now %(names)s.") % {
        "names": words.listed(pile.name for pile in sheet.body.market)
    }


def _difficulty(game: OneOffGame) -> str:
    setup = selectors.one_off_setup(game)
    shown = {"name": setup.difficulty.name.in_language(game.language), "life": setup.mage_life}
    return _("The difficulty is now %(name)s; each mage begins with %(life)s life.") % shown


def _turns(_game: OneOffGame) -> str:
    return _("The turn-order deck is another one now.")


def _result(game: OneOffGame) -> str:
    tally = selectors.one_off_tally(game)
    if tally is None:
        return _("It has no result now.")
    seats = selectors.one_off_seats(selectors.one_off_setup_sheet(game))
    return words.fact(Played(tally), selectors.one_off_namer(game), seats)


def _beside_result(game: OneOffGame) -> Iterator[str]:
    """Say all that stands beside a result: whoever saves another one writes over it."""
    if not game.is_played:
        return
    yield from evening(game.played_on, game.minutes)
    mages = selectors.one_off_setup_sheet(game).body.mages
    if any(mage.player for mage in mages):
        names = words.listed(f"{mage.player} ({mage.name})" for mage in mages if mage.player)
        yield _("At the table: %(names)s.") % {"names": names}
    if game.note:
        yield _("Its note: “%(note)s”") % {"note": game.note}
    if game.reason:
        yield _("Its reason: “%(reason)s”") % {"reason": game.reason}


_SAID: Mapping[str, Callable[[OneOffGame], str]] = {
    "mages": _mages,
    "nemesis": _nemesis,
    "basics": _basics,
    "market": _market,
    "difficulty": _difficulty,
    "turns": _turns,
    "result": _result,
}

"""What became of a one-off game while somebody was writing: what it was then, beside what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.records import GameRecord, game_record, game_record_at
from campaign.rules.aeons_end.legacy.facts import Played
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.selectors import games as selectors
from campaign.services import Stale
from tracker.presenters.stale import StaleNote, ago, evening
from tracker.systems.aeons_end import words

if TYPE_CHECKING:
    from tracker.systems.aeons_end.forms.one_off.game import GameEntry


@dataclass(frozen=True, slots=True)
class Standing:
    """A game at one moment."""

    game: Game
    record: GameRecord
    sheet: SetupSheet

    def parts(self) -> dict[str, object]:
        """Return what players would notice if it were different."""
        setup = selectors.setup_of(self.game, self.record).game
        return {
            "mages": [(mat.mage, mat.name) for mat in setup.mats],
            "nemesis": setup.nemesis.id,
            "basics": [sorted(card.id for card in tier) for tier in setup.basics],
            "market": sorted(card.id for card in setup.market),
            "difficulty": (setup.difficulty.id, setup.mage_life),
            "turns": [str(turn) for turn in setup.turn_cards],
            "result": (self.record.played, self.record.note),
        }


def stale_note(form: GameEntry) -> StaleNote | None:
    """Return who wrote to the game since a form was opened, and what is different; None if none."""
    stale = form.stale_since
    if stale is None:
        return None
    last = stale.changes[-1] if stale.changes else None
    mine = last is not None and last.person is not None and last.person == form.one_off.person
    return StaleNote(
        who="" if mine else str((last and last.person) or _("Somebody")),
        when=ago(last.at) if last else "",
        changes=tuple(_changes(stale)) if last and stale.seen > 0 else (),
    )


def _changes(stale: Stale) -> Iterator[str]:
    """Yield what is different now from what the sender saw."""
    game = stale.record
    if not isinstance(game, Game):
        return
    before = _standing(game, game_record_at(game, stale.seen))
    now = _standing(game, game_record(game))
    then = before.parts()
    for name, part in now.parts().items():
        if then[name] != part:
            yield _SAID[name](now)
            if name == "result":
                yield from _beside_result(now)


def _standing(game: Game, record: GameRecord) -> Standing:
    return Standing(game, record, selectors.sheet_of(game, record))


def _mages(now: Standing) -> str:
    names = words.listed(mage.name for mage in now.sheet.body.mages)
    return _("The mages are now %(names)s.") % {"names": names}


def _nemesis(now: Standing) -> str:
    return _("The nemesis is now %(name)s.") % {"name": now.sheet.body.nemesis.name}


def _basics(_now: Standing) -> str:
    return _("The nemesis’ basic cards were drawn again.")


def _market(now: Standing) -> str:
    names = words.listed(pile.name for pile in now.sheet.body.market)
    return _("The market is now %(names)s.") % {"names": names}


def _difficulty(now: Standing) -> str:
    setup = selectors.setup_of(now.game, now.record).game
    shown = {"name": setup.difficulty.name.in_language(now.game.language), "life": setup.mage_life}
    return _("The difficulty is now %(name)s; each mage begins with %(life)s life.") % shown


def _turns(_now: Standing) -> str:
    return _("The turn-order deck is another one now.")


def _result(now: Standing) -> str:
    played = now.record.played
    if played is None:
        return _("It has no result now.")
    seats = selectors.game_seats(now.sheet)
    return words.fact(Played(played.result), selectors.game_namer(now.game), seats)


def _beside_result(now: Standing) -> Iterator[str]:
    """Say all that stands beside a result: whoever saves another one writes over it."""
    played = now.record.played
    if played is None:
        return
    yield from evening(played.played_on, played.minutes)
    mages = now.sheet.body.mages
    if any(mage.player for mage in mages):
        names = words.listed(f"{mage.player} ({mage.name})" for mage in mages if mage.player)
        yield _("At the table: %(names)s.") % {"names": names}
    if now.record.note:
        yield _("Its note: “%(note)s”") % {"note": now.record.note}
    if played.reason:
        yield _("Its reason: “%(reason)s”") % {"reason": played.reason}


_SAID: Mapping[str, Callable[[Standing], str]] = {
    "mages": _mages,
    "nemesis": _nemesis,
    "basics": _basics,
    "market": _market,
    "difficulty": _difficulty,
    "turns": _turns,
    "result": _result,
}

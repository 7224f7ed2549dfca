"""The chronicle: a campaign, finished or running, as a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign import pictures
from campaign.models import Campaign, Photo
from campaign.records import Record
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    DecisionClosed,
    Fact,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SectionUnlocked,
    Settled,
)
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import GameState
from campaign.rules.aeons_end.market.piles import Pile, first_market
from tracker.sheets.compiler import Document, Paper
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.sheets import TYPST
from tracker.systems.aeons_end.sheets.mats import mat_data, mat_words, picture_svg
from tracker.systems.aeons_end.sheets.numbers import (
    campaign_numbers,
    chapter_path,
    hours,
    played_between,
)
from tracker.systems.aeons_end.sheets.results import game_state, result_columns, result_row
from tracker.systems.aeons_end.sheets.shapes import Data

PHOTO_WIDTH = 900  # pixels: half a page of a booklet at 300 to the inch
_TOLD_ELSEWHERE = (Planned, Played, Settled, Noted)


@dataclass(frozen=True, slots=True)
class PrintedPhoto:
    """A photo of the chronicle and the file it is printed from."""

    photo: Photo
    game: int
    file: str


def chronicle_document(
    campaign: Campaign, *, paper: Paper, photos: Sequence[Photo] = (), foot: str = ""
) -> Document:
    """Return the booklet: cover, chapters, results, mats, market through time, numbers."""
    state = selectors.campaign_state(campaign)
    files, shown = _photo_files(photos)
    rows = selectors.results_table(campaign)
    pack = selectors.campaign_pack(campaign)
    return Document(
        template=TYPST / "chronicle.typ",
        title=_("Chronicle · %(campaign)s") % {"campaign": campaign.name},
        language=get_language() or "en",
        data={
            "paper": paper.value,
            "heading": campaign.name,
            "box": pack.name.in_language(campaign.language),
            "kicker": _("Chronicle"),
            "between": played_between(campaign),
            "foot": foot,
            "finished": state.finished,
            "words": {**_words(), **mat_words()},
            "path": chapter_path(state, pack),
            "party": [
                {"name": seat.name, "player": seat.player, "colour": seat.colour}
                for seat in state.seats
            ],
            "chapters": _chapters(campaign, rows, shown),
            "columns": result_columns(),
            "rows": [result_row(row) for row in rows],
            "mages": [mat_data(campaign, mat) for mat in state.mats],
            "market": market_through_time(campaign),
            "numbers": campaign_numbers(campaign),
        },
        files=files,
    )


def _words() -> Data:
    return {
        "mages": _("The mages"),
        "results": _("Results"),
        "market": _("The market through time"),
        "market_note": _("Each line is a pile, from the game it came in to the one it left after."),
        "numbers": _("In numbers"),
        "games": _("games"),
        "running": _("The story goes on."),
        "finished": _("The story is told."),
    }


def _chapters(
    campaign: Campaign, rows: Sequence[selectors.ResultRow], photos: Sequence[PrintedPhoto]
) -> list[Data]:
    chapters: dict[int, list[Data]] = {}
    told = _decisions(campaign)
    for row in rows:
        number = row.game.number
        games = chapters.setdefault(row.game.chapter, [])
        games.append(_game(row, told.get(number, {}), [p for p in photos if p.game == number]))
    return [
        {"title": _("Chapter %(chapter)s") % {"chapter": chapter}, "games": games}
        for chapter, games in chapters.items()
    ]


def _game(row: selectors.ResultRow, told: Data, photos: Sequence[PrintedPhoto]) -> Data:
    when = [date_format(row.played_on)] if row.played_on else []
    when += [hours(row.minutes)] if row.minutes else []
    return {
        "title": _("Game %(game)s") % {"game": row.game.number},
        "nemesis": row.nemesis,
        "state": game_state(row.game),
        "when": " · ".join(when),
        "ending": told.get("ending", words.phase(row.game.phase)),
        "decisions": told.get("decisions", []),
        "notes": told.get("notes", []),
        "photos": [
            {"file": p.file, "caption": p.photo.caption, "alt": p.photo.caption or _("The table")}
            for p in photos
        ],
    }


def _decisions(campaign: Campaign) -> dict[int, Data]:
    """Return what was decided in each game, in words, and what the players wrote about it."""
    record = selectors.campaign_record(campaign)
    teller = _Teller(selectors.campaign_namer(campaign), record)
    return {
        game: teller.game([entry.fact for entry in entries])
        for game, entries in groupby(record.entries, key=lambda entry: entry.game)
    }


class _Teller:
    """Tell the facts of a game; what comes by the dozen is told in one sentence."""

    def __init__(self, namer: Namer, record: Record) -> None:
        self.namer = namer
        self.seats = record.story.seats
        self.typed = words.typed_names(record.story)

    def game(self, facts: Sequence[Fact]) -> Data:
        told: Data = {
            "notes": [fact.text for fact in facts if isinstance(fact, Noted)],
            "decisions": [
                sentence
                for kind, run in groupby(filter(_worth_telling, facts), key=type)
                for sentence in self.run(kind, list(run))
            ],
        }
        played = [self.sentence(fact) for fact in facts if isinstance(fact, Played)]
        return {**told, "ending": played[0]} if played else told

    def run(self, kind: type[Fact], facts: Sequence[Fact]) -> Iterator[str]:
        """Yield the sentences of facts of one kind that follow each other."""
        plain = [fact for fact in facts if _is_plain(fact)]
        if len(plain) < len(facts) or len(facts) == 1 or kind not in (BasicJoined, SectionUnlocked):
            yield from map(self.sentence, facts)
        elif kind is SectionUnlocked:
            found = [fact.letter for fact in plain if isinstance(fact, SectionUnlocked)]
            letters = words.listed(found)
            yield _("Sections %(letters)s went into the rulebook.") % {"letters": letters}
        else:
            cards = [fact.card for fact in plain if isinstance(fact, BasicJoined)]
            names = words.listed(map(self.namer.pool_card, cards))
            yield _("Joined the basic cards: %(names)s.") % {"names": names}

    def sentence(self, fact: Fact) -> str:
        told = words.fact(fact, self.namer, self.seats, typed=self.typed)
        return " ".join(filter(None, (told, words.reason(fact))))


def _is_plain(fact: Fact) -> bool:
    """Say whether a fact has nothing of its own to tell: no reason, no note."""
    note = fact.note if isinstance(fact, SectionUnlocked) else ""
    return not (fact.reason.strip() or note.strip())


def _worth_telling(fact: Fact) -> bool:
    if isinstance(fact, DecisionClosed):
        return bool(fact.reason.strip())  # "none evolved" is no event
    return not isinstance(fact, _TOLD_ELSEWHERE)


def market_through_time(campaign: Campaign) -> Data:
    """Return when each pile came and went, in periods between one growth and the next."""
    pack = selectors.campaign_pack(campaign)
    namer = selectors.campaign_namer(campaign)
    state = selectors.campaign_state(campaign)
    growths = [
        (entry.game, entry.fact.growth)
        for entry in selectors.campaign_record(campaign).entries
        if isinstance(entry.fact, MarketGrown)
    ]
    piles: dict[str, Pile] = {pile.key: pile for pile in first_market(pack)}
    spans = {key: [0, len(growths) + 1] for key in piles}
    for period, (_game, growth) in enumerate(growths, start=1):
        for pile in growth.offered:
            if pile.key in growth.added:
                piles[pile.key] = pile
                spans[pile.key] = [period, len(growths) + 1]
        for key in growth.banished:
            if key in spans:
                spans[key][1] = period
    return {
        "periods": _periods([game for game, _growth in growths], state.games[-1:]),
        "piles": [
            {
                "name": namer.pile(pile),
                "kind": str(pile.kind),
                "cost": str(pile.cost),
                "first": spans[key][0],
                "last": spans[key][1],
            }
            for key, pile in piles.items()
        ],
    }


def _periods(growths: Sequence[int], last: Sequence[GameState]) -> list[str]:
    """Return the games that each market was played in: "1", "2–3", "4"; "" if none yet."""
    firsts = [1, *(game + 1 for game in growths)]
    lasts = [*growths, last[0].number if last else 0]
    return [
        "" if a > b else str(a) if a == b else f"{a}–{b}"
        for a, b in zip(firsts, lasts, strict=True)
    ]


def _photo_files(photos: Sequence[Photo]) -> tuple[dict[str, bytes], list[PrintedPhoto]]:
    files, shown = {}, []
    for photo, file in _readable(photos):
        name = f"photo-{photo.pk}.svg"
        files[name] = picture_svg(file, PHOTO_WIDTH)
        shown.append(PrintedPhoto(photo, photo.game.number, name))
    return files, shown


def _readable(photos: Sequence[Photo]) -> Iterator[tuple[Photo, bytes]]:
    for photo in photos:
        file = pictures.picture_read(photo.name)
        if file is not None:
            yield photo, file

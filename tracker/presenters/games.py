"""A game's page: recorded facts and who recorded them, changes, photos, ticked steps."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.models import Campaign, Fact, Game
from campaign.selectors.games import result_change
from campaign.selectors.history import HistoryEvent
from campaign.selectors.names import author_of, names_in
from campaign.selectors.seeing import fact_seen
from campaign.services.games import SETUP
from tracker.faces.registry import campaign_face
from tracker.people.access import Access
from tracker.pictures.pixels import MAX_THUMB
from tracker.web.records import game_url, pages_of
from tracker.words import who


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one person recorded in a game on one day, in sentences."""

    who: str  # "by Zuza"; "" in a demo
    at: datetime
    entries: tuple[str, ...]


def written(campaign: Campaign, facts: Iterable[Fact]) -> Iterator[Sitting]:
    """Yield what was recorded in a campaign's game, the plan first, grouped by person and day."""
    words, names = campaign_face(campaign.system).words(campaign), names_in(campaign)
    days = groupby(facts, key=lambda row: (who(row.recorded, names), row.recorded.at.date()))
    for (name, _day), group in days:
        rows = list(group)
        facts_of_day = [fact_seen(row) for row in rows]
        entries = tuple(words.facts(same) for same in words.groups(facts_of_day))
        yield Sitting(name, rows[0].recorded.at, entries)


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note about a campaign's game, and the button that deletes it."""

    text: str
    who: str  # "by Zuza"; "" in a demo
    at: datetime
    delete_url: str
    delete_token: str


@dataclass(frozen=True, slots=True)
class GameNotes:
    """The notes about a campaign's game; of one that has ended, the first is quoted above."""

    quoted: NoteView | None
    listed: tuple[NoteView, ...]
    may_write: bool
    is_ended: bool

    @property
    def quote(self) -> str:
        """Return the note that is quoted, or ""."""
        return self.quoted.text if self.quoted else ""

    @property
    def is_shown(self) -> bool:
        """Say whether there is anything to see or to do."""
        return bool(self.listed or self.may_write or not self.quoted)

    @property
    def has_list(self) -> bool:
        """Say whether there is a note to list; the quoted one is, for whoever may delete it."""
        return bool(self.listed or (self.quoted and self.may_write))

    @property
    def changes_quote(self) -> bool:
        """Say whether a new note is quoted, so that the whole page changes."""
        return self.is_ended and self.quoted is None


def game_notes(access: Access, rows: Sequence[Fact], token: str, *, is_ended: bool) -> GameNotes:
    """Return the notes of a game; ``token`` is that of the form that adds one."""
    names = names_in(access.record)
    notes = tuple(
        NoteView(
            text=row.payload["text"],
            who=who(row.recorded, names),
            at=row.recorded.at,
            delete_url=game_url(row.game, "note_delete", row.pk),
            delete_token=f"{token}.{row.pk}",
        )
        for row in rows
    )
    is_quoted = is_ended and bool(notes)
    return GameNotes(
        quoted=notes[0] if is_quoted else None,
        listed=notes[1:] if is_quoted else notes,
        may_write=access.may_record,
        is_ended=is_ended,
    )


@dataclass(frozen=True, slots=True)
class ReopenButton:
    """The button that deletes the result of a one-off game."""

    url: str
    revision: int
    token: str


@dataclass(frozen=True, slots=True)
class WithdrawnEntries:
    """Entries that a corrected result contradicts, in one sentence."""

    ids: tuple[int, ...]
    text: str


def recorded_by(game: Game, latest: Iterable[HistoryEvent]) -> str:
    """Return who recorded the result of a one-off game, by their name in it.

    It is queried only if the result is older than the ``latest`` changes, which were read anyway.
    """
    result = next((event.change for event in latest if event.records_the_result), None)
    made = result or result_change(game)
    return (author_of(made, names_in(game.record)) if made else "") or ""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change of a one-off game in words."""

    who: str  # "by Zuza"
    at: datetime
    text: str


def changes(game: Game, happened: Iterable[HistoryEvent]) -> list[ChangeView]:
    """Return the changes of a one-off game in words."""
    events = list(happened)
    texts, names = pages_of(game.record).change_texts(events), names_in(game.record)
    return [
        ChangeView(who(event.change, names), event.change.at, text)
        for event, text in zip(events, texts, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo of a game; ``width`` and ``height`` are its thumbnail's."""

    name: str
    url: str
    thumbnail_url: str
    caption: str
    alt: str
    width: int
    height: int


def photo_views(game: Game) -> list[PhotoView]:
    """Return the photos of a game, the first one first."""
    alt = _("Photo of this game")
    if game.campaign is not None:
        alt = _("Photo of game %(game)s") % {"game": game.number}
    views = []
    for photo in game.photos.all():
        scale = min(1, MAX_THUMB / max(photo.width, photo.height))
        view = PhotoView(
            name=photo.name,
            url=game_url(game, "photo", photo.name),
            thumbnail_url=game_url(game, "photo_thumb", photo.name),
            caption=photo.caption,
            alt=photo.caption or alt,
            width=max(1, round(photo.width * scale)),
            height=max(1, round(photo.height * scale)),
        )
        views.append(view)
    return views


@dataclass(frozen=True, slots=True)
class NextStep:
    """What comes after a game that has ended: a link, or the button of a form on its page."""

    label: str
    url: str = ""
    form: str = ""  # the id of the form


@dataclass(frozen=True, slots=True)
class Step:
    """A step to tick off; ``kind`` says what is drawn below it."""

    id: str
    text: str
    detail: str = ""
    changed: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The steps of one part of the box, of one player or of everybody."""

    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ticks:
    """The steps of a sheet that are ticked; without ``url`` they stay in the visitor's browser."""

    url: str = ""
    sheet: str = SETUP
    done: frozenset[str] = frozenset()
    may: bool = False  # tick steps on the server
    next_url: str = ""  # where to go when everything is ticked

    @property
    def is_kept(self) -> bool:
        """Say whether the server keeps them, for every phone."""
        return bool(self.url)

    @property
    def script_url(self) -> str:
        """Return the address from which a script reads them."""
        return f"{self.url}?sheet={self.sheet}"

    @property
    def may_clear(self) -> bool:
        """Say whether the visitor can tick and clear steps, here or only in this browser."""
        return self.may or not self.is_kept

    @property
    def is_locked(self) -> bool:
        """Say whether the visitor sees what others tick, and cannot change it."""
        return self.is_kept and not self.may


def ticks_of(access: Access, game: Game, sheet: str = SETUP, next_url: str = "") -> Ticks:
    """Return what is ticked on a sheet; ``next_url`` is where to go when everything is.

    The ticks of visitors without a role stay in their browser.
    """
    if access.role is None and not access.may_record:
        return Ticks(sheet=sheet)
    return Ticks(
        url=game_url(game, "ticks"),
        sheet=sheet,
        done=frozenset(game.ticks.get(sheet, ())),
        may=access.may_record,
        next_url=next_url,
    )

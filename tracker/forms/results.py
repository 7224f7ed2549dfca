"""The form of a game's result, and the comparison of two results of one game."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.models.games import NOTE
from campaign.rules.core import sizes
from campaign.rules.core.facts import Ended, Fact, Played
from campaign.selectors.seeing import seen_facts
from tracker.forms.entry import EntryForm
from tracker.forms.fields import day_field, number_field, player_field, sent_number, text_field
from tracker.forms.nested import NestedForm, RowForm, fields_on_page
from tracker.forms.notes_photos import PICTURES_HELP, PicturesField, PicturesInput
from tracker.pictures.uploads import ACCEPT
from tracker.words import date_text


class Noted(TypedDict):
    """What any result says beside how the game ended."""

    played_on: datetime.date | None
    minutes: int | None
    reason: str


class PlayerRow(RowForm):
    """Who played a character, by its seat."""

    player = player_field("")
    fields_by_path = {"": "player"}

    def __init__(self, *args: Any, character: str, **kwargs: Any) -> None:
        super().__init__(*args, path="players", **kwargs)
        label = _("Who played %(character)s?") % {"character": character}
        self.fields["player"].label = label

    @property
    def name(self) -> str:
        """Return the name that was entered; "" for none, or one that is refused."""
        return str(self.cleaned_data.get("player", ""))


class ResultForm(NestedForm, EntryForm):
    """When a game was played, for how long and by whom, notes and photos.

    A system's own form adds how the game ended.
    """

    folds_players = False  # they are known, and only seldom somebody else played
    untouched: frozenset[str] = frozenset()  # fields as the live table filled them in

    played_on = day_field(gettext_lazy("Played on"), input_formats=["%Y-%m-%d"])
    minutes = number_field(
        gettext_lazy("Minutes"),
        1,
        None,
        error_messages={
            "invalid": gettext_lazy("Enter whole minutes, or leave it empty."),
            "min_value": gettext_lazy("At least one minute."),
        },
    )
    note = text_field(gettext_lazy("Notes"), sizes.NOTE, lines=3)
    pictures = PicturesField(
        label=gettext_lazy("Photos"),
        help_text=PICTURES_HELP,
        required=False,
        max_length=200,
        # With scripts, the chosen files stay while other fields are corrected.
        widget=PicturesInput(attrs={"accept": ACCEPT, "hx-preserve": ""}),
    )

    def __init__(self, *args: Any, game: Game, stands: Any = None, **kwargs: Any) -> None:
        """Make the form; ``stands`` is the result that it corrects."""
        super().__init__(*args, **kwargs)
        self.game = game
        self.correcting = stands is not None
        if self.correcting:
            noted = Noted(played_on=stands.played_on, minutes=stands.minutes, reason=stands.reason)
            self.initial = {**self.initial, **noted, **self.shown_of(stands.result)}
            if game.record.has_one_note:
                self.initial["note"] = seen_facts(game).note
            else:
                # Its notes are on the game's page: this holds the note of a late result.
                self.fields["note"].widget = forms.HiddenInput()
        self.players: tuple[PlayerRow, ...] = ()
        self.fields["played_on"].initial = timezone.localdate

    def ask_players(self, names: Sequence[tuple[int, str, str]]) -> None:
        """Ask who played each seat, given its number, its character and the planned player."""
        self.players = tuple(
            PlayerRow(self, number=seat, character=what, initial={"player": player})
            for seat, what, player in names
        )
        self.parts = (*self.parts, *self.players)

    @staticmethod
    def shown_of(result: Any, /) -> dict[str, Any]:
        """Return the initial values of the system's own fields for a result."""
        raise NotImplementedError

    def ended(self) -> Any:
        """Return how the game ended, of a valid form, in the system's own values."""
        raise NotImplementedError

    def noted(self) -> Noted:
        """Return the fields of every result, of a valid form."""
        given = self.cleaned_data
        return Noted(played_on=given["played_on"], minutes=given["minutes"], reason=given["reason"])

    def played(self) -> Ended:
        """Return the result, with the players."""
        players = tuple(row.name for row in self.players)
        return Played(self.ended(), players, **self.noted())

    def along(self) -> Fact | None:
        """Return what a correction enters with the result; nothing for most games."""
        return None

    def entered(self) -> dict[str, str]:
        """Return the values of the fields as a browser would send them."""
        found = {}
        for name, bound in fields_on_page(self).items():
            if name in ("revision", "token", "pictures"):
                continue
            shown = bound.field.widget.format_value(bound.value())
            if isinstance(bound.field, forms.BooleanField):
                shown = "on" if bound.value() else ""
            elif isinstance(shown, list):  # of a drop-down list
                shown = "".join(shown)
            found[name] = str(shown if shown is not None else "").strip()
        return found

    def without(self) -> frozenset[int]:
        """Return the ids of the entries that are withdrawn along with the old result."""
        sent = self.data.getlist("withdraw") if isinstance(self.data, QueryDict) else []
        return frozenset(filter(None, (sent_number(given, 18) for given in sent)))


# --- two people enter a result of the same game ---


@dataclass(frozen=True, slots=True)
class ComparedField:
    """A field of a result with the values of two people, as they are sent and as they are shown."""

    name: str
    label: str
    theirs: str
    mine: str
    theirs_shown: str
    mine_shown: str

    @property
    def differs(self) -> bool:
        """Say whether both entered something, and not the same."""
        return bool(self.theirs and self.mine) and self.theirs != self.mine

    @property
    def kept(self) -> str:
        """Return the value that counts unless somebody chooses the other one."""
        return self.theirs or self.mine


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result that came second beside the one that is stored."""

    rows: tuple[ComparedField, ...]
    their_notes: tuple[str, ...]
    my_note: str
    note: str  # both, for the form of the correction
    says_nothing_new: bool


def compare(mine: ResultForm, theirs: ResultForm) -> Comparison:
    """Return a valid form that came second beside the result that is stored."""
    game, late, stands = mine.game, mine.entered(), theirs.entered()
    noted = game.facts.not_withdrawn().filter(kind=NOTE).order_by("place")
    notes = [row.payload["text"] for row in noted]
    note = late.pop("note", "").strip()
    stands.pop("note", None)
    # A one-off game has one note, a campaign's game any number of them.
    both = [*notes, note] if game.record.has_one_note else [note]
    rows = tuple(_rows(mine, stands, late))
    known = all(row.mine in ("", row.theirs) for row in rows)
    return Comparison(
        rows=rows,
        their_notes=tuple(notes),
        my_note=note,
        note="\n\n".join(dict.fromkeys(filter(None, both))),
        says_nothing_new=known and (not note or note in notes),
    )


def _rows(
    form: ResultForm, stands: dict[str, str], late: dict[str, str]
) -> Iterator[ComparedField]:
    """Yield each field that one of both filled in."""
    for name, bound in fields_on_page(form).items():
        theirs, mine = stands.get(name, ""), late.get(name, "")
        if theirs or mine:
            yield ComparedField(
                name=name,
                label=str(bound.label),
                theirs=theirs,
                mine=mine,
                theirs_shown=_shown(bound.field, theirs),
                mine_shown=_shown(bound.field, mine),
            )


def _shown(field: forms.Field, sent: str) -> str:
    """Return a value as it is shown."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return next((str(label) for value, label in choices if str(value) == sent), sent)
    if isinstance(field, forms.DateField) and sent:
        return date_text(datetime.date.fromisoformat(sent))
    return sent

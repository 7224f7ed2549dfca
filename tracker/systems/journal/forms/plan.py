"""The plan of an evening: which chapter, who plays, and with what."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.core import sizes
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.journal.description import Kind
from campaign.rules.journal.fact import NewThing
from campaign.rules.journal.games import Planned, Playing
from campaign.rules.journal.progress import is_free, next_step
from campaign.rules.journal.state import JournalSeat, State
from tracker.forms.entry import EntryForm
from tracker.forms.fields import drop_down, offer, radios, text_field, tick
from tracker.forms.nested import NestedForm, RowForm


class SeatRow(RowForm):
    """Whether somebody of the group plays, and with what."""

    plays = tick("")
    thing = drop_down("")
    new = text_field("", sizes.NAME)

    def __init__(self, *args: Any, seat: JournalSeat, state: State, **kwargs: Any) -> None:
        super().__init__(*args, number=seat.number, **kwargs)
        self.seat, latest = seat.number, state.latest
        player, most = {"player": seat.name}, state.description.players[1]
        self.fields["plays"].label = seat.name
        self.fields["thing"].label = _("%(player)s plays") % player
        self.fields["new"].label = _("A new character for %(player)s") % player
        self.initial.update(
            plays=seat.number in latest.playing if latest else seat.number <= most,
            thing=latest.playing.get(seat.number, "") if latest else "",
        )
        if kinds := played_kinds(state):
            things = (thing.id for kind in kinds for thing in state.box.of_kind(kind))
            named = [(thing, state.name(thing)) for thing in things]
            offer(self, "thing", [("", _("nothing in particular")), *named])
        else:
            del self.fields["thing"], self.fields["new"]

    @property
    def takes_part(self) -> bool:
        """Say whether they play, by a valid form."""
        return bool(self.cleaned_data["plays"])

    @property
    def plays_as(self) -> str:
        """Return what they play with: something new, or something that there is."""
        new = self.brings
        return typed_key(new) if new else str(self.cleaned_data.get("thing", ""))

    @property
    def brings(self) -> str:
        """Return the name of something new that they play with."""
        return str(self.cleaned_data.get("new", ""))


def played_kinds(state: State) -> dict[str, Kind]:
    """Return the kinds of things that players play as."""
    return {key: kind for key, kind in state.box.kinds.items() if kind.played}


class PlanForm(NestedForm, EntryForm):
    """The next evening, filled in as the last one was."""

    new_kind = drop_down(gettext_lazy("What is new?"))
    fields_by_path = {"playing": "", "brings": "", "name": "own_chapter"}

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        self.step = next_step(state)
        self.kinds = played_kinds(state)
        self._ask_chapter()
        offer(self, "new_kind", [(key, kind.name) for key, kind in self.kinds.items()])
        if len(self.kinds) < 2:
            del self.fields["new_kind"]
        self.parts = self.rows = tuple(
            SeatRow(self, seat=seat, state=state) for seat in state.seats
        )

    def _ask_chapter(self) -> None:
        chapters = self.state.box.chapters
        if self.is_free:
            label = self.state.description.chapter_word or _("What do you play?")
            self.fields["own_chapter"] = text_field(label, sizes.NAME)
            return
        expected = self.step.chapters
        if len(expected) > 1:
            asked = _("What do you play?")
            named = [(key, chapters[key].name) for key in expected]
            self.fields["chapter"] = radios(asked, named, ask=_("Choose one of the chapters."))
            return
        named = [(key, each.name) for key, each in chapters.items() if not is_typed(key)]
        self.fields["chapter"] = drop_down(_("Another chapter"), named)
        self.initial["chapter"] = expected[0] if expected else ""
        self.fields["own_chapter"] = text_field(_("Or one in your own words"), sizes.NAME)

    @property
    def is_free(self) -> bool:
        """Say whether the group itself says what is played."""
        return is_free(self.state)

    @property
    def must_choose(self) -> bool:
        """Say whether several chapters can come next."""
        return len(self.step.chapters) > 1

    @property
    def chapter_name(self) -> str:
        """Return the chapter that comes next, where it is only one."""
        found = [self.state.box.chapters[key].name for key in self.step.chapters]
        return found[0] if len(found) == 1 else ""

    @property
    def reminders(self) -> tuple[str, ...]:
        """Return what is to be remembered for the chapters that can come next."""
        return tuple(
            text for chapter in self.step.chapters for text in self.state.reminders_for(chapter)
        )

    def plan(self) -> Planned:
        """Return the plan; the form is valid."""
        data = self.cleaned_data
        own = data.get("own_chapter", "")
        playing = [row for row in self.rows if row.takes_part]
        kind = data.get("new_kind") or next(iter(self.kinds), "")
        return Planned(
            chapter=typed_key(own) if own else data.get("chapter", ""),
            playing=tuple(Playing(row.seat, row.plays_as) for row in playing),
            brings=tuple(NewThing(kind, row.brings) for row in playing if row.brings),
            name=own,
            reason=data["reason"],
        )

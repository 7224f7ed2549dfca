"""The plan of an evening: which chapter, who plays, and with what."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.core import sizes
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.journal.fact import NewThing
from campaign.rules.journal.games import Planned, Playing
from campaign.rules.journal.progress import is_free, next_step
from campaign.rules.journal.state import JournalSeat, State
from tracker.forms.entry import EntryForm
from tracker.forms.fields import drop_down, offer, radios, text_field, tick


@dataclass(frozen=True, slots=True)
class GroupSeatFields:
    """The fields of somebody of the group."""

    name: str
    plays: BoundField
    thing: BoundField | None  # None where nobody plays anything in particular
    new: BoundField | None


class PlanForm(EntryForm):
    """The next evening, filled in as the last one was."""

    new_kind = drop_down(gettext_lazy("What is new?"))
    fields_by_path = {"playing": "", "brings": "", "name": "own_chapter"}

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        self.step = next_step(state)
        self.kinds = {key: kind for key, kind in state.box.kinds.items() if kind.played}
        self._ask_chapter()
        offer(self, "new_kind", [(key, kind.name) for key, kind in self.kinds.items()])
        if len(self.kinds) < 2:
            del self.fields["new_kind"]
        for seat in state.seats:
            self._ask_seat(seat)

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

    def _ask_seat(self, seat: JournalSeat) -> None:
        latest = self.state.latest
        number, most = seat.number, self.state.description.players[1]
        plays = number in latest.playing if latest else number <= most
        self.fields[f"plays_{number}"] = tick(seat.name, initial=plays)
        if not self.kinds:
            return
        offered = [
            (thing.id, self.state.name(thing.id))
            for kind in self.kinds
            for thing in self.state.box.of_kind(kind)
        ]
        label = _("%(player)s plays") % {"player": seat.name}
        nothing = ("", _("nothing in particular"))
        held = latest.playing.get(number, "") if latest else ""
        field = drop_down(label, [nothing, *offered], initial=held)
        self.fields[f"thing_{number}"] = field
        new = _("A new character for %(player)s") % {"player": seat.name}
        self.fields[f"new_{number}"] = text_field(new, sizes.NAME)

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

    def seat_fields(self) -> Iterator[GroupSeatFields]:
        """Yield the fields of everybody."""
        for seat in self.state.seats:
            number = seat.number
            yield GroupSeatFields(
                seat.name,
                self[f"plays_{number}"],
                self[f"thing_{number}"] if self.kinds else None,
                self[f"new_{number}"] if self.kinds else None,
            )

    def plan(self) -> Planned:
        """Return the plan; the form is valid."""
        data = self.cleaned_data
        own = data.get("own_chapter", "")
        playing: list[Playing] = []
        brings: list[NewThing] = []
        for seat in self.state.seats:
            if not data[f"plays_{seat.number}"]:
                continue
            thing = data.get(f"thing_{seat.number}", "")
            if new := data.get(f"new_{seat.number}", ""):
                brings.append(NewThing(data.get("new_kind") or next(iter(self.kinds)), new))
                thing = typed_key(new)
            playing.append(Playing(seat.number, thing))
        return Planned(
            chapter=typed_key(own) if own else data.get("chapter", ""),
            playing=tuple(playing),
            brings=tuple(brings),
            name=own,
            reason=data["reason"],
        )

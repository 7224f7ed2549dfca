"""Something new came out of the box: a form for each kind of it, with the facts it enters."""

from collections.abc import Mapping
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.core import sizes
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.journal.changes import Moved
from campaign.rules.journal.description import (
    MAX_COUNT,
    PLAYER,
    Addition,
    Chapter,
    Counter,
    Kind,
    PrintAs,
    Seal,
    Slot,
)
from campaign.rules.journal.fact import JournalFact, NewThing
from campaign.rules.journal.finds import Described
from campaign.rules.journal.reminders import Reminded
from campaign.rules.journal.sharing import new_id
from campaign.rules.journal.state import State
from tracker.forms.entry import EntryForm
from tracker.forms.fields import drop_down, number_field, offer, text_field, tick
from tracker.systems.journal.novelties import New
from tracker.systems.journal.words.record import seal_name

MAX_NAME = 100
NO_KIND = gettext_lazy("Choose what kind of thing it is.")
OWN_ROOM = 20  # marks on a thing of a kind that a group describes itself


class NewForm(EntryForm):
    """Something new; ``seal`` is what it came out of."""

    seal = drop_down(gettext_lazy("Where did it come from?"))
    fields_by_path = {"*.addition": "", "*.seal": "seal"}

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        seals = [
            (key, seal_name(seal.kind, seal.label))
            for key, seal in state.box.seals.items()
            if key in state.opened
        ]
        if seals:
            offer(self, "seal", [("", _("not out of a seal")), *reversed(seals)])
        else:
            del self.fields["seal"]

    def own_fields(self) -> list[BoundField]:
        """Return the fields that are not of every entry form; the seal comes last."""
        names = [name for name in self.fields if name not in EntryForm.base_fields]
        return [self[name] for name in sorted(names, key=lambda name: name == "seal")]

    def facts(self) -> list[JournalFact]:
        """Return what is entered; the form is valid."""
        raise NotImplementedError

    def _described(self, addition: Addition) -> Described:
        return Described(addition, seal=self.cleaned_data.get("seal", ""))


class NewThingForm(NewForm):
    """A thing: of a kind that is known, or of a new one."""

    kind = drop_down(gettext_lazy("What is it?"))
    own_kind = text_field(
        gettext_lazy("What kind of thing is it?"),
        MAX_NAME,
        help_text=gettext_lazy("Such as “Hero”, “City” or “Card”."),
    )
    name = text_field(
        gettext_lazy("What is it called?"), MAX_NAME, ask=gettext_lazy("Enter a name.")
    )
    places = text_field(
        gettext_lazy("Where can it be?"),
        300,
        help_text=gettext_lazy("Places with commas between them; it starts in the first."),
    )
    played = tick(gettext_lazy("Players play as things of this kind"))
    fields_by_path = {**NewForm.fields_by_path, "*.new": "name", "*.thing": "name"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(key, kind.name) for key, kind in self.state.box.kinds.items()]
        if kinds:
            offer(self, "kind", [*kinds, ("", _("something else"))])
            self.initial["kind"] = kinds[0][0]
        else:
            del self.fields["kind"]
            own = self.fields["own_kind"]
            own.required, own.error_messages["required"] = True, NO_KIND

    @property
    def has_kinds(self) -> bool:
        """Say whether there are kinds to choose from."""
        return "kind" in self.fields

    @property
    def unfolds_own(self) -> bool:
        """Say whether to show the fields of a new kind."""
        return not self.has_kinds or bool(self["own_kind"].value() or self["own_kind"].errors)

    def clean(self) -> dict[str, Any]:
        """Ask what kind of thing it is."""
        data = super().clean() or {}
        if self.has_kinds and not data.get("kind") and not data.get("own_kind"):
            self.add_error("own_kind", NO_KIND)
        return data

    def facts(self) -> list[JournalFact]:
        data = self.cleaned_data
        found: list[JournalFact] = []
        kind = None if data["own_kind"] else self.state.box.kinds.get(data.get("kind", ""))
        if kind is None:
            kind = self._new_kind()
            found.append(self._described(Addition(kinds=(kind,))))
        new = NewThing(kind.id, data["name"], data.get("seal", ""))
        place = kind.places[0]
        found.append(Moved(typed_key(data["name"]), place, new))
        return found

    def _new_kind(self) -> Kind:
        data = self.cleaned_data
        typed = (place.strip()[:MAX_NAME] for place in data["places"].split(","))
        places = tuple(dict.fromkeys(filter(None, typed)))[:20]
        return Kind(
            new_id(data["own_kind"], self.state.box.kinds),
            data["own_kind"],
            places or (_("in play"), _("out of the game")),
            (Slot("marks", _("Marks"), OWN_ROOM),),
            played=data["played"],
            print=PrintAs.SLIP,
        )


class NewNumberForm(NewForm):
    """A number that is counted from now on."""

    name = text_field(gettext_lazy("What is counted?"), MAX_NAME, ask=gettext_lazy("Enter a name."))
    of = drop_down(gettext_lazy("Whose number is it?"))
    start = number_field(gettext_lazy("It starts with"), 0, MAX_COUNT, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        each = _("each of these: %(kind)s")
        kinds = [(key, each % {"kind": kind.name}) for key, kind in self.state.box.kinds.items()]
        offer(self, "of", [("", _("the whole group’s")), (PLAYER, _("each player’s")), *kinds])

    def facts(self) -> list[JournalFact]:
        data = self.cleaned_data
        key = new_id(data["name"], self.state.box.counters)
        counter = Counter(key, data["name"], data["of"], data["start"] or 0)
        return [self._described(Addition(counters=(counter,)))]


class NewSealForm(NewForm):
    """A package, an envelope, a box that is still shut."""

    kind = text_field(
        gettext_lazy("What is it?"),
        MAX_NAME,
        ask=gettext_lazy("Enter what it is, such as “Envelope”."),
        help_text=gettext_lazy("Such as “Envelope” or “Box”."),
    )
    label = text_field(
        gettext_lazy("What is printed on it?"), MAX_NAME, ask=gettext_lazy("Enter its label.")
    )
    when = text_field(gettext_lazy("When is it opened?"), 300)

    def facts(self) -> list[JournalFact]:
        data = self.cleaned_data
        key = new_id(f"{data['kind']} {data['label']}", self.state.box.seals)
        seal = Seal(key, data["kind"], data["label"], data["when"])
        return [self._described(Addition(seals=(seal,)))]


class NewChapterForm(NewForm):
    """A chapter that can be played from now on."""

    name = text_field(
        gettext_lazy("What is it called?"), MAX_NAME, ask=gettext_lazy("Enter a name.")
    )

    def facts(self) -> list[JournalFact]:
        data = self.cleaned_data
        key = new_id(data["name"], self.state.box.chapters)
        return [self._described(Addition(chapters=(Chapter(key, data["name"], tries=0),)))]


class NewReminderForm(NewForm):
    """Something to remember when a chapter is planned."""

    chapter = drop_down(gettext_lazy("When?"))
    text = text_field(
        gettext_lazy("What to remember?"),
        sizes.TEXT,
        ask=gettext_lazy("Enter what to remember."),
        help_text=gettext_lazy("Such as “read section 42”."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("seal", None)
        chapters = self.state.box.chapters.items()
        offer(self, "chapter", [(key, each.name) for key, each in chapters if not is_typed(key)])

    def facts(self) -> list[JournalFact]:
        data = self.cleaned_data
        return [Reminded(data["chapter"], data["text"])]


FORMS: Mapping[New, type[NewForm]] = {
    New.THING: NewThingForm,
    New.NUMBER: NewNumberForm,
    New.SEAL: NewSealForm,
    New.CHAPTER: NewChapterForm,
    New.REMINDER: NewReminderForm,
}

"""The end of an evening: what the description offers to change, and which chapter comes next."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from campaign.rules.journal.changes import Counted
from campaign.rules.journal.fact import JournalFact
from campaign.rules.journal.games import Chosen
from campaign.rules.journal.progress import expected_chapters, offers
from campaign.rules.journal.state import State
from tracker.forms.entry import EntryForm
from tracker.forms.fields import offer, radios, ticks
from tracker.systems.journal.words.record import JournalWords, signed


class FinishForm(EntryForm):
    """The changes that are offered, all ticked, and a choice where several chapters follow."""

    offered = ticks(gettext_lazy("Changes to enter"))
    next = radios(gettext_lazy("Which way do you go?"), required=False)
    fields_by_path = {"chapter": "next"}

    def __init__(
        self,
        *args: Any,
        state: State,
        at_table: Mapping[tuple[str, str], int] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        found = enumerate(offers(state, at_table))
        self.offers = {str(place): each for place, each in found if each.by}
        words = JournalWords(state)
        labels = []
        for place, change in self.offers.items():
            counter = state.box.counters[change.counter]
            shows = state.count(counter, change.owner)
            owner = words.owner(change.owner)
            what = f"{owner}, {counter.name}" if owner else counter.name
            labels.append((place, f"{what}: {signed(change.by)} ({shows} → {shows + change.by})"))
        offer(self, "offered", labels)
        self.initial["offered"] = list(self.offers)
        if not labels:
            del self.fields["offered"]
        following = expected_chapters(state)
        offer(self, "next", [(key, state.box.chapters[key].name) for key in following])
        if len(following) < 2:
            del self.fields["next"]

    def along(self) -> list[JournalFact]:
        """Return what is entered with the end of the evening; the form is valid."""
        data = self.cleaned_data
        ticked = [self.offers[place] for place in data.get("offered", ())]
        found: list[JournalFact] = [
            Counted(change.counter, change.by, change.owner) for change in ticked
        ]
        if data.get("next"):
            found.append(Chosen(data["next"]))
        return found

"""What a group is to remember in a later chapter, such as a section to read then."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from campaign.rules.core.entries import Text
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Problem
from campaign.rules.journal.fact import JournalFact
from campaign.rules.journal.state import Reminder, State


@dataclass(frozen=True, slots=True)
class Reminded(JournalFact, kind="reminder"):
    """Something is to be remembered when a chapter is planned."""

    chapter: Key
    text: Text

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return nothing: a chapter has any number of reminders."""
        return frozenset()

    def problems(self, state: State) -> Iterator[Problem]:
        if self.chapter not in state.box.chapters:
            yield Problem("journal.chapter_unknown", path="chapter")
        if not self.text.strip():
            yield Problem("journal.text_empty", path="text")

    def apply(self, state: State) -> State:
        reminder = Reminder(self.chapter, self.text)
        return replace(state, reminders=(*state.reminders, reminder))

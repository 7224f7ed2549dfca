"""The base of the facts of a journal, and things that a group names itself."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Line
from campaign.rules.core.entries import Name
from campaign.rules.core.facts import Fact
from campaign.rules.core.keys import Key, typed_key
from campaign.rules.core.problems import Problem
from campaign.rules.journal.description import Thing
from campaign.rules.journal.state import State


@dataclass(frozen=True, slots=True)
class JournalFact(Fact):
    """The base of the facts of a journal."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[Problem]:
        """Yield everything that stands against it."""

    @abstractmethod
    def apply(self, state: State) -> State:
        """Return the state after it."""


@dataclass(frozen=True, slots=True)
class NewThing:
    """A thing that the group names itself; ``seal`` says what it came out of."""

    kind: Key
    name: Name
    seal: Annotated[str, Line(sizes.KEY)] = ""

    @property
    def thing(self) -> Thing:
        """Return it as a thing of the box."""
        return Thing(typed_key(self.name), self.kind, self.name)


def new_thing_problems(new: NewThing, state: State, path: str) -> Iterator[Problem]:
    """Yield what stands against a thing that the group names."""
    if new.seal and new.seal not in state.box.seals:
        yield Problem("journal.seal_unknown", path=path)
    if new.kind not in state.box.kinds:
        yield Problem("journal.kind_unknown", path=path)
    if not new.name.strip():
        yield Problem("journal.name_empty", path=path)
    elif new.thing.id in state.box.things:
        yield Problem("journal.thing_known", {"name": new.name}, path)

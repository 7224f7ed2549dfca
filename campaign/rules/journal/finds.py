"""What is found: a seal is opened, or more of the box is described."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Detail, Problem
from campaign.rules.journal.box import changed_kinds
from campaign.rules.journal.description import Addition, contents_of
from campaign.rules.journal.fact import JournalFact
from campaign.rules.journal.faults import Known, addition_faults
from campaign.rules.journal.state import State


@dataclass(frozen=True, slots=True)
class Opened(JournalFact, kind="opened"):
    """A seal was opened: what its author put behind it joins the box."""

    seal: Key

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the seal."""
        return frozenset({f"seal:{self.seal}"})

    def problems(self, state: State) -> Iterator[Problem]:
        seal = state.box.seals.get(self.seal)
        if seal is None:
            yield Problem("journal.seal_unknown", path="seal")
        elif self.seal in state.opened:
            yield Problem("journal.seal_open", {"kind": seal.kind, "label": seal.label}, "seal")
        else:
            yield from changed_kinds(state.box, contents_of(seal))

    def apply(self, state: State) -> State:
        inside = contents_of(state.box.seals[self.seal])
        return replace(state.with_addition(inside), opened=(*state.opened, self.seal))


@dataclass(frozen=True, slots=True)
class Described(JournalFact, kind="described"):
    """More of the box is described: met while playing, or by a newer edition of the file."""

    addition: Addition
    edition: Annotated[int, Limit(0, 9999)] = 0  # 0: by the group itself
    seal: Annotated[str, Line(sizes.KEY)] = ""  # that it came out of, if the group found it

    def problems(self, state: State) -> Iterator[Problem]:
        box = state.box
        known = Known(box.kinds, frozenset(box.chapters), frozenset(box.seals))
        for fault in addition_faults(self.addition, known, "addition"):
            yield _fault_problem(fault)
        yield from changed_kinds(box, self.addition)
        if self.seal and self.seal not in box.seals:
            yield Problem("journal.seal_unknown", path="seal")
        if self.edition and self.edition <= state.edition:
            newest: dict[str, Detail] = {"edition": self.edition, "known": state.edition}
            yield Problem("journal.edition_old", newest, "edition")
        reopened = {seal.id for seal in self.addition.seals} & set(state.opened)
        for seal in sorted(reopened):
            labels = {"kind": box.seals[seal].kind, "label": box.seals[seal].label}
            yield Problem("journal.seal_open", labels, "addition")

    def apply(self, state: State) -> State:
        if self.edition:
            return replace(state.with_addition(self.addition), edition=self.edition)
        return state.with_find(self.seal, self.addition)


def _fault_problem(fault: Problem) -> Problem:
    return Problem(
        "journal.description",
        {"path": fault.path, "found": str(fault.details.get("got", ""))},
        "addition",
    )

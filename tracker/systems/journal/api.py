"""A journal for the API: what its pages show, and nothing that is behind a shut seal."""

from dataclasses import dataclass

from campaign.rules.journal.progress import next_step
from campaign.rules.journal.state import State
from tracker.people.access import Access
from tracker.systems.journal.presenters.sealed import seal_views
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.words.record import JournalWords


@dataclass(frozen=True, slots=True)
class ThingAnswer:
    """A thing in the box."""

    key: str
    kind: str
    name: str
    place: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    """What a counter shows; ``owner`` is "" for the group."""

    name: str
    owner: str
    count: int


@dataclass(frozen=True, slots=True)
class SealAnswer:
    """A seal, as it is printed."""

    kind: str
    label: str
    when: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class JournalAnswer:
    """A journal as its pages show it."""

    game: str
    edition: int
    players: tuple[str, ...]
    step: str  # plan, play, settle or over
    chapters: tuple[str, ...]  # that can come next
    things: tuple[ThingAnswer, ...]
    numbers: tuple[NumberAnswer, ...]
    seals: tuple[SealAnswer, ...]


def journal_answer(access: Access) -> JournalAnswer:
    """Return a journal as its pages show it."""
    state = journal_state(access.campaign)
    step, words = next_step(state), JournalWords(state)
    return JournalAnswer(
        game=state.description.name,
        edition=state.edition,
        players=tuple(seat.name for seat in state.seats),
        step=step.step.value,
        chapters=tuple(words.chapter(key) for key in step.chapters),
        things=_things(state),
        numbers=tuple(
            NumberAnswer(counter.name, words.owner(owner), count)
            for counter, owner, count in state.counted()
        ),
        seals=tuple(
            SealAnswer(seal.kind, seal.label, seal.when, seal.is_open) for seal in seal_views(state)
        ),
    )


def _things(state: State) -> tuple[ThingAnswer, ...]:
    marks: dict[str, list[str]] = {}
    for placed in state.marks:
        marks.setdefault(placed.thing, []).append(state.mark_name(placed))
    return tuple(
        ThingAnswer(
            key,
            state.box.kinds[thing.kind].name,
            state.name(key),
            state.place(key),
            tuple(marks.get(key, ())),
        )
        for key, thing in state.box.things.items()
    )

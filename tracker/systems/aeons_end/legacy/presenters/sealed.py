"""What is sealed at first: sections of the rulebook, and decks, envelopes and boxes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import Seal, SealKind
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import MIDDLE, SealOpened, SectionUnlocked
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.shared import words


class SectionState(StrEnum):
    """Whether a section is in the rulebook, due, left out by the group, or still sealed."""

    UNLOCKED = "unlocked"
    DUE = "due"
    CLOSED = "closed"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of the rulebook; without a place it is one that the pack does not know."""

    id: str
    letter: str  # on the players' sticker
    state: SectionState
    game: int | None = None  # in which it was unlocked
    note: str = ""  # the players' own
    reason: str = ""  # why the box said otherwise
    possible_letters: str = ""  # if the pack is not sure of the letter
    place: str = ""
    page: int | str | None = None
    moment: str = ""
    replaced_steps: str = ""  # of the set-up

    @property
    def is_unlocked(self) -> bool:
        """Say whether its sticker is in the rulebook."""
        return self.state is SectionState.UNLOCKED

    @property
    def is_due(self) -> bool:
        """Say whether its sticker is to be placed now."""
        return self.state is SectionState.DUE

    @property
    def is_closed(self) -> bool:
        """Say whether the group has closed it without a sticker."""
        return self.state is SectionState.CLOSED


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """Every section in the order of letters."""

    sections: tuple[SectionView, ...]
    may_edit: bool
    unlock_url: str  # "" if nothing can be entered

    @property
    def unlocked(self) -> int:
        """Return how many sections are in the rulebook."""
        return sum(section.is_unlocked for section in self.sections)

    @property
    def due(self) -> int:
        """Return how many sections are to be placed now."""
        return sum(section.is_due for section in self.sections)


def rulebook_page(snapshot: CampaignSnapshot) -> RulebookPage:
    """Return what the rulebook page shows."""
    reasons = {key: entry.fact.reason for key, entry in sections_entered(snapshot).items()}
    listed = (section.letter for section in snapshot.pack.sections)
    keys = dict.fromkeys((*listed, *snapshot.state.sections))
    closed = snapshot.closed
    sections = [_section(snapshot, key, reasons.get(key, ""), closed) for key in keys]
    return RulebookPage(
        sections=tuple(sorted(sections, key=lambda section: section.letter)),
        may_edit=snapshot.may_edit,
        unlock_url=snapshot.aftermath_url("aftermath_sections"),
    )


def sections_entered(snapshot: CampaignSnapshot) -> dict[str, Entry]:
    """Return the entries that unlocked sections, by section."""
    return {
        entry.fact.section: entry
        for entry in snapshot.entries
        if isinstance(entry.fact, SectionUnlocked)
    }


def _section(
    snapshot: CampaignSnapshot, key: str, reason: str, closed: Mapping[str, str]
) -> SectionView:
    """Return a section; ``closed`` has the reasons of closed decisions, by key."""
    section, unlocked = snapshot.pack.find.section(key), snapshot.state.sections.get(key)
    letter = unlocked.letter if unlocked else key
    game = unlocked.game if unlocked else None
    note = unlocked.note if unlocked else ""
    if section is None:
        return SectionView(key, letter, SectionState.UNLOCKED, game, note, reason)
    decision = Decision(DecisionKind.SECTION, key).key
    if unlocked is not None:
        state = SectionState.UNLOCKED
    elif decision in closed:
        state = SectionState.CLOSED
    elif snapshot.state.reached(section.moment):
        state = SectionState.DUE
    else:
        state = SectionState.SEALED
    is_unsure = section.inferred and not unlocked
    either = pgettext("between two letters", " or ")
    return SectionView(
        id=key,
        letter=letter,
        state=state,
        game=game,
        note=note,
        reason=reason or closed.get(decision, ""),
        possible_letters=either.join(section.letters) if is_unsure else "",
        place=section.place.in_language(snapshot.namer.language),
        page=section.pages,
        moment=words.moment(section.moment),
        replaced_steps=words.listed(map(str, section.replaces_steps)) if unlocked else "",
    )


class SealState(StrEnum):
    """How far a seal is open."""

    SHUT = "shut"
    HALF = "half"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Opening:
    """When a seal, or a part of it, was opened."""

    game: int
    part: str  # "" for all of it
    brought: str  # the players' own words about what was in it


@dataclass(frozen=True, slots=True)
class SealView:
    """A deck, an envelope, a box or a supplement, without what the group may not know yet."""

    label: str
    state: SealState
    openings: tuple[Opening, ...]
    holds: str = ""  # a secret until it is opened
    rename_url: str = ""

    @property
    def is_shut(self) -> bool:
        """Say whether nothing of it is open."""
        return self.state is SealState.SHUT

    @property
    def is_half_open(self) -> bool:
        """Say whether only a part of it is open."""
        return self.state is SealState.HALF

    @property
    def style(self) -> str:
        """Return how its card looks: as a section of the rulebook in the same state."""
        match self.state:
            case SealState.SHUT:
                return SectionState.SEALED
            case SealState.HALF:
                return SectionState.DUE
            case SealState.OPEN:
                return SectionState.UNLOCKED


@dataclass(frozen=True, slots=True)
class SealGroup:
    """The seals of one kind; those that the pack does not know have no title."""

    title: str
    seals: tuple[SealView, ...]

    @property
    def fully_open(self) -> int:
        """Return how many of them are fully open."""
        return sum(seal.state is SealState.OPEN for seal in self.seals)


def seal_groups(snapshot: CampaignSnapshot) -> tuple[SealGroup, ...]:
    """Return the seals by kind; what players opened and the pack does not know comes last."""
    openings: dict[str, list[Opening]] = {}
    for entry in snapshot.entries:
        if isinstance(fact := entry.fact, SealOpened):
            opening = Opening(entry.game, _part(fact), fact.brought)
            openings.setdefault(fact.seal, []).append(opening)
    of_kind: dict[SealKind, list[SealView]] = {kind: [] for kind in SealKind}
    for seal in snapshot.pack.seals:
        of_kind[seal.kind].append(_seal(snapshot, seal, tuple(openings.get(seal.id, ()))))
    unknown = tuple(
        SealView(
            opened.name,
            SealState.OPEN,
            tuple(openings.get(key, ())),
            rename_url=snapshot.rename_url(key),
        )
        for key, opened in snapshot.state.seals.items()
        if snapshot.pack.find.seal(key) is None
    )
    groups = [
        SealGroup(capfirst(words.seal_kind(kind)), tuple(seals)) for kind, seals in of_kind.items()
    ]
    return (*groups, SealGroup("", unknown)) if unknown else tuple(groups)


def _part(fact: SealOpened) -> str:
    if fact.part == MIDDLE:
        return _("to its middle STOP card")
    return _("part %(part)s") % {"part": fact.part} if fact.part else ""


def _seal(snapshot: CampaignSnapshot, seal: Seal, openings: tuple[Opening, ...]) -> SealView:
    opened = snapshot.state.seals.get(seal.id)
    if opened is None:
        return SealView(seal.label, SealState.SHUT, openings)
    state = SealState.HALF if opened.parts else SealState.OPEN
    holds = seal.holds.in_language(snapshot.namer.language) if seal.holds else ""
    return SealView(seal.label, state, openings, holds)

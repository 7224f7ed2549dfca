"""The rulebook's lettered sections: where each belongs, when it comes, and whether it is in."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import pgettext

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import RuleSection
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import SectionUnlocked
from campaign.rules.aeons_end.legacy.state import UnlockedSection
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look


class SectionState(StrEnum):
    """How a section stands."""

    UNLOCKED = "unlocked"
    DUE = "due"
    CLOSED = "closed"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of the rulebook."""

    id: str  # the pack's letter, or the players' own where the pack has none
    letter: str
    state: SectionState
    letters: str = ""  # what the letter may be, where the pack is not sure
    place: str = ""
    page: int | str | None = None
    moment: str = ""
    game: int | None = None
    note: str = ""
    reason: str = ""
    steps: str = ""  # of the set-up, that it replaces


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """All that the page shows."""

    sections: tuple[SectionView, ...]
    unlocked: int
    due: int


def rulebook_page(look: Look) -> RulebookPage:
    """Return every section by its letter."""
    reasons = {
        entry.fact.section: entry.fact.reason
        for entry in look.entries
        if isinstance(entry.fact, SectionUnlocked)
    }
    views = [_section(look, section, reasons) for section in look.pack.sections]
    own = [held for held in look.state.sections if look.pack.find.section(held.section) is None]
    views += [_own(held, reasons) for held in own]
    views.sort(key=lambda view: view.letter)
    return RulebookPage(
        sections=tuple(views),
        unlocked=sum(view.state is SectionState.UNLOCKED for view in views),
        due=sum(view.state is SectionState.DUE for view in views),
    )


def section_entry(look: Look, section: str) -> tuple[Entry, SectionUnlocked] | None:
    """Return the standing entry that unlocked a section."""
    for entry in look.entries:
        if isinstance(entry.fact, SectionUnlocked) and entry.fact.section == section:
            return entry, entry.fact
    return None


def _section(look: Look, section: RuleSection, reasons: dict[str, str]) -> SectionView:
    held, closed = look.state.section(section.letter), look.closed
    either = pgettext("between two letters", " or ")
    key = Decision(DecisionKind.SECTION, section.letter).key
    if held is not None:
        state = SectionState.UNLOCKED
    elif key in closed:
        state = SectionState.CLOSED
    elif look.state.reached(section.moment):
        state = SectionState.DUE
    else:
        state = SectionState.SEALED
    return SectionView(
        id=section.letter,
        letter=held.letter if held else section.letter,
        letters="" if held or not section.inferred else either.join(section.letters),
        place=section.place.in_language(look.namer.language),
        page=section.pages,
        moment=words.moment(section.moment),
        state=state,
        game=held.game if held else None,
        note=held.note if held else "",
        reason=reasons.get(section.letter, "") or closed.get(key, ""),
        steps=words.listed(map(str, section.replaces_steps)) if held else "",
    )


def _own(held: UnlockedSection, reasons: dict[str, str]) -> SectionView:
    return SectionView(
        id=held.section,
        letter=held.letter,
        state=SectionState.UNLOCKED,
        game=held.game,
        note=held.note,
        reason=reasons.get(held.section, ""),
    )

"""The rulebook's lettered sections: where each belongs, when it comes, and whether it is in."""

from typing import Any

from django.utils.translation import pgettext

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import RuleSection
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import SectionUnlocked
from campaign.rules.aeons_end.legacy.state import UnlockedSection
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look


def rulebook_page(look: Look) -> dict[str, Any]:
    """Return every section by its letter, and how many are in and due."""
    reasons = {
        entry.fact.section: entry.fact.reason
        for entry in look.entries
        if isinstance(entry.fact, SectionUnlocked)
    }
    views = [_section(look, section, reasons) for section in look.pack.sections]
    own = [h for h in look.state.sections.values() if look.pack.find.section(h.section) is None]
    views += [_own(held, reasons) for held in own]
    views.sort(key=lambda view: view["letter"])
    states = [view["state"] for view in views]
    return {
        "sections": views,
        "unlocked": states.count("unlocked"),
        "due": states.count("due"),
    }


def section_entry(look: Look, section: str) -> tuple[Entry, SectionUnlocked] | None:
    """Return the standing entry that unlocked a section."""
    for entry in look.entries:
        if isinstance(entry.fact, SectionUnlocked) and entry.fact.section == section:
            return entry, entry.fact
    return None


def _section(look: Look, section: RuleSection, reasons: dict[str, str]) -> dict[str, Any]:
    held, closed = look.state.sections.get(section.letter), look.closed
    either = pgettext("between two letters", " or ")
    key = Decision(DecisionKind.SECTION, section.letter).key
    if held is not None:
        state = "unlocked"
    elif key in closed:
        state = "closed"
    elif look.state.reached(section.moment):
        state = "due"
    else:
        state = "sealed"
    return {
        "id": section.letter,
        "letter": held.letter if held else section.letter,
        # What the letter may be, where the pack is not sure.
        "letters": "" if held or not section.inferred else either.join(section.letters),
        "place": section.place.in_language(look.namer.language),
        "page": section.pages,
        "moment": words.moment(section.moment),
        "state": state,
        "game": held.game if held else None,
        "note": held.note if held else "",
        "reason": reasons.get(section.letter, "") or closed.get(key, ""),
        # Of the set-up, that it replaces.
        "steps": words.listed(map(str, section.replaces_steps)) if held else "",
    }


def _own(held: UnlockedSection, reasons: dict[str, str]) -> dict[str, Any]:
    """Return a section that the pack has none of: all is the players' own."""
    return {
        "id": held.section,
        "letter": held.letter,
        "state": "unlocked",
        "game": held.game,
        "note": held.note,
        "reason": reasons.get(held.section, ""),
    }

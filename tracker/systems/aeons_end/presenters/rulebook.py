"""The rulebook's lettered sections: where each belongs, when it comes, and whether it is in."""

from typing import Any

from django.utils.translation import pgettext

from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import SectionUnlocked
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look


def rulebook_page(look: Look) -> dict[str, Any]:
    """Return every section by its letter, and how many are in and due."""
    reasons = {key: fact.reason for key, (_pk, fact) in sections_entered(look).items()}
    keys = dict.fromkeys((*(each.letter for each in look.pack.sections), *look.state.sections))
    views = [_section(look, key, reasons.get(key, "")) for key in keys]
    views.sort(key=lambda view: view["letter"])
    states = [view["state"] for view in views]
    return {
        "sections": views,
        "unlocked": states.count("unlocked"),
        "due": states.count("due"),
    }


def sections_entered(look: Look) -> dict[str, tuple[int, SectionUnlocked]]:
    """Return the standing facts that unlocked sections, each with its id, by the section."""
    facts = ((entry.id, entry.fact) for entry in look.entries)
    return {fact.section: (pk, fact) for pk, fact in facts if isinstance(fact, SectionUnlocked)}


def _section(look: Look, key: str, reason: str) -> dict[str, Any]:
    """Return a section; of one that the pack has none of, all is the players' own."""
    section, held = look.pack.find.section(key), look.state.sections.get(key)
    shown: dict[str, Any] = {"id": key, "letter": key, "state": "unlocked", "reason": reason}
    if held is not None:
        shown |= {"letter": held.letter, "game": held.game, "note": held.note}
    if section is None:
        return shown
    closed, decision = look.closed, Decision(DecisionKind.SECTION, key).key
    if held is None and decision in closed:
        shown["state"] = "closed"
    elif held is None:
        shown["state"] = "due" if look.state.reached(section.moment) else "sealed"
    either = pgettext("between two letters", " or ")
    return shown | {
        # What the letter may be, where the pack is not sure.
        "letters": "" if held or not section.inferred else either.join(section.letters),
        "place": section.place.in_language(look.namer.language),
        "page": section.pages,
        "moment": words.moment(section.moment),
        "reason": reason or closed.get(decision, ""),
        # Of the set-up, that it replaces.
        "steps": words.listed(map(str, section.replaces_steps)) if held else "",
    }

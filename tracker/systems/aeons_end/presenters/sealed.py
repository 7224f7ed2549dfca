"""What is sealed at first: sections of the rulebook, and decks, envelopes and boxes."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.aeons_end.catalogue.pack import Seal, SealKind
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import MIDDLE, SealOpened, SectionUnlocked
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.campaign_snapshot import CampaignSnapshot

Opening = tuple[int, str, str]  # the game, the part ("" for all of it), what it brought


def rulebook_page(snapshot: CampaignSnapshot) -> dict[str, Any]:
    """Return every section in the order of letters, and how many are unlocked and due."""
    reasons = {key: fact.reason for key, (_pk, fact) in sections_entered(snapshot).items()}
    keys = dict.fromkeys(
        (*(each.letter for each in snapshot.pack.sections), *snapshot.state.sections)
    )
    views = [_section(snapshot, key, reasons.get(key, "")) for key in keys]
    views.sort(key=lambda view: view["letter"])
    states = [view["state"] for view in views]
    return {
        "sections": views,
        "unlocked": states.count("unlocked"),
        "due": states.count("due"),
    }


def sections_entered(snapshot: CampaignSnapshot) -> dict[str, tuple[int, SectionUnlocked]]:
    """Return the standing facts that unlocked sections, with their ids, by section."""
    facts = ((entry.id, entry.fact) for entry in snapshot.entries)
    return {fact.section: (pk, fact) for pk, fact in facts if isinstance(fact, SectionUnlocked)}


def _section(snapshot: CampaignSnapshot, key: str, reason: str) -> dict[str, Any]:
    """Return a section; one that the pack does not know has the players' letter and note only."""
    section, held = snapshot.pack.find.section(key), snapshot.state.sections.get(key)
    shown: dict[str, Any] = {"id": key, "letter": key, "state": "unlocked", "reason": reason}
    if held is not None:
        shown |= {"letter": held.letter, "game": held.game, "note": held.note}
    if section is None:
        return shown
    closed, decision = snapshot.closed, Decision(DecisionKind.SECTION, key).key
    if held is None and decision in closed:
        shown["state"] = "closed"
    elif held is None:
        shown["state"] = "due" if snapshot.state.reached(section.moment) else "sealed"
    either = pgettext("between two letters", " or ")
    return shown | {
        # The possible letters, if the pack is not sure.
        "letters": "" if held or not section.inferred else either.join(section.letters),
        "place": section.place.in_language(snapshot.namer.language),
        "page": section.pages,
        "moment": words.moment(section.moment),
        "reason": reason or closed.get(decision, ""),
        # The set-up steps that it replaces.
        "steps": words.listed(map(str, section.replaces_steps)) if held else "",
    }


def seals_page(snapshot: CampaignSnapshot) -> list[tuple[str, list[dict[str, Any]], int]]:
    """Return the seals by kind, with how many of them are fully open.

    What players opened and the pack does not know comes last, without a title.
    """
    openings: dict[str, list[Opening]] = {}
    for entry in snapshot.entries:
        if isinstance(fact := entry.fact, SealOpened):
            openings.setdefault(fact.seal, []).append((entry.game, _part(fact), fact.brought))
    groups: dict[str, list[dict[str, Any]]] = {kind: [] for kind in SealKind}
    for seal in snapshot.pack.seals:
        groups[seal.kind].append({**_seal(snapshot, seal), "openings": openings.get(seal.id)})
    for key, held in snapshot.state.seals.items():
        if snapshot.pack.find.seal(key) is None:
            own = {"label": held.name, "state": "open", "rename_url": snapshot.rename_url(key)}
            groups.setdefault("", []).append({**own, "openings": openings.get(key)})
    return [
        (capfirst(words.seal_kind(kind)), seals, sum(seal["state"] == "open" for seal in seals))
        for kind, seals in groups.items()
    ]


def _part(fact: SealOpened) -> str:
    if fact.part == MIDDLE:
        return _("to its middle STOP card")
    return _("part %(part)s") % {"part": fact.part} if fact.part else ""


def _seal(snapshot: CampaignSnapshot, seal: Seal) -> dict[str, str]:
    """Return a seal of the pack, without what the group may not know yet."""
    held = snapshot.state.seals.get(seal.id)
    state = "shut" if held is None else "half" if held.parts else "open"
    # Its content is a secret until it is opened.
    holds = seal.holds.in_language(snapshot.namer.language) if held and seal.holds else ""
    return {"label": seal.label, "state": state, "holds": holds}

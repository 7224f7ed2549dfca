"""Everything that is sealed: shut, half open or open, and what it brought."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.catalogue.pack import Seal, SealKind
from campaign.rules.aeons_end.legacy.facts import MIDDLE, SealOpened
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look

Opening = tuple[int, str, str]  # the game, the part ("" for all of it), what it brought


def seals_page(look: Look) -> list[tuple[str, list[dict[str, Any]], int]]:
    """Return the seals by kind, with how many of them are wholly open.

    What players opened and the box does not list comes last, under no title.
    """
    openings: dict[str, list[Opening]] = {}
    for entry in look.entries:
        if isinstance(fact := entry.fact, SealOpened):
            openings.setdefault(fact.seal, []).append((entry.game, _part(fact), fact.brought))
    groups: dict[str, list[dict[str, Any]]] = {kind: [] for kind in SealKind}
    for seal in look.pack.seals:
        groups[seal.kind].append({**_seal(look, seal), "openings": openings.get(seal.id)})
    for key, held in look.state.seals.items():
        if look.pack.find.seal(key) is None:
            own = {"label": held.name, "state": "open", "rename_url": look.rename_url(key)}
            groups.setdefault("", []).append({**own, "openings": openings.get(key)})
    return [
        (capfirst(words.seal_kind(kind)), seals, sum(seal["state"] == "open" for seal in seals))
        for kind, seals in groups.items()
    ]


def _part(fact: SealOpened) -> str:
    if fact.part == MIDDLE:
        return _("to its middle STOP card")
    return _("part %(part)s") % {"part": fact.part} if fact.part else ""


def _seal(look: Look, seal: Seal) -> dict[str, str]:
    """Return a seal of the box, as far as the group may know of it."""
    held = look.state.seals.get(seal.id)
    state = "shut" if held is None else "open" if held.whole else "half"
    # What is in it stays sealed with it.
    holds = seal.holds.in_language(look.namer.language) if held and seal.holds else ""
    return {"label": seal.label, "state": state, "holds": holds}

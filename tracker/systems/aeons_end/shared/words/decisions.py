"""Sentences for open decisions and for the next step of a campaign."""

from dataclasses import asdict
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.catalogue.pack import SealKind, When
from campaign.rules.aeons_end.legacy.decisions import (
    Decision,
    DecisionKind,
    NextStep,
    StepKind,
    keyed_decision,
)
from campaign.rules.aeons_end.legacy.first_evening import STEPS as EVENING_STEPS
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.setup import before_lines
from campaign.rules.aeons_end.legacy.state import State
from tracker.systems.aeons_end.shared.words.lines import before
from tracker.systems.aeons_end.shared.words.terms import RecordNames


class Said(NamedTuple):
    """A heading and the line below it."""

    title: str
    detail: str


def decision(decision: Decision, names: RecordNames) -> Said:
    """Return the heading of an open decision, and what to enter or when it is due."""
    return Said(_title(decision, names), _wanted(decision, names.namer) or _due(decision))


def decision_key(key: str, names: RecordNames) -> str:
    """Return the heading of a decision by its key."""
    found = keyed_decision(key)
    return decision(found, names).title if found else _("a decision that isn’t needed")


def next_step(step: NextStep, state: State, namer: Namer) -> Said:
    """Return where the campaign stands and what to do now."""
    where = {"chapter": step.chapter, "game": step.game or 0}
    match step.kind:
        case StepKind.UNPACK:
            done = {"done": len(state.evening.done), "all": len(EVENING_STEPS)}
            text = _("%(done)s of %(all)s steps of the first evening are done.")
            return Said(_("Open the box together"), text % done)
        case StepKind.PLAN:
            return _plan(where, state)
        case StepKind.PLAY:
            return _play(where, state, namer)
        case StepKind.AFTERMATH:
            return Said(_played(state, namer), _("Its aftermath is not finished yet."))
        case StepKind.SETTLE:
            text = _(
                "Everything in game %(game)s is decided. "
                "Check it once more, then finish the aftermath."
            )
            return Said(_played(state, namer), text % where)
        case StepKind.FINISHED:
            text = ngettext(
                "It took %(count)s game. Read how it went.",
                "It took %(count)s games. Read how it went.",
                len(state.games),
            )
            return Said(_("The story is complete"), text % {"count": len(state.games)})


# --- decisions ---


def _due(decision: Decision) -> str:
    if decision.moment is None:
        return ""
    if decision.moment.when is When.START:
        return _("Due at the start of chapter %(chapter)s.") % {"chapter": decision.moment.chapter}
    return _("Due at the end of chapter %(chapter)s.") % {"chapter": decision.moment.chapter}


def _title(decision: Decision, names: RecordNames) -> str:
    subject = decision.subject
    match decision.kind:
        case DecisionKind.SEAL:
            return _seal_title(subject, names.namer)
        case DecisionKind.VERDICT:
            return _("What the story says after the loss")
        case DecisionKind.SECTION:
            return _("Section %(letter)s of the rulebook") % {"letter": subject}
        case DecisionKind.SLOT:
            mage = names.mage(decision.seat or 0)
            return _("%(mage)s: a sticker for slot %(slot)s") % {"mage": mage, "slot": subject}
        case DecisionKind.GROWTH:
            return _("The market grows after chapter %(chapter)s") % {"chapter": subject}
        case DecisionKind.EVOLUTION:
            return _("Basic cards that evolved in game %(game)s") % {"game": subject}
        case DecisionKind.POOL:
            return _("Enter this campaign’s basic nemesis cards")


def _seal_title(key: str, namer: Namer | None) -> str:
    """Return what to open; without the pack, or for a seal that it does not know, no name."""
    seal = namer.pack.find.seal(key) if namer else None
    if seal is None:
        return _("Open what the story tells you to")
    match seal.kind:
        case SealKind.DECK:
            text = _("Open STOP deck %(label)s")
        case SealKind.ENVELOPE:
            text = _("Open envelope %(label)s")
        case SealKind.BOX:
            text = _("Open box %(label)s")
        case SealKind.SUPPLEMENT:
            text = _("Open supplement %(label)s")
    return text % {"label": seal.label}


def _wanted(decision: Decision, namer: Namer | None) -> str:
    """Return what to enter; "" where the pack is needed to say it, and for a seal."""
    match decision.kind:
        case DecisionKind.VERDICT:
            return _("Its card says whether you go on or play the chapter again.")
        case DecisionKind.SECTION if namer:
            return _place_of_section(decision.subject, namer)
        case DecisionKind.SLOT:
            return _("Enter what the sticker brings.")
        case DecisionKind.GROWTH if namer:
            text = _(
                "%(offered)s piles are offered: take %(added)s. Of the market’s %(piles)s, "
                "banish %(banished)s."
            )
            return text % asdict(namer.pack.market)
        case DecisionKind.EVOLUTION:
            return _("Enter each sticker and transformation, then confirm that these are all.")
        case DecisionKind.POOL:
            return _basics_of_tiers(decision.subject, namer)
    return ""


def _place_of_section(letter: str, namer: Namer) -> str:
    section = namer.pack.find.section(letter)
    place = section.place.in_language(namer.language) if section else ""
    if section is None or not place:
        return ""
    text = _("Its sticker belongs on page %(page)s: %(place)s.")
    return text % {"page": section.pages, "place": place}


def _basics_of_tiers(mages: str, namer: Namer | None) -> str:
    """Return how many basic cards of each tier the campaign needs for a number of mages."""
    number = int(mages) if mages.isdecimal() else 0
    counts = namer.pack.basics_by_mages.get(number) if namer else None
    if not counts:
        return _("The table in the rulebook says how many of each tier.")
    text = ngettext(
        "With %(mages)s mage: %(tier_1)s of tier 1, %(tier_2)s of tier 2, %(tier_3)s of tier 3.",
        "With %(mages)s mages: %(tier_1)s of tier 1, %(tier_2)s of tier 2, %(tier_3)s of tier 3.",
        number,
    )
    first, second, third = counts
    return text % {"mages": number, "tier_1": first, "tier_2": second, "tier_3": third}


# --- the next step ---


def _plan(where: dict[str, int], state: State) -> Said:
    current = state.current
    if current is not None and current.chapter == where["chapter"]:
        return Said(
            _("Chapter %(chapter)s again") % where,
            _("You lost the last game. Plan game %(game)s.") % where,
        )
    title = _("On to chapter %(chapter)s") if current else _("Chapter %(chapter)s is waiting")
    return Said(title % where, _("Plan game %(game)s to get its set-up sheet.") % where)


def _play(where: dict[str, int], state: State, namer: Namer) -> Said:
    title = _("%(nemesis)s · chapter %(chapter)s").replace(" ·", "\N{NO-BREAK SPACE}·")
    call = _(
        "Game %(game)s is ready to play. Set it up from the sheet, then play live or enter the "
        "result."
    )
    # What the chapter asks for at its start comes before the set-up.
    text = " ".join((*before(before_lines(state, namer.pack)), call % where))
    return Said(title % {**where, "nemesis": namer.name(state.games[-1].foe)}, text)


def _played(state: State, namer: Namer) -> str:
    """Return chapter, nemesis and result of the latest game."""
    game = state.games[-1]
    won = _("Chapter %(chapter)s against %(nemesis)s: won")
    lost = _("Chapter %(chapter)s against %(nemesis)s: lost")
    return (won if game.won else lost) % {"chapter": game.chapter, "nemesis": namer.name(game.foe)}

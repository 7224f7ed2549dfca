"""Sentences for open decisions and for the next step of a campaign."""

from dataclasses import asdict
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from campaign.rules.aeons_end.catalogue.pack import When
from campaign.rules.aeons_end.legacy.decisions import (
    Decision,
    DecisionKind,
    NextStep,
    StepKind,
    keyed_decision,
)
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.setup import before_lines
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.nemesis_deck import TIERS
from tracker.systems.aeons_end.words.lines import before
from tracker.systems.aeons_end.words.terms import RecordNames
from tracker.words.phrases import Words, fitting, sentence_key


class Said(NamedTuple):
    """A heading and the line below it."""

    title: str
    detail: str


def decision(decision: Decision, names: RecordNames) -> Said:
    """Return the heading of an open decision, and what to enter or when it is due."""
    shown = _worded(decision, names)
    wanted = sentence_key(_WANTED, decision.kind, shown)
    detail = str(_WANTED[wanted] % shown) if wanted in _WANTED else _due(decision)
    return Said(fitting(_TITLES, decision.kind, shown), detail)


def decision_key(key: str, names: RecordNames) -> str:
    """Return the heading of a decision by its key."""
    found = keyed_decision(key)
    return decision(found, names).title if found else _("a decision that isn’t needed")


def next_step(step: NextStep, state: State, namer: Namer) -> Said:
    """Return where the campaign stands and what to do now."""
    where = {"chapter": step.chapter, "game": step.game or 0}
    match step.kind:
        case StepKind.PLAN:
            return _plan(where, state)
        case StepKind.PLAY:
            return _play(where, state, namer)
        case StepKind.AFTERMATH:
            text = ngettext(
                "%(count)s decision of its aftermath is still open.",
                "%(count)s decisions of its aftermath are still open.",
                len(step.decisions),
            )
            return Said(_played(state, namer), text % {"count": len(step.decisions)})
        case StepKind.SETTLE:
            text = _("Everything in game %(game)s is decided. Check it once more, then settle it.")
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


def _worded(decision: Decision, names: RecordNames) -> dict[str, Any]:
    """Return the values for the sentences of a decision, with what the pack knows about it."""
    subject, namer = decision.subject, names.namer
    shown: dict[str, Any] = dict.fromkeys(("letter", "slot", "chapter", "game"), subject)
    shown["mage"] = names.mage(decision.seat or 0)
    if namer is None:
        return shown
    find = namer.pack.find
    match decision.kind:
        case DecisionKind.SEAL if seal := find.seal(subject):
            shown |= {"kind": seal.kind, "label": seal.label}
        case DecisionKind.SECTION if section := find.section(subject):
            shown |= {"place": section.place.in_language(namer.language), "page": section.pages}
        case DecisionKind.GROWTH:
            shown |= asdict(namer.pack.market)
        case DecisionKind.POOL if subject.isdecimal():
            if counts := namer.pack.basics_by_mages.get(int(subject)):
                tiers = zip(TIERS, counts, strict=True)
                shown |= {"mages": int(subject), **{f"tier_{tier}": count for tier, count in tiers}}
    return shown


_TITLES: Words = {
    "seal": gettext_lazy("Open what the story tells you to"),
    "seal:deck": gettext_lazy("Open STOP deck %(label)s"),
    "seal:envelope": gettext_lazy("Open envelope %(label)s"),
    "seal:box": gettext_lazy("Open box %(label)s"),
    "seal:supplement": gettext_lazy("Open supplement %(label)s"),
    "verdict": gettext_lazy("What the story says after the loss"),
    "section": gettext_lazy("Section %(letter)s of the rulebook"),
    "slot": gettext_lazy("%(mage)s: a sticker for slot %(slot)s"),
    "growth": gettext_lazy("The market grows after chapter %(chapter)s"),
    "evolution": gettext_lazy("Basic cards that evolved in game %(game)s"),
    "pool": gettext_lazy("Enter this campaign’s basic nemesis cards"),
}
# What to enter; the others say when they are due.
_WANTED: Words = {
    "verdict": gettext_lazy("Its card says whether you go on or play the chapter again."),
    "section:place": gettext_lazy("Its sticker belongs on page %(page)s: %(place)s."),
    "slot": gettext_lazy("Enter what the sticker brings."),
    "growth:offered": gettext_lazy(
        "%(offered)s piles are offered: take %(added)s. Of the market’s %(piles)s, "
        "banish %(banished)s."
    ),
    "evolution": gettext_lazy(
        "Enter each sticker and transformation, then confirm that these are all."
    ),
    "pool": gettext_lazy("The table in the rulebook says how many of each tier."),
    "pool:mages": ngettext_lazy(
        "With %(mages)s mage: %(tier_1)s of tier 1, %(tier_2)s of tier 2, %(tier_3)s of tier 3.",
        "With %(mages)s mages: %(tier_1)s of tier 1, %(tier_2)s of tier 2, %(tier_3)s of tier 3.",
        "mages",
    ),
}


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
    call = _("Game %(game)s is ready to play. Set it up from the sheet, then enter the result.")
    # What the chapter asks for at its start comes before the set-up.
    text = " ".join((*before(before_lines(state, namer.pack)), call % where))
    return Said(title % {**where, "nemesis": namer.name(state.games[-1].foe)}, text)


def _played(state: State, namer: Namer) -> str:
    """Return chapter, nemesis and result of the latest game."""
    game = state.games[-1]
    won = _("Chapter %(chapter)s against %(nemesis)s: won")
    lost = _("Chapter %(chapter)s against %(nemesis)s: lost")
    return (won if game.won else lost) % {"chapter": game.chapter, "nemesis": namer.name(game.foe)}

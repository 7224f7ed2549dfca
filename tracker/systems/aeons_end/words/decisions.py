"""What is open and what comes next, in words."""

from dataclasses import asdict
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.aeons_end.catalogue.pack import SealKind, When
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


class Said(NamedTuple):
    """A heading and what is said below it; for the next step that is what to do."""

    title: str
    detail: str


def decision(decision: Decision, names: RecordNames) -> Said:
    """Return an open decision as a heading and a line that says what is wanted."""
    match decision.kind:
        case DecisionKind.SEAL:
            return _seal(decision, names)
        case DecisionKind.VERDICT:
            return Said(
                _("What the story says after the loss"),
                _("Its card says whether you go on or play the chapter again."),
            )
        case DecisionKind.SECTION:
            return _section(decision, names)
        case DecisionKind.SLOT:
            slot = {"mage": names.mage(decision.seat or 0), "slot": decision.subject}
            title = _("%(mage)s: a sticker for slot %(slot)s") % slot
            return Said(title, _("Enter what the sticker brings."))
        case DecisionKind.GROWTH:
            return _growth(decision, names)
        case DecisionKind.EVOLUTION:
            return Said(
                _("Basic cards that evolved in game %(game)s") % {"game": decision.subject},
                _("Enter each sticker and transformation, then confirm that these are all."),
            )
        case DecisionKind.POOL:
            return _pool(decision, names)


def decision_key(key: str, names: RecordNames) -> str:
    """Return the heading of a decision by the key that names it."""
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


_OPEN = {
    SealKind.DECK: gettext_lazy("Open STOP deck %(label)s"),
    SealKind.ENVELOPE: gettext_lazy("Open envelope %(label)s"),
    SealKind.BOX: gettext_lazy("Open box %(label)s"),
    SealKind.SUPPLEMENT: gettext_lazy("Open supplement %(label)s"),
}


def _seal(decision: Decision, names: RecordNames) -> Said:
    known = names.namer.pack.find.seal(decision.subject) if names.namer else None
    due = _due(decision)
    if known is None:
        return Said(_("Open what the story tells you to"), due)
    return Said(str(_OPEN[known.kind] % {"label": known.label}), due)


def _section(decision: Decision, names: RecordNames) -> Said:
    title = _("Section %(letter)s of the rulebook") % {"letter": decision.subject}
    namer = names.namer
    known = namer.pack.find.section(decision.subject) if namer else None
    if known is None or namer is None:
        return Said(title, _due(decision))
    where = {"place": known.place.in_language(namer.language), "page": known.pages}
    return Said(title, _("Its sticker belongs on page %(page)s: %(place)s.") % where)


def _growth(decision: Decision, names: RecordNames) -> Said:
    title = _("The market grows after chapter %(chapter)s") % {"chapter": decision.subject}
    if names.namer is None:
        return Said(title, _due(decision))
    detail = _(
        "%(offered)s piles are offered: take %(added)s. Of the market’s %(piles)s, "
        "banish %(banished)s."
    )
    return Said(title, detail % asdict(names.namer.pack.market))


def _pool(decision: Decision, names: RecordNames) -> Said:
    title = _("Enter this campaign’s basic nemesis cards")
    mages = int(decision.subject) if decision.subject.isdecimal() else 0
    expected = names.namer.pack.basics_by_mages.get(mages) if names.namer else None
    if expected is None:
        return Said(title, _("The table in the rulebook says how many of each tier."))
    counts = {f"tier_{tier}": count for tier, count in zip(TIERS, expected, strict=True)}
    text = ngettext(
        "With %(mages)s mage: %(tier_1)s of tier 1, %(tier_2)s of tier 2, %(tier_3)s of tier 3.",
        "With %(mages)s mages: %(tier_1)s of tier 1, %(tier_2)s of tier 2, %(tier_3)s of tier 3.",
        mages,
    )
    return Said(title, text % {**counts, "mages": mages})


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
    # What the start of the chapter asks for comes before the table is laid out.
    text = " ".join((*before(before_lines(state, namer.pack)), call % where))
    return Said(title % {**where, "nemesis": namer.name(state.games[-1].foe)}, text)


def _played(state: State, namer: Namer) -> str:
    """Return what was played: chapter, nemesis and result."""
    game = state.games[-1]
    won = _("Chapter %(chapter)s against %(nemesis)s: won")
    lost = _("Chapter %(chapter)s against %(nemesis)s: lost")
    return (won if game.won else lost) % {"chapter": game.chapter, "nemesis": namer.name(game.foe)}

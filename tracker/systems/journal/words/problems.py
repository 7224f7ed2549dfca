"""Problems of journals as sentences."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.rules.core.problems import Problem
from tracker.systems.journal.words.kinds import fact_kind
from tracker.words import labelled, series
from tracker.words.file_problems import SENTENCES as FILE_SENTENCES
from tracker.words.problems import SENTENCES, IfKnown, Sentences, Word, detail, worded

PROBLEMS: Sentences = {
    **SENTENCES,
    "party.size": _("Enter who plays: 1 to %(most)s players."),
    "party.seats": _("The players of a journal are entered at its start."),
    "plan.game_number": _("Game %(expected)s comes next, not %(actual)s."),
    "fact.once_per_game": IfKnown(
        "kind",
        _("Game %(game)s already has this: %(kind)s."),
        _("Game %(game)s already has this."),
    ),
    "story.later_fact_breaks": IfKnown(
        "kind",
        _("An entry of game %(game)s depends on this: %(kind)s. Undo that one first."),
        _("An entry of game %(game)s depends on this. Undo that one first."),
    ),
    "story.aftermath_breaks": _("Entries of game %(game)s no longer fit."),
    "journal.no_description": _("This journal has no description of its game."),
    "journal.description": _("%(path)s: this does not fit: %(found)s"),
    "journal.edition_old": _(
        "This is edition %(edition)s of the description; you have edition %(known)s already."
    ),
    "journal.not_settled": _("Finish game %(game)s first."),
    "journal.not_finished": _("Enter the result first."),
    "journal.played_already": _("Game %(game)s already has a result: correct it instead."),
    "journal.chapter_unknown": _("Choose one of the chapters."),
    "journal.chapter_unexpected": IfKnown(
        "names",
        _("Another chapter comes next: %(names)s."),
        _("The description has no further chapter."),
    ),
    "journal.not_asked": _("This chapter does not follow."),
    "journal.seal_due": _("Open this first: %(kind)s %(label)s."),
    "journal.seal_unknown": _("This seal is not in the box."),
    "journal.seal_open": _("This is open already: %(kind)s %(label)s."),
    "journal.party_size": _("Number of players: %(least)s to %(most)s, not %(actual)s."),
    "journal.seat_unknown": _("Choose who plays from the group."),
    "journal.thing_unknown": _("Choose something that is in the box."),
    "journal.thing_known": _("Something is already called %(name)s."),
    "journal.thing_twice": _("Two players can’t play the same one."),
    "journal.not_played": _("Nobody plays this: %(thing)s."),
    "journal.kind_unknown": _("Choose what kind of thing it is."),
    "journal.kind_changed": _("This is already something else: %(thing)s."),
    "journal.name_empty": _("Enter a name."),
    "journal.text_empty": _("Enter what to remember."),
    "journal.place_unknown": _("Choose one of these places: %(places)s."),
    "journal.slot_unknown": _("Choose where the mark goes."),
    "journal.slot_full": ngettext_lazy(
        "%(slot)s: there is room for %(room)s mark.",
        "%(slot)s: there is room for %(room)s marks.",
        "room",
    ),
    "journal.mark_unknown": _("Choose a mark, or enter one in your own words."),
    "journal.mark_missing": _("This mark is not there any more."),
    "journal.mark_elsewhere": _("This mark goes elsewhere: %(mark)s."),
    "journal.mark_used_up": ngettext_lazy(
        "%(mark)s: there is %(copies)s in the box, and it is used.",
        "%(mark)s: there are %(copies)s in the box, and all are used.",
        "copies",
    ),
    "journal.counter_unknown": _("The journal has no such number."),
    "journal.owner_unknown": _("%(counter)s: choose whose number this is."),
    "journal.counter_bounds": _("%(counter)s goes from %(low)s to %(high)s."),
    "journal.result_together": _("Say whether you won or lost."),
    "journal.result_scores": _("Enter the points of everybody who played."),
    "journal.result_places": _("Enter the place of everybody who played."),
    "journal.result_sides": _("Say who won."),
    "journal.result_mode": _("A game of this box can’t end that way."),
}


FAULTS: Sentences = {
    **FILE_SENTENCES,
    **PROBLEMS,
    "file.too_large": _("A description can have at most 100 kB."),
    "file.json": _("This is not JSON in UTF-8, or it is damaged."),
    "list.twice": _("The ids must all be different: %(got)s."),
    "journal.order": _("The smaller number comes first."),
    "journal.reference": _("Nothing has this id: %(id)s."),
    "journal.deep": _("Seals can be nested at most 6 deep."),
    "journal.damaged": _("What is wrapped here is damaged."),
    "journal.sealed": _(
        "Faults behind this seal: %(number)s. Only its author should look at them."
    ),
}


def fault_sentence(problem: Problem) -> str:
    """Return a fault of a description in words, with its place in the file."""
    shown: dict[str, Word] = {key: str(value) for key, value in problem.details.items()}
    return labelled(problem.path or str(_("the file")), worded(problem, shown, FAULTS))


def sentence(problem: Problem) -> str:
    """Return a problem in words."""
    return worded(problem, dict(_shown(problem)), PROBLEMS)


def _shown(problem: Problem) -> dict[str, Word]:
    shown: dict[str, Word] = {}
    names_a_fact = problem.code in ("fact.once_per_game", "story.later_fact_breaks")
    for key, value in problem.details.items():
        if key == "kind" and names_a_fact:
            shown[key] = fact_kind(str(value)) or None
        elif isinstance(value, tuple):
            shown[key] = series(map(str, value)) or None
        else:
            shown[key] = detail(key, value)
    return shown

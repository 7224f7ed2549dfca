"""Problems of a file in words, for whoever tried to import it."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.exchange.refusals import Refused
from campaign.rules.core.problems import Problem
from tracker.words import problems
from tracker.words.phrases import Words
from tracker.words.records import RecordWords

# For problems that only a file edited by hand can have.
UNFIT = _("This does not fit the rest of the file.")

SENTENCES: Words = {
    # --- what stands at a place ---
    "file.object": _("This must be an object."),
    "file.key_missing": _("The key “%(key)s” is missing."),
    "file.key_unknown": _("The key “%(key)s” does not belong here."),
    "file.key_twice": _("The key “%(key)s” appears twice."),
    "file.list": _("This must be a list."),
    "file.text": _("This must be a text."),
    "file.text_spaces": _("This text has extra spaces."),
    "file.text_empty": _("This text is empty."),
    "file.number": _("This must be a whole number."),
    "file.flag": _("This must be “true” or “false”."),
    "file.choice": _("This must be one of: %(allowed)s."),
    "file.key": _("This key doesn’t match a name."),
    "file.time": _("This must be a time, such as %(example)s."),
    "file.day": _("This must be a date, such as %(example)s."),
    "file.pairs": _("This must be two pairs of seats, such as [[1, 2], [3, 4]]."),
    "file.added": _("A pile was added twice, or was not among those offered."),
    # --- the file as a whole ---
    "file.format": _("This is not an export file from Breachkeeper."),
    "file.system": _("This game can’t be played here: %(system)s."),
    "file.utf8": _("This is not a text in UTF-8."),
    "file.json": _("This is not a JSON document, or it is damaged."),
    "file.nested": _("This is not a campaign file: it is nested too deeply."),
    "file.fraction": _("This file may only contain whole numbers, not %(got)s."),
    "file.version": _("Unknown format version: %(got)s."),
    "file.newer": _("This file is from a newer Breachkeeper (format version %(got)s)."),
    "file.alone": _("This file refers to pictures: import the ZIP archive that contains them."),
    "file.database": _("This could not be saved to the database."),
    "file.unfit": UNFIT,
    # --- the story it tells ---
    "file.begins": _("The campaign’s history doesn’t begin with its start."),
    "file.games": _("The games are not numbered 1, 2, 3 …"),
    "file.once": _("A game can have this entry only once."),
    "file.untidy": _("This entry doesn’t have the expected form."),
    # --- an archive ---
    "archive.zip": _("This is not a ZIP archive, or it is damaged."),
    "archive.twice": _("A file is in the archive twice."),
    "archive.missing": _("A file is missing from the archive: %(name)s."),
    "archive.misplaced": _("This picture must be named %(name)s in the archive."),
    "archive.unnamed": _("The archive contains a file that the campaign doesn’t use: %(name)s."),
    "archive.unreadable": _("This file can’t be read: it is damaged or incomplete."),
    "archive.plain": _("The archive may only contain plain files, not %(name)s."),
    "archive.picture": _("This picture is not from an export."),
    # --- how much of something ---
    "file.large": ngettext_lazy(
        "A file can have at most %(most)s megabyte.",
        "A file can have at most %(most)s megabytes.",
        "most",
    ),
    "file.moves": _("A game can have at most %(most)s moves."),
    "file.entries": _("The file has too many entries: %(got)s. The limit here is %(most)s."),
    "file.campaigns": problems.SENTENCES["campaign.no_room"],
    "file.one_offs": problems.SENTENCES["one_off.no_room"],
    "file.no_room": ngettext_lazy(
        "With this file you would have more than %(most)s photo here. Delete some that you no "
        "longer need, or import the file without pictures.",
        "With this file you would have more than %(most)s photos here. Delete some that you no "
        "longer need, or import the file without pictures.",
        "most",
    ),
    "archive.pictures": ngettext_lazy(
        "The archive can hold at most %(most)s picture; it has %(got)s.",
        "The archive can hold at most %(most)s pictures; it has %(got)s.",
        "most",
    ),
}


@dataclass(frozen=True, slots=True)
class FileProblem:
    """What is wrong with a file, and where."""

    path: str
    sentence: str


def file_problems(refused: Refused, words: RecordWords | None) -> tuple[FileProblem, ...]:
    """Return the problems of a file; ``words`` are those of its record, if it could be read."""
    return tuple(
        FileProblem(problem.path, file_sentence(problem, words)) for problem in refused.problems
    )


def file_sentence(problem: Problem, words: RecordWords | None = None) -> str:
    """Return what is wrong with a file; ``words`` are those for the record that it holds."""
    if problem.code in SENTENCES:
        return str(SENTENCES[problem.code] % dict(problem.details))
    return words.sentence(problem) if words else problems.sentence(problem)

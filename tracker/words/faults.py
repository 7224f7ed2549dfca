"""An export file in words: what is wrong with it, for whoever tried to import it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.rules.core.serialize import Fault
from tracker.systems.face import RecordWords
from tracker.words import problems

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# What only whoever edits such files by hand could mend gets no sentence of its own.
UNFIT = _("This does not fit the rest of the file.")

FAULTS: Mapping[str, StrPromise] = {
    # --- what stands at a place ---
    "file.object": _("An object belongs here."),
    "file.key_missing": _("The key “%(key)s” is missing."),
    "file.key_unknown": _("The key “%(key)s” does not belong here."),
    "file.key_twice": _("The key “%(key)s” stands there twice."),
    "file.list": _("A list belongs here."),
    "file.text": _("A text belongs here."),
    "file.text_spaces": _("This text has spaces that nobody sees."),
    "file.text_forbidden": _("There are characters in this text that no page can show."),
    "file.text_empty": _("This text is empty."),
    "file.number": _("A whole number belongs here."),
    "file.number_between": _("A whole number from %(low)s to %(high)s belongs here."),
    "file.flag": _("“true” or “false” belongs here."),
    "file.choice": _("One of these belongs here: %(allowed)s."),
    "file.key": _("This is not a key as it is made from a name."),
    "file.time": _("A time belongs here, such as %(example)s."),
    "file.day": _("A day belongs here, such as %(example)s."),
    "file.pairs": _("Two pairs of seats belong here, such as [[1, 2], [3, 4]]."),
    "file.twice": _("Something stands there twice."),
    "file.added": _("A pile was added twice, or was not among those offered."),
    # --- the file as a whole ---
    "file.format": _("This is not an export file from Breachkeeper."),
    "file.system": _("This game cannot be played here: %(system)s."),
    "file.utf8": _("This is not a text in UTF-8."),
    "file.json": _("This is not a JSON document, or it is damaged."),
    "file.nested": _("This is not a campaign’s file: it holds lists within lists within lists."),
    "file.fraction": _("Only whole numbers belong in this file, not %(got)s."),
    "file.version": _("The version of the file’s format is not known here: %(got)s."),
    "file.newer": _("A newer Breachkeeper wrote this file: its format is version %(got)s."),
    "file.alone": _("The file names pictures: send the archive that has them too."),
    "file.database": _("The database could not keep this record."),
    "file.unfit": UNFIT,
    # --- the story it tells ---
    "file.begins": _("The campaign’s record does not begin with its start."),
    "file.games": _("The games are not numbered 1, 2, 3 …"),
    "file.once": _("Such an entry stands once in a game, and here twice."),
    "file.untidy": _("This entry is not written as Breachkeeper writes it."),
    "file.entry": _("This entry cannot be kept: %(said)s"),
    "file.story": _("The story breaks here: %(said)s"),
    # --- an archive ---
    "archive.zip": _("This is not a ZIP archive, or it is damaged."),
    "archive.twice": _("A file is in the archive twice."),
    "archive.missing": _("A file is missing from the archive: %(name)s."),
    "archive.misplaced": _("This picture belongs in the archive as %(name)s."),
    "archive.unnamed": _("The archive holds a file that the campaign does not name: %(name)s."),
    "archive.unreadable": _("This file cannot be read: it is damaged or cut short."),
    "archive.plain": _("Only plain files belong in the archive, not %(name)s."),
    "archive.picture": _("This is not a picture that an export has written."),
    # --- how much of something ---
    "file.text_long": ngettext_lazy(
        "This text can have at most %(most)s letter.",
        "This text can have at most %(most)s letters.",
        "most",
    ),
    "file.large": ngettext_lazy(
        "A file can have at most %(most)s megabyte.",
        "A file can have at most %(most)s megabytes.",
        "most",
    ),
    "file.photos": ngettext_lazy(
        "A game can have at most %(most)s photo.",
        "A game can have at most %(most)s photos.",
        "most",
    ),
    "file.no_room": ngettext_lazy(
        "With this file you would keep more than %(most)s photo here. Delete some that you no "
        "longer need, or bring in the campaign’s file without pictures.",
        "With this file you would keep more than %(most)s photos here. Delete some that you no "
        "longer need, or bring in the campaign’s file without pictures.",
        "most",
    ),
    "archive.pictures": ngettext_lazy(
        "The archive can hold at most %(most)s picture; it has %(got)s.",
        "The archive can hold at most %(most)s pictures; it has %(got)s.",
        "most",
    ),
}


def fault_sentence(fault: Fault, words: RecordWords | None = None) -> str:
    """Return what is wrong with a file; ``words`` are those for the record that it holds."""
    sentence = FAULTS.get(fault.code, UNFIT)
    said = ""
    if fault.problem is not None:
        said = words.sentence(fault.problem) if words else problems.sentence(fault.problem)
    return str(sentence % {"got": fault.got, "said": said, **fault.details})

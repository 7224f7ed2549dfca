"""The set-up sheet and the restore sheet: the same page, with other lines."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.core.sheet import SetupSheet
from campaign.rules.journal.sheets import JournalBody
from tracker.presenters.games import Group, Step
from tracker.sheets.compiler import Document
from tracker.systems.journal.look import LOOK
from tracker.systems.journal.presenters.checklist import restore_groups, setup_groups
from tracker.systems.journal.sheets import TYPST
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line to tick."""

    text: str
    detail: str
    changed: bool


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """Lines under a heading."""

    title: str
    lines: tuple[PrintedLine, ...]


def setup_document(sheet: SetupSheet[JournalBody], heading: str) -> Document:
    """Return the set-up sheet: what is due first, then only what differs from print."""
    body = sheet.body
    kicker = body.chapter or _("Game %(number)s") % {"number": sheet.game}
    playing = tuple(labelled(player, thing) if thing else player for player, thing in body.playing)
    lead = _("Set up the printed game; then change only what is listed here.")
    return _document(f"{kicker} · {heading}", heading, kicker, lead, playing, setup_groups(sheet))


def restore_document(sheet: SetupSheet[JournalBody], heading: str) -> Document:
    """Return the restore sheet: how the box is put back as it was."""
    kicker = _("Put the box back as it was")
    lead = _("Everything that is not listed is as printed.")
    groups = restore_groups(sheet)
    return _document(f"{kicker} · {heading}", heading, kicker, lead, (), groups)


def _line(step: Step) -> PrintedLine:
    return PrintedLine(step.text, step.detail, step.changed)


def _document(
    title: str,
    heading: str,
    kicker: str,
    lead: str,
    playing: tuple[str, ...],
    groups: tuple[Group, ...],
) -> Document:
    return Document(
        template=TYPST / "checklist.typ",
        title=title,
        data={
            "heading": heading,
            "kicker": kicker,
            "lead": lead,
            "playing": playing,
            "groups": [
                PrintedGroup(group.title, tuple(map(_line, group.steps))) for group in groups
            ],
            "words": {
                "changed": _("changed"),
                "qr": _("Enter the result"),
                "nothing": _("Nothing differs from print."),
                "own_notes": _("Notes"),
            },
        },
        look=LOOK,
    )

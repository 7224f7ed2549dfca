"""Journals in the shared tests."""

from tests.cases.case import GameCase
from tests.tracker.security.rows import (
    EVERYBODY,
    MEMBER,
    ONE_KEEP,
    ONE_RECORD,
    J,
    Row,
    both,
    heard,
    reads,
)

ROWS = {
    "journal_start": both((), EVERYBODY),
    "journal_plan": both(J, ONE_RECORD, leads=True),
    "journal_evening": Row(J, read=MEMBER, write=heard(ONE_RECORD)),
    "journal_box": reads(J, MEMBER),
    "journal_thing": Row(J, read=MEMBER, write=heard(ONE_RECORD), query="?thing=ada"),
    "journal_numbers": Row(J, read=MEMBER, write=heard(ONE_RECORD)),
    "journal_sealed": Row(J, read=MEMBER, write=heard(ONE_RECORD)),
    "journal_new": both((*J, "new"), ONE_RECORD),
    "journal:story": reads(J, MEMBER),
    "journal:campaign_statistics": reads(J, MEMBER),
    "journal_restore": reads(J, MEMBER),
    "journal_restore_pdf": reads(J, MEMBER),
    "journal_slips_pdf": reads(J, MEMBER),
    "journal:chronicle_pdf": reads(J, MEMBER),
    "journal:poster_pdf": reads(J, MEMBER),
    "journal_description": Row(J, read=MEMBER, write=heard(ONE_KEEP)),
    "journal_description_file": reads(J, MEMBER),
}
CASE = GameCase(words=r"journals?|seal(s|ed)?", rows=ROWS)

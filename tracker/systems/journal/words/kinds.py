"""What the kinds of entries are called."""

from django.utils.translation import pgettext_lazy

from campaign.rules.core.facts import Noted
from campaign.rules.journal.changes import Counted, Marked, Moved, Named, Unmarked
from campaign.rules.journal.finds import Described, Opened
from campaign.rules.journal.games import Chosen, Planned, Played, Settled
from campaign.rules.journal.reminders import Reminded
from tracker.words.phrases import Words, word

KINDS: Words = {
    Planned.kind: pgettext_lazy("kind of entry", "plan"),
    Played.kind: pgettext_lazy("kind of entry", "result"),
    Chosen.kind: pgettext_lazy("kind of entry", "way on"),
    Opened.kind: pgettext_lazy("kind of entry", "opened seal"),
    Moved.kind: pgettext_lazy("kind of entry", "new place"),
    Marked.kind: pgettext_lazy("kind of entry", "mark"),
    Unmarked.kind: pgettext_lazy("kind of entry", "mark taken off"),
    Counted.kind: pgettext_lazy("kind of entry", "number"),
    Named.kind: pgettext_lazy("kind of entry", "name"),
    Described.kind: pgettext_lazy("kind of entry", "something new"),
    Reminded.kind: pgettext_lazy("kind of entry", "reminder"),
    Noted.kind: pgettext_lazy("kind of entry", "note"),
    Settled.kind: pgettext_lazy("kind of entry", "end of the evening"),
}


def fact_kind(kind: str) -> str:
    """Return what a kind of entry is called; "" for an unknown one."""
    return word(KINDS, kind)

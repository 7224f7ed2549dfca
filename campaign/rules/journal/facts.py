"""The facts of a journal: what happened. State is replayed from them.

Each class has the rules that refuse it (``problems``) and its effect (``apply``). A problem that
only the box could know better is overruled by a written reason.
"""

from collections.abc import Mapping

from campaign.rules.core.facts import Fact, Noted
from campaign.rules.journal.changes import Counted, Marked, Moved, Named, Unmarked
from campaign.rules.journal.finds import Described, Opened
from campaign.rules.journal.games import Chosen, Planned, Played, Settled
from campaign.rules.journal.reminders import Reminded

FACTS: Mapping[str, type[Fact]] = {
    fact.kind: fact
    for fact in (
        Planned,
        Played,
        Chosen,
        Opened,
        Moved,
        Marked,
        Unmarked,
        Counted,
        Named,
        Described,
        Reminded,
        Noted,
        Settled,
    )
}
ONCE_PER_GAME = frozenset({Planned.kind, Played.kind, Chosen.kind, Settled.kind})

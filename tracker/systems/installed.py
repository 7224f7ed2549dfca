"""The game systems of this site: a line for each face, and who may see its one-off games.

Django imports this when it starts (``tracker.apps``), after everything that asks the registry.
"""

from tracker.people.admission import Admission, admit_by
from tracker.systems.aeons_end.face import LEGACY, SERIES, WAR_ETERNAL
from tracker.systems.aeons_end.shelf import closed_boxes, expedition_kept_from, kept_from
from tracker.systems.ashes import admin as ashes_admin  # noqa: F401 # registers
from tracker.systems.ashes.face import ASHES
from tracker.systems.registry import LOG_COLUMNS, LogColumns, install
from tracker.systems.relic_nemesis.face import RELIC_NEMESIS

install(LEGACY, WAR_ETERNAL, SERIES, ASHES, RELIC_NEMESIS)
# The opponent and the characters of any game have the names that the first system gave them.
LOG_COLUMNS.append(
    LogColumns(
        opponent="nemesis",
        characters="mages",
        after_ending=("gravehold_life", "nemesis_life"),
        after_winners=("rounds", "infamy"),
    )
)
admit_by(
    SERIES.slug,
    Admission(
        kept_from=kept_from, campaign_kept_from=expedition_kept_from, closed_boxes=closed_boxes
    ),
)

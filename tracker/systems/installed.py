"""The game systems of this site: a line for each face, and who may see its one-off games.

Django imports this when it starts (``tracker.apps``), after everything that asks the registry.
"""

from campaign.selectors.admission import Admission, admit_by
from tracker.faces.registry import LogColumn, install
from tracker.systems.aeons_end.face import LEGACY, SERIES, WAR_ETERNAL
from tracker.systems.aeons_end.shared.shelf import boxes_of_expedition, boxes_of_game, closed_boxes
from tracker.systems.ashes import admin as ashes_admin  # noqa: F401 # registers
from tracker.systems.ashes.face import ASHES
from tracker.systems.journal.face import JOURNAL
from tracker.systems.relic_nemesis.face import RELIC_NEMESIS

# The play log as CSV. Spreadsheets rely on names and order: a new column goes to the end.
LOG_COLUMNS = (
    LogColumn("date"),
    LogColumn("game"),
    LogColumn("campaign"),
    LogColumn("number"),
    LogColumn("chapter"),
    LogColumn("difficulty"),
    LogColumn("nemesis", cell="opponent"),  # the first game's word for it, which has stayed
    LogColumn("mages", cell="characters"),  # as above
    LogColumn("players"),
    LogColumn("result"),
    LogColumn("ending"),
    LogColumn("gravehold_life"),
    LogColumn("nemesis_life"),
    LogColumn("minutes"),
    LogColumn("system"),
    LogColumn("winners"),
    LogColumn("rounds"),
    LogColumn("infamy"),
    LogColumn("boxes"),
    LogColumn("chimera_life"),
    LogColumn("scores"),
    LogColumn("places"),
)

install(LEGACY, WAR_ETERNAL, SERIES, ASHES, RELIC_NEMESIS, JOURNAL, log_columns=LOG_COLUMNS)
admit_by(
    SERIES.slug,
    Admission(
        boxes_of_game=boxes_of_game,
        boxes_of_campaign=boxes_of_expedition,
        closed_boxes=closed_boxes,
    ),
)

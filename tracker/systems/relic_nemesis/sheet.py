"""The set-up sheet on paper, with tracks to cross out for each nemesis."""

from pathlib import Path

from django.utils.translation import gettext as _

from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis.result import GOAL, LEVEL_MOST
from campaign.rules.relic_nemesis.sheet import RelicBody
from campaign.rules.relic_nemesis.table import POINTS
from tracker.sheets.compiler import Document
from tracker.systems.relic_nemesis.presenters.setup import groups, notes, seat_views

TEMPLATE = Path(__file__).parent / "sheet.typ"


def sheet_document(sheet: SetupSheet[RelicBody], heading: str) -> Document:
    """Return the sheet."""
    title = sheet.body.scenario_name or heading
    return Document(
        template=TEMPLATE,
        title=f"{title} · {heading}" if title != heading else heading,
        data={
            "heading": title,
            "kicker": heading if title != heading else "",
            "words": {
                "qr": _("Enter the result"),
                "infamy": _("Infamy"),
                "level": _("Level"),
                "life": _("Life"),
                "trophies": _("%(points)s trophy points: one level") % {"points": POINTS},
                "notes": _("Good to know"),
            },
            "seats": seat_views(sheet),
            "groups": groups(sheet),
            "notes": notes(sheet),
            "goal": GOAL,
            "levels": LEVEL_MOST,
        },
    )

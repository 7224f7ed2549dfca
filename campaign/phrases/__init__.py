"""Our own words for what the engine and the record hold; :mod:`campaign.messages` has problems'.

Every function answers in the language that is active; names come in the language of the box.
"""

from campaign.phrases.decisions import Said, decision, decision_key, next_step, step_button
from campaign.phrases.history import by, deed, who
from campaign.phrases.lines import LINE_CODES, line, line_detail
from campaign.phrases.sheets import sheet_json, sheet_text
from campaign.phrases.telling import fact, facts, planned, reason, tally
from campaign.phrases.words import (
    Typed,
    breach_state,
    card_kind,
    colour,
    ending,
    fact_kind,
    in_order,
    listed,
    mage,
    moment,
    nemesis_kind,
    note,
    part,
    phase,
    place,
    result,
    role,
    seal,
    seal_kind,
    side,
    sticker_kind,
    thing,
    typed_names,
)

__all__ = [
    "LINE_CODES",
    "Said",
    "Typed",
    "breach_state",
    "by",
    "card_kind",
    "colour",
    "decision",
    "decision_key",
    "deed",
    "ending",
    "fact",
    "fact_kind",
    "facts",
    "in_order",
    "line",
    "line_detail",
    "listed",
    "mage",
    "moment",
    "nemesis_kind",
    "next_step",
    "note",
    "part",
    "phase",
    "place",
    "planned",
    "reason",
    "result",
    "role",
    "seal",
    "seal_kind",
    "sheet_json",
    "sheet_text",
    "side",
    "step_button",
    "sticker_kind",
    "tally",
    "thing",
    "typed_names",
    "who",
]

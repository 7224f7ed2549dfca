"""Words that every game shares; a system's own are in ``tracker/systems/<system>/words/``.

Every function returns text in the active language.
"""

from tracker.words.phrases import colon, date_text, labelled, listed, month, sentences, series, who
from tracker.words.problems import sentence

__all__ = [
    "colon",
    "date_text",
    "labelled",
    "listed",
    "month",
    "sentence",
    "sentences",
    "series",
    "who",
]

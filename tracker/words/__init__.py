"""Words that every game shares; a system's own are in ``tracker/systems/<system>/words/``.

Every function returns text in the active language.
"""

from tracker.words.phrases import colon, labelled, listed, sentences, series, who
from tracker.words.problems import sentence

__all__ = ["colon", "labelled", "listed", "sentence", "sentences", "series", "who"]

"""Words that every game shares; a system's own are in ``tracker/systems/<system>/words/``.

Every function answers in the language that is active.
"""

from tracker.words.phrases import colon, labelled, listed, sentences, series, who
from tracker.words.problems import sentence

__all__ = ["colon", "labelled", "listed", "sentence", "sentences", "series", "who"]

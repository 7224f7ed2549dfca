"""What the faces of all games of Aeon's End share."""

from tracker.faces.games import GameFace
from tracker.systems.aeons_end.shared.presenters.results import ended
from tracker.systems.aeons_end.shared.sheets.setup import setup_document
from tracker.systems.aeons_end.shared.words.record import content_words


class AeonsEndFace(GameFace):
    """What campaign games and one-off games share."""

    ended = staticmethod(ended)
    file_words = staticmethod(content_words)
    document = staticmethod(setup_document)

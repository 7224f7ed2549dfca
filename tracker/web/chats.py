"""A message as a sentence, in the form that each kind of chat takes."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import WebhookStyle
from tracker.words import labelled, listed

TEST = "test"  # the event of a message that tells of no game
LONGEST = 1500  # characters; Discord takes 2,000


def body_of(style: WebhookStyle, message: dict[str, Any]) -> dict[str, Any]:
    """Return what is sent to an address: the message itself, or its sentence for a chat."""
    match style:
        case WebhookStyle.PROGRAM:
            return message
        case WebhookStyle.DISCORD:
            return {"content": _quiet(sentence_of(message)), "allowed_mentions": {"parse": []}}
        case WebhookStyle.SLACK:
            plain = _quiet(sentence_of(message))
            return {"text": plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}


def sentence_of(message: dict[str, Any]) -> str:
    """Return a message in words, in the active language."""
    if message["event"] == TEST:
        return _("A test message from Breachkeeper. Results will arrive here.")
    if "play" not in message:
        return f"{message['title']}. {message['text']}".strip()
    play = message["play"]
    title = " · ".join(filter(None, (play["group"] or play["game"], play["against"])))
    players = listed(list(filter(None, (seat["player"] for seat in play["seats"]))))
    said = labelled(title, _result(play["result"]))
    return f"{said} ({players})" if players else said


def _result(result: str) -> str:
    match result:
        case "win":
            return pgettext("result of a game", "won")
        case "loss":
            return pgettext("result of a game", "lost")
        case "draw":
            return pgettext("result of a game", "a draw")
    return pgettext("result of a game", "played")


def _quiet(text: str) -> str:
    """Return a text that calls nobody: a player may be named "@everyone"."""
    return text[:LONGEST].replace("@", "@\u200b")

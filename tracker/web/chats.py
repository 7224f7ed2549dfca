"""A message as a sentence, in the form that each kind of chat takes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import WebhookStyle

TEST = "test"  # the event of a message that tells of no game
LONGEST = 1500  # characters; Discord takes 2,000


class Message(ABC):
    """What an address is told: values for a program, a sentence for people in a chat."""

    __slots__ = ()

    @abstractmethod
    def plain(self) -> Mapping[str, object]:
        """Return the values that a program is sent."""

    @abstractmethod
    def sentence(self) -> str:
        """Return it in words, in the active language."""


@dataclass(frozen=True, slots=True)
class TrialMessage(Message):
    """A message that tells of no game; ``at`` is when it is sent."""

    at: str

    def plain(self) -> Mapping[str, object]:
        return {"event": TEST, "at": self.at}

    def sentence(self) -> str:
        return _("A test message from Breachkeeper. Results will arrive here.")


def body_of(style: WebhookStyle, message: Message) -> Mapping[str, object]:
    """Return what is sent to an address: the message itself, or its sentence for a chat."""
    match style:
        case WebhookStyle.PROGRAM:
            return message.plain()
        case WebhookStyle.DISCORD:
            return {"content": _quiet(message.sentence()), "allowed_mentions": {"parse": []}}
        case WebhookStyle.SLACK:
            plain = _quiet(message.sentence())
            return {"text": plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}


def _quiet(text: str) -> str:
    """Return a text that calls nobody: a player may be named "@everyone"."""
    return text[:LONGEST].replace("@", "@\u200b")

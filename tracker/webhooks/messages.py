"""What webhooks tell: a game was finished, or the next step of a campaign."""

from dataclasses import asdict, dataclass

from django.utils.translation import pgettext

from campaign.models import WebhookDelivery, WebhookEvent
from campaign.selectors.plays import play_of
from campaign.selectors.standing import may
from tracker.api.plays import PlayOut
from tracker.faces.registry import campaign_face
from tracker.people.access import Access
from tracker.web.chats import Message
from tracker.words import former, labelled, listed


@dataclass(frozen=True, slots=True)
class About:
    """Which game a message is about, and what happened when."""

    event: str
    at: str
    system: str
    campaign: str
    number: int | None
    code: str


@dataclass(frozen=True, slots=True)
class Finished(Message):
    """A game was finished."""

    about: About
    play: PlayOut

    def plain(self) -> dict[str, object]:
        return {**asdict(self.about), "play": self.play.model_dump(mode="json")}

    def sentence(self) -> str:
        play = self.play
        title = " · ".join(filter(None, (play.group or play.game, play.against)))
        players = listed([seat.player for seat in play.seats if seat.player])
        said = labelled(title, _result(play.result))
        return f"{said} ({players})" if players else said


@dataclass(frozen=True, slots=True)
class NextStep(Message):
    """What comes next in a campaign."""

    about: About
    title: str
    text: str

    def plain(self) -> dict[str, object]:
        return {**asdict(self.about), "title": self.title, "text": self.text}

    def sentence(self) -> str:
        return f"{self.title}. {self.text}".strip()


def message_of(delivery: WebhookDelivery) -> Message | None:
    """Return what a message says; None if it was undone, or is no longer the owner's to know."""
    game, person = delivery.game, delivery.webhook.person
    standing = may(person, game)
    if game.withdrawn_id is not None or not (standing.belongs and standing.sees):
        return None
    about = About(
        event=delivery.event,
        at=delivery.made_at.isoformat(),
        system=game.system,
        campaign=game.campaign.code if game.campaign else "",
        number=game.number or None,
        code=game.code,
    )
    if delivery.event == WebhookEvent.GAME_FINISHED:
        play = play_of(game)
        return Finished(about, PlayOut.of(play)) if play is not None else None
    access = Access(game.record, person, standing)
    step = campaign_face(access.campaign.system).ahead(access)
    return NextStep(about, former.said(step.title), former.said(step.text))


def _result(result: str) -> str:
    match result:
        case "win":
            return pgettext("result of a game", "won")
        case "loss":
            return pgettext("result of a game", "lost")
        case "draw":
            return pgettext("result of a game", "a draw")
    return pgettext("result of a game", "played")

"""The picture of a journal to share: how far it is. Nothing out of the box is on it."""

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.state import Won
from tracker.presenters.game_share import PIXELS_PER_INCH, picture_of
from tracker.sheets.compiler import SHARED, Document
from tracker.sheets.figures import figures
from tracker.systems.journal.look import LOOK
from tracker.systems.journal.selectors import journal_state


def campaign_share_document(campaign: Campaign, *, names: bool = False) -> Document:
    """Return the picture of a journal; with ``names``, of the players too."""
    state = journal_state(campaign)
    over = next_step(state).step is Step.OVER
    outcomes = [game.outcome.result for game in state.games if game.outcome is not None]
    said = _("The story is told") if over else _("We are in the middle of it")
    numbers: list[tuple[object, object]] = [(_("Games"), len(outcomes))]
    if any(outcomes):
        numbers.append((_("Won"), outcomes.count(Won.WIN)))
    shown = "won" if over else "story"
    seats = state.seats if names else ()
    return Document(
        template=SHARED / "game_share.typ",
        title=campaign.name,
        data={
            "heading": campaign.name,
            "kicker": state.description.name,
            "state": shown,
            "said": said,
            "numbers": figures(numbers),
            "seats": [{"name": seat.name, "player": "", "won": False} for seat in seats],
        },
        look=LOOK,
        files={"ending.svg": picture_of(LOOK, shown, campaign.name)},
        pixels_per_inch=PIXELS_PER_INCH,
    )

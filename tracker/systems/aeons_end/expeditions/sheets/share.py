"""The picture of an expedition to share: its battles and points, without names of anything."""

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.expeditions.state import State, Step
from tracker.presenters.game_share import PIXELS_PER_INCH, picture_of
from tracker.sheets.compiler import Document
from tracker.sheets.figures import figures
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.presenters.path import battle_states
from tracker.systems.aeons_end.shared import look, selectors
from tracker.systems.aeons_end.shared.sheets import TYPST, Data


def share_document(campaign: Campaign) -> Document:
    """Return the picture of an expedition."""
    state = selectors.expedition_state(campaign)
    over = state.step is Step.END
    played = sum(game.tally is not None for game in state.tries)
    said = _("The expedition is over") if over else _("We are on an expedition")
    last = state.current
    shown = "won" if over and last is not None and last.won else "story"
    own = look.BY_SLUG[campaign.system]
    return Document(
        template=TYPST / "share.typ",
        title=campaign.name,
        data={
            "heading": campaign.name,
            "path": _path(state),
            "who": "",
            "kicker": words.variant(state.recipe),
            "state": shown,
            "said": said,
            "numbers": figures([(_("Points"), state.score), (_("Games"), played)]),
            "whom": "",
        },
        look=own,
        files={"ending.svg": picture_of(own, shown, campaign.name)},
        pixels_per_inch=PIXELS_PER_INCH,
    )


def _path(state: State) -> list[Data]:
    """Return a station for each battle: won, lost, here, or still ahead."""
    states = battle_states(state)
    return [{"state": str(held), "number": str(number)} for number, held in states.items()]

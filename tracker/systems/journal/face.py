"""The face of journals: what the shared pages need from a campaign of this kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Campaign, Game, Person
from campaign.rules.core.serialize import from_stored
from campaign.rules.journal.description import Description
from campaign.rules.journal.games import Planned, Played, Settled
from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.state import State, chapter_names
from campaign.rules.journal.systems import SLUG
from campaign.selectors.names import name_in
from campaign.selectors.progress import Stored
from campaign.services.games import RESTORE
from tracker.faces.campaigns import CampaignFace, NavigationItem
from tracker.faces.face import Face
from tracker.faces.games import Action, Heading
from tracker.people.access import Access
from tracker.pictures.look import EndingForm
from tracker.sheets.compiler import Document
from tracker.systems.journal.api import journal_answer
from tracker.systems.journal.forms.results import JournalResultForm
from tracker.systems.journal.forms.start import StartJournalForm
from tracker.systems.journal.live.face import LIVE
from tracker.systems.journal.look import LOOK
from tracker.systems.journal.plays import JournalPlays
from tracker.systems.journal.presenters.front import ahead, game_title
from tracker.systems.journal.selectors import game_state, journal_state
from tracker.systems.journal.sheets.chronicle import chronicle_document
from tracker.systems.journal.sheets.poster import poster_document
from tracker.systems.journal.sheets.setup import setup_document
from tracker.systems.journal.sheets.share import campaign_share_document
from tracker.systems.journal.steps import open_steps
from tracker.systems.journal.urls import URLS
from tracker.systems.journal.views.pages import front_page, statistics_page, story_page
from tracker.systems.journal.views.start import journal_begin
from tracker.systems.journal.words.record import JournalWords, content_words, journal_words
from tracker.web.records import game_url


@dataclass(frozen=True, slots=True)
class EndedView:
    """How an evening ended."""

    outcome: str  # "win", "loss", or "draw" where not everybody won or lost together
    text: str
    is_together: bool


class JournalFace(CampaignFace):
    """A journal."""

    lead = gettext_lazy("A journal for any legacy or campaign game, kept as you play it.")
    start_page = "journal_start"
    styles = "journal/journal.css"
    deleted_too = gettext_lazy("what is in the box")
    kept_offline = (r"journal/(evening|box|sealed|restore)",)
    navigation: Sequence[NavigationItem] = (
        NavigationItem("campaign", pgettext_lazy("the campaign's front page", "Now"), "now"),
        NavigationItem("journal_evening", gettext_lazy("Evening"), "play"),
        NavigationItem(
            "journal_box", pgettext_lazy("what is in it", "Box"), "market", looks_back=True
        ),
        NavigationItem("journal_sealed", pgettext_lazy("a page", "Sealed"), "seal"),
        NavigationItem("story", pgettext_lazy("the page that tells the campaign", "Story"), "note"),
        NavigationItem(
            "campaign_statistics", gettext_lazy("Statistics"), "statistics", looks_back=True
        ),
        NavigationItem("history", gettext_lazy("History"), "history"),
        NavigationItem("people", gettext_lazy("People"), "people"),
    )
    result_form = JournalResultForm
    known_state = staticmethod(journal_answer)
    words = staticmethod(journal_words)
    file_words = staticmethod(content_words)
    front = staticmethod(front_page)
    ahead = staticmethod(ahead)
    start_form = StartJournalForm
    begin = staticmethod(journal_begin)
    steps = staticmethod(open_steps)
    document = staticmethod(setup_document)
    story = staticmethod(story_page)
    statistics = staticmethod(statistics_page)
    chronicle_document = staticmethod(chronicle_document)
    poster_document = staticmethod(poster_document)

    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        """Return how far the latest game is, by its own facts alone."""
        planned = from_stored(Planned, facts[Planned.kind])
        name = chapter_names(campaign.opening).get(planned.chapter) or planned.name
        shown = {"game": _("game %(game)s") % {"game": game}, "chapter": name}
        what = _("%(game)s (%(chapter)s)") % shown if name else shown["game"]
        if Settled.kind in facts:
            return _("%(what)s is finished") % {"what": what}
        if Played.kind in facts:
            return _("%(what)s is played") % {"what": what}
        return _("%(what)s is planned") % {"what": what}

    def is_over(self, campaign: Campaign) -> bool:
        return next_step(journal_state(campaign)).step is Step.OVER

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        state = journal_state(campaign)
        text = _("after game %(game)s (%(chapter)s)")
        return [
            (game.number, text % {"game": game.number, "chapter": game_title(state, game)})
            for game in state.games
        ]

    def heading(self, game: Game) -> Heading:
        campaign, held = game.campaign, game_state(game)
        state = _state(game)
        title = game_title(state, held)
        return Heading(
            title=title,
            kicker=state.description.name,
            page=f"{title} · {campaign.name if campaign else ''}",
            against=title,
        )

    def actions(self, access: Access, game: Game) -> list[Action]:
        state, held = _state(game), game_state(game)
        is_latest = held == state.latest
        evening = reverse("journal_evening", args=[access.campaign.code])
        actions: list[Action] = []
        if held.outcome is None:
            actions.append(Action(evening, _("Open the set-up sheet"), "large"))
            if access.may_record:
                actions.append(Action(game_url(game, "result"), _("Enter the result")))
            return actions
        if is_latest and not held.is_settled and access.may_record:
            actions.append(Action(evening, _("What changed?"), "large"))
        if access.may_record:
            actions.append(Action(game_url(game, "correct"), _("Correct the result")))
        if is_latest and access.may_record:
            label = _("Undo game %(number)s") % {"number": game.number}
            actions.append(Action(reverse("undo", args=[access.campaign.code]), label, "quiet"))
        return actions

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of somebody as a member of the journal."""
        names = {seat.name: seat.number for seat in journal_state(campaign).seats}
        return names.get(name_in(campaign, person))

    def sheet_url(self, game: Game, sheet: str) -> str:
        code = game.campaign.code if game.campaign else ""
        page = "journal_restore" if sheet == RESTORE else "journal_evening"
        return reverse(page, args=[code])

    def after_result(self, game: Game) -> str:
        """Return the page on which the group enters what changed."""
        return self.sheet_url(game, "")

    def ended(self, game: Game, played: Played) -> EndedView:
        outcome = played.outcome
        together = outcome.result is not None
        result = outcome.result.value if outcome.result else "draw"
        return EndedView(result, JournalWords(_state(game)).outcome(outcome), together)

    def ending_form(self, ended: EndedView, heading: Heading) -> EndingForm:
        """Return the ring, closed unless everybody lost."""
        return EndingForm(ended.outcome, heading.title)

    def share_document(self, game: Game, *, names: bool = False) -> Document:
        """Return the picture of the journal that a game belongs to."""
        if game.campaign is None:
            raise TypeError("A one-off game is no game of a journal.")
        return campaign_share_document(game.campaign, names=names)

    def campaign_share_document(self, campaign: Campaign, *, names: bool = False) -> Document:
        """Return the picture of a journal to share: how far it is, nothing out of the box."""
        return campaign_share_document(campaign, names=names)


def _state(game: Game) -> State:
    if game.campaign is None:
        raise TypeError("A one-off game is no game of a journal.")
    return journal_state(game.campaign)


FACE = Face(
    SLUG,
    "journal",
    LOOK,
    campaign=JournalFace(),
    live=LIVE,
    live_styles="journal/live.css",
    plays=JournalPlays(),
    urls=URLS,
    files={"journal-description": Description},
)
FACES = (FACE,)

"""The face of expeditions: what the shared pages need from a campaign of this kind."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Campaign, Game, Person
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.facts import Planned, Played, Rewarded
from campaign.rules.aeons_end.expeditions.recipe import Outfit
from campaign.rules.aeons_end.expeditions.state import Step
from campaign.rules.core.serialize import from_stored
from campaign.selectors.names import name_in
from campaign.selectors.progress import Stored
from tracker.faces.campaigns import CampaignFace, NavigationItem
from tracker.faces.games import Action, Heading
from tracker.people.access import Access
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.api import expedition_state
from tracker.systems.aeons_end.expeditions.forms.start import StartExpeditionForm
from tracker.systems.aeons_end.expeditions.presenters.pages import ahead, try_of
from tracker.systems.aeons_end.expeditions.sheets import chronicle, poster
from tracker.systems.aeons_end.expeditions.sheets.share import share_document
from tracker.systems.aeons_end.expeditions.steps import expedition_begin, open_steps
from tracker.systems.aeons_end.expeditions.views.pages import (
    front_page,
    statistics_page,
    story_page,
)
from tracker.systems.aeons_end.expeditions.words import content_words, expedition_words
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.forms.results import ExpeditionResultForm
from tracker.systems.aeons_end.shared.presenters.results import ended
from tracker.systems.aeons_end.shared.sheets.setup import setup_document
from tracker.web.records import game_url


class ExpeditionFace(CampaignFace):
    """An expedition."""

    navigation: Sequence[NavigationItem] = (
        NavigationItem("campaign", pgettext_lazy("the campaign's front page", "Now"), "now"),
        NavigationItem("expedition_barracks", gettext_lazy("Barracks"), "market", looks_back=True),
        NavigationItem("expedition_battles", gettext_lazy("Battles"), "results"),
        NavigationItem("story", pgettext_lazy("the page that tells the campaign", "Story"), "note"),
        NavigationItem(
            "campaign_statistics", gettext_lazy("Statistics"), "statistics", looks_back=True
        ),
        NavigationItem("history", gettext_lazy("History"), "history"),
        NavigationItem("people", gettext_lazy("People"), "people"),
    )
    known_state = staticmethod(expedition_state)
    lead = gettext_lazy(
        "A short campaign with your boxes: the nemeses get harder, and your card pool grows."
    )
    styles = "aeons_end/legacy.css"
    start_page = "expedition_start"
    kept_offline = ("barracks",)
    kept_of_games = ("setup", "rules")
    deleted_too = gettext_lazy("the barracks")
    start_form = StartExpeditionForm
    result_form = ExpeditionResultForm
    ended = staticmethod(ended)
    document = staticmethod(setup_document)
    file_words = staticmethod(content_words)
    words = staticmethod(expedition_words)
    front = staticmethod(front_page)
    ahead = staticmethod(ahead)
    steps = staticmethod(open_steps)
    story = staticmethod(story_page)
    statistics = staticmethod(statistics_page)
    chronicle_document = staticmethod(chronicle.chronicle_document)
    poster_document = staticmethod(poster.poster_document)
    begin = staticmethod(expedition_begin)

    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        """Return which battle comes next, by the facts of the latest game alone."""
        planned = from_stored(Planned, facts[Planned.kind])
        played, reward = facts.get(Played.kind), facts.get(Rewarded.kind)
        route = from_stored(Outfit, campaign.opening).recipe.route
        node = route.node(planned.node) if route else None
        if played is None or node is None:
            return _("game %(game)s is set up") % {"game": game}
        won = from_stored(Played, played).tally.result is Result.WIN
        if won and not node.next:
            return _("finished after game %(game)s") % {"game": game}
        if reward is None:
            return _("game %(game)s is played") % {"game": game}
        leads_on = from_stored(Rewarded, reward).full
        return _("the next battle waits") if leads_on else _("the same battle again")

    def is_over(self, campaign: Campaign) -> bool:
        return selectors.expedition_state(campaign).step is Step.END

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        text = _("after game %(game)s (%(battle)s)")
        return [
            (game.game, text % {"game": game.game, "battle": words.attempt(game)})
            for game in selectors.expedition_state(campaign).tries
        ]

    def heading(self, game: Game) -> Heading:
        held, campaign = try_of(game), game.campaign
        nemesis = expedition_words(campaign).card(held.drawn.nemesis) if campaign else ""
        names = {"battle": words.attempt(held), "nemesis": nemesis}
        return Heading(
            title=nemesis,
            kicker=words.attempt(held),
            page=f"{words.attempt(held)} · {campaign.name if campaign else ''}",
            against=_("%(battle)s against %(nemesis)s") % names,
        )

    def actions(self, access: Access, game: Game) -> list[Action]:
        held = try_of(game)
        state = selectors.expedition_state(access.campaign)
        setup = game_url(game, "setup")
        if held.tally is None:
            actions = [Action(setup, _("Open the set-up sheet"), "large")]
            result = Action(game_url(game, "result"), _("Enter the result"))
        else:
            actions = [Action(setup, _("Set-up sheet"))]
            result = Action(game_url(game, "correct"), _("Correct the result"))
        if not access.may_record:
            return actions
        if held == state.current and state.step in (Step.REWARD, Step.CONSOLATION):
            label = _("Draw the reward") if state.step is Step.REWARD else _("Choose what helps")
            actions.insert(0, Action(game_url(game, "expedition_reward"), label, "large"))
        elif held == state.current and held.is_over:
            page, label = "campaign", _("Go on")
            if state.step is Step.END:
                page, label = "story", _("Read the story")
            url = reverse(page, args=[access.campaign.code])
            actions.insert(0, Action(url, label, "large"))
        actions.append(result)
        if held.came is not None and not held.won:
            page = game_url(game, "expedition_correct_reward")
            actions.append(Action(page, _("Correct the reward"), "quiet"))
        if held == state.current:
            label = _("Undo game %(number)s") % {"number": game.number}
            actions.append(Action(reverse("undo", args=[access.campaign.code]), label, "quiet"))
        return actions

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of somebody as a member of the expedition in the latest try."""
        latest = selectors.expedition_state(campaign).current
        players = [place.player for place in latest.choices.places] if latest else []
        name = name_in(campaign, person)
        return players.index(name) + 1 if name in players else None

    def sheet_url(self, game: Game, sheet: str) -> str:
        del sheet  # there is only one
        return game_url(game, "setup")

    def share_document(self, game: Game, *, names: bool = False) -> Document:
        """Return the picture of the expedition that a game belongs to."""
        if game.campaign is None:
            raise TypeError("A one-off game is no try of an expedition.")
        return self.campaign_share_document(game.campaign, names=names)

    def campaign_share_document(self, campaign: Campaign, *, names: bool = False) -> Document:
        """Return the picture of an expedition to share; it has no names either way."""
        del names
        return share_document(campaign)

"""The face of Legacy campaigns."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Campaign, Game, Person
from campaign.rules.aeons_end.legacy.decisions import open_decisions
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Settled, Verdict
from campaign.rules.aeons_end.legacy.progress import progress
from campaign.rules.aeons_end.legacy.state import GameState, GameStatus
from campaign.rules.core.serialize import from_stored
from campaign.selectors.progress import Stored
from campaign.services.games import RESTORE
from tracker.faces.campaigns import CampaignFace, NavigationItem
from tracker.faces.games import Action, Heading
from tracker.people.access import Access
from tracker.systems.aeons_end.legacy.api import legacy_state
from tracker.systems.aeons_end.legacy.forms.campaign import StartForm
from tracker.systems.aeons_end.legacy.presenters import front
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.legacy.sheets import chronicle, poster
from tracker.systems.aeons_end.legacy.sheets import share as legacy_share
from tracker.systems.aeons_end.legacy.steps import open_steps
from tracker.systems.aeons_end.legacy.views.campaign import ahead, front_page
from tracker.systems.aeons_end.legacy.views.reference import statistics_page, story_page
from tracker.systems.aeons_end.live.face import evolved_live
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.forms.results import LegacyResultForm
from tracker.systems.aeons_end.shared.game_face import AeonsEndFace
from tracker.systems.aeons_end.shared.words.decisions import decision
from tracker.systems.aeons_end.shared.words.record import campaign_words
from tracker.systems.aeons_end.shared.words.terms import phase
from tracker.web.records import game_url


class LegacyFace(AeonsEndFace, CampaignFace):
    """A Legacy campaign."""

    lead = gettext_lazy(
        "Who plays? The mages stay the same for the whole campaign; "
        "everything else comes from the box."
    )
    styles = "aeons_end/legacy.css"
    kept_offline = (r"mages(/\d+)?", "rulebook")
    kept_of_games = ("setup", "restore", "rules")
    known_state = staticmethod(legacy_state)
    deleted_too = gettext_lazy("the mages, their stickers and portraits")
    navigation: Sequence[NavigationItem] = (
        NavigationItem("campaign", pgettext_lazy("the campaign's front page", "Now"), "now"),
        NavigationItem("mages", gettext_lazy("Mages"), "mages", looks_back=True),
        NavigationItem("market", pgettext_lazy("in the bar", "Market"), "market", looks_back=True),
        NavigationItem("nemesis", gettext_lazy("Nemesis"), "nemesis", looks_back=True),
        NavigationItem("rulebook", gettext_lazy("Rulebook"), "rulebook", looks_back=True),
        NavigationItem("seals", gettext_lazy("Seals"), "seal", looks_back=True),
        NavigationItem("story", pgettext_lazy("the page that tells the campaign", "Story"), "note"),
        NavigationItem("results", gettext_lazy("Results"), "results", looks_back=True),
        NavigationItem(
            "campaign_statistics", gettext_lazy("Statistics"), "statistics", looks_back=True
        ),
        NavigationItem("history", gettext_lazy("History"), "history"),
        NavigationItem("print", pgettext_lazy("the page of things to print", "Print"), "print"),
        NavigationItem("people", gettext_lazy("People"), "people"),
    )
    result_form = LegacyResultForm
    start_form = StartForm
    words = staticmethod(campaign_words)
    front = staticmethod(front_page)
    ahead = staticmethod(ahead)
    steps = staticmethod(open_steps)
    story = staticmethod(story_page)
    statistics = staticmethod(statistics_page)
    chronicle_document = staticmethod(chronicle.chronicle_document)
    poster_document = staticmethod(poster.poster_document)
    share_document = staticmethod(legacy_share.game_share_document)
    campaign_share_document = staticmethod(legacy_share.campaign_share_document)

    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        played, verdict = facts.get(Played.kind), facts.get(Verdict.kind)
        reached = progress(
            selectors.box(campaign.system),
            from_stored(Planned, facts[Planned.kind]),
            None if played is None else from_stored(Played, played),
            None if verdict is None else from_stored(Verdict, verdict),
            is_settled=Settled.kind in facts,
        )
        if reached.is_finished:
            return _("finished after game %(game)s") % {"game": game}
        if reached.phase is GameStatus.SETTLED:
            return _("chapter %(chapter)s comes next") % {"chapter": reached.chapter}
        return _("chapter %(chapter)s · game %(game)s is %(phase)s") % {
            "chapter": reached.chapter,
            "game": game,
            "phase": phase(reached.phase),
        }

    def is_over(self, campaign: Campaign) -> bool:
        return selectors.campaign_state(campaign).finished

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        text = _("after game %(game)s (chapter %(chapter)s)")
        return [
            (game.number, text % {"game": game.number, "chapter": game.chapter})
            for game in selectors.campaign_state(campaign).games
        ]

    def heading(self, game: Game) -> Heading:
        campaign, state = _in_story(game)
        nemesis = selectors.namer_of(campaign).name(state.foe)
        names = {"number": game.number, "chapter": state.chapter, "nemesis": nemesis}
        return Heading(
            title=nemesis,
            kicker=_("Game %(number)s · Chapter %(chapter)s") % names,
            page=f"{_('Game %(number)s') % names} · {campaign.name}",
            against=_("Chapter %(chapter)s against %(nemesis)s") % names,
        )

    def actions(self, access: Access, game: Game) -> list[Action]:
        campaign, state = _in_story(game)
        setup = game_url(game, "setup")
        if state.tally is None:
            actions = [Action(setup, _("Open the set-up sheet"), "large")]
            result = Action(game_url(game, "result"), _("Enter the result"))
        else:
            actions = [Action(setup, _("Set-up sheet"))]
            result = Action(game_url(game, "correct"), _("Correct the result"))
        if not access.may_record:
            return actions
        if state.phase is GameStatus.PLAYED:
            # The aftermath begins with the cards marked in the live game.
            page = "aftermath_evolution" if evolved_live(game) else "aftermath"
            actions.insert(0, Action(game_url(game, page), _("Decide the aftermath"), "large"))
        actions += [
            result,
            Action(game_url(game, "correct_plan"), _("Correct the nemesis"), "quiet"),
        ]
        if state == selectors.campaign_state(campaign).games[-1]:
            label = _("Undo game %(number)s") % {"number": game.number}
            actions.append(Action(reverse("undo", args=[campaign.code]), label, "quiet"))
        return actions

    def news(self, access: Access) -> tuple[str, ...]:
        return front.changes(CampaignSnapshot.at(access))

    def undecided(self, access: Access) -> tuple[str, ...]:
        snapshot = CampaignSnapshot.at(access)
        due = open_decisions(snapshot.state, snapshot.pack)
        return tuple(dict.fromkeys(decision(each, snapshot.words).title for each in due))

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of the mage that has a person as its player."""
        mine = campaign.mages.filter(member__person=person)
        return mine.values_list("seat", flat=True).first()

    def after_joining(self, campaign: Campaign) -> str:
        """Return the URL of the page that asks a new player for their mage."""
        return reverse("my_mage", args=[campaign.code])

    def sheet_url(self, game: Game, sheet: str) -> str:
        return game_url(game, "restore" if sheet == RESTORE else "setup")

    def entry_delete_url(self, campaign: Campaign, fact: int) -> str:
        return reverse("entry_delete", args=[campaign.code, fact])

    def rename_url(self, campaign: Campaign) -> str:
        return reverse("names", args=[campaign.code])


def _in_story(game: Game) -> tuple[Campaign, GameState]:
    if game.campaign is None or game.number is None:
        raise TypeError("A one-off game has no story.")
    return game.campaign, selectors.game_state(game.campaign, game.number)

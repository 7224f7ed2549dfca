"""How Aeon's End looks: what the shared pages ask of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game
from campaign.packs import game_name
from campaign.records import GameRecord
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Settled, Verdict
from campaign.rules.aeons_end.legacy.state import Phase
from campaign.rules.aeons_end.outcome import Result
from campaign.selectors.campaigns import is_settled
from campaign.selectors.games import SetupLost, setup_of
from tracker.access import Access
from tracker.pages import game_url
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.command import AeonsEndCommand
from tracker.systems.aeons_end.forms.one_off.game import ChangeForm, RollForm, StartOneOffForm
from tracker.systems.aeons_end.forms.results import AeonsEndResultForm
from tracker.systems.aeons_end.forms.shelf import ChangeSeriesForm, PresetForm, StartSeriesForm
from tracker.systems.aeons_end.live import LIVE, evolved_live
from tracker.systems.aeons_end.presenters.game import (
    ended,
    game_state,
    one_off_start,
    stickers,
    story_start,
)
from tracker.systems.aeons_end.presenters.setup import table
from tracker.systems.aeons_end.presenters.statistics import AeonsEndPlays
from tracker.systems.aeons_end.selectors import Start
from tracker.systems.aeons_end.sheets.setup import setup_document
from tracker.systems.aeons_end.sheets.share import share_document
from tracker.systems.aeons_end.shelf import closed_boxes, collection_of, kept_from
from tracker.systems.aeons_end.urls import urlpatterns
from tracker.systems.aeons_end.views.campaign import ahead, front_page
from tracker.systems.aeons_end.words.record import campaign_words, content_words, game_words
from tracker.systems.aeons_end.words.terms import phase
from tracker.systems.face import Action, Face, Files, Heading, HowFar, Place, Recent


class AeonsEndFace:
    """How a game ended, in a campaign or by itself."""

    result_template = "aeons_end/result_fields.html"
    ended_template = "aeons_end/ended.html"
    file_words = staticmethod(content_words)

    def result_form(
        self, data: QueryDict | None, files: Files, *, access: Access, game: Game, stands: Any
    ) -> AeonsEndResultForm:
        start = _start(game)
        return AeonsEndResultForm(data, files, access=access, game=game, start=start, stands=stands)

    def ended(self, game: Game, played: Any) -> Mapping[str, object]:
        tally = played.result if game.campaign is None else played.tally
        return ended(tally, _start(game))


class LegacyFace(AeonsEndFace):
    """A Legacy campaign."""

    words = staticmethod(campaign_words)
    front = staticmethod(front_page)
    ahead = staticmethod(ahead)
    share_document = staticmethod(share_document)

    def places(self) -> Sequence[Place]:
        return (
            Place("campaign", pgettext("the campaign's front page", "Now"), "now"),
            Place("mages", _("Mages"), "mages", looks_back=True),
            Place("market", pgettext("in the bar", "Market"), "market", looks_back=True),
            Place("nemesis", _("Nemesis"), "nemesis", looks_back=True),
            Place("rulebook", _("Rulebook"), "rulebook", looks_back=True),
            Place("seals", _("Seals"), "seal", looks_back=True),
            Place("story", pgettext("the page that tells the campaign", "Story"), "note"),
            Place("results", _("Results"), "results", looks_back=True),
            Place("campaign_statistics", _("Statistics"), "statistics", looks_back=True),
            Place("history", _("History"), "history"),
            Place("print", pgettext("the page of things to print", "Print"), "print"),
            Place("people", _("People"), "people"),
        )

    def standing(self, campaign: Campaign, at: HowFar) -> str:
        """Return where a campaign stands by its latest game."""
        pack = selectors.campaign_pack(campaign)
        chapter = at.facts[Planned.kind]["chapter"]
        if Settled.kind not in at.facts:
            became = phase(Phase.PLAYED if Played.kind in at.facts else Phase.PLANNED)
            shown = {"chapter": chapter, "game": at.game, "phase": became}
            return _("chapter %(chapter)s · game %(game)s is %(phase)s") % shown
        known = pack.find.chapter(chapter)
        won = at.facts[Played.kind]["tally"]["result"] == Result.WIN
        goes_on = won or (known is not None and known.always_onward)
        if at.facts.get(Verdict.kind, {}).get("onward", goes_on):
            chapter += 1
        if chapter > len(pack.chapters):
            return _("finished after game %(game)s") % {"game": at.game}
        return _("chapter %(chapter)s comes next") % {"chapter": chapter}

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        text = _("after game %(game)s (chapter %(chapter)s)")
        return [
            (game.number, text % {"game": game.number, "chapter": game.chapter})
            for game in selectors.campaign_state(campaign).games
        ]

    def heading(self, game: Game) -> Heading:
        campaign, state = _in_story(game)
        nemesis = selectors.campaign_namer(campaign).foe(state.foe)
        shown = {"number": game.number, "chapter": state.chapter, "nemesis": nemesis}
        return Heading(
            nemesis,
            _("Game %(number)s · Chapter %(chapter)s") % shown,
            f"{_('Game %(number)s') % shown} · {campaign.name}",
            _("Chapter %(chapter)s against %(nemesis)s") % shown,
        )

    def actions(self, access: Access, game: Game) -> list[Action]:
        campaign, state = _in_story(game)
        setup = game_url(game, "setup")
        if state.tally is None:
            found = [Action(setup, _("Open the set-up sheet"), "large")]
            if access.may_record:
                found.append(Action(game_url(game, "result"), _("Enter the result")))
        else:
            found = []
            if access.may_record and not is_settled(campaign, game=state.number):
                found.append(Action(_aftermath(game), _("Decide the aftermath"), "large"))
            found.append(Action(setup, _("Set-up sheet")))
            if access.may_record:
                found.append(Action(game_url(game, "correct"), _("Correct the result")))
        if access.may_record:
            found.append(Action(game_url(game, "correct_plan"), _("Correct the nemesis"), "quiet"))
        if access.may_record and state == selectors.campaign_state(campaign).games[-1]:
            label = _("Undo game %(number)s") % {"number": game.number}
            found.append(Action(reverse("undo", args=[campaign.code]), label, "quiet"))
        return found

    def after_result(self, game: Game) -> str:
        """Return the game's page: it shows how it ended, and leads on to the aftermath."""
        return game_url(game)

    def after_joining(self, campaign: Campaign) -> str:
        """Return the page that asks a new player which mage is theirs."""
        return reverse("my_mage", args=[campaign.code])

    def share_url(self, record: Campaign | Game) -> str:
        if isinstance(record, Game):
            return game_url(record, "game_share")
        return reverse("share", args=[record.code])


class WarEternalFace(AeonsEndFace):
    """One-off games: everything is drawn from the box, or chosen."""

    start_template = "aeons_end/one_off/start.html"
    setup_template = "aeons_end/one_off/setup.html"
    change_template = "aeons_end/one_off/change.html"
    roll_template = "aeons_end/one_off/roll.html"
    start_form = StartOneOffForm
    change_form = ChangeForm
    roll_form = RollForm
    words = staticmethod(game_words)
    document = staticmethod(setup_document)

    @property
    def name(self) -> str:
        return game_name(WAR_ETERNAL.slug, get_language() or "en")

    @property
    def lead(self) -> str:
        return _("This box alone. Mages, nemesis and market are drawn.")

    def heading(self, game: Game) -> Heading:
        sheet = selectors.game_sheet(game)
        box = selectors.box(game.system).name.in_language(game.language)
        difficulty = selectors.game_setup(game).game.difficulty.name.in_language(game.language)
        shown = {"box": box, "mages": _mages(sheet.players), "difficulty": difficulty}
        kicker = _("%(box)s · %(mages)s · %(difficulty)s") % shown
        nemesis = {"nemesis": sheet.body.nemesis.name}
        return Heading(
            sheet.body.nemesis.name,
            kicker,
            f"{sheet.body.nemesis.name} · {box}",
            _("Against %(nemesis)s") % nemesis,
            _("Set up %(nemesis)s") % nemesis,
        )

    def setup(self, game: Game) -> Mapping[str, Any]:
        """Return what the set-up page shows."""
        sheet = selectors.game_sheet(game)
        is_series = game.system == SERIES.slug
        return {
            "table": table(sheet, selectors.game_namer(game)),
            "stickers": stickers(sheet),
            "preset": PresetForm() if is_series else None,
            "things": selectors.things_of(game) if is_series else (),
        }

    def recent(self, game: Game, record: GameRecord) -> Recent:
        try:
            nemesis = setup_of(game, record).game.nemesis.name.in_language(game.language)
        except SetupLost:
            known = selectors.box(game.system).find.nemesis(record.planned.choices.nemesis or "")
            nemesis = known.name.in_language(game.language) if known else ""
        played = record.played
        return Recent(
            game,
            nemesis,
            _mages(len(record.planned.choices.places)),
            str(played.result.result) if played else "",
            played,
        )


class SeriesFace(WarEternalFace):
    """One-off games from every box on the shelf."""

    start_template = "aeons_end/one_off/start_series.html"
    start_form = StartSeriesForm
    change_form = ChangeSeriesForm

    @property
    def name(self) -> str:
        """Return what the shelf is called."""
        return _("Aeon’s End: all your boxes")

    @property
    def lead(self) -> str:
        return _("Tick every box you own; the game is drawn from all of them.")


def _aftermath(game: Game) -> str:
    """Return where the aftermath begins: first with what was noted during the game."""
    return game_url(game, "aftermath_evolution" if evolved_live(game) else "aftermath")


def _start(game: Game) -> Start:
    if game.campaign is None:
        return one_off_start(game)
    return story_start(game.campaign, game.number or 0)


def _in_story(game: Game) -> tuple[Campaign, Any]:
    if game.campaign is None or game.number is None:
        raise TypeError("A one-off game has no story.")
    return game.campaign, game_state(game.campaign, game.number)


def _mages(number: int) -> str:
    return ngettext("%(number)s mage", "%(number)s mages", number) % {"number": number}


LEGACY = Face(
    "aeons-end-legacy",
    styles="css/aeons_end.css",
    campaign_styles="css/aeons_end_legacy.css",
    campaign=LegacyFace(),
    plays=AeonsEndPlays(),
    command=AeonsEndCommand(),
    live=LIVE,
    urls=tuple(urlpatterns),
)
WAR_ETERNAL = Face(
    "aeons-end-war-eternal",
    styles=LEGACY.styles,
    one_off=WarEternalFace(),
    plays=LEGACY.plays,
    command=LEGACY.command,
    live=LIVE,
)
SERIES = replace(
    WAR_ETERNAL,
    slug="aeons-end",
    one_off=SeriesFace(),
    is_owned_by=lambda person: bool(collection_of(person).boxes),
    kept_from=kept_from,
    closed_boxes=closed_boxes,
)

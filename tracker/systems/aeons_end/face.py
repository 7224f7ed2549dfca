"""The faces of Aeon's End: what the shared pages need from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Campaign, Game, Person
from campaign.packs import game_name
from campaign.records import GameRecord
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Settled, Verdict
from campaign.rules.aeons_end.legacy.progress import progress
from campaign.rules.aeons_end.legacy.state import GameState, Phase
from campaign.rules.aeons_end.one_off.choices import Choices, wishes_of
from campaign.rules.core.serialize import from_plain
from campaign.selectors.seeing import one_off_record
from campaign.services.games import RESTORE
from tracker.people.access import Access
from tracker.sheets.game_share import game_share_document
from tracker.systems.aeons_end import look, selectors
from tracker.systems.aeons_end.api import box_catalogue, legacy_state, series_catalogue
from tracker.systems.aeons_end.command import AeonsEndCommand
from tracker.systems.aeons_end.expedition_face import ExpeditionFace
from tracker.systems.aeons_end.forms.campaign import StartForm
from tracker.systems.aeons_end.forms.one_off.game import ChangeForm, RollForm, StartOneOffForm
from tracker.systems.aeons_end.forms.one_off.mage import MageForm
from tracker.systems.aeons_end.forms.results import AeonsEndResultForm, LegacyResultForm
from tracker.systems.aeons_end.forms.series import ChangeSeriesForm, StartSeriesForm
from tracker.systems.aeons_end.forms.shelf import Excludable, PresetForm
from tracker.systems.aeons_end.live import LIVE, evolved_live
from tracker.systems.aeons_end.presenters.results import ended
from tracker.systems.aeons_end.presenters.setup import (
    GuestSticker,
    SetupTable,
    guest_stickers,
    setup_table,
)
from tracker.systems.aeons_end.presenters.statistics import AeonsEndPlays
from tracker.systems.aeons_end.sheets import share as legacy_share
from tracker.systems.aeons_end.sheets.setup import setup_document
from tracker.systems.aeons_end.shelf import collection_of, prepared
from tracker.systems.aeons_end.urls import urlpatterns
from tracker.systems.aeons_end.views.campaign import ahead, front_page
from tracker.systems.aeons_end.words.record import campaign_words, content_words, game_words
from tracker.systems.aeons_end.words.terms import mages, phase
from tracker.systems.face import Action, Face, Heading, HomeLink, Place, Recent, Stored
from tracker.web.records import game_url


@dataclass(frozen=True, slots=True)
class OneOffSetup:
    """What the set-up page of a one-off game reads."""

    table: SetupTable
    stickers: Sequence[GuestSticker]
    preset: PresetForm | None  # only of a game of several boxes
    things: tuple[Excludable, ...]


class AeonsEndFace:
    """What campaign games and one-off games share."""

    ended = staticmethod(ended)
    file_words = staticmethod(content_words)
    document = staticmethod(setup_document)


class LegacyFace(AeonsEndFace):
    """A Legacy campaign."""

    lead = gettext_lazy(
        "Who plays? The mages stay the same for the whole campaign; "
        "everything else comes from the box."
    )
    styles = "aeons_end/legacy.css"
    start_page = "start"
    kept_offline = (r"games/\d+/(setup|restore)", r"mages(/\d+)?", "rulebook")
    known_state = staticmethod(legacy_state)
    deleted_too = gettext_lazy("the mages, their stickers and portraits")
    places: Sequence[Place] = (
        Place("campaign", pgettext_lazy("the campaign's front page", "Now"), "now"),
        Place("mages", gettext_lazy("Mages"), "mages", looks_back=True),
        Place("market", pgettext_lazy("in the bar", "Market"), "market", looks_back=True),
        Place("nemesis", gettext_lazy("Nemesis"), "nemesis", looks_back=True),
        Place("rulebook", gettext_lazy("Rulebook"), "rulebook", looks_back=True),
        Place("seals", gettext_lazy("Seals"), "seal", looks_back=True),
        Place("story", pgettext_lazy("the page that tells the campaign", "Story"), "note"),
        Place("results", gettext_lazy("Results"), "results", looks_back=True),
        Place("campaign_statistics", gettext_lazy("Statistics"), "statistics", looks_back=True),
        Place("history", gettext_lazy("History"), "history"),
        Place("print", pgettext_lazy("the page of things to print", "Print"), "print"),
        Place("people", gettext_lazy("People"), "people"),
    )
    result_form = LegacyResultForm
    start_form = StartForm
    words = staticmethod(campaign_words)
    front = staticmethod(front_page)
    ahead = staticmethod(ahead)
    share_document = staticmethod(legacy_share.game_share_document)
    campaign_share_document = staticmethod(legacy_share.campaign_share_document)

    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        played, verdict = facts.get(Played.kind), facts.get(Verdict.kind)
        reached = progress(
            selectors.box(campaign.system),
            from_plain(Planned, facts[Planned.kind]),
            None if played is None else from_plain(Played, played),
            None if verdict is None else from_plain(Verdict, verdict),
            is_settled=Settled.kind in facts,
        )
        if reached.is_finished:
            return _("finished after game %(game)s") % {"game": game}
        if reached.phase is Phase.SETTLED:
            return _("chapter %(chapter)s comes next") % {"chapter": reached.chapter}
        return _("chapter %(chapter)s · game %(game)s is %(phase)s") % {
            "chapter": reached.chapter,
            "game": game,
            "phase": phase(reached.phase),
        }

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
        if state.phase is Phase.PLAYED:
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

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of the mage that has a person as its player."""
        mine = campaign.mages.filter(player=str(person))
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


class WarEternalFace(AeonsEndFace):
    """One-off games of a single box."""

    lead = gettext_lazy("This box alone. Mages, nemesis and market are drawn.")
    start_form = StartOneOffForm
    change_form = ChangeForm
    roll_form = RollForm
    result_form = AeonsEndResultForm
    words = staticmethod(game_words)
    share_document = staticmethod(game_share_document)

    def is_owned_by(self, person: Person) -> bool:
        """Return False: whoever owns boxes of the series is offered all of them first."""
        del person
        return False

    def heading(self, game: Game) -> Heading:
        sheet = selectors.game_sheet(game)
        box, name = game_name(game.system, game.language), sheet.body.nemesis.name
        difficulty = selectors.game_setup(game).game.difficulty.name.in_language(game.language)
        names = {"box": box, "mages": mages(sheet.players), "difficulty": difficulty}
        return Heading(
            title=name,
            kicker=_("%(box)s · %(mages)s · %(difficulty)s") % names,
            page=f"{name} · {box}",
            against=_("Against %(nemesis)s") % {"nemesis": name},
            setup=_("Set up %(nemesis)s") % {"nemesis": name},
        )

    def setup(self, game: Game) -> OneOffSetup:
        sheet = selectors.game_sheet(game)
        is_series = game.system == SERIES.slug
        things = selectors.things_of(game) if is_series else ()
        return OneOffSetup(
            table=setup_table(sheet, selectors.namer_of(game)),
            stickers=guest_stickers(sheet),
            preset=PresetForm() if is_series else None,
            things=tuple(Excludable(key, name) for key, name in things),
        )

    def recent(self, game: Game, record: GameRecord) -> Recent:
        planned = record.planned
        known = selectors.box(game.system).find.nemesis(planned.choices.nemesis or "")
        found = planned.setup.game.nemesis if planned.setup is not None else known
        nemesis = found.name.in_language(game.language) if found else ""
        detail = mages(len(record.planned.choices.places))
        outcome = str(record.played.result.result) if record.played else ""
        return Recent(game, nemesis, detail, outcome, record.played)

    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return the names of the mages."""
        return [mage.name for mage in selectors.game_sheet(game).body.mages]

    def seat_links(self, game: Game, seat: int) -> Sequence[Action]:
        """Return the choice of a mage; nothing here is secret."""
        return [Action(game_url(game, "seat_choose", seat), _("Take a mage"))]

    def seat_form(
        self, data: QueryDict | None, *, access: Access, game: Game, seat: int
    ) -> MageForm:
        """Return the form of a player's mage."""
        return MageForm(data, access=access, game=game, seat=seat)

    def again(self, game: Game, person: Person) -> Choices:
        """Return the same choices; what was left open is drawn anew."""
        del person
        return wishes_of(one_off_record(game).planned.choices)


class SeriesFace(WarEternalFace):
    """One-off games of all boxes together."""

    lead = gettext_lazy("Tick every box you own; the game is drawn from all of them.")
    start_form = StartSeriesForm
    change_form = ChangeSeriesForm

    def is_owned_by(self, person: Person) -> bool:
        return bool(collection_of(person).boxes)

    def again(self, game: Game, person: Person) -> Choices:
        """Return the same wishes, with what the person excludes and has played lately."""
        return prepared(super().again(game, person), person)


def _in_story(game: Game) -> tuple[Campaign, GameState]:
    if game.campaign is None or game.number is None:
        raise TypeError("A one-off game has no story.")
    return game.campaign, selectors.game_state(game.campaign, game.number)


LEGACY = Face(
    "aeons-end-legacy",
    "aeons_end",
    look.LEGACY,
    styles="aeons_end/base.css",
    live_styles="aeons_end/live.css",
    campaign=LegacyFace(),
    plays=AeonsEndPlays(),
    command=AeonsEndCommand(),
    live=LIVE,
    urls=tuple(urlpatterns),
    catalogue=box_catalogue("aeons-end-legacy"),
)
WAR_ETERNAL = Face(
    "aeons-end-war-eternal",
    LEGACY.folder,
    look.WAR_ETERNAL,
    styles=LEGACY.styles,
    live_styles=LEGACY.live_styles,
    one_off=WarEternalFace(),
    plays=LEGACY.plays,
    command=LEGACY.command,
    live=LIVE,
    catalogue=box_catalogue("aeons-end-war-eternal"),
)
SERIES = replace(
    WAR_ETERNAL,
    slug="aeons-end",
    look=look.SERIES,
    title=gettext_lazy("Aeon’s End: all your boxes"),
    one_off=SeriesFace(),
    campaign=ExpeditionFace(),
    home_links=(HomeLink("expedition_start", gettext_lazy("Start an expedition")),),
    catalogue=series_catalogue,
)

"""What the shared pages need from Relic: Nemesis."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.models import Game, Person
from campaign.packs import game_name
from campaign.records import GameFacts
from campaign.rules.core.facts import Played
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Choices, Setup
from campaign.rules.relic_nemesis.result import Result
from campaign.selectors import games, seeing
from tracker.faces.face import Face
from tracker.faces.games import Action, Heading
from tracker.faces.one_offs import OneOffFace, Recent
from tracker.people.access import Access
from tracker.pictures.look import EndingForm
from tracker.presenters.game_share import game_share_document
from tracker.systems.relic_nemesis.api import box_catalogue
from tracker.systems.relic_nemesis.command import RelicCommand
from tracker.systems.relic_nemesis.crib import CRIB
from tracker.systems.relic_nemesis.forms.in_hand import CharacterForm
from tracker.systems.relic_nemesis.forms.results import RelicResultForm
from tracker.systems.relic_nemesis.forms.setup import (
    ChangeRelicForm,
    RollRelicForm,
    StartRelicForm,
)
from tracker.systems.relic_nemesis.live import LIVE
from tracker.systems.relic_nemesis.look import LOOK
from tracker.systems.relic_nemesis.presenters.plays import RelicPlays
from tracker.systems.relic_nemesis.presenters.results import HuntEnded, hunt_ended
from tracker.systems.relic_nemesis.presenters.setup import SetupView, setup_view, sheet_document
from tracker.systems.relic_nemesis.urls import urlpatterns
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.web.records import game_url
from tracker.words.phrases import players


class RelicFace(OneOffFace):
    """One-off games of characters against nemeses."""

    lead = gettext_lazy("Some of you hunt, the others are hunted. Roles and sheets are drawn.")
    start_form = StartRelicForm
    change_form = ChangeRelicForm
    roll_form = RollRelicForm
    result_form = RelicResultForm
    words = staticmethod(RelicWords.of_game)
    file_words = staticmethod(RelicWords.of_file)
    document = staticmethod(sheet_document)
    share_document = staticmethod(game_share_document)

    def ending_form(self, ended: HuntEnded, heading: Heading) -> EndingForm:
        """Return the bust of the nemesis: whole if it won, else broken."""
        return EndingForm("loss" if ended.nemesis_won else ended.outcome, heading.title)

    def is_owned_by(self, person: Person) -> bool:
        """Return False: nobody says here what they own."""
        del person
        return False

    def heading(self, game: Game) -> Heading:
        setup: Setup = seeing.game_setup(game)
        box = game_name(SLUG, game.language)
        scenario = setup.scenario_called(game.language)
        size = f"{players(len(setup.seats))} · {nemeses_in_words(len(setup.nemeses))}"
        if not scenario:
            return Heading(title=box, kicker=size, page=box, against=box, setup=box)
        return Heading(
            title=scenario,
            kicker=f"{box} · {size}",
            page=f"{scenario} · {box}",
            against=scenario,
            setup=scenario,
        )

    def setup(self, game: Game) -> SetupView:
        return setup_view(games.game_sheet(game))

    def ended(self, game: Game, played: Played[Result]) -> HuntEnded:
        return hunt_ended(played.result, seeing.game_setup(game), self.words(game).seats())

    def recent(self, game: Game, facts: GameFacts) -> Recent:
        setup = facts.planned.setup
        scenario = setup.scenario_called(game.language) if setup else ""
        title = scenario or game_name(SLUG, game.language)
        seats = players(len(facts.planned.choices.places))
        return Recent(game, title, seats, played=facts.played)

    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return the roles."""
        setup: Setup = seeing.game_setup(game)
        return [terms.role(seat.role) for seat in setup.seats]

    def seat_links(self, game: Game, seat: int) -> Sequence[Action]:
        """Return the sheets of a nemesis, or the choice of a character."""
        setup: Setup = seeing.game_setup(game)
        if seat not in setup.nemeses:
            return [Action(game_url(game, "seat_choose", seat), _("Choose my character"))]
        if setup.is_revealed:
            return []
        return [Action(reverse("relic_deal", args=[game.code, seat]), _("View my sheets"))]

    def seat_form(
        self, data: QueryDict | None, *, access: Access, game: Game, seat: int
    ) -> CharacterForm | None:
        """Return the form of a character; a nemesis keeps a sheet on a page of its own."""
        setup: Setup = seeing.game_setup(game)
        if seat in setup.nemeses:
            return None
        return CharacterForm(data, access=access, game=game, number=seat)

    def again(self, game: Game, person: Person) -> Choices:
        """Return the same players and wishes; roles are drawn and sheets dealt again."""
        del person
        choices: Choices = seeing.seen_facts(game).planned.choices
        places = (replace(place.unkept, stays=None) for place in choices.places)
        return replace(choices, places=tuple(places))


def nemeses_in_words(number: int) -> str:
    """Return the number of nemeses in words."""
    if not number:
        return _("no nemesis")
    return ngettext("%(number)s nemesis", "%(number)s nemeses", number) % {"number": number}


FACE = Face(
    SLUG,
    "relic_nemesis",
    LOOK,
    styles="relic_nemesis/base.css",
    live_styles="relic_nemesis/live.css",
    one_off=RelicFace(),
    plays=RelicPlays(),
    command=RelicCommand(),
    live=LIVE,
    crib=CRIB,
    urls=tuple(urlpatterns),
    catalogue=box_catalogue,
)
FACES = (FACE,)

"""The faces of one-off games: of a single box, and of all boxes together."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game, Person
from campaign.packs import game_name
from campaign.records import GameFacts
from campaign.rules.aeons_end import systems
from campaign.rules.aeons_end.one_off.choices import Choices, wishes_of
from campaign.selectors.seeing import seen_facts
from tracker.faces.games import Action, Heading
from tracker.faces.one_offs import OneOffFace, Recent
from tracker.people.access import Access
from tracker.presenters.game_share import game_share_document
from tracker.systems.aeons_end.one_off.forms.game import ChangeForm, RollForm, StartOneOffForm
from tracker.systems.aeons_end.one_off.forms.mage import MageForm
from tracker.systems.aeons_end.one_off.forms.series import ChangeSeriesForm, StartSeriesForm
from tracker.systems.aeons_end.one_off.forms.shelf import Excludable, PresetForm
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.forms.results import AeonsEndResultForm
from tracker.systems.aeons_end.shared.game_face import AeonsEndFace
from tracker.systems.aeons_end.shared.presenters.setup import (
    GuestSticker,
    SetupTable,
    guest_stickers,
    setup_table,
)
from tracker.systems.aeons_end.shared.shelf import collection_of, prepared
from tracker.systems.aeons_end.shared.words.record import game_words
from tracker.systems.aeons_end.shared.words.terms import mages
from tracker.web.records import game_url


@dataclass(frozen=True, slots=True)
class OneOffSetup:
    """What the set-up page of a one-off game reads."""

    table: SetupTable
    stickers: Sequence[GuestSticker]
    preset: PresetForm | None  # only of a game of several boxes
    things: tuple[Excludable, ...]


class WarEternalFace(AeonsEndFace, OneOffFace):
    """One-off games of a single box."""

    lead = gettext_lazy("This box alone. Mages, nemesis and market are drawn.")
    start_form = StartOneOffForm
    change_form = ChangeForm
    roll_form = RollForm
    result_form = AeonsEndResultForm
    words = staticmethod(game_words)
    share_document = staticmethod(game_share_document)

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
        is_series = game.system == systems.SERIES.slug
        things = selectors.things_of(game) if is_series else ()
        return OneOffSetup(
            table=setup_table(sheet, selectors.namer_of(game)),
            stickers=guest_stickers(sheet),
            preset=PresetForm() if is_series else None,
            things=tuple(Excludable(key, name) for key, name in things),
        )

    def recent(self, game: Game, facts: GameFacts) -> Recent:
        planned = facts.planned
        known = selectors.box(game.system).find.nemesis(planned.choices.nemesis or "")
        found = planned.setup.game.nemesis if planned.setup is not None else known
        nemesis = found.name.in_language(game.language) if found else ""
        detail = mages(len(facts.planned.choices.places))
        outcome = str(facts.played.result.result) if facts.played else ""
        return Recent(game, nemesis, detail, outcome, facts.played)

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
        return wishes_of(seen_facts(game).planned.choices)


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

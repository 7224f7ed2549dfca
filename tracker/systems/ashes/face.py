"""What the shared pages need from the game."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game, Person
from campaign.packs import game_name
from campaign.records import GameFacts
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.deck_file import DeckFile
from campaign.rules.ashes.duel import DuelChoices, DuelSetup
from campaign.rules.ashes.sheet import DuelSheet
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import games, seeing
from campaign.selectors.seats import seats_held, seats_of
from tracker.faces.face import Face, HomeLink
from tracker.faces.games import Action, Heading
from tracker.faces.one_offs import OneOffFace, Recent
from tracker.people.access import Access
from tracker.pictures.look import EndingForm
from tracker.presenters.game_share import game_share_document
from tracker.systems.ashes import api
from tracker.systems.ashes.command import DuelCommand
from tracker.systems.ashes.crib.duels import CRIB
from tracker.systems.ashes.decks.home import kept_decks
from tracker.systems.ashes.forms.results import DuelResultForm
from tracker.systems.ashes.forms.setup import (
    ChangeDuelForm,
    OwnDeckForm,
    RollDuelForm,
    StartDuelForm,
)
from tracker.systems.ashes.live.face import LIVE
from tracker.systems.ashes.look import LOOK
from tracker.systems.ashes.plays import DuelPlays
from tracker.systems.ashes.presenters import DuelEnded, DuelSetupView, duel_setup_view, ended
from tracker.systems.ashes.sheets import duel_document
from tracker.systems.ashes.urls import urlpatterns
from tracker.systems.ashes.words.record import DuelWords, setup_title, sheet_title
from tracker.web.records import game_url
from tracker.words.phrases import players, players_at_most, seats_taken


class DuelFace(OneOffFace):
    """Duels, melees, and games together against a Chimera."""

    lead = gettext_lazy(
        "A duel, a melee of up to six, or one or two of you against a Chimera, with your own decks "
        "or ready-made ones."
    )
    start_form = StartDuelForm
    change_form = ChangeDuelForm
    roll_form = RollDuelForm
    result_form = DuelResultForm
    words = staticmethod(DuelWords.of_game)
    file_words = staticmethod(DuelWords.of_file)
    document = staticmethod(duel_document)
    ended = staticmethod(ended)
    share_document = staticmethod(game_share_document)

    def ending_form(self, ended: DuelEnded, heading: Heading) -> EndingForm:
        """Return the fire of the Phoenixborn who won, or ash."""
        first = ended.seats[0]
        winner = first.phoenixborn or first.name
        return EndingForm(ended.outcome, winner if ended.winner else heading.title)

    def is_owned_by(self, person: Person) -> bool:
        """Say whether somebody has decks: some sets are ticked for everybody."""
        return person.decks.not_deleted().exists()

    def heading(self, game: Game) -> Heading:
        sheet: DuelSheet = games.game_sheet(game)
        title = sheet_title(sheet)
        box = game_name(SLUG, game.language)
        kicker = f"{box} · {_who_plays(game, sheet)}"
        return Heading(
            title=title, kicker=kicker, page=f"{title} · {box}", against=title, setup=title
        )

    def setup(self, game: Game) -> DuelSetupView:
        return duel_setup_view(games.game_sheet(game))

    def recent(self, game: Game, facts: GameFacts) -> Recent:
        setup: DuelSetup | None = facts.planned.setup
        title = game_name(SLUG, game.language)
        if setup is not None:
            title = setup_title(setup, game.language)
        choices: DuelChoices = facts.planned.choices
        number = len(choices.seats)
        seats = players(number) if choices.draft is None else players_at_most(number)
        return Recent(game, title, seats, played=facts.played)

    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return the names of the Phoenixborn."""
        sheet: DuelSheet = games.game_sheet(game)
        return [seat.phoenixborn for seat in sheet.body.seats]

    def opening(self, game: Game) -> Action | None:
        """Return the draft, as long as nobody has a deck."""
        setup: DuelSetup = seeing.game_setup(game)
        if setup.draft is None:
            return None
        return Action(reverse("draft", args=[game.code]), _("To the draft"))

    def seat_links(self, game: Game, seat: int) -> Sequence[Action]:
        """Return the deck of a player, if it is secret, and the choice of another."""
        setup: DuelSetup = seeing.game_setup(game)
        if setup.draft is not None:
            return ()
        own = Action(reverse("duel_own_deck", args=[game.code, seat]), _("My deck"))
        other = Action(game_url(game, "seat_choose", seat), _("My deck and First Five"))
        return [own, other] if setup.seats[seat - 1].is_redacted else [other]

    def seat_form(
        self, data: QueryDict | None, *, access: Access, game: Game, seat: int
    ) -> OwnDeckForm | None:
        """Return the form of a player's deck; None as long as it is drafted."""
        if self.opening(game) is not None:
            return None
        return OwnDeckForm(data, access=access, game=game, seat=seat)

    def again(self, game: Game, person: Person) -> DuelChoices:
        """Return the same players and decks; secret decks are secret again, others drawn again.

        Another's secret deck is copied only when the game is over: whoever starts the copy owns it,
        and could free that seat there.
        """
        to = seeing.audience_of(game, seats_held(game, person))
        choices: DuelChoices = seeing.seen_facts(game, to).planned.choices
        seats = tuple(seat.drawn_again if seat.is_random else seat for seat in choices.seats)
        if any(seat.is_redacted for seat in seats):
            raise RulesError([Problem("one_off.not_played")])
        chimera = choices.chimera and replace(choices.chimera, stays=None)
        return replace(choices, seats=seats, chimera=chimera)


def _who_plays(game: Game, sheet: DuelSheet) -> str:
    """Return how many play; of a draft to which others can still come, how many seats are taken."""
    if sheet.body.is_draft:
        seats = seats_of(game)
        taken = sum(not seat.is_free for seat in seats)
        if taken < len(seats):
            return seats_taken(taken, of=len(seats))
    return players(sheet.players)


FACE = Face(
    SLUG,
    "ashes",
    LOOK,
    styles="ashes/base.css",
    live_styles="ashes/live.css",
    one_off=DuelFace(),
    plays=DuelPlays(),
    command=DuelCommand(),
    live=LIVE,
    crib=CRIB,
    urls=tuple(urlpatterns),
    home_links=(HomeLink("decks", gettext_lazy("Ashes: decks and drafts")),),
    kept_by=kept_decks,
    files={"ashes-decks": DeckFile},
    catalogue=api.card_catalogue,
    api=api.router,
)
FACES = (FACE,)

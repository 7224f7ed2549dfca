"""How it looks: one-off games, and the face of the whole system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from campaign.exchange.content import Content
from campaign.models import Game, Person
from campaign.records import GameFacts
from campaign.rules.core.facts import Played
from campaign.rules.core.problems import Problem
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors import games, seeing
from tests.toy.pages.forms import ChangeDiceForm, RollsForm, StartDiceForm
from tests.toy.pages.live_face import LIVE_FACE
from tests.toy.pages.match_face import URLS, MatchFace
from tests.toy.pages.words import sentence
from tests.toy.rules.games import SLUG, DiceBody, DiceChoices, DiceSetup, Rolls
from tracker.faces.face import Face, HomeLink
from tracker.faces.games import Heading
from tracker.faces.one_offs import OneOffFace, Recent
from tracker.forms.one_offs import PlanAgainForm
from tracker.pictures.look import Accent, EndingForm, Look
from tracker.presenters.game_share import game_share_document
from tracker.sheets.compiler import Document
from tracker.words.one_offs import OneOffWords


class DiceWords(OneOffWords):
    """The words for what a game's record holds."""

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong."""
        return sentence(problem)

    def differences(self, old: DiceSetup, new: DiceSetup) -> Iterator[str]:
        """Yield what is different in another set-up."""
        del old
        yield f"Dice were drawn: {' and '.join(new.dice)}."

    def ended(self, played: Played[Rolls]) -> str:
        """Return who rolled what."""
        first, second = played.result.rolls
        return f"{first} against {second}."


class DiceFace(OneOffFace):
    """One-off games of two dice."""

    name = "Two Dice"
    lead = "A die each; the higher roll wins."
    start_form = StartDiceForm
    change_form = ChangeDiceForm
    roll_form = PlanAgainForm
    result_form = RollsForm
    share_document = staticmethod(game_share_document)

    def words(self, game: Game) -> DiceWords:
        """Return the words for a game's record."""
        del game
        return DiceWords()

    def file_words(self, content: Content) -> DiceWords:
        """Return the words for an export file."""
        del content
        return DiceWords()

    def heading(self, game: Game) -> Heading:
        """Return what stands above a game's pages."""
        dice = " against ".join(seeing.game_setup(game).dice)
        return Heading(
            title=dice,
            kicker=self.name,
            page=f"{dice} · {self.name}",
            against=dice,
            setup=f"Roll {dice}",
        )

    def setup(self, game: Game) -> SetupSheet[DiceBody]:
        """Return what the set-up page shows."""
        return games.game_sheet(game)

    def ended(self, game: Game, played: Played[Rolls]) -> str:
        """Return who won."""
        setup = seeing.game_setup(game)
        winner = played.result.winner
        return f"The {setup.dice[winner - 1]} die won." if winner else "A draw."

    def ending_form(self, ended: str, heading: Heading) -> EndingForm:
        """Return the ring, closed whoever won."""
        return EndingForm("draw" if ended == "A draw." else "win", heading.title)

    def document(self, sheet: SetupSheet[DiceBody], heading: str) -> Document:
        """Return the set-up sheet to print."""
        template = Path(__file__).parent / "sheet.typ"
        return Document(template, heading, {"dice": list(sheet.body.dice)})

    def recent(self, game: Game, facts: GameFacts) -> Recent:
        """Return a game as a line of somebody's list."""
        setup = facts.planned.setup  # None if it could not be stored
        title = " against ".join(setup.dice) if setup else ""
        return Recent(game, title, "2 dice", played=facts.played)

    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return the die of each seat."""
        return tuple(seeing.game_setup(game).dice)

    def again(self, game: Game, person: Person) -> DiceChoices:
        """Return the same choices."""
        del person
        choices: DiceChoices = seeing.seen_facts(game).planned.choices
        return choices


FACE = Face(
    SLUG,
    "toy",
    Look(Accent.COBALT, "toy/look/emblem.html", "toy/look/motif.html"),
    title=DiceFace.name,
    one_off=DiceFace(),
    campaign=MatchFace(),
    live=LIVE_FACE,
    urls=URLS,
    home_links=(HomeLink("new_game", "Throw dice"),),
)
FACES = (FACE,)

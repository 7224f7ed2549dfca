"""How the campaign looks: its start, its front page, its plans, its words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse

from campaign.exchange.content import Content
from campaign.models import Campaign, Game, Person
from campaign.rules.core.facts import Fact, Noted, Played
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.selectors.games import result_of, sheet_for
from campaign.selectors.progress import Stored
from campaign.services.games import game_plan
from tests.toy.pages.forms import RollsForm
from tests.toy.pages.words import sentence
from tests.toy.rules.games import SIDES, DiceBody, Rolls
from tests.toy.rules.match import PARTY, WINS_NEEDED, MatchSeat, RoundPlanned
from tracker.faces.campaigns import Ahead, CampaignFace, NavigationItem
from tracker.faces.games import Action, Heading
from tracker.forms.campaigns import StartCampaignForm
from tracker.forms.entry import EntryForm
from tracker.people.access import Access, Need, campaign_access
from tracker.pictures.look import EndingForm
from tracker.sheets.compiler import Document
from tracker.web.entries import Refusal, save
from tracker.web.pages import form_page, go, record_page, say_done, sent
from tracker.web.records import game_url

SHEET = Path(__file__).parent / "sheet.typ"


class StartMatchForm(StartCampaignForm):
    """A new match: nothing is asked of who plays."""

    def seats(self) -> tuple[MatchSeat, ...]:
        """Return the two sides."""
        return PARTY


class PlanRoundForm(EntryForm):
    """The next round."""

    sides = forms.TypedChoiceField(coerce=int, choices=[(n, str(n)) for n in SIDES], initial=6)


class MatchWords:
    """The words for a match's record."""

    sentence = staticmethod(sentence)

    def fact(self, fact: Fact) -> str:
        """Return a fact in words."""
        match fact:
            case RoundPlanned(sides=sides):
                return f"Dice of {sides} sides."
            case Played(result=rolls):
                return f"{rolls.rolls[0]} against {rolls.rolls[1]}."
            case Noted(text=text):
                return f"Note: {text}"
        raise TypeError(f"{fact!r} is no fact of a match.")

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return facts in words."""
        return " ".join(map(self.fact, facts))

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        """Return each fact by itself."""
        return [[fact] for fact in facts]

    def plan(self, plan: Fact, game: int) -> str:
        """Return the plan of a round in words."""
        return f"Round {game} was planned. {self.fact(plan)}"

    def won(self, fact: Fact) -> bool | None:
        """Return None: a side wins, not the table."""
        del fact
        return None  # a value of its type, not the lack of one

    def kind(self, kind: str) -> str:
        """Return what a kind of fact is called."""
        return {"planned": "plan", "played": "result", "note": "note"}[kind]

    def against(self, plan: Fact) -> str:
        """Return what is played."""
        return self.fact(plan)


class MatchFace(CampaignFace):
    """Matches of two dice."""

    lead = "Two sides; the first with two rounds wins."
    deleted_too = "the score"
    kept_offline = ("rounds",)
    navigation: Sequence[NavigationItem] = (
        NavigationItem("campaign", "Match", "now"),  # type: ignore[arg-type] # nothing to translate
        NavigationItem("match_rounds", "Rounds", "results", looks_back=True),  # type: ignore[arg-type] # nothing to translate
        NavigationItem("history", "History", "history"),  # type: ignore[arg-type] # nothing to translate
        NavigationItem("people", "People", "people"),  # type: ignore[arg-type] # nothing to translate
    )
    start_form = StartMatchForm
    result_form = RollsForm

    def words(self, campaign: Campaign) -> MatchWords:
        """Return the words for a match."""
        del campaign
        return MatchWords()

    def file_words(self, content: Content) -> MatchWords:
        """Return the words for an export file."""
        del content
        return MatchWords()

    def front(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Render the score and the next step."""
        context = {"score": score(access.campaign), "ahead": self.ahead(access)}
        return record_page(request, access, "toy/campaign/front.html", context, current="campaign")

    def ahead(self, access: Access) -> Ahead:
        """Return the next step."""
        campaign = access.campaign
        state = campaign_state(campaign)
        if state.is_over:
            return Ahead("The match is over")
        if state.rounds and state.rounds[-1].rolls is None:
            game = campaign.games.not_withdrawn().get(number=state.rounds[-1].number)
            return Ahead("Play the round", url=game_url(game), label="Open the round")
        plan = reverse("match_plan", args=[campaign.code])
        return Ahead("Plan a round", url=plan, label="Plan")

    def is_over(self, campaign: Campaign) -> bool:
        """Say whether a side has won."""
        return campaign_state(campaign).is_over

    def known_state(self, access: Access) -> object:
        """Return the match so far."""
        return campaign_state(access.campaign)

    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        """Return the latest round."""
        del campaign
        return f"round {game} is {'played' if 'played' in facts else 'planned'}"

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        """Return every round."""
        rounds = campaign_state(campaign).rounds
        return [(each.number, f"after round {each.number}") for each in rounds]

    def heading(self, game: Game) -> Heading:
        """Return the headings of a round's pages."""
        name = f"Round {game.number}"
        return Heading(title=name, kicker="Two Dice", page=name, against=name)

    def actions(self, access: Access, game: Game) -> list[Action]:
        """Return the links of a round's page."""
        if not access.may_record:
            return []
        page = "result" if result_of(game) is None else "correct"
        return [Action(game_url(game, page), "The result")]

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of whoever has that name."""
        names = {seat.name: seat.number for seat in campaign_facts(campaign).story.seats}
        return names.get(str(person))

    def document(self, sheet: SetupSheet[DiceBody], heading: str) -> Document:
        """Return the set-up sheet to print."""
        return Document(SHEET, heading, {"dice": list(sheet.body.dice)})

    def ended(self, game: Game, played: Played[Rolls]) -> str:
        """Return who won the round."""
        del game
        winner = played.result.winner
        return f"{PARTY[winner - 1].name} won." if winner else "A draw."

    def ending_form(self, ended: str, heading: Heading) -> EndingForm:
        """Return the ring, closed whoever won."""
        return EndingForm("draw" if ended == "A draw." else "win", heading.title)

    def share_document(self, game: Game, *, names: bool = False) -> Document:
        """Return the picture of a round."""
        dice = list(sheet_for(game).body.dice) if names else []
        return Document(SHEET, f"Round {game.number}", {"dice": dice})

    def campaign_share_document(self, campaign: Campaign, *, names: bool = False) -> Document:
        """Return the picture of a match."""
        del names
        return Document(SHEET, campaign.name, {"dice": [score(campaign)]})


def score(campaign: Campaign, after: int | None = None) -> str:
    """Return how many rounds each side has won."""
    state = campaign_state(campaign, after=after)
    return f"{state.wins(1)} : {state.wins(2)} (of {WINS_NEEDED})"


def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Plan the next round."""
    access = campaign_access(request, code, Need.WRITE)
    form = PlanRoundForm(sent(request), access=access)

    def plan_round() -> None:
        fact = RoundPlanned(form.cleaned_data["sides"])
        game_plan(campaign=access.campaign, plan=fact, **form.signature())

    refusal = save(form, plan_round)
    if refusal is not None:
        return _plan_page(request, form, refusal)
    say_done(request, access, "Planned.")
    return go(request, "campaign", code=code)


def _plan_page(request: HttpRequest, form: PlanRoundForm, refusal: Refusal) -> HttpResponse:
    context: dict[str, Any] = {}
    return form_page(request, form, "toy/campaign/plan.html", context, refusal=refusal)


def rounds(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score, now or after a round."""
    access = campaign_access(request, code)
    after = int(request.GET["after"]) if "after" in request.GET else None
    context = {"score": score(access.campaign, after)}
    template = "toy/campaign/rounds.html"
    return record_page(request, access, template, context, current="match_rounds", after=after)


URLS = (
    path("c/<str:code>/plan-round", plan, name="match_plan"),
    path("c/<str:code>/rounds", rounds, name="match_rounds"),
)

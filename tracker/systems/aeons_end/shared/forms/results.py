"""The result form of Aeon's End, for campaign games and one-off games."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Campaign, Game
from campaign.rules.aeons_end import exhaustion
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.expeditions import facts as expeditions
from campaign.rules.aeons_end.legacy.facts import Planned, Played, Seat, Verdict
from campaign.rules.aeons_end.outcome import Dials, Tally, as_ended, result_problems
from campaign.rules.core import sizes
from campaign.rules.core.facts import Ended, Fact
from campaign.rules.core.problems import Problem, not_overruled
from campaign.services.games import noted_problems
from tracker.forms.fields import number_field, offer, radios, tick
from tracker.forms.nested import RowForm
from tracker.forms.results import ResultForm
from tracker.systems.aeons_end.shared import words
from tracker.systems.aeons_end.shared.selectors import box, campaign_facts, start_of

ONWARD, AGAIN = "yes", "no"  # what the story said after a loss
ENDING_OF = {Result.WIN: "ending_win", Result.LOSS: "ending_loss"}  # the field of each result


def dial_field(label: Any, start: int | None) -> forms.IntegerField:
    """Return a field for the number on a dial; the rules check its upper bound."""
    return number_field(
        label,
        0,
        sizes.MAX_NUMBER,
        attrs=_begins_at(start),
        error_messages={
            "invalid": gettext_lazy("Enter the number on the dial, or leave it empty.")
        },
    )


def _begins_at(start: int | None) -> dict[str, str]:
    """Return the attributes by which an empty stepper counts down from the start value."""
    return {} if start is None else {"placeholder": f"0–{start}", "data-start": str(start)}


class MageRow(RowForm):
    """The life that a mage has left, and whether it is exhausted."""

    life = dial_field("", None)
    exhausted = tick(gettext_lazy("exhausted"))
    fields_by_path = {"lives": "life"}

    def __init__(self, *args: Any, seat: Seat, start: int | None, **kwargs: Any) -> None:
        """Make the row of a seat; ``start`` is the life that its mage begins with."""
        super().__init__(*args, number=seat.number, **kwargs)
        self.seat = seat
        self.fields["life"].label = seat.name
        self.fields["life"].widget.attrs |= _begins_at(start)

    @property
    def life_left(self) -> int | None:
        """Return the life that was entered; None if none was, or one that is refused."""
        left: int | None = self.cleaned_data.get("life")
        return left

    @property
    def is_exhausted(self) -> bool:
        """Say whether the mage is exhausted."""
        return bool(self.cleaned_data.get("exhausted"))

    @property
    def is_unread(self) -> bool:
        """Say whether the life that was entered is refused."""
        return "life" not in self.cleaned_data

    def follow(self, *, all_exhausted: bool) -> None:
        """Fill in what follows from the rest: 0 life of an exhausted mage, and the reverse."""
        if (all_exhausted or self.is_exhausted) and self.life_left is None:
            self.cleaned_data["life"] = 0
        if self.life_left == 0:
            self.cleaned_data["exhausted"] = True


class AeonsEndResultForm(ResultForm):
    """The ending has a field for each result, so that it cannot contradict the result."""

    result = radios(
        gettext_lazy("How did it end?"),
        [(Result.WIN, gettext_lazy("We won")), (Result.LOSS, gettext_lazy("We lost"))],
        ask=gettext_lazy("Did you win or lose?"),
    )
    ending_win = radios(gettext_lazy("How did you win?"), required=False)
    ending_loss = radios(gettext_lazy("How did you lose?"), required=False)
    parts_before = "rounds"

    asks_who_played = True
    asks_unknown_life = False  # of a nemesis whose life the set-up does not know

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.start = start = start_of(game)
        self.mages = tuple(MageRow(self, seat=seat, start=start.mage_life) for seat in start.seats)
        self.parts = self.mages
        self._offer_endings(has_life=start.nemesis_life is not None)
        self.fields["gravehold_life"] = dial_field(_("Gravehold"), start.gravehold_life)
        if start.nemesis_life is not None or self.asks_unknown_life:
            self.fields["nemesis_life"] = dial_field(start.nemesis, start.nemesis_life)
        self.fields["rounds"] = number_field(_("Rounds"), 1, sizes.MAX_NUMBER)
        if self.asks_who_played:
            self.ask_players([(seat.number, seat.name, seat.player) for seat in start.seats])
        if self.correcting and game.campaign is not None:
            self._ask_onward(game.campaign, game.number)
        first = ("result", *ENDING_OF.values(), "onward", "gravehold_life", "nemesis_life")
        self.order_fields([*first, "rounds"])

    def clean(self) -> None:
        """Fill in what follows: 0 life for an exhausted mage, and for what the ending says."""
        given = self.cleaned_data
        chosen = self._ending(Result(given["result"])) if "result" in given else None
        zero = {Ending.NEMESIS_DEFEATED: "nemesis_life", Ending.GRAVEHOLD_FALLEN: "gravehold_life"}
        # What somebody entered against it is asked about instead.
        if chosen and (name := zero.get(chosen)) in self.untouched:
            given[name] = 0
        for mage in self.mages:
            if chosen is Ending.MAGES_EXHAUSTED and mage.add_prefix("life") in self.untouched:
                mage.cleaned_data["life"] = 0
            mage.follow(all_exhausted=chosen is Ending.MAGES_EXHAUSTED)

    def entered(self) -> dict[str, str]:
        """Return the values as sent: 0 life for exhausted, no ending of the other result."""
        entered = super().entered()
        for mage in self.mages:
            if entered.pop(mage.add_prefix("exhausted")):
                entered[mage.add_prefix("life")] = "0"
        other = Result.LOSS if entered["result"] == Result.WIN else Result.WIN
        return entered | {ENDING_OF[other]: ""}

    def ended(self) -> Tally:
        return self._tally(Result(self.cleaned_data["result"]))

    @property
    def asks_nemesis_life(self) -> bool:
        """Say whether the form asks for the life of the nemesis."""
        return "nemesis_life" in self.fields

    @property
    def asks_onward(self) -> bool:
        """Say whether the form asks how the story went on."""
        return "onward" in self.fields

    def _ask_onward(self, campaign: Campaign, number: int) -> None:
        """Ask how a campaign went on after the result that is corrected, where that is open."""

    @staticmethod
    def shown_of(tally: Tally) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "result": tally.result,
            ENDING_OF[tally.result]: tally.ending or "",
            "gravehold_life": tally.gravehold_life,
            "nemesis_life": tally.nemesis_life,
            "rounds": tally.rounds,
        }
        for seat, life in enumerate(tally.lives, start=1):
            shown |= MageRow.named(seat, life=life)
        for seat in tally.exhausted:
            shown |= MageRow.named(seat, exhausted=True)
        return shown

    def problems_besides(self) -> Iterable[Problem]:
        """Return the problems of the valid fields; invalid ones count as left empty."""
        given = self.cleaned_data
        # Without a result, only the problems that both results would have.
        results = [Result(given["result"])] if "result" in given else list(Result)
        first, *others = (self._result_problems(self._tally(result)) for result in results)
        both = [problem for problem in first if all(problem in other for other in others)]
        noted = (given.get("played_on"), given.get("minutes"), given.get("note", ""))
        return (*both, *noted_problems(*noted))

    def _result_problems(self, tally: Tally) -> list[Problem]:
        start = self.start
        lives = start.mage_life, start.gravehold_life, start.nemesis_life
        problems = result_problems(tally, Dials(len(start.seats), *lives))
        unread = any(mage.is_unread for mage in self.mages)
        return [
            problem
            for problem in not_overruled(problems, self.cleaned_data.get("reason", ""))
            # A mage whose life is invalid may have been exhausted.
            if not (unread and problem.code == "result.not_all_exhausted")
        ]

    def _tally(self, result: Result) -> Tally:
        data = self.cleaned_data
        tally = Tally(
            result=result,
            ending=self._ending(result),
            gravehold_life=data.get("gravehold_life"),
            nemesis_life=data.get("nemesis_life"),
            lives=tuple(mage.life_left for mage in self.mages),
            exhausted=frozenset(mage.seat.number for mage in self.mages if mage.is_exhausted),
            rounds=data.get("rounds"),
        )
        return as_ended(tally, mages=len(self.mages), nemesis_life=self.start.nemesis_life)

    def _ending(self, result: Result) -> Ending | None:
        """Return how the game ended with a result, as far as that was entered."""
        ending = self.cleaned_data.get(ENDING_OF[result])
        return Ending(ending) if ending else None

    def _offer_endings(self, *, has_life: bool) -> None:
        possible = [
            ending
            for ending in Ending
            if ending is not Ending.MAGES_EXHAUSTED or exhaustion.can_lose(len(self.mages))
        ]
        for result in Result:
            endings = (
                (ending, words.ending(ending, has_life=has_life))
                for ending in possible
                if ending.result is result
            )
            offer(self, ENDING_OF[result], endings)

    def field_for(self, problem: Problem) -> str | None:
        """Return the field of a problem; for the ending, the one of the result that was chosen."""
        if problem.path == "ending":
            # Not from ``cleaned_data``, which lacks a result that has a problem itself.
            problem = replace(problem, path=ENDING_OF.get(self["result"].value(), ""))
        return super().field_for(problem)


class ExpeditionResultForm(AeonsEndResultForm):
    """The result of a try of an expedition, whose players its set-up names."""

    asks_who_played = False
    reward: expeditions.Rewarded | None = None  # of a win that is corrected

    def played(self) -> Ended:
        return expeditions.Played(self.ended(), **self.noted())

    def along(self) -> Fact | None:
        """Return the reward of a win that turns out to be a loss after which they went on."""
        if self.reward is None or self.cleaned_data["result"] == Result.WIN:
            return None
        if self.cleaned_data.get("onward") != ONWARD:
            return None
        return replace(self.reward, chosen=None, level=None, onward=True)

    def _ask_onward(self, campaign: Campaign, number: int) -> None:
        """Ask whether they went on, if a win with a reward is to become a loss."""
        facts = campaign_facts(campaign).story.games[number]
        rewards = (fact for fact in facts if isinstance(fact, expeditions.Rewarded))
        won = any(
            isinstance(fact, expeditions.Played) and fact.tally.result is Result.WIN
            for fact in facts
        )
        self.reward = next(rewards, None) if won else None
        if self.reward is None:
            return
        self.fields["onward"] = radios(
            _("What did you do then?"),
            [(ONWARD, _("We went on anyway")), (AGAIN, _("We try the battle again"))],
            required=False,
        )


class LegacyResultForm(AeonsEndResultForm):
    """The result of a campaign's game, whose players are those of the campaign.

    Somebody may have stood in for one of them that evening.
    """

    asks_unknown_life = True  # the plan may lack it
    folds_players = True

    def __init__(self, *args: Any, stands: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, stands=stands, **kwargs)
        stand_ins = stands.stand_ins if stands else ()
        for row, name in zip(self.players, stand_ins, strict=False):  # () if nobody stood in
            row.initial["player"] = name or row.initial["player"]

    def played(self) -> Ended:
        """Return the result; a seat whose own player played it has no name."""
        seats = zip(self.players, self.start.seats, strict=True)
        stand_ins = tuple(row.name if row.name != seat.player else "" for row, seat in seats)
        return Played(self.ended(), stand_ins if any(stand_ins) else (), **self.noted())

    def along(self) -> Fact | None:
        """Return what the story said after a loss, where that is asked with the correction."""
        onward = self.cleaned_data.get("onward")
        if self.cleaned_data["result"] == Result.WIN or not onward:
            return None
        return Verdict(onward == ONWARD)

    def _ask_onward(self, campaign: Campaign, number: int) -> None:
        """Ask how the story went on after a loss, where it does not go on either way."""
        facts = campaign_facts(campaign).story.games[number]
        plan = next(fact for fact in facts if isinstance(fact, Planned))
        chapter = box(campaign.system).find.chapter(plan.chapter)
        if chapter is not None and chapter.always_onward:
            return
        said = next((fact.onward for fact in facts if isinstance(fact, Verdict)), None)
        self.fields["onward"] = radios(
            _("What does the story card say?"),
            [(ONWARD, _("The story goes on")), (AGAIN, _("Play the chapter again"))],
            required=False,
        )
        self.initial["onward"] = "" if said is None else ONWARD if said else AGAIN

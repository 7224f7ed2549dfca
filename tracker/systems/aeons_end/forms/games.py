"""Forms of a game: the plan, the result and its correction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import Nemesis, Pack
from campaign.rules.aeons_end.endings import result_problems
from campaign.rules.aeons_end.legacy.decisions import begins_with
from campaign.rules.aeons_end.legacy.facts import Foe, Noted, Planned, Played, Seat
from campaign.rules.aeons_end.legacy.state import GameState, State, knowing
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.rules.core import sizes
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import Problem, standing
from campaign.selectors import campaigns as selectors
from campaign.services.games import day_problems, note_problems
from tracker.forms.entry import EntryForm
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.recognise import What, recognise_nemesis

Pairs = tuple[tuple[int, int], tuple[int, int]]
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)


class StartLives(TypedDict):
    """What the dials stood at when a game began."""

    mage_life: int
    gravehold_life: int
    nemesis_life: int | None


def dial_field(label: Any, start: int | None = None, **kwargs: Any) -> forms.IntegerField:
    """Return a field for what a dial shows; above its start is for the engine to judge."""
    attrs = {"inputmode": "numeric", "autocomplete": "off"}
    if start is not None:
        # Where the steppers begin on the way down from an empty dial.
        attrs |= {"placeholder": f"0–{start}", "data-start": str(start)}
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=sizes.NUMBER_MOST,
        widget=forms.NumberInput(attrs=attrs),
        error_messages={
            "invalid": gettext_lazy("Write the number on the dial, or leave it empty."),
            "min_value": gettext_lazy("No dial shows less than %(limit_value)s."),
            "max_value": gettext_lazy("No dial shows more than %(limit_value)s."),
        },
        **kwargs,
    )


# --- the plan ---


class PlanForm(EntryForm):
    """The next game: its nemesis, and with four mages who shares cards with whom."""

    nemesis = forms.CharField(
        label=gettext_lazy("Nemesis"),
        help_text=gettext_lazy(
            "As on its mat. From the third letter on, a known name is completed."
        ),
        error_messages={"required": gettext_lazy("Whom do you face? Write the name on its mat.")},
        max_length=sizes.NAME,
    )
    nemesis_life = forms.IntegerField(
        label=gettext_lazy("Its life"),
        help_text=gettext_lazy("As on its mat; leave it empty if its mat has no life."),
        required=False,
        min_value=1,
        max_value=sizes.NUMBER_MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "invalid": gettext_lazy("Write the number on its mat, or leave it empty."),
            "min_value": gettext_lazy("At least 1; leave it empty if its mat has no life."),
            "max_value": gettext_lazy("No dial shows more than %(limit_value)s."),
        },
    )
    partner = forms.TypedChoiceField(
        coerce=int,
        widget=forms.RadioSelect,
        required=False,
        empty_value=None,
        error_messages={
            "required": gettext_lazy("Choose who shares cards with whom."),
            "invalid_choice": gettext_lazy("Choose who shares cards with whom."),
        },
    )
    fields_by_path = {"pairs": "partner"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campaign = self.access.campaign
        self.pack = selectors.campaign_pack(campaign)
        self.state = selectors.campaign_state(campaign)
        self.chapter = min(self.state.next_chapter, self.state.chapters)
        self.known = known_nemesis(self.state, self.pack, self.chapter)
        self.again = _lost_before(self.state)
        self._complete_nemesis()
        self._prefill()
        self._offer_partners(self.state.seats)

    @property
    def is_settled_already(self) -> bool:
        """Say whether everything is known, so that one tap plans the game."""
        return bool(self.known or self.again) and not self.is_bound

    @property
    def asks_nothing(self) -> bool:
        """Say whether one tap plans the game, with nothing to read or to choose before it."""
        return self.is_settled_already and not (
            "partner" in self.fields or begins_with(self.state, self.pack)
        )

    def hidden(self) -> list[tuple[str, Any]]:
        """Return what one tap sends."""
        names = ("revision", "token", "nemesis", "nemesis_life")
        sent = ((name, self[name].value()) for name in names)
        return [(name, value) for name, value in sent if value is not None]

    def plan(self) -> Planned:
        """Return the plan: of the chapter that the story has come to."""
        return Planned(self.chapter, self.foe(), self.pairs(), reason=self.cleaned_data["reason"])

    def foe(self) -> Foe:
        """Return the nemesis: the pack's, if its name is known there, or as it was typed."""
        typed = " ".join(self.cleaned_data["nemesis"].split())
        life = self.cleaned_data["nemesis_life"]
        found = recognise_nemesis(typed, self.pack)
        return Foe(found.id, life=life) if found else Foe(typed_key(typed), typed, life)

    def pairs(self) -> Pairs | None:
        """Return who shares cards with whom; None unless there are four mages."""
        partner = self.cleaned_data.get("partner")
        if partner is None:
            return None
        third, fourth = (seat for seat in (2, 3, 4) if seat != partner)
        return (1, partner), (third, fourth)

    def _complete_nemesis(self) -> None:
        url = reverse("complete", args=[self.access.campaign.code])
        self.fields["nemesis"].widget.attrs |= {
            "autocomplete": "off",
            "autocapitalize": "words",
            "spellcheck": "false",
            "list": "names_nemesis",
            "hx-get": f"{url}?what={What.NEMESIS}",
            "hx-trigger": "input changed delay:300ms",
            "hx-target": "#names_nemesis",
            "hx-swap": "innerHTML",
            "hx-sync": "this:replace",
        }

    def _prefill(self) -> None:
        namer = selectors.campaign_namer(self.access.campaign)
        if self.again:
            self.initial.setdefault("nemesis", namer.foe(self.again.foe))
            self.initial.setdefault("nemesis_life", self.again.foe.life)
        elif self.known:
            self.initial.setdefault("nemesis", self.known.name.in_language(namer.language))
            self.initial.setdefault("nemesis_life", self.known.life)

    def _offer_partners(self, seats: Sequence[Seat]) -> None:
        if len(seats) != 4:
            del self.fields["partner"]
            return
        first, *others = seats
        field = self.fields["partner"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 # declared above
        field.label = _("Who shares turn-order cards with %(mage)s?") % {"mage": first.name}
        field.required = True
        field.choices = [(seat.number, _pairing(first, seat, others)) for seat in others]
        last = self.state.current
        field.initial = last.pairs[0][1] if last and last.pairs else others[0].number


def known_nemesis(state: State, pack: Pack, chapter: int) -> Nemesis | None:
    """Return the nemesis of a chapter if this campaign may be shown it."""
    known = knowing(state, pack)
    of_chapter = (
        nemesis
        for nemesis in pack.nemeses
        if nemesis.chapter == chapter and not nemesis.chapter_inferred and nemesis.id in known
    )
    found = list(of_chapter)
    return found[0] if len(found) == 1 else None


def _lost_before(state: State) -> GameState | None:
    """Return the last game if the story asks to play it again."""
    last = state.current
    return last if last and last.onward is False else None


def _pairing(first: Seat, second: Seat, others: Sequence[Seat]) -> str:
    third, fourth = (seat for seat in others if seat != second)
    names = [f"{a.name} / {b.name}" for a, b in ((first, second), (third, fourth))]
    return words.listed(names)


# --- the result ---


class ResultForm(EntryForm):
    """How a game ended. Two fields for how, one for each result: they cannot contradict it."""

    result = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        choices=[(Result.WIN, gettext_lazy("We won")), (Result.LOSS, gettext_lazy("We lost"))],
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Did you win or lose?"),
            "invalid_choice": gettext_lazy("Did you win or lose?"),
        },
    )
    ending_win = forms.ChoiceField(
        label=gettext_lazy("What won it?"), required=False, widget=forms.RadioSelect
    )
    ending_loss = forms.ChoiceField(
        label=gettext_lazy("What lost it?"), required=False, widget=forms.RadioSelect
    )
    gravehold_life = dial_field(gettext_lazy("Gravehold"))
    nemesis_life = dial_field(gettext_lazy("Nemesis"))
    played_on = forms.DateField(
        label=gettext_lazy("Played on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": gettext_lazy("Write the day as in 2024-03-09.")},
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        required=False,
        min_value=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "invalid": gettext_lazy("Write whole minutes, or leave it empty."),
            "min_value": gettext_lazy("At least one minute."),
        },
    )
    note = forms.CharField(
        label=gettext_lazy("What will you tell about it?"),
        required=False,
        max_length=sizes.NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    fields_by_path = {
        f"{path}.{seat}": f"{name}_{seat}"
        for path, name in (("lives", "life"), ("exhausted", "exhausted"))
        for seat in (1, 2, 3, 4)
    }

    def __init__(self, *args: Any, game: GameState, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.seats = seats
        pack = selectors.campaign_pack(self.access.campaign)
        self.fields["played_on"].initial = timezone.localdate
        self._offer_endings(has_life=game.foe.life is not None)
        self._set_dials(pack.gravehold_life, pack.mage_life)
        lives = [name for seat in seats for name in _names(seat)]
        first = ["result", "ending_win", "ending_loss", "gravehold_life", "nemesis_life"]
        self.order_fields([*first, *lives])

    def clean(self) -> dict[str, Any]:
        """Take 0 life for exhausted, and exhausted for 0 life: they are the same."""
        for seat in self.seats:
            life, exhausted = _names(seat)
            if self.cleaned_data.get(exhausted) and self.cleaned_data.get(life) is None:
                self.cleaned_data[life] = 0
            elif self.cleaned_data.get(life) == 0:
                self.cleaned_data[exhausted] = True
        return self.cleaned_data

    def tally(self) -> Tally:
        """Return what the dials and mats showed."""
        return self._tally(Result(self.cleaned_data["result"]))

    def played(self) -> Played:
        """Return the result."""
        given = self.cleaned_data
        return Played(
            self.tally(),
            played_on=given["played_on"],
            minutes=given["minutes"],
            reason=given["reason"],
        )

    def start(self) -> StartLives:
        """Return what the dials stood at."""
        pack = selectors.campaign_pack(self.access.campaign)
        return {
            "mage_life": pack.mage_life,
            "gravehold_life": pack.gravehold_life,
            "nemesis_life": self.game.foe.life,
        }

    def problems_besides(self) -> Iterable[Problem]:
        """Return what is wrong with what could be read; the rest is taken for not noted."""
        given = self.cleaned_data
        # Whoever did not say who won hears what is wrong either way.
        results = [Result(given["result"])] if "result" in given else list(Result)
        first, *others = (self._result_problems(self._tally(result)) for result in results)
        both = [problem for problem in first if all(problem in found for found in others)]
        days = day_problems(given.get("played_on"), given.get("minutes"))
        return (*both, *days, *note_problems(Noted(given.get("note", ""))))

    def _result_problems(self, tally: Tally) -> list[Problem]:
        found = result_problems(tally, mages=len(self.seats), **self.start())
        unread = any(_names(seat)[0] not in self.cleaned_data for seat in self.seats)
        return [
            problem
            for problem in standing(found, self.cleaned_data.get("reason", ""))
            # Of a mage whose life could not be read, nobody knows whether it was exhausted.
            if not (unread and problem.code == "result.not_all_exhausted")
        ]

    def _tally(self, result: Result) -> Tally:
        data = self.cleaned_data
        ending = data.get(f"ending_{result}")
        return Tally(
            result=result,
            ending=Ending(ending) if ending else None,
            gravehold_life=data.get("gravehold_life"),
            nemesis_life=data.get("nemesis_life"),
            lives=tuple(data.get(f"life_{seat.number}") for seat in self.seats),
            exhausted=frozenset(
                seat.number for seat in self.seats if data.get(f"exhausted_{seat.number}")
            ),
        )

    def mages(self) -> list[tuple[Seat, forms.BoundField, forms.BoundField]]:
        """Return each mage with its two fields."""
        named = ((seat, _names(seat)) for seat in self.seats)
        return [(seat, self[life], self[exhausted]) for seat, (life, exhausted) in named]

    def _offer_endings(self, *, has_life: bool) -> None:
        alone = len(self.seats) == 1
        for result in Result:
            field = self.fields[f"ending_{result}"]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 # declared above
            field.choices = [
                (ending, words.ending(ending, has_life=has_life))
                for ending in Ending
                # Legacy rulebook: one mage alone does not lose by exhaustion.
                if ending.result is result and not (alone and ending is Ending.MAGES_EXHAUSTED)
            ]

    def _set_dials(self, gravehold: int, mage: int) -> None:
        namer = selectors.campaign_namer(self.access.campaign)
        self.fields["gravehold_life"] = dial_field(_("Gravehold"), gravehold)
        self.fields["nemesis_life"] = dial_field(namer.foe(self.game.foe), self.game.foe.life)
        for seat in self.seats:
            life, exhausted = _names(seat)
            self.fields[life] = dial_field(seat.name, mage)
            self.fields[exhausted] = forms.BooleanField(label=_("exhausted"), required=False)

    def _field_of(self, path: str) -> str | None:
        if path == "ending":
            # As it was sent: a problem beside the result has taken it out of what is clean.
            path = f"ending_{self['result'].value()}"
        return super()._field_of(path)


def _names(seat: Seat) -> tuple[str, str]:
    """Return the names of a mage's fields: its life, and whether it is exhausted."""
    return f"life_{seat.number}", f"exhausted_{seat.number}"


class CorrectForm(ResultForm):
    """Another result in place of the one that stands."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["note"]

    def without(self) -> frozenset[int]:
        """Return the entries that the page has shown to go with the old result, by their ids."""
        sent = self.data.getlist("withdraw") if isinstance(self.data, QueryDict) else []
        return frozenset(int(given) for given in sent if _NUMBER.fullmatch(given))

    @staticmethod
    def initial_of(played: Played) -> dict[str, Any]:
        """Return what the fields show of the result that stands."""
        tally = played.tally
        shown: dict[str, Any] = {
            "result": tally.result,
            f"ending_{tally.result}": tally.ending or "",
            "gravehold_life": tally.gravehold_life,
            "nemesis_life": tally.nemesis_life,
            "played_on": played.played_on,
            "minutes": played.minutes,
            "reason": played.reason,
        }
        for seat, life in enumerate(tally.lives, start=1):
            shown[f"life_{seat}"] = life
        for seat in tally.exhausted:
            shown[f"exhausted_{seat}"] = True
        return shown


# --- notes ---

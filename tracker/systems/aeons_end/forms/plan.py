"""The form that plans a campaign's next game."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import Nemesis, Pack
from campaign.rules.aeons_end.legacy.decisions import begins_with
from campaign.rules.aeons_end.legacy.facts import Foe, Planned, Seat
from campaign.rules.aeons_end.legacy.state import GameState, State, knowing
from campaign.rules.core import sizes
from campaign.rules.core.keys import typed_key
from tracker.forms.entry import EntryForm
from tracker.forms.fields import number_field, radios
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.aftermath.base import complete, name_field
from tracker.systems.aeons_end.recognise import What, recognise

Pairs = tuple[tuple[int, int], tuple[int, int]]


class PlanForm(EntryForm):
    """The next game: its nemesis, and with four mages who shares cards with whom."""

    nemesis = name_field(
        gettext_lazy("Nemesis"),
        required=True,
        help_text=gettext_lazy("As on its mat. From the third letter on you can pick known names."),
        error_messages={"required": gettext_lazy("Who are you facing? Enter the name on its mat.")},
    )
    nemesis_life = number_field(
        gettext_lazy("Its life"),
        1,
        sizes.NUMBER_MOST,
        help_text=gettext_lazy("As on its mat; leave it empty if its mat has no life."),
        error_messages={
            "invalid": gettext_lazy("Enter the number on its mat, or leave it empty."),
            "min_value": gettext_lazy("At least 1; leave it empty if its mat has no life."),
        },
    )
    partner = radios(
        ask=gettext_lazy("Choose who shares cards with whom."), coerce=int, required=False
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
        complete(self, "nemesis", What.NEMESIS)
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
            self.asks_pairs or begins_with(self.state, self.pack)
        )

    @property
    def asks_pairs(self) -> bool:
        """Say whether four mages have still to pair up: their names are written on cards."""
        return "partner" in self.fields and self.state.pairs is None

    @property
    def pairs_said(self) -> str:
        """Return the pairs of this campaign, once they are written on the cards."""
        pairs = self.state.pairs
        if pairs is None or "partner" not in self.fields:
            return ""
        names = {seat.number: seat.name for seat in self.state.seats}
        return words.listed(f"{names[one]} / {names[other]}" for one, other in pairs)

    def hidden(self) -> list[tuple[str, Any]]:
        """Return what one tap sends."""
        names = ("revision", "token", "nemesis", "nemesis_life")
        sent = ((name, self[name].value()) for name in names)
        return [(name, value) for name, value in sent if value is not None]

    def plan(self) -> Planned:
        """Return the plan; the form is valid."""
        return Planned(self.chapter, self.foe(), self.pairs(), reason=self.cleaned_data["reason"])

    def foe(self) -> Foe:
        """Return the nemesis: the pack's, if its name is known there, or as it was typed."""
        typed = " ".join(self.cleaned_data["nemesis"].split())
        life = self.cleaned_data["nemesis_life"]
        found = recognise(typed, self.pack.nemeses)
        return Foe(found.id, life=life) if found else Foe(typed_key(typed), typed, life)

    def pairs(self) -> Pairs | None:
        """Return who shares cards with whom; None unless there are four mages."""
        partner = self.cleaned_data.get("partner")
        if partner is None:
            return self.state.pairs
        third, fourth = (seat for seat in (2, 3, 4) if seat != partner)
        return (1, partner), (third, fourth)

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
        field.required = self.state.pairs is None
        field.choices = [(seat.number, _pairing(first, seat, others)) for seat in others]
        pairs = self.state.pairs
        field.initial = pairs[0][1] if pairs else others[0].number


class CorrectPlanForm(PlanForm):
    """The nemesis of a game that is planned or played: its name and its life."""

    def __init__(self, *args: Any, plan: Planned, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stands, self.chapter, self.known, self.again = plan, plan.chapter, None, None
        namer = selectors.campaign_namer(self.access.campaign)
        self.initial["nemesis"] = namer.foe(plan.foe)
        self.initial["nemesis_life"] = plan.foe.life
        self.initial["reason"] = plan.reason
        self.fields.pop("partner", None)

    def pairs(self) -> Pairs | None:
        """Return who shares cards with whom, as it was planned."""
        return self.stands.pairs

    def says_nothing_new(self) -> bool:
        """Say whether a valid form names the nemesis that stands, and no other life."""
        foe, stands = self.foe(), self.stands.foe
        return foe.key == stands.key and foe.life in (None, stands.life)


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

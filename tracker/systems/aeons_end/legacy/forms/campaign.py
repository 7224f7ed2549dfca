"""Forms of a campaign: its start, and the plan of its next game."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.facts import COLOURS, SIDES, Foe, Pairs, Planned, Seat
from campaign.rules.aeons_end.legacy.first_evening import FirstEvening
from campaign.rules.aeons_end.legacy.party import party_problems
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.core import sizes
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import Problem
from campaign.rules.core.texts import one_line
from tracker.forms.campaigns import StartCampaignForm
from tracker.forms.entry import EntryForm
from tracker.forms.fields import HiddenField, number_field, offer, radios, text_field, tick
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.legacy.forms.aftermath.base import NameField
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.recognise import What, recognise
from tracker.words.records import RecordWords

MAX_SEATS = 4
SEATS_USUAL = 2


class NewMageRow(RowForm):
    """A mage of a new campaign, its player and its mat.

    No field is required: rows beyond the number of mages are ignored. The labels name the mage for
    the list of problems; the page has shorter ones.
    """

    name = text_field("", sizes.PERSON_NAME)
    player = text_field("", sizes.PERSON_NAME)
    colour = radios(required=False)
    side = radios(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, path="seats", **kwargs)
        labels = {
            "name": _("Name of mage %(number)s"),
            "player": _("Player of mage %(number)s"),
            "colour": _("Colour of mage %(number)s"),
            "side": _("Side of mage %(number)s"),
        }
        for field, label in labels.items():
            self.fields[field].label = label % {"number": self.number}
        offer(self, "colour", [(key, words.colour(key)) for key in COLOURS])
        offer(self, "side", [(key, words.side(key)) for key in SIDES])

    @property
    def seat(self) -> Seat:
        """Return the mage, as far as its fields are valid."""
        given = self.cleaned_data
        return Seat(
            int(self.number),
            given.get("colour", ""),
            given.get("side", ""),
            given.get("name", ""),
            given.get("player", ""),
        )


class StartForm(NestedForm, StartCampaignForm):
    """A new campaign: its name, its mages and their players."""

    field_order = ("token", "name", "mages", "language", "is_sealed")

    mages = radios(
        gettext_lazy("How many mages?"),
        [(number, str(number)) for number in range(1, MAX_SEATS + 1)],
        coerce=int,
        initial=SEATS_USUAL,
        error_messages={"required": gettext_lazy("Choose the number of mages: 1 to 4.")},
    )
    is_sealed = tick(
        gettext_lazy("Guide us through the first evening"),
        initial=True,
        help_text=gettext_lazy("For a sealed box. Untick it if you have begun already."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = tuple(
            NewMageRow(self, number=number, initial={"colour": colour, "side": SIDES[0]})
            for number, colour in enumerate(COLOURS, start=1)
        )
        self.parts = self.rows

    def seats(self) -> tuple[Seat, ...]:
        """Return the mages entered."""
        return tuple(row.seat for row in self.rows[: self.cleaned_data["mages"]])

    def opening(self) -> FirstEvening | None:
        """Return the first evening of a box that is still sealed."""
        return FirstEvening() if self.cleaned_data["is_sealed"] else None

    def player(self) -> str:
        """Return the player of the first mage."""
        return one_line(self.seats()[0].player)

    def clean(self) -> None:
        """Check the party by the rules, so that every problem is shown at once."""
        if "mages" in self.cleaned_data:
            self.refuse(party_problems(get_pack(LEGACY.slug), self.seats()))

    def refuse(self, problems: Iterable[Problem], words: RecordWords | None = None) -> None:
        """Show the problems, one for each field."""
        for problem in problems:
            if self.field_for(problem) not in self.errors:
                super().refuse([problem], words)

    def sentence(self, problem: Problem) -> str:
        return words.sentence(problem, words.RecordNames(seats=self.seats()))

    def field_for(self, problem: Problem) -> str | None:
        """Return the field of a problem; for one of the whole party, the number of mages."""
        of_party = "mages" if problem.path.startswith("seats") else None
        return super().field_for(problem) or of_party


class PlanForm(EntryForm):
    """The plan of the next game: its nemesis, and with four mages their pairs."""

    nemesis = NameField(
        gettext_lazy("Nemesis"),
        What.NEMESIS,
        required=True,
        help_text=gettext_lazy("As on its mat. From the third letter on you can pick known names."),
        error_messages={"required": gettext_lazy("Who are you facing? Enter the name on its mat.")},
    )
    nemesis_life = number_field(
        gettext_lazy("Its life"),
        1,
        sizes.MAX_NUMBER,
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
        self.pack = selectors.box(campaign.system)
        self.state = selectors.campaign_state(campaign)
        self.chapter = min(self.state.next_chapter, self.state.chapters)
        last = self.state.current
        self.again = last if last and last.onward is False else None
        foe = self.again.foe if self.again else self._known_foe()
        self.is_prefilled = foe is not None and not self.is_bound
        if foe:
            self._show(foe)
        self._offer_partners()

    def hidden(self) -> tuple[HiddenField, ...]:
        """Return the hidden fields of a form that plans the game as prefilled."""
        names = ("revision", "token", "nemesis", "nemesis_life")
        shown = (HiddenField(name, self[name].value()) for name in names)
        return tuple(field for field in shown if field.value is not None)

    def plan(self) -> Planned:
        """Return the plan; the form is valid."""
        return Planned(self.chapter, self.foe(), self.pairs(), reason=self.cleaned_data["reason"])

    def foe(self) -> Foe:
        """Return the nemesis: the pack's if it has one of that name, or as typed."""
        typed, life = self.cleaned_data["nemesis"], self.cleaned_data["nemesis_life"]
        known = recognise(typed, self.pack.nemeses)
        return Foe(known.id, life=life) if known else Foe(typed_key(typed), typed, life)

    def pairs(self) -> Pairs | None:
        """Return the pairs that share turn-order cards; None unless there are four mages."""
        partner = self.cleaned_data.get("partner")
        return self.state.pairs if partner is None else _paired(partner)

    def _known_foe(self) -> Foe | None:
        """Return the nemesis of the chapter, if the campaign has opened it."""
        known = knowing(self.state, self.pack)
        foes = [
            Foe(nemesis.id, life=nemesis.life)
            for nemesis in self.pack.nemeses
            if nemesis.chapter == self.chapter and not nemesis.chapter_inferred
            if nemesis.id in known
        ]
        return foes[0] if len(foes) == 1 else None

    def _named(self, pairs: Pairs) -> str:
        names = {seat.number: seat.name for seat in self.state.seats}
        return words.listed(f"{names[one]} / {names[other]}" for one, other in pairs)

    def _show(self, foe: Foe) -> None:
        named = selectors.namer_of(self.access.campaign).name(foe)
        self.initial.update(nemesis=named, nemesis_life=foe.life)

    def _offer_partners(self) -> None:
        seats, pairs = self.state.seats, self.state.pairs
        four = len(seats) == MAX_SEATS
        # Pairs are written on cards, so they are asked for once and then only shown.
        self.asks_pairs = four and pairs is None
        self.pairs_said = self._named(pairs) if four and pairs else ""
        if not four:
            del self.fields["partner"]
            return
        field, mage = self.fields["partner"], {"mage": seats[0].name}
        field.label = _("Who shares turn-order cards with %(mage)s?") % mage
        field.required = pairs is None
        field.initial = pairs[0][1] if pairs else 2
        offer(self, "partner", ((seat, self._named(_paired(seat))) for seat in (2, 3, 4)))


class CorrectPlanForm(PlanForm):
    """Correct the nemesis of a planned or played game: its name and its life."""

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.corrects = selectors.campaign_facts(self.access.campaign).plans[number]
        plan = self.corrects.fact
        assert isinstance(plan, Planned)  # noqa: S101 # of this system
        self.number, self.stands, self.chapter = number, plan, plan.chapter
        self._show(plan.foe)
        self.initial["reason"] = plan.reason
        self.fields.pop("partner", None)

    def pairs(self) -> Pairs | None:
        """Return the pairs as planned."""
        return self.stands.pairs

    def says_nothing_new(self) -> bool:
        """Say whether a valid form repeats the plan: same nemesis, and no other life."""
        foe, stands = self.foe(), self.stands.foe
        return foe.key == stands.key and foe.life in (None, stands.life)


def _paired(partner: int) -> Pairs:
    """Return the pairs of four mages, given the partner of the first."""
    third, fourth = (seat for seat in (2, 3, 4) if seat != partner)
    return (1, partner), (third, fourth)

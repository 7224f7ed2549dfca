"""Forms of drafts: open one, and parse moves."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from campaign.models import Person
from campaign.rules.ashes import draft as rules
from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.core import sizes
from campaign.rules.core.live import SeatMove
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.ashes import catalogue, owned_of, owned_sets, usual_edition
from tracker.forms.fields import offer, sent_number, ticks, token_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.ashes.words.terms import EDITIONS, set_name


class SetsRow(RowForm):
    """The sets of an edition that are at the table."""

    sets = ticks("")

    def __init__(self, *args: Any, edition: Edition, owned: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, number=edition.value, **kwargs)
        self.edition = edition
        boxes = catalogue().sets_of(edition)
        self.fields["sets"].label = EDITIONS[edition]
        offer(self, "sets", [(box.slug, set_name(box)) for box in boxes])
        self.initial["sets"] = [box.slug for box in boxes if box.slug in owned]

    @property
    def ticked(self) -> frozenset[str]:
        """Return the sets of a valid form."""
        return frozenset(self.cleaned_data["sets"])


class StartDraftForm(NestedForm):
    """A new draft; its cards are those of the sets that are at the table."""

    token = token_field()
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=sizes.PERSON_NAME)
    edition = forms.ChoiceField(label=gettext_lazy("Edition"), choices=list(EDITIONS.items()))

    def __init__(self, data: QueryDict | None, *, person: Person | None, name: str) -> None:
        super().__init__(data, initial={"name": name, "edition": usual_edition(person)})
        self.person = person
        owned = owned_sets(person)
        self.rows = tuple(
            SetsRow(self, edition=Edition(edition), owned=owned) for edition in EDITIONS
        )
        self.parts = self.rows

    @property
    def has_set_errors(self) -> bool:
        """Say whether a set is refused."""
        return any(row.errors for row in self.rows)

    def sets(self) -> frozenset[str]:
        """Return the sets at the table; if none is ticked, those that the host owns."""
        edition = Edition(self.cleaned_data["edition"])
        ticked = next(row.ticked for row in self.rows if row.edition is edition)
        return ticked or owned_of(self.person, edition)


def sent_move(data: QueryDict, seat: int) -> SeatMove:
    """Parse a posted move, or raise ``RulesError``; the rules validate it."""
    match data.get("stage", ""):
        case rules.Stage.PHOENIXBORN:
            return rules.PhoenixbornTaken(seat, _key(data, "card"))
        case rules.Stage.CARDS:
            return rules.CardTaken(seat, sent_number(data.get("round"), 1) or 0, _key(data, "card"))
        case rules.Stage.DICE:
            counts = ((kind, sent_number(data.get(f"d_{kind.value}"), 1)) for kind in DiceType)
            return rules.DiceTaken(seat, tuple(kind for kind, n in counts for _ in range(n or 0)))
        case rules.Stage.SWAP:
            if "keep" in data:
                return rules.Swapped(seat)
            return rules.Swapped(seat, _key(data, "taken"), _key(data, "left"))
        case rules.Stage.FIRST_FIVE:
            return rules.FirstFiveChosen(seat, tuple(data.getlist("five")[:30]))
    raise RulesError([Problem("draft.stage_over")])


def _key(data: QueryDict, name: str) -> str:
    key = data.get(name, "")
    if not key or len(key) > sizes.KEY:
        raise RulesError([Problem("draft.nothing_chosen")])
    return key

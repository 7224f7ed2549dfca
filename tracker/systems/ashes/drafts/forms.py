"""Forms of drafts: open one, add a player, and parse moves."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from campaign.models import Person
from campaign.rules.ashes import draft as rules
from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.ashes import catalogue, owned_of, owned_sets, usual_edition
from tracker.forms.fields import line_field, sent_number, ticks, token_field
from tracker.systems.ashes.words.terms import EDITIONS, set_name


class StartDraftForm(forms.Form):
    """A new draft; its cards are those of the sets that are at the table."""

    token = token_field()
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=sizes.PERSON_NAME)
    edition = forms.ChoiceField(label=gettext_lazy("Edition"), choices=list(EDITIONS.items()))

    def __init__(self, data: QueryDict | None, *, person: Person | None, name: str) -> None:
        super().__init__(data, initial={"name": name, "edition": usual_edition(person)})
        self.person = person
        owned = owned_sets(person)
        for edition, label in EDITIONS.items():
            boxes = catalogue().sets_of(Edition(edition))
            self.fields[f"sets_{edition}"] = ticks(
                label,
                choices=[(box.slug, set_name(box)) for box in boxes],
                initial=[box.slug for box in boxes if box.slug in owned],
            )

    def boxes(self) -> list[forms.BoundField]:
        """Return the fields of the sets, by edition."""
        return [self[f"sets_{edition}"] for edition in EDITIONS]

    @property
    def has_set_errors(self) -> bool:
        """Say whether a set is refused."""
        return any(field.errors for field in self.boxes())

    def sets(self) -> frozenset[str]:
        """Return the sets at the table; if none is ticked, those that the host owns."""
        edition = Edition(self.cleaned_data["edition"])
        ticked = frozenset(self.cleaned_data[f"sets_{edition}"])
        return ticked or owned_of(self.person, edition)


class PlayerForm(forms.Form):
    """A player who joins, or whom the host adds because they have no phone."""

    token = token_field()
    name = line_field(gettext_lazy("Name"), sizes.PERSON_NAME)


def sent_move(data: QueryDict, seat: int) -> rules.Move:
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

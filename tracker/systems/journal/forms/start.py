"""The start of a journal: who plays, and what is known of the box."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import SerializeError
from campaign.rules.core.texts import one_line
from campaign.rules.journal.description import (
    LARGEST,
    MAX_PLAYERS,
    Description,
    Ending,
    Mode,
)
from campaign.rules.journal.state import Opening
from tracker.forms.campaigns import StartCampaignForm
from tracker.forms.fields import drop_down, line_field, offer, player_field, radios, text_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.journal.examples import example_description, example_names
from tracker.systems.journal.files import read_description
from tracker.systems.journal.words import problems
from tracker.systems.journal.words.record import mode_word

PLAYERS = range(1, MAX_PLAYERS + 1)
USUAL = 4  # players whose names are asked for at once
FAULTS_SHOWN = 20


class DescriptionFields(forms.Form):
    """A description as a file, or pasted; of both, the file counts."""

    file = forms.FileField(
        label=gettext_lazy("A description as a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    pasted = text_field(gettext_lazy("Or paste it here"), LARGEST, lines=4)

    def clean_file(self) -> Description | None:
        """Return the description of a file; its faults are said by their paths."""
        file = self.cleaned_data.get("file")
        return described(file.read(LARGEST + 1)) if file else None

    def clean_pasted(self) -> Description | None:
        """Return the description that was pasted; its faults are said by their paths."""
        text = self.cleaned_data.get("pasted", "").strip()
        return described(text.encode()) if text else None


def described(content: bytes) -> Description:
    """Return the description of a file, or raise ``ValidationError`` with its faults."""
    try:
        return read_description(content)
    except SerializeError as error:
        said = [problems.fault_sentence(fault) for fault in error.problems[:FAULTS_SHOWN]]
        raise ValidationError(said) from error


class PlayerRow(RowForm):
    """The name of a player; the first one is needed."""

    player = player_field("")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        field.label = _("Player %(number)s") % {"number": self.number}
        if self.number == PLAYERS[0]:
            field.required = True
            field.error_messages["required"] = _("Enter who plays: at least one name.")

    @property
    def name(self) -> str:
        """Return the name of a valid form; "" for nobody."""
        return one_line(self.cleaned_data["player"])


class StartJournalForm(NestedForm, DescriptionFields, StartCampaignForm):
    """A new journal: a name and players are all that it needs."""

    game = line_field(gettext_lazy("What is the game called?"), sizes.NAME, required=False)
    mode = radios(gettext_lazy("How does a game end?"), initial=Mode.TOGETHER, required=False)
    example = drop_down(gettext_lazy("Or try an invented game"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "mode", [(mode.value, mode_word(mode)) for mode in Mode])
        offer(self, "example", [("", _("none")), *example_names()])
        self.parts = self.rows = tuple(PlayerRow(self, number=seat) for seat in PLAYERS)

    @property
    def first_players(self) -> list[BoundField]:
        """Return the fields of the first players’ names."""
        return [row["player"] for row in self.rows[:USUAL]]

    @property
    def more_players(self) -> list[BoundField]:
        """Return the fields of the other players’ names."""
        return [row["player"] for row in self.rows[USUAL:]]

    @property
    def is_described(self) -> bool:
        """Say whether to unfold what describes the game: something is there, or wrong there."""
        names = ("file", "pasted", "example")
        return any(self[name].errors or self[name].value() for name in names)

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem)

    def opening(self) -> Opening:
        """Return what the journal begins with; the form is valid."""
        names = (row.name for row in self.rows)
        return Opening(self._description(), tuple(filter(None, names)))

    def _description(self) -> Description:
        data = self.cleaned_data
        if found := data["file"] or data["pasted"]:
            return found  # type: ignore[no-any-return] # a form's values have no types
        if data["example"]:
            return example_description(data["example"], data["language"])
        name = one_line(data["game"]) or data["name"]
        return Description(name, result=Ending(Mode(data["mode"] or Mode.TOGETHER)))

    def seats(self) -> tuple[Any, ...]:
        """Return nobody: the opening says who plays."""
        return ()

    def player(self) -> str:
        """Return the first player's name, for a new guest."""
        return self.rows[0].name

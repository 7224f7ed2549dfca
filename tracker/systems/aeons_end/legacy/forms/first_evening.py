"""The form of the first evening."""

from enum import StrEnum

from django import forms

from campaign.rules.aeons_end.legacy.first_evening import STEPS
from tracker.forms.fields import token_field


class EveningAct(StrEnum):
    """What a button of the first evening does."""

    DONE = "done"
    UNDO = "undo"
    SKIP = "skip"
    RESUME = "resume"


class EveningForm(forms.Form):
    """One button: a step is done or not, or the whole evening is skipped or taken up again."""

    token = token_field()
    step = forms.ChoiceField(choices=[(step, step) for step in STEPS])
    do = forms.ChoiceField(choices=[(act, act) for act in EveningAct])

    def act(self) -> EveningAct:
        """Return which button it was; of a valid form."""
        return EveningAct(self.cleaned_data["do"])

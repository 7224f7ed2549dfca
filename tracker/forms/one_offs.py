"""Forms of one-off games of any system: start one, plan it again."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from campaign.models import Game, Person
from campaign.selectors.seeing import audience_of, seen_facts
from campaign.services.one_offs import SEED
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.entry import EntryForm, RulesForm
from tracker.forms.fields import line_field, radios, token_field


class StartGameForm(RulesForm):
    """Start a game; a system's own form adds what its players choose first."""

    token = token_field()
    seed = line_field(
        gettext_lazy("Seed of another game"),
        SEED,
        help_text=gettext_lazy(
            "The same seed and the same choices make the same set-up, so choose and keep what "
            "they did."
        ),
        required=False,
        attrs={"spellcheck": "false"},
    )

    def __init__(self, *args: Any, person: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    @property
    def has_seed(self) -> bool:
        """Say whether a seed can be typed; not where it would tell what is secret."""
        return "seed" in self.fields

    def choices(self) -> Any:
        """Return the choices of a valid form, in the system's own values."""
        raise NotImplementedError


class BareForm(EntryForm):
    """An entry form without a reason: one button, or fields that no rule refuses."""

    reason = None  # type: ignore[assignment] # nothing to overrule


class PlanAgainForm(EntryForm):
    """Another plan for a game, with the choices it has unless a system's form changes them."""

    def __init__(self, *args: Any, game: Game, own: int | None = None, **kwargs: Any) -> None:
        """``own`` is the seat whose secrets it may show, if whoever asks holds it."""
        super().__init__(*args, **kwargs)
        self.game = game
        shown = self.access.seats & {own}
        self.audience = audience_of(game, shown)
        self.planned = seen_facts(game, self.audience).planned

    def choices(self) -> Any:
        """Return the choices of a valid form, in the system's own values."""
        return self.planned.choices

    def turn_over(self, before: object) -> None:
        """Mark what differs from the set-up before: it was drawn just now."""

    def tick_as_sent(self, sent: QueryDict) -> None:
        """Tick what is to be kept as it was in the form that drew the rest again."""
        for name, field in self.fields.items():
            if isinstance(field, forms.MultipleChoiceField):
                self.initial[name] = sent.getlist(name)
            elif isinstance(field, forms.BooleanField):
                self.initial[name] = name in sent


class ChangeGameForm(PlanAgainForm):
    """Choose any part of the set-up; what is left open is drawn with the seed."""

    seed = line_field(
        gettext_lazy("Seed"),
        SEED,
        help_text=gettext_lazy("The same seed and the same choices make the same set-up."),
        attrs={"spellcheck": "false"},
    )
    language = radios(gettext_lazy("Language of your box"), BOX_LANGUAGES)

    @property
    def has_seed(self) -> bool:
        """Say whether a seed can be typed; not where it would tell what is secret."""
        return "seed" in self.fields

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        planned = self.planned
        self.fields["seed"].required = bool(planned.seed)  # left empty, a secret one stays
        self.initial.update(
            seed=planned.seed, language=self.game.language, reason=planned.choices.reason
        )

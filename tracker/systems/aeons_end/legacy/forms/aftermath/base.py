"""Forms of the aftermath: the base class and fields that they share, and the short forms."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.records import Entry
from campaign.rules.aeons_end.legacy.decisions import CLOSED_FREELY, NEVER_CLOSED
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, Fact, Verdict
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import KEY, NAME, REASON
from tracker.forms.entry import EntryForm
from tracker.forms.fields import asking, offer, radios, text_field
from tracker.systems.aeons_end.legacy.aftermath import AftermathView
from tracker.systems.aeons_end.shared import words
from tracker.systems.aeons_end.shared.recognise import What


class NameField(forms.CharField):
    """A name printed on a card; with ``what`` it names, it is autocompleted."""

    def __init__(self, label: Any, what: What | None = None, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        kwargs.setdefault("required", False)
        super().__init__(
            label=label, max_length=NAME, widget=forms.TextInput(attrs=attrs), **kwargs
        )
        self.what = what

    def clean(self, value: Any) -> str:
        """Return the name on one line, with whitespace collapsed."""
        return " ".join(super().clean(value).split())

    def get_bound_field(self, form: Any, field_name: str) -> forms.BoundField:
        """Add the attributes by which htmx completes the name from the third letter on."""
        if self.what is not None:
            url = reverse("complete", args=[form.access.campaign.code])
            names = f"names_{form.add_prefix(field_name)}"
            self.widget.attrs |= {
                "list": names,
                "hx-get": f"{url}?what={self.what}",
                "hx-trigger": "input changed delay:300ms",
                "hx-target": f"#{names}",
                "hx-swap": "innerHTML",
                "hx-sync": "this:replace",
            }
        return super().get_bound_field(form, field_name)


MAX_NAMES = 40  # in one field; a campaign has 22 basic cards at most
LONGEST_NAMES = MAX_NAMES * (NAME + 2)  # characters of them all
_BETWEEN_NAMES = re.compile(r"[\n,;\u2022]")  # lines, commas, semicolons, bullets


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in a text, each once: one a line, or with commas between them."""
    names = (" ".join(name.split()).strip("-* ") for name in _BETWEEN_NAMES.split(text))
    once = {name.casefold(): name for name in reversed(list(names)) if name}
    return tuple(reversed(once.values()))[: MAX_NAMES + 1]


def typed_names(text: str) -> tuple[str, ...]:
    """Return the names in a text that nothing has checked yet, without what is too long for one."""
    if len(text.strip()) > LONGEST_NAMES:
        return ()
    return tuple(name for name in split_names(text) if len(name) <= NAME)


class NamesField(forms.CharField):
    """Several names in one field, typed, pasted or dictated; cleaned to a tuple."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        attrs = {"rows": 4, "autocapitalize": "words", "spellcheck": "false"}
        super().__init__(
            label=label, max_length=LONGEST_NAMES, widget=forms.Textarea(attrs=attrs), **kwargs
        )

    def clean(self, value: Any) -> Any:
        """Return the names; refuse one that is too long, and too many."""
        names = split_names(super().clean(value))
        if self.required and not names:
            raise forms.ValidationError(self.error_messages["required"])
        for name in names:
            if len(name) > NAME:
                raise forms.ValidationError(
                    _("“%(name)s …” is too long for a name.") % {"name": name[:20]}
                )
        if len(names) > MAX_NAMES:
            raise forms.ValidationError(_("At most %(most)s names at once.") % {"most": MAX_NAMES})
        return names


class _AnyKey:
    """Accept any well-formed key: the choices may have changed, and the rules validate it."""

    def valid_value(self, value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= KEY and value.isprintable()


class Keys(_AnyKey, forms.MultipleChoiceField):
    """Checkboxes, by key."""

    widget = forms.CheckboxSelectMultiple


class OneKey(_AnyKey, forms.ChoiceField):
    """A single choice, by key."""


class DecisionForm(EntryForm):
    """A form that records facts of a game, or replaces an entry."""

    template = "aeons_end/aftermath/reenter.html"

    def __init__(
        self,
        *args: Any,
        aftermath: AftermathView,
        replaces_entry: Entry | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, access=aftermath.access, **kwargs)
        self.aftermath, self.state, self.pack = aftermath, aftermath.state, aftermath.pack
        self.replaces_entry = replaces_entry
        self.rows: list[str] = []  # where several facts are entered: the field of each, in order
        if replaces_entry:
            fact = replaces_entry.fact
            self.initial = {**self.initial_of(fact), "reason": fact.reason}

    def ask(self, field: str, question: str) -> None:
        """Add a question to an empty field; an invalid one has its own error."""
        if field not in self.errors:
            self.add_error(field, question)

    def facts(self) -> list[Fact]:
        """Return the facts entered, without the reason; the form is valid."""
        entries = list(self.entries())
        self.rows = [field for field, _fact in entries]
        return [fact for _field, fact in entries]

    def entries(self) -> Iterator[tuple[str, Fact]]:
        """Yield each fact with the field its problems are shown beside; for several facts."""
        raise NotImplementedError

    def initial_of(self, fact: Any) -> dict[str, Any]:
        """Return the initial values for correcting a fact; for forms that can replace an entry."""
        raise NotImplementedError

    def sentence(self, problem: Problem) -> str:
        return self.aftermath.words.sentence(problem)

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside: of several facts, that of its fact."""
        place, _dot, part = problem.path.partition(".")
        if not place.isdecimal():
            return super().field_for(problem)
        return self.rows[int(place)] if self.rows else self.field_for(replace(problem, path=part))


class VerdictForm(DecisionForm):
    """What the story card said."""

    template = "aeons_end/aftermath/verdict.html"
    onward = radios(
        gettext_lazy("What does the story card say?"),
        [
            ("yes", gettext_lazy("The story goes on")),
            ("no", gettext_lazy("Play the chapter again")),
        ],
        ask=gettext_lazy("Does the story go on, or is the chapter played again?"),
    )

    def facts(self) -> list[Fact]:
        return [Verdict(self.cleaned_data["onward"] == "yes")]


class CloseForm(DecisionForm):
    """Close decisions without an entry: the box does not ask for them, or the answer is "none"."""

    template = "aeons_end/aftermath/close.html"
    decision = Keys(
        label=gettext_lazy("What’s different?"),
        error_messages=asking(gettext_lazy("Choose what’s different in your box.")),
    )
    reason = text_field(
        gettext_lazy("What does your box say instead?"),
        REASON,
        ask=gettext_lazy("Enter what your box says."),
        help_text=gettext_lazy("A few words are enough. The history shows them."),
    )

    def __init__(self, *args: Any, kind: str = "", **kwargs: Any) -> None:
        """Offer all decisions that can be closed, or those of one kind."""
        super().__init__(*args, **kwargs)
        said = self.aftermath.words
        offered = [d for d in self.aftermath.decisions if kind in ("", d.kind)]
        closable = {d.key: d for d in offered if d.kind not in NEVER_CLOSED}
        self.titles = {key: words.decision(d, said).title for key, d in closable.items()}
        offer(self, "decision", self.titles.items())
        asked = [closable[key] for key in self["decision"].value() or () if key in closable]
        # The one to close, if the link or the form names just one.
        self.asked = asked[0] if len(asked) == 1 else None
        self.title = self.titles[self.asked.key] if self.asked else ""
        needs_reason = not asked or any(d.kind not in CLOSED_FREELY for d in asked)
        self.fields["reason"].required = needs_reason

    def facts(self) -> list[Fact]:
        return [DecisionClosed(key) for key in self.cleaned_data["decision"]]

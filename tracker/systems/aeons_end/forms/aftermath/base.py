"""Forms of the aftermath: what every decision's form shares, and the short ones."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.legacy.corrections import reasoned
from campaign.rules.aeons_end.legacy.decisions import CLOSED_FREELY, NEVER_CLOSED
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, Fact, Verdict
from campaign.rules.core.sizes import KEY, NAME, REASON, TEXT
from campaign.services.facts import fact_record, facts_record
from campaign.services.writing import Signature
from tracker.forms.entry import EntryForm
from tracker.forms.fields import asking, line_field, offer, radios
from tracker.systems.aeons_end.recognise import What
from tracker.systems.aeons_end.scene import Scene
from tracker.systems.aeons_end.words.decisions import decision_key


def text_field(label: Any, *, lines: int = 0, **kwargs: Any) -> forms.CharField:
    """Return a field for the players' own words."""
    widget = forms.Textarea(attrs={"rows": lines}) if lines else forms.TextInput()
    kwargs.setdefault("required", False)
    return forms.CharField(label=label, max_length=TEXT, widget=widget, **kwargs)


def name_field(label: Any, **kwargs: Any) -> forms.CharField:
    """Return a field for a name that players read off a card."""
    attrs = {"autocapitalize": "words", "spellcheck": "false"}
    kwargs.setdefault("required", False)
    return line_field(label, NAME, attrs=attrs, **kwargs)


def complete(form: EntryForm, field: str, what: What) -> None:
    """Let a field's name be completed from its third letter on; without scripts it is typed."""
    url = reverse("complete", args=[form.access.campaign.code])
    form.fields[field].widget.attrs |= {
        "list": f"names_{field}",
        "hx-get": f"{url}?what={what}",
        "hx-trigger": "input changed delay:300ms",
        "hx-target": f"#names_{field}",
        "hx-swap": "innerHTML",
        "hx-sync": "this:replace",
    }


class _AnyKey:
    """Accept whatever can be a key: where the offer has changed, the engine says what fits."""

    def valid_value(self, value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= KEY and value.isprintable()


class Keys(_AnyKey, forms.MultipleChoiceField):
    """Ticked things by their keys."""


class OneKey(_AnyKey, forms.ChoiceField):
    """One thing of several by its key."""


class DecisionForm(EntryForm):
    """A form whose entry becomes facts."""

    template = "aeons_end/aftermath/reenter.html"
    several: ClassVar[bool] = False  # facts that stand or fall together

    def __init__(self, *args: Any, scene: Scene, **kwargs: Any) -> None:
        super().__init__(*args, access=scene.access, **kwargs)
        self.scene, self.state, self.pack = scene, scene.state, scene.pack
        self.rows: list[str] = []  # the field of each of several facts, in their order

    @property
    def asks_reason(self) -> bool:
        """Say whether the field for a reason is to be shown."""
        return self.overrulable or bool(self["reason"].value())

    def lines(self) -> list[forms.BoundField]:
        """Return the fields to fill in; the reason stands below them."""
        return [field for field in self.visible_fields() if field.name != "reason"]

    def decide(self) -> bool:
        """Validate and write down what was entered; return whether it is written."""
        return self.enter(self._record)

    def _record(self, who: Signature) -> None:
        game, reason = self.scene.session.number, self.cleaned_data["reason"].strip()
        story = self.scene.record.story
        facts = reasoned(story, self.pack, game, self.facts(), reason=reason)
        if self.several:
            facts_record(**who, game=game, facts=facts)
        else:
            fact_record(**who, game=game, fact=facts[0])

    def facts(self) -> list[Fact]:
        """Return what the entry says, without its reason."""
        entries = list(self.entries())
        self.rows = [field for field, _fact in entries]
        return [fact for _field, fact in entries]

    def entries(self) -> Iterator[tuple[str, Fact]]:
        """Yield several facts, each with the field beside which a problem of it is shown."""
        raise NotImplementedError

    @staticmethod
    def initial_of(fact: Any, scene: Scene) -> dict[str, Any]:
        """Return what the fields show of an entry; a form in which one is entered again has it."""
        raise NotImplementedError

    def _field_of(self, path: str) -> str | None:
        place = path.partition(".")[0]
        if place.isdecimal() and int(place) < len(self.rows):
            return self.rows[int(place)]
        return super()._field_of(path)


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
    """A decision that this box does not ask for, or to which the answer is "none"."""

    template = "aeons_end/aftermath/close.html"
    decision = OneKey(
        label=gettext_lazy("What’s different?"),
        widget=forms.RadioSelect,
        error_messages=asking(gettext_lazy("Choose what’s different in your box.")),
    )
    reason = forms.CharField(
        label=gettext_lazy("What does your box say instead?"),
        help_text=gettext_lazy("A few words are enough. The history shows them."),
        error_messages={"required": gettext_lazy("Enter what your box says.")},
        max_length=REASON,
    )

    def __init__(self, *args: Any, kind: str = "", **kwargs: Any) -> None:
        """Make the form, of all that can be closed or of one kind of it."""
        super().__init__(*args, **kwargs)
        asked = [d for d in self.scene.decisions if kind in ("", d.kind)]
        closable = [d for d in asked if d.kind not in NEVER_CLOSED]
        self.free = {d.key for d in closable if d.kind in CLOSED_FREELY}
        self.titles = {d.key: decision_key(d.key, self.scene.words) for d in closable}
        offer(self, "decision", self.titles.items())
        self.fields["reason"].required = self.asked not in self.free

    @property
    def asked(self) -> str:
        """Return the key of the one decision that is to be closed, if it is just one."""
        value = str(self["decision"].value() or "")
        return value if value in self.titles else ""

    @property
    def title(self) -> str:
        """Return what that decision is called."""
        return self.titles.get(self.asked, "")

    def facts(self) -> list[Fact]:
        return [DecisionClosed(self.cleaned_data["decision"])]

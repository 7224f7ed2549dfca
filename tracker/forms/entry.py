"""The base of forms that write to a record: revisions, tokens, problems, stale forms."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy as _

from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sizes import REASON
from campaign.services.writes import AlreadyDone, GameSignature, Stale
from tracker.forms.fields import new_token, text_field, token_field
from tracker.people.access import Access
from tracker.words import sentence
from tracker.words.records import RecordWords

ROW = "*"  # in paths: the number of a row


class InvalidEntry(RulesError):
    """Some field of a form is invalid; the problems are what the rules say of its other fields."""


class RulesForm(forms.Form):
    """A form whose valid entries the rules may still refuse."""

    overrulable = False  # a reason would overrule one of the problems

    # The engine's path of a problem → the field beside which it is shown, "" for none. ``*`` is the
    # number of any row; fields that each row has are found by its ``RowForm``. Paths that are names
    # of fields need no entry; a path without a field of its own is shown where the part before its
    # last dot is.
    fields_by_path: ClassVar[Mapping[str, str]] = {}

    @property
    def only_opens(self) -> bool:
        """Say whether a button only opens more of the form: what is typed is kept, not checked."""
        return False

    def is_valid(self) -> bool:
        """Say whether the form can be saved; never while a button only opens more of it."""
        return not self.only_opens and super().is_valid()

    def full_clean(self) -> None:
        """Validate what was sent, unless a button only opens more of the form."""
        if not self.only_opens:
            return super().full_clean()
        self._errors = ErrorDict()
        return None

    def refuse(self, problems: Iterable[Problem], words: RecordWords | None = None) -> None:
        """Show every problem in words, beside its field where it has one."""
        say = words.sentence if words else self.sentence
        for problem in dict.fromkeys(problems):
            self.overrulable = self.overrulable or problem.overrulable
            self.add_error(self.field_for(problem), say(problem))

    @property
    def asks_reason(self) -> bool:
        """Say whether to ask for a reason: one would help, or is given already."""
        if "reason" not in self.fields:
            return False
        return self.overrulable or bool(self["reason"].value())

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words, where ``refuse`` is given no others."""
        return sentence(problem)

    def put(self, **values: object) -> None:
        """Set values of fields, as if they had been sent."""
        data = self.data.copy()  # type: ignore[attr-defined] # a QueryDict, or a test's dict
        for name, value in values.items():
            data[self.add_prefix(name)] = str(value)
        self.data = data

    def field_for(self, problem: Problem) -> str | None:
        """Return the field beside which a problem is shown; None to show it above the form."""
        parts = problem.path.split(".")
        for end in range(len(parts), -1, -1):
            path = ".".join(ROW if part.isdecimal() else part for part in parts[:end])
            if path in self.fields_by_path and not self.fields_by_path[path]:
                return None
            name = self.fields_by_path.get(path, path)
            if name in self.fields and not self.fields[name].widget.is_hidden:
                return name
        return None


class EntryForm(RulesForm):
    """A form that writes to a record: to a campaign, or to a one-off game.

    It carries the revision that its sender saw and a token, so that a stale form shows what
    changed, and a form that is sent twice writes once. A view validates it with ``check``, hands
    its values and its ``signature`` to a service, and lets ``tracker.web.entries`` explain a
    refusal; everything typed stays.
    """

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    token = token_field()
    reason = text_field(
        _("Your box says otherwise?"),
        REASON,
        help_text=_("Enter what it says; the entry is saved with that reason."),
    )

    def __init__(self, *args: Any, access: Access, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access
        self.fields["revision"].initial = access.record.revision

    @property
    def given(self) -> dict[str, Any]:
        """Return the cleaned data of a valid form, without the fields of every entry form."""
        own = self.cleaned_data.keys() - EntryForm.base_fields.keys()
        return {name: self.cleaned_data[name] for name in own}

    def check(self) -> None:
        """Validate what was sent.

        Raise ``AlreadyDone`` if the same form was sent before, ``Stale`` if what it wrote was taken
        back since, ``InvalidEntry`` if a field is invalid.
        """
        # Before validating: a choice may be gone just because this form took it.
        self._refuse_repeated()
        if not self.is_valid():
            raise InvalidEntry(tuple(self.problems_besides()))

    def signature(self) -> GameSignature:
        """Return who writes, and which revision they saw; of a valid form."""
        given = self.cleaned_data
        return {
            "revision": given["revision"],
            "person": self.access.person,
            "token": given["token"],
        }

    def problems_besides(self) -> Iterable[Problem]:
        """Return what the rules say of the other fields, where some field is invalid.

        So that every problem is shown at once; nothing is written either way.
        """
        return ()

    def renew(self) -> None:
        """Make sending the form again apply what was typed to the record as it is now."""
        self.put(revision=self.access.record.revision, token=new_token())

    def _refuse_repeated(self) -> None:
        token = str(self.data.get(self.add_prefix("token"), ""))
        if token and token.isprintable():
            done = self.access.record.changes.filter(token=token).first()
            if done is not None and done.is_taken_back:
                # It was undone, and then sent again from a page that was still open.
                raise Stale(self.access.record, done.revision or 0)
            if done is not None:
                raise AlreadyDone(done)

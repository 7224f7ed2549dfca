"""The base of forms that write to a record: revisions, tokens, problems, stale forms."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sizes import REASON
from campaign.selectors.history import HistoryEvent, events_of
from campaign.services.writing import AlreadyDone, GameSignature, Signature, Stale
from tracker.forms.fields import new_token, text_field, token_field
from tracker.people.access import Access
from tracker.systems.registry import record_words
from tracker.words import sentence


class RulesForm(forms.Form):
    """A form whose valid entries the rules may still refuse."""

    overrulable = False  # a reason would overrule one of the problems

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show every problem, beside its field where it has one."""
        for problem in dict.fromkeys(problems):
            self.overrulable = self.overrulable or problem.overrulable
            self.add_error(self.field_for(problem), self.sentence(problem))

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words."""
        return sentence(problem)

    def put(self, **values: object) -> None:
        """Set values of fields, as if they had been sent."""
        data = self.data.copy()  # type: ignore[attr-defined] # a QueryDict, or a test's dict
        for name, value in values.items():
            data[self.add_prefix(name)] = str(value)
        self.data = data

    def field_for(self, problem: Problem) -> str | None:
        """Return the field beside which a problem is shown."""
        return problem.path if problem.path in self.fields else self.row_field(problem.path)

    def row_field(self, path: str) -> str | None:
        """Return the field of a row: "decks.2" is ``deck_2``, "players.2.colour" ``colour_2``."""
        row, _dot, rest = path.partition(".")
        number, _dot, part = rest.partition(".")
        name = f"{part or row.removesuffix('s')}_{number}"
        return name if name in self.fields else None


class EntryForm(RulesForm):
    """A form that writes to a record: to a campaign, or to a one-off game.

    It carries the revision that its sender saw and a token, so that a stale form shows what
    changed, and a form that is sent twice writes once. ``enter`` calls the service; if that
    refuses, the form keeps everything typed, and shows each problem beside its field.
    """

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    token = token_field()
    reason = text_field(
        _("Your box says otherwise?"),
        REASON,
        help_text=_("Enter what it says; the entry is saved with that reason."),
    )

    # The engine's path of a problem → the field beside which it is shown; paths that are field
    # names need no entry.
    fields_by_path: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, access: Access, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access
        self.stale: tuple[HistoryEvent, ...] = ()
        self.status = 200
        self.could_be_read = False  # every field was valid
        self.refused: set[str] = set()  # codes of problems
        self.fields["revision"].initial = access.record.revision

    @property
    def given(self) -> dict[str, Any]:
        """Return the cleaned data of a valid form, without the fields of every entry form."""
        own = self.cleaned_data.keys() - EntryForm.base_fields.keys()
        return {name: self.cleaned_data[name] for name in own}

    def enter(self, write: Callable[[Signature], object]) -> bool:
        """Validate and write to the campaign; return whether it is saved, now or before."""
        return self.enter_game(lambda who: write({"campaign": self.access.campaign, **who}))

    def enter_game(self, write: Callable[[GameSignature], object]) -> bool:
        """Validate and write to a game of either kind; return whether it is saved."""
        if not self.is_bound:
            return False
        # Before validating: a choice may be gone just because this form took it.
        if self._was_sent_before():
            return True
        if not self.is_valid():
            self.refuse(tuple(self.problems_besides()))
            return False
        self.could_be_read = True
        given, person = self.cleaned_data, self.access.person
        try:
            write({"revision": given["revision"], "person": person, "token": given["token"]})
        except AlreadyDone:
            return True
        except Campaign.DoesNotExist as gone:
            raise Http404 from gone
        except Stale as stale:
            self._show_changes(stale)
            return False
        except RulesError as error:
            self.refuse(error.problems)
            return False
        return True

    def problems_besides(self) -> Iterable[Problem]:
        """Return what the rules say of the other fields, where some field is invalid.

        So that every problem is shown at once; nothing is written either way.
        """
        return ()

    def _was_sent_before(self) -> bool:
        token = str(self.data.get(self.add_prefix("token"), ""))
        if not token or not token.isprintable():
            return False
        return self.access.record.changes.filter(token=token).exists()

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show every problem, and keep their codes."""
        found = tuple(problems)
        self.status = 422
        self.refused.update(problem.code for problem in found)
        super().refuse(found)

    def sentence(self, problem: Problem) -> str:
        return record_words(self.access.record).sentence(problem)

    def field_for(self, problem: Problem) -> str | None:
        return self.row_field(problem.path) or self._field_of(problem.path)

    def _field_of(self, path: str) -> str | None:
        """Return the field of a path: the one of the longest part of it that has a field."""
        parts = path.split(".")
        for end in range(len(parts), 0, -1):
            known = ".".join(parts[:end])
            name = self.fields_by_path.get(known, known)
            if name in self.fields and not self.fields[name].widget.is_hidden:
                return name
        return None

    def _show_changes(self, stale: Stale) -> None:
        """Show what changed since; sending the form again applies what was typed."""
        self.status = 409
        for column in ("revision", "stamp", "language"):
            setattr(self.access.record, column, getattr(stale.record, column))
        self.stale = events_of(stale.changes)
        self.renew()

    def renew(self) -> None:
        """Make sending the form again apply what was typed to the record as it is now."""
        self.put(revision=self.access.record.revision, token=new_token())

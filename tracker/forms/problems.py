"""The form that shows what the rules say against an entry."""

from collections.abc import Iterable

from django import forms

from campaign.rules.core.problems import Problem
from tracker.words import sentence


class RulesForm(forms.Form):
    """A form of which the rules may refuse what was entered, valid as it is."""

    overrulable = False  # a written reason would lift one of the problems

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show every problem, beside its field where it has one."""
        for problem in dict.fromkeys(problems):
            self.overrulable = self.overrulable or problem.overrulable
            self.add_error(self.field_for(problem), self.sentence(problem))

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words."""
        return sentence(problem)

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside."""
        return problem.path if problem.path in self.fields else self.row_field(problem.path)

    def row_field(self, path: str) -> str | None:
        """Return the field of a row: "decks.2" is ``deck_2``, "players.2.colour" ``colour_2``."""
        row, _dot, rest = path.partition(".")
        number, _dot, part = rest.partition(".")
        name = f"{part or row.removesuffix('s')}_{number}"
        return name if name in self.fields else None

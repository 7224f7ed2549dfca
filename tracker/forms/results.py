"""How a game ended: what the form asks of every game, whatever the system."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.core import sizes
from campaign.rules.core.facts import Ended
from campaign.rules.core.problems import Problem
from tracker.forms.entry import EntryForm
from tracker.forms.keepsakes import PICTURES_HELP, PicturesField, PicturesInput
from tracker.uploads import ACCEPT

_NUMBER = re.compile(r"[0-9]{1,18}")
F = TypeVar("F", bound=Ended)


class ResultForm(EntryForm):
    """When a game was played, for how long, by whom, and what is told of it.

    A system's own form adds how it ended, and puts both together in ``played``.
    """

    played_on = forms.DateField(
        label=gettext_lazy("Played on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": gettext_lazy("Write the day as in 2024-03-09.")},
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        required=False,
        min_value=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "invalid": gettext_lazy("Write whole minutes, or leave it empty."),
            "min_value": gettext_lazy("At least one minute."),
        },
    )
    note = forms.CharField(
        label=gettext_lazy("What will you tell about it?"),
        required=False,
        max_length=sizes.NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    pictures = PicturesField(
        label=gettext_lazy("Photos of the table"),
        help_text=PICTURES_HELP,
        required=False,
        max_length=200,
        # With scripts the files that were chosen stay, whatever else does not fit yet.
        widget=PicturesInput(attrs={"accept": ACCEPT, "hx-preserve": ""}),
    )

    def __init__(self, *args: Any, game: Game, correcting: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.correcting = correcting
        self.seated: list[int] = []
        self.fields["played_on"].initial = timezone.localdate
        if game.campaign_id is not None:
            # Notes and photos of a campaign's game have places of their own on its page.
            del self.fields["pictures"]
            if correcting:
                del self.fields["note"]

    def ask_players(self, names: Sequence[tuple[int, str, str]]) -> None:
        """Ask who played: each seat with what was played there, and who was to play."""
        for seat, what, player in names:
            self.seated.append(seat)
            self.fields[f"player_{seat}"] = forms.CharField(
                label=_("Who played %(mage)s?") % {"mage": what},
                required=False,
                max_length=sizes.PERSON_NAME,
                initial=player,
            )

    def players(self) -> tuple[str, ...]:
        """Return who played, by seat."""
        return tuple(self.cleaned_data.get(f"player_{seat}", "") for seat in self.seated)

    def player_fields(self) -> list[forms.BoundField]:
        """Return the fields for who played."""
        return [self[f"player_{seat}"] for seat in self.seated]

    def played(self) -> Ended:
        """Return the result; the form is valid."""
        raise NotImplementedError

    def says_nothing_new(self, stands: Ended) -> bool:
        """Say whether a valid form has nothing in it that the standing result has not."""
        given = self.cleaned_data
        if given.get("note", "").strip() or given.get("pictures"):
            return False
        return _filled(self.played(), stands) == stands

    def without(self) -> frozenset[int]:
        """Return the entries that the page has shown to go with the old result, by their ids."""
        sent = self.data.getlist("withdraw") if isinstance(self.data, QueryDict) else []
        return frozenset(int(given) for given in sent if _NUMBER.fullmatch(given))

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside."""
        if problem.path.startswith("players."):
            return f"player_{problem.path.removeprefix('players.')}"
        return super().field_for(problem)


def _filled(mine: F, theirs: Ended) -> F:
    """Return a result in which whatever was left open is as in another."""
    empty: dict[str, Any] = {}
    for name in ("played_on", "minutes", "reason"):
        if getattr(mine, name) in (None, ""):
            empty[name] = getattr(theirs, name, None)
    players = getattr(mine, "players", None)
    if players is not None:
        before = (*getattr(theirs, "players", ()), *("" for _player in players))
        empty["players"] = tuple(
            player.strip() or other for player, other in zip(players, before, strict=False)
        )
    return replace(mine, **empty)

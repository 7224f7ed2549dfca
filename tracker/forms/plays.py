"""What the play log is asked for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.packs import get_pack
from campaign.plays import Known, Wanted
from campaign.rules.outcome import Result
from campaign.rules.registry import SYSTEMS

CAMPAIGN = "c-"  # before a campaign's code, in the choice of games


class PlaysForm(forms.Form):
    """Filters of the log. Their choices are what stands in the reader's own records."""

    game = forms.ChoiceField(label=pgettext_lazy("the boxed game", "Game"), required=False)
    nemesis = forms.ChoiceField(label=_("Nemesis"), required=False)
    mage = forms.ChoiceField(label=_("Mage"), required=False)
    person = forms.ChoiceField(label=_("Played by"), required=False)
    result = forms.ChoiceField(label=_("Result"), required=False)
    since = forms.DateField(
        label=_("From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=_("To"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, known: Known, **more: Any) -> None:
        super().__init__(*args, **more)
        self.label_suffix = ""
        language = get_language() or "en"
        systems = [
            (slug, get_pack(s.pack).name.in_language(language)) for slug, s in SYSTEMS.items()
        ]
        campaigns = [(f"{CAMPAIGN}{code}", name) for code, name in known.campaigns]
        games: list[Any] = [("", _("All games")), *systems]
        if campaigns:
            games.append((_("Campaigns"), campaigns))
        self._choose("game", games)
        self._choose("nemesis", [("", _("Every nemesis")), *known.nemeses])
        self._choose("mage", [("", _("Every mage")), *known.mages])
        self._choose("person", [("", _("Everybody")), *((name, name) for name in known.players)])
        results = [("", _("Won and lost")), (Result.WIN, _("Won")), (Result.LOSS, _("Lost"))]
        self._choose("result", results)

    def _choose(self, name: str, choices: list[Any]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined] # they are all choices

    def clean(self) -> dict[str, Any]:
        """Refuse a range that ends before it begins."""
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            self.add_error("until", _("This is before the first day."))
        return found

    @property
    def is_asked(self) -> bool:
        """Say whether anything is filtered."""
        return any(self.data.get(name) for name in self.fields)

    def wanted(self) -> Wanted:
        """Return what is asked for; what makes no sense is not asked."""
        found = self.cleaned_data if self.is_valid() else getattr(self, "cleaned_data", {})
        game = found.get("game", "")
        is_campaign = game.startswith(CAMPAIGN)
        return Wanted(
            system="" if is_campaign else game,
            campaign=game.removeprefix(CAMPAIGN) if is_campaign else "",
            nemesis=found.get("nemesis", ""),
            mage=found.get("mage", ""),
            player=found.get("person", ""),
            result=found.get("result", ""),
            since=found.get("since"),
            until=found.get("until"),
        )

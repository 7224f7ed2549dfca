"""Forms of one-off games: start, change, roll again, and how it ended."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Campaign, Game, Person
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.one_off.choices import Choices, kept
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core import sizes
from campaign.rules.core.facts import Played
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import games as selectors
from campaign.services import AlreadyDone, Stale
from campaign.services.one_offs import SEED
from tracker.access import OneOffAccess
from tracker.forms.entry import EntryForm
from tracker.forms.keepsakes import PICTURES_HELP, PicturesField, PicturesInput
from tracker.systems.aeons_end.forms.games import ResultForm, StartLives, dial_field
from tracker.systems.aeons_end.presenters.one_off import dressed
from tracker.systems.aeons_end.words import sentence
from tracker.uploads import ACCEPT

MAGES_MOST = 4
BOX = "aeons-end-war-eternal"  # what a one-off game is played from


class GameSignature(TypedDict):
    """What every service that writes to a one-off game takes."""

    game: Game
    revision: int
    person: Person
    token: str


class StartOneOffForm(forms.Form):
    """How many mages; each number is a button of its own."""

    token = forms.CharField(widget=forms.HiddenInput, min_length=8, max_length=sizes.TOKEN)
    mages = forms.TypedChoiceField(
        label=gettext_lazy("How many mages?"),
        choices=[(number, str(number)) for number in range(1, MAGES_MOST + 1)],
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Say how many mages sit down: 1 to 4."),
            "invalid_choice": gettext_lazy("Say how many mages sit down: 1 to 4."),
        },
    )
    seed = forms.CharField(
        label=gettext_lazy("Seed of another game"),
        help_text=gettext_lazy(
            "The same seed and the same choices make the same set-up: what they chose or kept, "
            "choose it too."
        ),
        required=False,
        max_length=SEED,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["token"].initial = secrets.token_urlsafe(12)

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show every problem, beside its field where it has one."""
        for problem in problems:
            self.add_error(problem.path if problem.path in self.fields else None, sentence(problem))


class GameEntry(EntryForm):
    """The form behind every write to a one-off game: as a campaign's, without a campaign.

    ``put`` is what ``enter`` is there. Where the game changed meanwhile, everything typed stays,
    the page says what is different, and sending the form again applies it to the game as it is.
    """

    def __init__(self, *args: Any, one_off: OneOffAccess, **kwargs: Any) -> None:
        super(EntryForm, self).__init__(*args, **kwargs)  # which would ask for a campaign
        self.one_off = one_off
        self.stale_since: Stale | None = None  # somebody else wrote meanwhile
        self.status = 200
        self.overrulable = False
        self.fields["revision"].initial = one_off.game.revision
        self.fields["token"].initial = secrets.token_urlsafe(12)

    def put(self, write: Callable[[GameSignature], object]) -> bool:
        """Validate and write; return whether it is written (now, or by the same form before)."""
        if not self.is_valid():
            self.refuse(tuple(self.problems_besides()))
            return False
        try:
            write(
                {
                    "game": self.one_off.game,
                    "revision": self.cleaned_data["revision"],
                    "person": self.one_off.person,
                    "token": self.cleaned_data["token"],
                }
            )
        except AlreadyDone:
            return True
        except Stale as stale:
            self._offer_again(stale)
            return False
        except RulesError as error:
            self.refuse(error.problems)
            return False
        return True

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show every problem, beside its field where it has one."""
        self.status = 422
        for problem in dict.fromkeys(problems):
            self.overrulable = self.overrulable or problem.overrulable
            self.add_error(self.field_for(problem), self.said(problem))

    def said(self, problem: Problem) -> str:
        """Return a problem in words."""
        game = self.one_off.game
        seats = selectors.game_seats(selectors.game_sheet(game))
        return sentence(problem, selectors.game_namer(game), seats)

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside."""
        return self._field_of(problem.path)

    def _offer_again(self, stale: Stale) -> None:
        self.status = 409
        self.stale_since = stale
        self.one_off.game.refresh_from_db()
        data = self.data.copy()  # type: ignore[attr-defined] # a QueryDict
        data[self.add_prefix("revision")] = str(stale.record.revision)
        data[self.add_prefix("token")] = secrets.token_urlsafe(12)
        self.data = data


class BareForm(GameEntry):
    """Nothing to fill in: one button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]


class RollForm(BareForm):
    """What stays; the rest is drawn again."""

    keep_mages = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Mages"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    keep_nemesis = forms.BooleanField(label=gettext_lazy("Nemesis"), required=False)
    keep_piles = forms.MultipleChoiceField(
        label=gettext_lazy("Market"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.one_off.game
        self.chosen = self.one_off.record.planned.choices
        self.setup = selectors.game_setup(game).game
        sheet = selectors.game_sheet(game)
        _offer(self, "keep_mages", [(mage.seat, mage.name) for mage in sheet.body.mages])
        self.fields["keep_mages"].initial = [
            seat for seat, place in enumerate(self.chosen.places, start=1) if not place.is_drawn
        ]
        self.fields["keep_nemesis"].label = sheet.body.nemesis.name
        self.fields["keep_nemesis"].initial = self.chosen.nemesis is not None
        if self.market_is_drawn:
            _offer(self, "keep_piles", [(pile.id, pile.name) for pile in sheet.body.market])
            self.fields["keep_piles"].initial = list(self.chosen.market.locks)
        else:
            del self.fields["keep_piles"]

    @property
    def market_is_drawn(self) -> bool:
        """Say whether the market is chance's, so that piles can be kept."""
        return not (self.chosen.market.suggested or self.chosen.market.chosen)

    def made(self) -> Choices:
        """Return the choices with what is kept in them."""
        return kept(
            self.chosen,
            self.setup,
            mages=self.cleaned_data["keep_mages"],
            nemesis=self.cleaned_data["keep_nemesis"],
            piles=self.cleaned_data.get("keep_piles"),
        )


class OneOffResultForm(GameEntry, ResultForm):
    """How a one-off game ended: a campaign's form, with who played and photos of the table."""

    pictures = PicturesField(
        label=gettext_lazy("Photos of the table"),
        help_text=PICTURES_HELP,
        required=False,
        max_length=200,
        # With scripts the files that were chosen stay, whatever else does not fit yet.
        widget=PicturesInput(attrs={"accept": ACCEPT, "hx-preserve": ""}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.one_off.game
        sheet = dressed(selectors.game_sheet(game))
        self.seats: tuple[Seat, ...] = selectors.game_seats(sheet)
        self.fields["played_on"].initial = timezone.localdate
        self._offer_endings(has_life=bool(sheet.body.nemesis.life))
        self.fields["gravehold_life"] = dial_field(_("Gravehold"), sheet.body.gravehold_life)
        if sheet.body.nemesis.life:
            self.fields["nemesis_life"] = dial_field(
                sheet.body.nemesis.name, sheet.body.nemesis.life
            )
        else:
            del self.fields["nemesis_life"]
        for mage in sheet.body.mages:
            self.fields[f"life_{mage.seat}"] = dial_field(mage.name, mage.life)
            self.fields[f"exhausted_{mage.seat}"] = forms.BooleanField(
                label=_("exhausted"), required=False
            )
            self.fields[f"player_{mage.seat}"] = forms.CharField(
                label=_("Who played %(mage)s?") % {"mage": mage.name},
                required=False,
                max_length=sizes.PERSON_NAME,
                initial=mage.player,
            )
        first = ["result", "ending_win", "ending_loss", "gravehold_life", "nemesis_life"]
        lives = [f"{what}_{s.number}" for s in self.seats for what in ("life", "exhausted")]
        self.order_fields([*first, *lives])

    def players(self) -> tuple[str, ...]:
        """Return who played, by seat."""
        return tuple(self.cleaned_data[f"player_{seat.number}"] for seat in self.seats)

    def played_game(self) -> Played[Tally]:
        """Return the result."""
        given = self.cleaned_data
        return Played(
            self.tally(),
            self.players(),
            played_on=given["played_on"],
            minutes=given["minutes"],
            reason=given["reason"],
        )

    def player_fields(self) -> list[forms.BoundField]:
        """Return the fields for who played."""
        return [self[f"player_{seat.number}"] for seat in self.seats]

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside."""
        path = problem.path
        if path.startswith("players."):
            return f"player_{path.removeprefix('players.')}"
        return self._field_of(path)

    def start(self) -> StartLives:
        """Return what the dials stood at."""
        setup = selectors.game_setup(self.one_off.game).game
        return {
            "mage_life": setup.mage_life,
            "gravehold_life": setup.gravehold_life,
            "nemesis_life": setup.nemesis_life,
        }

    @staticmethod
    def shown_of(played: Played[Tally], note: str) -> dict[str, Any]:
        """Return what the fields show of the result that stands."""
        tally = played.result
        shown: dict[str, Any] = {
            "result": tally.result,
            f"ending_{tally.result}": tally.ending or "",
            "gravehold_life": tally.gravehold_life,
            "nemesis_life": tally.nemesis_life,
            "played_on": played.played_on,
            "minutes": played.minutes,
            "note": note,
            "reason": played.reason,
        }
        for seat, life in enumerate(tally.lives, start=1):
            shown[f"life_{seat}"] = life
            shown[f"exhausted_{seat}"] = seat in tally.exhausted
        return shown


class ShareForm(forms.Form):
    """Among whose people a game is played."""

    campaign = forms.ModelChoiceField(
        label=gettext_lazy("Played among the people of"),
        queryset=Campaign.objects.none(),
        required=False,
        empty_label=gettext_lazy("nobody else"),
    )

    def __init__(self, *args: Any, one_off: OneOffAccess, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["campaign"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 # declared above
        field.queryset = selectors.campaigns_to_share(one_off.person)
        field.initial = one_off.game.shared_with_id


def _offer(form: forms.Form, name: str, choices: Sequence[tuple[Any, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 # whoever calls declared it
    field.choices = list(choices)

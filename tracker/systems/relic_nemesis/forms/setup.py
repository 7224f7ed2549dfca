"""Forms before a game: players, roles and scenario; draw again; keep a sheet."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.packs import get_pack
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import PLAYERS, SLUG, Attribute, Colour, Pack
from campaign.rules.relic_nemesis.choices import Choices, Place, Role
from campaign.selectors.games import game_setup
from tracker.forms.entry import RulesForm
from tracker.forms.fields import line_field, number_field, offer, radios, text_field, tick
from tracker.forms.one_offs import BareForm, ChangeGameForm, PlanAgainForm, StartGameForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.problems import sentence

BOOK, OTHER, UNSAID = "book", "other", "none"
ANY = "any"
SEATS = range(1, PLAYERS[-1] + 1)


class TableFields(RulesForm):
    """Number of players, scenario, number of nemeses; a name and a wanted role for each seat."""

    players = radios(
        gettext_lazy("How many players?"),
        [(n, str(n)) for n in PLAYERS],
        coerce=int,
        initial=4,
    )
    scenario = forms.ChoiceField(label=gettext_lazy("Scenario"), initial=UNSAID)
    scenario_other = text_field(gettext_lazy("Name of the other scenario"), sizes.NAME)
    nemeses = forms.ChoiceField(
        label=gettext_lazy("How many nemeses?"),
        help_text=gettext_lazy("The rulebook says 1 with 3 or 4 players, 2 with 5 or 6."),
        initial=BOOK,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pack: Pack = get_pack(SLUG)
        language = (get_language() or "en")[:2]
        unsaid, other = (UNSAID, _("Not chosen yet")), (OTHER, _("Another scenario"))
        scenarios = [(each.id, each.name.in_language(language)) for each in pack.scenarios]
        offer(self, "scenario", [unsaid, *scenarios, other])
        numbers = [(n, n) for n in range(1, len(pack.nemeses))]
        offer(self, "nemeses", [(BOOK, _("As the rulebook says")), *numbers, (0, _("None"))])
        for number in SEATS:
            shown = {"number": number}
            self.fields[f"player_{number}"] = line_field(
                _("Player %(number)s") % shown, sizes.PERSON_NAME, required=False
            )
            wish = _("Player %(number)s wants to be") % shown
            self.fields[f"wish_{number}"] = _either(wish, Role, terms.role)

    def seats(self) -> Iterator[tuple[int, forms.BoundField, forms.BoundField]]:
        """Yield the number of each seat, with the fields for its name and wanted role."""
        for number in SEATS:
            yield number, self[f"player_{number}"], self[f"wish_{number}"]

    def choices(self) -> Choices:
        """Return the choices of a valid form."""
        given = self.cleaned_data
        scenario = given["scenario"]
        if scenario in (UNSAID, OTHER):
            scenario = given["scenario_other"] if scenario == OTHER else ""
        places = tuple(
            Place(given[f"player_{number}"], given[f"wish_{number}"])
            for number in range(1, given["players"] + 1)
        )
        nemeses = None if given["nemeses"] == BOOK else int(given["nemeses"])
        return Choices(places, scenario, nemeses)

    # ``players`` is the number of players: problems of a single player do not belong there.
    field_for = RulesForm.field_for


class StartRelicForm(TableFields, StartGameForm):
    """A new game: who plays, and who wants to be a nemesis."""

    reason = text_field(
        gettext_lazy("Does the scenario sheet say otherwise?"),
        sizes.REASON,
        help_text=gettext_lazy("Enter what it says; the game is started with that reason."),
    )

    def choices(self) -> Choices:
        return replace(super().choices(), reason=self.cleaned_data["reason"])

    def sentence(self, problem: Problem) -> str:
        return sentence(problem, {})


class ChangeRelicForm(TableFields, ChangeGameForm):
    """Everything that is no secret; each player keeps their sheet on a page of their own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].label = _("Language of the box")
        self.fields["seed"].help_text = ""
        chosen: Choices = self.planned.choices
        self.pack: Pack = get_pack(SLUG)
        typed = self.pack.scenario(chosen.scenario) is None and chosen.scenario
        self.initial.update(
            players=len(chosen.places),
            scenario=OTHER if typed else chosen.scenario or UNSAID,
            scenario_other=typed or "",
            nemeses=BOOK if chosen.nemeses is None else chosen.nemeses,
        )
        for number, place in enumerate(chosen.places, start=1):
            self.initial[f"player_{number}"] = place.player
            self.initial[f"wish_{number}"] = str(place.wish or ANY)
        for number, seat in enumerate(game_setup(self.game).seats, start=1):
            self._add_in_hand(number, chosen.places[number - 1], seat.role)

    def character_names(self) -> list[str]:
        """Return the characters of the pack, for autocompletion; they are no secret."""
        return [each.name.in_language(self.game.language) for each in self.pack.characters]

    def in_hand(self) -> list[forms.BoundField]:
        """Return the fields for the character or colour of each seat."""
        return [self[name] for name in self.fields if name.startswith(("character_", "colour_"))]

    def choices(self) -> Choices:
        """Return the choices; kept sheets stay unless they are dealt again."""
        chosen, before = super().choices(), self.planned.choices
        given = self.cleaned_data
        same = self._deals_the_same(chosen, before)
        places = []
        for number, place in enumerate(chosen.places, start=1):
            held = before.places[number - 1] if number <= len(before.places) else Place()
            if not same:
                held = held.unkept
            places.append(
                replace(
                    held,
                    player=place.player,
                    wish=place.wish,
                    character=given.get(f"character_{number}", held.character),
                    colour=given.get(f"colour_{number}"),
                )
            )
        return replace(chosen, places=tuple(places), reason=given["reason"])

    def _deals_the_same(self, chosen: Choices, before: Choices) -> bool:
        """Say whether roles and deal stay the same."""
        return (
            [place.wish for place in chosen.places] == [place.wish for place in before.places]
            and (chosen.scenario, chosen.nemeses) == (before.scenario, before.nemeses)
            and self.cleaned_data["seed"].upper() == self.planned.seed
        )

    def _add_in_hand(self, number: int, place: Place, role: Role) -> None:
        who = {"player": terms.player(number, place.player)}
        if role is Role.NEMESIS:
            label, held = _("Colour of %(player)s") % who, str(place.colour or ANY)
            field = _either(label, Colour, lambda each: terms.colour(each).capitalize(), held)
            self.fields[f"colour_{number}"] = field
            return
        known = self.pack.character(place.character)
        self.fields[f"character_{number}"] = line_field(
            _("Character of %(player)s") % who,
            sizes.PERSON_NAME,
            required=False,
            initial=known.name.in_language(self.game.language) if known else place.character,
            attrs={"list": "characters"},
        )


class RollRelicForm(BareForm, PlanAgainForm):
    """Draw roles and deal again, or only deal again."""

    keep_roles = tick(gettext_lazy("Keep the nemeses"), initial=True)

    def choices(self) -> Choices:
        """Return the choices without kept sheets, and with the roles as drawn if they stay."""
        chosen: Choices = self.planned.choices
        roles = [seat.role for seat in game_setup(self.game).seats]
        places = (
            replace(place.unkept, wish=role if self.cleaned_data["keep_roles"] else place.wish)
            for place, role in zip(chosen.places, roles, strict=True)
        )
        return replace(chosen, places=tuple(places))


class KeepForm(PlanAgainForm):
    """The sheet that one player keeps, and the values on it."""

    kept = radios(
        gettext_lazy("Keep one"),
        error_messages={"required": gettext_lazy("Choose the sheet that you keep.")},
    )
    attribute = forms.ChoiceField(label=gettext_lazy("Attribute"), required=False)
    value = number_field(gettext_lazy("Value of the attribute"), 1, 30)
    life = number_field(gettext_lazy("Life"), 1, 30)

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        self.fields["seen"] = forms.CharField(widget=forms.HiddenInput, required=False)
        setup, language = game_setup(self.game), self.game.language
        seat = setup.seat(number)
        self.place: Place = self.planned.choices.places[number - 1]
        offered, dealt = list(seat.dealt), [sheet.id for sheet in seat.dealt]
        if setup.is_revealed:  # a correction, which may name any sheet
            pack: Pack = get_pack(SLUG)
            offered += [sheet for sheet in pack.nemeses if sheet.id not in dealt]
        offer(self, "kept", [(each.id, each.name.in_language(language)) for each in offered])
        attributes = [(str(each), terms.attribute(each)) for each in Attribute]
        offer(self, "attribute", [("", _("Not entered")), *attributes])
        seen = " ".join((*dealt, self.place.kept))
        if self.is_bound:
            # The form is stale only if this player was dealt other sheets meanwhile.
            is_current = self.data.get("seen") == seen
            self.put(revision=self.game.revision - (not is_current))
        only = offered[0].id if len(offered) == 1 else ""
        known = seat.kept
        self.initial.update(
            seen=seen,
            kept=self.place.kept or only,
            attribute=str((known and known.attribute) or ""),
            value=known and known.value,
            life=known and known.life,
            reason=self.planned.choices.reason,
        )

    def choices(self) -> Choices:
        """Return the choices with this player's sheet."""
        given = self.cleaned_data
        chosen: Choices = self.planned.choices
        place = replace(
            self.place,
            kept=given["kept"],
            attribute=Attribute(given["attribute"]) if given["attribute"] else None,
            value=given["value"],
            life=given["life"],
        )
        places = list(chosen.places)
        places[self.number - 1] = place
        reason = given["reason"] or chosen.reason
        return replace(chosen, places=tuple(places), reason=reason)

    def field_for(self, problem: Problem) -> str | None:
        part = problem.path.rpartition(".")[2]
        return part if part in self.fields else None


def _either(
    label: str, kind: type[StrEnum], words: Callable[[str], str], initial: str = ANY
) -> forms.TypedChoiceField:
    """Return a choice between the members of an enum, or either of them: None."""
    return radios(
        label,
        [(ANY, _("Either")), *((str(each), words(each)) for each in kind)],
        coerce=lambda given: None if given == ANY else kind(given),
        initial=initial,
        required=False,
    )

"""Forms before a game: players, roles and scenario; draw again; keep a sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.packs import get_pack
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import PLAYERS, SLUG, Colour, Pack
from campaign.rules.relic_nemesis.choices import Choices, Role, Seat, SeatChoice, Setup
from campaign.rules.relic_nemesis.roles import is_by_lot
from campaign.selectors.relic_nemesis import scenarios_typed
from campaign.selectors.seeing import game_setup
from campaign.services.one_offs import new_seed
from tracker.forms.fields import (
    line_field,
    offer,
    player_field,
    radios,
    text_field,
    tick,
)
from tracker.forms.nested import NestedForm, RowForm
from tracker.forms.one_offs import BareForm, ChangeGameForm, PlanAgainForm, StartGameForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.problems import sentence
from tracker.systems.relic_nemesis.words.record import RelicWords

BOOK, OTHER, UNSAID = "book", "other", "none"
TYPED = "typed:"  # before the name of a scenario that was typed in an earlier game
ANY = "any"
SEATS = range(1, PLAYERS[-1] + 1)


def character_name(key: str, language: str) -> str:
    """Return the name of a character of the pack, or the one that was typed."""
    pack: Pack = get_pack(SLUG)
    known = pack.character(key)
    return known.name.in_language(language) if known else key


def _either(kind: type[StrEnum], words: Callable[[str], str]) -> forms.TypedChoiceField:
    """Return a choice between the members of an enum, or either of them: None."""
    return forms.TypedChoiceField(
        choices=lambda: [(ANY, _("Either")), *((str(each), words(each)) for each in kind)],
        coerce=lambda given: None if given == ANY else kind(given),
        empty_value=None,
        initial=ANY,
        required=False,
        widget=forms.RadioSelect,
    )


class SeatRow(RowForm):
    """A player: their name, the role they want, and what they have in hand once roles are drawn."""

    player = player_field("")
    wish = _either(Role, terms.role)
    colour = _either(Colour, lambda colour: terms.colour(colour).capitalize())
    character = line_field("", sizes.PERSON_NAME, required=False, attrs={"list": "characters"})
    # Problems of a sheet in hand are shown above the form: each player enters it elsewhere.
    fields_by_path = {
        "": "player",
        **dict.fromkeys(("kept", "attribute", "value", "life"), ""),
    }

    def __init__(
        self,
        *args: Any,
        number: int,
        before: SeatChoice,
        role: Role | None,
        character: str,
        **kwargs: Any,
    ) -> None:
        """Make the fields; ``role`` is the one that was drawn, ``character`` the one in hand."""
        super().__init__(*args, number=number, path="players", **kwargs)
        who = {"player": terms.player(number, before.player)}
        self.fields["player"].label = _("Player %(number)s") % {"number": number}
        self.fields["wish"].label = _("Player %(number)s wants to be") % {"number": number}
        self.fields["colour"].label = _("Colour of %(player)s") % who
        self.fields["character"].label = _("Character of %(player)s") % who
        if role is not Role.NEMESIS:
            del self.fields["colour"]
        if role is not Role.CHARACTER:
            del self.fields["character"]
        self.initial.update(
            player=before.player,
            wish=str(before.wish or ANY),
            colour=str(before.colour or ANY),
            character=character,
        )

    def in_hand(self) -> list[forms.BoundField]:
        """Return the field for the colour or the character, once the role is drawn."""
        return [self[name] for name in ("colour", "character") if name in self.fields]

    def place(self, before: SeatChoice) -> SeatChoice:
        """Return the choice of a valid form; what it has no field for stays as it was."""
        given = self.cleaned_data
        return replace(
            before,
            player=given["player"],
            wish=given["wish"],
            character=given.get("character", before.character),
            colour=given.get("colour"),
        )


class TableFields(NestedForm):
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
    # ``players`` is the number of players: problems of a single player do not belong there.
    fields_by_path = {"players.*": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pack: Pack = get_pack(SLUG)
        language = (get_language() or "en")[:2]
        unsaid, other = (UNSAID, _("Not chosen yet")), (OTHER, _("Another scenario"))
        scenarios = [
            (scenario.id, scenario.name.in_language(language)) for scenario in pack.scenarios
        ]
        self.offered_scenarios = [unsaid, *scenarios, other]
        offer(self, "scenario", self.offered_scenarios)
        numbers = [(n, n) for n in range(1, len(pack.nemeses))]
        offer(self, "nemeses", [(BOOK, _("As the rulebook says")), *numbers, (0, _("None"))])

    def ask_seats(
        self, before: Sequence[SeatChoice] = (), drawn: Sequence[Seat] = (), language: str = ""
    ) -> None:
        """Add the seats: ``before`` is what was chosen, ``drawn`` what was drawn from it."""
        chosen, seats = dict(enumerate(before, start=1)), dict(enumerate(drawn, start=1))
        self.parts = self.rows = tuple(
            SeatRow(
                self,
                number=number,
                before=place,
                role=seats[number].role if number in seats else None,
                character=character_name(place.character, language),
            )
            for number in SEATS
            for place in (chosen.get(number, SeatChoice()),)
        )

    def offer_typed(self, owner: Person | None) -> None:
        """Offer the scenarios that were typed in earlier games, too."""
        typed = [(f"{TYPED}{name}", name) for name in scenarios_typed(owner)]
        if typed:
            group = (_("Entered in earlier games"), typed)
            offer(self, "scenario", [*self.offered_scenarios, group])

    def choices(self) -> Choices:
        """Return the choices of a valid form."""
        given = self.cleaned_data
        scenario = given["scenario"]
        if scenario in (UNSAID, OTHER):
            scenario = given["scenario_other"] if scenario == OTHER else ""
        scenario = scenario.removeprefix(TYPED)
        places = tuple(row.place(SeatChoice()) for row in self.rows[: given["players"]])
        nemeses = None if given["nemeses"] == BOOK else int(given["nemeses"])
        return Choices(places, scenario, nemeses)


class StartRelicForm(TableFields, StartGameForm):
    """A new game: who plays, and who wants to be a nemesis."""

    seed = None  # type: ignore[assignment] # whoever typed it would know what is dealt
    reason = text_field(
        gettext_lazy("Does the scenario sheet say otherwise?"),
        sizes.REASON,
        help_text=gettext_lazy("Enter what it says; the game is started with that reason."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_typed(self.person)
        self.ask_seats()

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
        if not game_setup(self.game).is_revealed:
            del self.fields["seed"]  # whoever typed it would know what is dealt
        chosen: Choices = self.planned.choices
        self.pack: Pack = get_pack(SLUG)
        if self.game.owner == self.access.person:  # what was typed elsewhere is told to nobody else
            self.offer_typed(self.game.owner)
        typed = self.pack.scenario(chosen.scenario) is None and chosen.scenario
        self.initial.update(
            players=len(chosen.places),
            scenario=OTHER if typed else chosen.scenario or UNSAID,
            scenario_other=typed or "",
            nemeses=BOOK if chosen.nemeses is None else chosen.nemeses,
        )
        self.ask_seats(chosen.places, game_setup(self.game).seats, self.game.language)

    def character_names(self) -> list[str]:
        """Return the characters of the pack, for autocompletion; they are no secret."""
        return [
            character.name.in_language(self.game.language) for character in self.pack.characters
        ]

    def in_hand(self) -> list[forms.BoundField]:
        """Return the fields for the character or colour of each seat."""
        return [field for row in self.rows for field in row.in_hand()]

    def choices(self) -> Choices:
        """Return the choices; kept sheets stay unless they are dealt again."""
        chosen, before = super().choices(), self.planned.choices
        same = self._deals_the_same(chosen, before)
        earlier = (*before.places, *(SeatChoice() for _place in chosen.places))
        places = [
            row.place(place if same else replace(place.unkept, stays=None))
            for row, place in zip(self.rows[: len(chosen.places)], earlier, strict=False)
        ]
        return replace(chosen, places=tuple(places), reason=self.cleaned_data["reason"])

    def clean(self) -> None:
        """Deal with another seed where something is dealt anew while the deal is secret.

        With the old seed somebody could give themselves another's role, look, and change it back.
        """
        super().clean()
        given = self.cleaned_data
        if self.errors or game_setup(self.game).is_revealed:
            return
        if not self._deals_the_same(TableFields.choices(self), self.planned.choices):
            given["seed"] = new_seed()

    def _deals_the_same(self, chosen: Choices, before: Choices) -> bool:
        """Say whether roles and deal stay the same."""
        return (
            [place.wish for place in chosen.places] == [place.wish for place in before.places]
            and (chosen.scenario, chosen.nemeses) == (before.scenario, before.nemeses)
            and self.cleaned_data.get("seed", "").upper() in ("", self.planned.seed)
        )


@dataclass(frozen=True, slots=True)
class DrawnNemesis:
    """A player who is a nemesis."""

    player: str
    is_new: bool  # drawn or dealt to just now


class RollRelicForm(BareForm, PlanAgainForm):
    """Draw roles and deal again, or only deal again; each is a submit button."""

    keep_roles = tick("")
    turned: frozenset[int] = frozenset()  # seats with another role or other sheets than before

    def choices(self) -> Choices:
        """Return the choices without kept sheets, and with the roles as drawn if they stay."""
        chosen: Choices = self.planned.choices
        roles = [seat.role for seat in game_setup(self.game).seats]
        places = (
            replace(place.unkept, stays=role if self.cleaned_data["keep_roles"] else None)
            for place, role in zip(chosen.places, roles, strict=True)
        )
        return replace(chosen, places=tuple(places))

    def turn_over(self, before: object) -> None:
        if isinstance(before, Setup):
            seats = enumerate(zip(before.seats, game_setup(self.game).seats, strict=True), start=1)
            self.turned = frozenset(
                number
                for number, (was, now) in seats
                if now.role is not was.role or now.role is Role.NEMESIS
            )

    def nemeses(self) -> list[DrawnNemesis]:
        """Return who is a nemesis."""
        players = RelicWords.of_game(self.game).players
        return [
            DrawnNemesis(terms.player(seat, players[seat - 1]), seat in self.turned)
            for seat in game_setup(self.game).nemeses
        ]

    @property
    def has_lots(self) -> bool:
        """Say whether who is a nemesis is left to chance."""
        return is_by_lot(self.planned.choices, len(game_setup(self.game).nemeses))

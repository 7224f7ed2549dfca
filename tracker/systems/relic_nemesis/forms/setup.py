"""Forms before a game: players, roles and scenario; draw again; keep a sheet."""

from collections.abc import Callable
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
from campaign.rules.relic_nemesis.catalogue import PLAYERS, SLUG, Attribute, Colour, Pack
from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice, Setup
from campaign.selectors.relic_nemesis import scenarios_typed, sheets_read
from campaign.selectors.seeing import game_setup
from campaign.services.one_offs import new_seed
from tracker.forms.entry import RulesForm
from tracker.forms.fields import (
    line_field,
    number_field,
    offer,
    player_field,
    radios,
    text_field,
    tick,
)
from tracker.forms.one_offs import BareForm, ChangeGameForm, PlanAgainForm, StartGameForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.problems import sentence
from tracker.systems.relic_nemesis.words.record import RelicWords

BOOK, OTHER, UNSAID = "book", "other", "none"
TYPED = "typed:"  # before the name of a scenario that was typed in an earlier game
ANY = "any"
SEATS = range(1, PLAYERS[-1] + 1)


@dataclass(frozen=True, slots=True)
class WishFields:
    """The fields for the name and the wanted role of a player."""

    player: forms.BoundField
    wish: forms.BoundField


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
    # ``players`` is the number of players: problems of a single player do not belong there.
    fields_by_path = {
        "players.*": "player_*",
        "players.*.colour": "colour_*",
        "players.*.character": "character_*",
        "players.*.kept": "",
        "players.*.attribute": "",
        "players.*.value": "",
        "players.*.life": "",
    }

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
        for number in SEATS:
            player = _("Player %(number)s") % {"number": number}
            self.fields[f"player_{number}"] = player_field(player)
            wish = _("Player %(number)s wants to be") % {"number": number}
            self.fields[f"wish_{number}"] = _either(wish, Role, terms.role)

    def offer_typed(self, owner: Person | None) -> None:
        """Offer the scenarios that were typed in earlier games, too."""
        typed = [(f"{TYPED}{name}", name) for name in scenarios_typed(owner)]
        if typed:
            group = (_("Entered in earlier games"), typed)
            offer(self, "scenario", [*self.offered_scenarios, group])

    def seats(self) -> list[WishFields]:
        """Return the fields of each seat."""
        return [WishFields(self[f"player_{number}"], self[f"wish_{number}"]) for number in SEATS]

    def choices(self) -> Choices:
        """Return the choices of a valid form."""
        given = self.cleaned_data
        scenario = given["scenario"]
        if scenario in (UNSAID, OTHER):
            scenario = given["scenario_other"] if scenario == OTHER else ""
        scenario = scenario.removeprefix(TYPED)
        places = tuple(
            SeatChoice(given[f"player_{number}"], given[f"wish_{number}"])
            for number in range(1, given["players"] + 1)
        )
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
        for number, place in enumerate(chosen.places, start=1):
            self.initial[f"player_{number}"] = place.player
            self.initial[f"wish_{number}"] = str(place.wish or ANY)
        for number, seat in enumerate(game_setup(self.game).seats, start=1):
            self._add_in_hand(number, chosen.places[number - 1], seat.role)

    def character_names(self) -> list[str]:
        """Return the characters of the pack, for autocompletion; they are no secret."""
        return [
            character.name.in_language(self.game.language) for character in self.pack.characters
        ]

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
            earlier = before.places[number - 1] if number <= len(before.places) else SeatChoice()
            if not same:
                earlier = replace(earlier.unkept, stays=None)
            places.append(
                replace(
                    earlier,
                    player=place.player,
                    wish=place.wish,
                    character=given.get(f"character_{number}", earlier.character),
                    colour=given.get(f"colour_{number}"),
                )
            )
        return replace(chosen, places=tuple(places), reason=given["reason"])

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

    def _add_in_hand(self, number: int, place: SeatChoice, role: Role) -> None:
        who = {"player": terms.player(number, place.player)}
        if role is Role.NEMESIS:
            self.fields[f"colour_{number}"] = _either(
                _("Colour of %(player)s") % who,
                Colour,
                lambda colour: terms.colour(colour).capitalize(),
                initial=str(place.colour or ANY),
            )
            return
        known = self.pack.character(place.character)
        self.fields[f"character_{number}"] = line_field(
            _("Character of %(player)s") % who,
            sizes.PERSON_NAME,
            required=False,
            initial=known.name.in_language(self.game.language) if known else place.character,
            attrs={"list": "characters"},
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
        chosen: Choices = self.planned.choices
        needed = len(game_setup(self.game).nemeses)
        willing = [place.wish is not Role.CHARACTER for place in chosen.places]
        volunteers = [place.wish is Role.NEMESIS for place in chosen.places]
        return 0 < needed < sum(willing) and needed != sum(volunteers)


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
        super().__init__(*args, own=number, **kwargs)
        self.number = number
        self.fields["seen"] = forms.CharField(widget=forms.HiddenInput, required=False)
        setup, language = game_setup(self.game, self.audience), self.game.language
        seat = setup.seat(number)
        self.place: SeatChoice = self.planned.choices.places[number - 1]
        offered, dealt = list(seat.dealt), [sheet.id for sheet in seat.dealt]
        if setup.is_revealed:  # a correction, which may name any sheet
            pack: Pack = get_pack(SLUG)
            offered += [sheet for sheet in pack.nemeses if sheet.id not in dealt]
        offer(self, "kept", [(sheet.id, sheet.name.in_language(language)) for sheet in offered])
        attributes = [(str(kind), terms.attribute(kind)) for kind in Attribute]
        offer(self, "attribute", [("", _("Not entered")), *attributes])
        seen = " ".join((*dealt, self.place.kept))
        if self.is_bound:
            # The form is stale only if this player was dealt other sheets meanwhile.
            is_current = self.data.get("seen") == seen
            self.put(revision=self.game.revision - (not is_current))
        only = offered[0].id if len(offered) == 1 else ""
        known = seat.kept
        read = sheets_read(self.game.owner_id, besides=self.game)
        self.read = {sheet.id: read[sheet.id] for sheet in offered if sheet.id in read}
        self.initial.update(
            seen=seen,
            kept=self.place.kept or only,
            attribute=str((known and known.attribute) or ""),
            value=known and known.value,
            life=known and known.life,
            reason=self.planned.choices.reason,
        )

    def choices(self) -> Choices:
        """Return the choices with this player's sheet.

        What is left empty is what the group read off that sheet in an earlier game.
        """
        given = self.cleaned_data
        chosen: Choices = self.planned.choices
        attribute = Attribute(given["attribute"]) if given["attribute"] else None
        place = replace(
            self.place,
            kept=given["kept"],
            attribute=attribute,
            value=given["value"],
            life=given["life"],
        )
        read = self.read.get(given["kept"])
        if read is not None and not self.place.kept:  # a correction may clear them
            place = replace(
                place,
                attribute=attribute or read.attribute,
                value=given["value"] or read.value,
                life=given["life"] or read.life,
            )
        places = list(chosen.places)
        places[self.number - 1] = place
        reason = given["reason"] or chosen.reason
        return replace(chosen, places=tuple(places), reason=reason)

    def field_for(self, problem: Problem) -> str | None:
        part = problem.path.rpartition(".")[2]
        return part if part in self.fields else None


class CharacterForm(PlanAgainForm):
    """The character of one player, who chooses and names it."""

    reason = None  # type: ignore[assignment] # nothing to overrule
    character = line_field(
        gettext_lazy("Your character"),
        sizes.PERSON_NAME,
        required=False,
        attrs={"list": "characters"},
    )

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        self.pack: Pack = get_pack(SLUG)
        place: SeatChoice = self.planned.choices.places[number - 1]
        known = self.pack.character(place.character)
        self.initial["character"] = (
            known.name.in_language(self.game.language) if known else place.character
        )
        if self.is_bound:  # it changes nobody else's choice, so that it is never stale
            self.put(revision=self.game.revision)

    def character_names(self) -> list[str]:
        """Return the characters of the pack, for autocompletion."""
        return [
            character.name.in_language(self.game.language) for character in self.pack.characters
        ]

    def choices(self) -> Choices:
        """Return the choices with this player's character."""
        chosen: Choices = self.planned.choices
        places = list(chosen.places)
        place = places[self.number - 1]
        places[self.number - 1] = replace(place, character=self.cleaned_data["character"])
        return replace(chosen, places=tuple(places))


def _either(
    label: str, kind: type[StrEnum], words: Callable[[str], str], initial: str = ANY
) -> forms.TypedChoiceField:
    """Return a choice between the members of an enum, or either of them: None."""
    return radios(
        label,
        [(ANY, _("Either")), *((str(member), words(member)) for member in kind)],
        coerce=lambda given: None if given == ANY else kind(given),
        initial=initial,
        required=False,
    )

"""Forms of expeditions: the start, a battle, what comes after it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Person
from campaign.rules.aeons_end.expeditions.lacks import lacks_of
from campaign.rules.aeons_end.expeditions.recipe import OWN, Recipe
from campaign.rules.aeons_end.expeditions.route import MAX_TRIES, VARIANTS, Route
from campaign.rules.aeons_end.expeditions.stock import FIRST_MAGES
from campaign.rules.aeons_end.expeditions.stories import STORIES
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import SerializeError
from campaign.services.one_offs import SEED, new_seed
from tracker.forms.campaigns import box_language_field, campaign_name_field
from tracker.forms.fields import (
    drop_down,
    line_field,
    offer,
    player_field,
    radios,
    text_field,
    tick,
    token_field,
)
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.expeditions.own_recipes import FAULTS_SHOWN, LARGEST, read_route
from tracker.systems.aeons_end.expeditions.words import battles, variant
from tracker.systems.aeons_end.one_off.forms.series import BoxesForm
from tracker.systems.aeons_end.shared import selectors, shelf
from tracker.systems.aeons_end.shared.words import problems
from tracker.words.records import RecordWords

PLAYERS = range(1, FIRST_MAGES + 1)
USUAL = 2


RECIPE_FIELDS = {"boxes", "variant", "players", "companions", "unique", "tries", "seed", "own"}
HELPERS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class LacksShown:
    """What boxes lack, as sentences, and the names of boxes that would help most."""

    problems: tuple[str, ...]
    helpers: tuple[str, ...]


class PlayerRow(RowForm):
    """A player's name."""

    player = player_field("")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].label = _("Player %(number)s") % {"number": self.number}


class StartExpeditionForm(BoxesForm, NestedForm):
    """A new expedition: how long, from which boxes, with which options."""

    token = token_field()
    name = campaign_name_field(initial=gettext_lazy("Our expedition"))
    variant = radios(
        gettext_lazy("How long?"),
        ask=gettext_lazy("Choose how long the expedition is."),
        initial="default",
    )
    players = radios(
        gettext_lazy("How many players?"),
        [(number, str(number)) for number in PLAYERS],
        coerce=int,
        initial=USUAL,
        ask=gettext_lazy("Choose the number of players: 1 to 4."),
    )
    big_pockets = tick(
        gettext_lazy("Big Pockets"),
        help_text=gettext_lazy("Piles that you do not take wait; nothing is banished."),
    )
    companions = tick(gettext_lazy("Friends and foes"))
    unique = tick(
        gettext_lazy("No mage twice"),
        help_text=gettext_lazy("Only one of two versions of a mage is drawn."),
    )
    tries = drop_down(gettext_lazy("How often may you try a battle?"))
    seed = line_field(
        gettext_lazy("Seed"),
        SEED,
        required=False,
        help_text=gettext_lazy("The same seed and boxes make the same expedition."),
        attrs={"spellcheck": "false"},
    )
    own = forms.FileField(
        label=gettext_lazy("A file with an expedition of your own"),
        required=False,
        max_length=200,
    )
    language = box_language_field()
    reason = text_field(
        gettext_lazy("Play it anyway?"),
        sizes.REASON,
        help_text=gettext_lazy("Give a reason. You’ll get fewer cards than the rules say."),
    )

    def __init__(
        self, *args: Any, person: Person | None, recipe: Recipe | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.recipe_given = recipe
        self.offer_boxes(person)
        self.rows = tuple(PlayerRow(self, number=seat) for seat in PLAYERS)
        self.parts = self.rows
        offered = [(key, self._label(key, route)) for key, route in VARIANTS.items()]
        shared = recipe.variant if recipe is not None else ""
        offered += [
            (key, self._label(key, route))
            for key, route in STORIES.items()
            if route.box in self.collection.boxes or key == shared
        ]
        if recipe is not None and recipe.own is not None:
            offered.append((OWN, variant(recipe)))
        offer(self, "variant", offered)
        limits = [(str(n), str(n)) for n in range(1, MAX_TRIES + 1)]
        offer(self, "tries", [("", _("as often as it takes")), *limits])
        if recipe is not None:
            self._show(recipe)

    @staticmethod
    def _label(key: str, route: Route) -> str:
        shown = {
            "name": variant(Recipe(key, (), "")),
            "battles": battles(len(route.battles)),
        }
        return _("%(name)s: %(battles)s") % shown

    def _show(self, recipe: Recipe) -> None:
        """Begin with a recipe that somebody shared."""
        offered = {value for value, _label in self.fields["boxes"].choices}  # type: ignore[attr-defined]
        self.missing_boxes = [box for box in recipe.boxes if box not in offered]
        self.initial.update(
            variant=recipe.variant,
            boxes=[box for box in recipe.boxes if box in offered],
            big_pockets=recipe.big_pockets,
            companions=recipe.companions,
            unique=not recipe.versions,
            tries=str(recipe.tries or ""),
            seed=recipe.seed,
        )

    @property
    def missing(self) -> list[str]:
        """Return the boxes of a shared recipe that this visitor does not have, by name.

        What a sealed box is called is no secret.
        """
        boxes = selectors.series().boxes
        language = self.fields["language"].initial or "en"
        lacking = getattr(self, "missing_boxes", ())
        return [boxes[box].name(language) for box in lacking if box in boxes]

    def lacks(self) -> LacksShown | None:
        """Return what the ticked boxes lack, and which others would help; None: nothing.

        The form is bound; what is still missing in its other fields does not matter.
        """
        if not RECIPE_FIELDS.issubset(getattr(self, "cleaned_data", {})):
            return None
        series, players = selectors.series(), self.cleaned_data["players"]
        offered = [value for value, _label in self.fields["boxes"].choices]  # type: ignore[attr-defined]
        among = (*offered, *series.open_boxes)
        lacks = lacks_of(series, self.recipe(), players, among=among)
        helpers = [series.boxes[box] for box in lacks.helpers[:HELPERS_SHOWN]]
        said = LacksShown(
            tuple(self.sentence(problem) for problem in lacks.problems),
            tuple(shelf.name_of(box) for box in helpers),
        )
        return said if said.problems else None

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem)

    def refuse(self, problems: Iterable[Problem], words: RecordWords | None = None) -> None:
        """Show every problem; a reason is asked for only if it lifts all of them.

        ``lacks`` shows the shortages, beside the boxes.
        """
        found = tuple(problems)
        super().refuse([problem for problem in found if problem.path != "boxes"], words)
        if any(problem.path == "boxes" for problem in found):
            self.add_error(None, _("Your boxes lack something. It is listed below them."))
        self.overrulable = all(problem.overrulable for problem in found)

    def clean_own(self) -> Route | None:
        """Return the way that a file has; its faults are shown by their paths."""
        file = self.cleaned_data.get("own")
        if not file:
            return None
        data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValidationError(_("This file is too large for an expedition."))
        try:
            return read_route(data.decode("utf-8-sig", errors="replace"))
        except SerializeError as error:
            shown = [str(fault) for fault in error.problems[:FAULTS_SHOWN]]
            raise ValidationError(shown) from error

    def recipe(self) -> Recipe:
        """Return the recipe; the form is valid."""
        data, given = self.cleaned_data, self.recipe_given
        own = data["own"]
        if own is None and given is not None and data["variant"] == OWN:
            own = given.own
        story = STORIES.get(data["variant"])
        # Of a card that several boxes have, the one of the story's box is taken.
        first = (story.box,) if story and story.box in data["boxes"] else ()
        return Recipe(
            variant=OWN if own is not None else data["variant"],
            boxes=tuple(dict.fromkeys((*first, *data["boxes"]))),
            seed=(data["seed"] or new_seed()).upper(),
            big_pockets=data["big_pockets"],
            companions=data["companions"],
            versions=not data["unique"],
            tries=int(data["tries"]) if data["tries"] else None,
            own=own,
        )

    def players_named(self) -> tuple[str, ...]:
        """Return who plays; the form is valid."""
        return tuple(
            row.cleaned_data["player"] for row in self.rows[: self.cleaned_data["players"]]
        )

"""Choose for a one-off game: what was chosen, and what it comes to before it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django import forms
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.market.draw import AtLeast, Constraint, Exclude
from campaign.rules.aeons_end.one_off.choices import Choices, Guest, MarketRequest, Place
from campaign.rules.aeons_end.one_off.setup import markets_possible, matching, resolve
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.aeons_end.turn_order import MAGES_MAX, SOLO_CARDS
from campaign.rules.core.problems import Detail, Problem, RulesError
from campaign.rules.core.system import seeded
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.one_off.fields import ChangeFields
from tracker.systems.aeons_end.forms.one_off.parts import (
    CHOSEN,
    DRAWN,
    GUEST,
    MAGE,
    STAYS,
    SUGGESTED,
    WISHES,
    Answer,
    NamedPile,
    WishAnswer,
    WishFields,
    invited,
)
from tracker.systems.aeons_end.words import sentence


class ChangeForm(ChangeFields):
    """Everything that can be chosen; whatever is left open is drawn."""

    # --- laying out ---

    def places(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Return each seat's number with its two fields."""
        seats = range(1, MAGES_MAX + 1)
        return [(seat, self[f"mage_{seat}"], self[f"player_{seat}"]) for seat in seats]

    def wishes(self) -> list[WishFields]:
        """Return the fields of each wish there is room for."""
        names = ("count", "kind", "min", "max")
        return [
            WishFields(row, *(self[f"{name}_{row}"] for name in names))
            for row in range(1, WISHES + 1)
        ]

    def named_piles(self) -> tuple[NamedPile, ...]:
        """Return the piles to tick with their names."""
        language = self.game.language
        return tuple(
            NamedPile(card.id, card.name.in_language(language), str(card.kind), card.cost)
            for card in self.pile_choices()
        )

    def picked(self) -> list[str]:
        """Return the piles that are ticked."""
        return list(self["piles"].value() or ())

    # --- what was chosen ---

    def clean(self) -> None:
        """Take no pile chosen for what it is: to the engine it would be a market to draw."""
        data = self.cleaned_data
        self._refuse_upside_down()
        if data.get("way") == CHOSEN and not data.get("piles"):
            details = {"expected": self.pack.market.piles, "actual": 0}
            self.add_error("piles", sentence(Problem("market.not_nine_piles", details)))

    def _refuse_upside_down(self) -> None:
        """Say of a range that it begins above its end, before anybody looks for what is in it."""
        ranges = [("least", "most"), *((f"min_{n}", f"max_{n}") for n in range(1, WISHES + 1))]
        for first, last in ranges:
            least, most = self.cleaned_data.get(first), self.cleaned_data.get(last)
            if least is not None and most is not None and least > most:
                self.add_error(first, _("The first number is greater than the second."))

    def choices(self) -> Choices:
        """Return the choices; the form is valid."""
        data = self.cleaned_data
        count = data["mages"]
        least, most = data["least"], data["most"]
        bounded = least is not None or most is not None
        four, alone = count == MAGES_MAX, count == 1
        return Choices(
            places=self._places(count),
            nemesis=data["nemesis"] or None,
            nemesis_difficulty=(least or 1, most or 10) if bounded else None,
            difficulty=data["difficulty"],
            market=self._market(),
            paired=four and data["paired"],
            partner=data["partner"] or 2,
            solo_cards=(alone and data["solo_cards"]) or SOLO_CARDS[0],
            solo_life=data["solo_life"] if alone else None,
            boxes=(LEGACY.slug,) if data["legacy"] else (),
            reason=data["reason"],
        )

    def answer(self) -> Answer:
        """Say what the choices come to, without keeping any of it."""
        if not self.is_valid():
            faults = [
                self._fault(name, str(e)) for name, found in self.errors.items() for e in found
            ]
            return Answer(tuple(dict.fromkeys(faults)), (), None, overrulable=False)
        choices = self.choices()
        boxes = (self.pack, *selectors.other_boxes(choices))
        problems: tuple[Problem, ...] = ()
        try:
            resolve(self.pack, choices, seeded(self.cleaned_data["seed"]), also=boxes[1:])
        except RulesError as error:
            problems = error.problems
        drawn = self.cleaned_data["way"] == DRAWN
        return Answer(
            problems=tuple(dict.fromkeys(self.sentence(problem) for problem in problems)),
            wishes=tuple(
                WishAnswer(row, wish.count, matching(wish, boxes)) for row, wish in self._wished()
            ),
            markets=markets_possible(choices, boxes) if drawn else None,
            overrulable=any(problem.overrulable for problem in problems),
        )

    def _fault(self, name: str, error: str) -> str:
        """Return what is wrong with a field; a number's bounds say nothing without its name."""
        field = self.fields.get(name)
        numbered = isinstance(field, forms.IntegerField)
        return words.labelled(str(field.label), error) if field and numbered else error

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words, with wishes by the numbers of their rows."""
        return sentence(self._by_rows(problem), Namer(self.pack, self.game.language))

    def field_for(self, problem: Problem) -> str | None:
        """Return the field a problem is shown beside; a wish's is its row."""
        if problem.path.startswith("players."):
            return f"player_{problem.path.removeprefix('players.')}"
        if problem.path == "constraints":
            row = int(str(self._by_rows(problem).details["constraint"])) + 1
            return f"count_{row}" if row <= WISHES else "fresh"
        return self._field_of(problem.path)

    def _by_rows(self, problem: Problem) -> Problem:
        """Return a problem that counts wishes as the form does: empty rows are rows too."""
        rows = [row for row, _wish in self._wished()] + [WISHES + 1]
        details: dict[str, Detail] = dict(problem.details)
        if "constraint" not in details:
            return problem
        details["constraint"] = rows[int(str(details["constraint"]))] - 1
        others = details.get("others")
        if isinstance(others, tuple):
            details["others"] = tuple(rows[int(other)] - 1 for other in others)
        return replace(problem, details=details)

    def _places(self, count: int) -> tuple[Place, ...]:
        wanted = {
            seat: self.cleaned_data[f"mage_{seat}"].partition(":") for seat in range(1, count + 1)
        }
        before = [place.guest for place in self.chosen.places if place.guest]
        asked = {int(key) for what, _colon, key in wanted.values() if what == GUEST}
        # Whoever sat here before sits as they were; others come as their campaign has them now.
        sat = {guest.mage: guest for guest in before if guest.mage}
        new = invited(self.own[pk] for pk in asked if pk not in sat)

        def place(seat: int) -> Place:
            what, _colon, key = wanted[seat]
            player = self.cleaned_data[f"player_{seat}"]
            if what == MAGE:
                return Place(mage=key, player=player)
            guest: Guest | None = None
            if what == GUEST:
                guest = sat.get(int(key)) or new[int(key)]
            elif what == STAYS:
                guest = self.chosen.places[int(key) - 1].guest
            return Place(guest=guest, player=player)

        return tuple(place(seat) for seat in wanted)

    def _market(self) -> MarketRequest:
        data = self.cleaned_data
        if data["way"] == SUGGESTED:
            return MarketRequest(suggested=data["suggested"])
        if data["way"] == CHOSEN:
            return MarketRequest(chosen=tuple(data["piles"]))
        constraints: list[Constraint] = [wish for _row, wish in self._wished()]
        if data.get("fresh"):
            constraints.append(Exclude(self.last_piles or self.chosen.excluded))
        return MarketRequest(
            template=data["template"] or None,
            locks=tuple(data["piles"]),
            constraints=tuple(constraints),
        )

    def _wished(self) -> Iterator[tuple[int, AtLeast]]:
        """Yield the wishes with the numbers of their rows."""
        for row in range(1, WISHES + 1):
            count, kind, least, most = (
                self.cleaned_data.get(f"{what}_{row}") for what in ("count", "kind", "min", "max")
            )
            if count or kind or least is not None or most is not None:
                yield row, AtLeast(count or 1, CardKind(kind) if kind else None, least or 0, most)

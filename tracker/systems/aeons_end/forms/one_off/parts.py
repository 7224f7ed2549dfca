"""Parts of the form that chooses for a one-off game: its rows, its answer, what it shows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.choices import BaseChoiceIterator

from campaign.models import Mage
from campaign.rules.aeons_end.market.wishes import AtMost
from campaign.rules.aeons_end.one_off.choices import Choices, Guest, Place
from campaign.rules.aeons_end.systems import LEGACY
from tracker.forms.fields import number_field
from tracker.systems.aeons_end.selectors import campaign_state

WISHES, FEW_WISHES = 6, 2  # rows for wishes, and how many are shown at first
WISH = ("limit", "count", "kind", "min", "max", "box")  # the fields of a row
COST_MOST = 9
DRAWN, SUGGESTED, CHOSEN = "drawn", "suggested", "chosen"
MAGE, GUEST, STAYS = "mage", "guest", "stays"


@dataclass(frozen=True, slots=True)
class NamedPile:
    """A pile to tick, as the grid of piles shows it."""

    id: str
    name: str
    kind: str
    cost: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What the choices come to as they stand; ``markets`` is None where the market is not drawn."""

    problems: tuple[str, ...]
    wishes: tuple[tuple[int, int, int], ...] = ()  # its number, how many cards it needs, and has
    markets: int | None = None


def invited(mages: Iterable[Mage]) -> dict[int, Guest]:
    """Return mages as guests, by their ids: each as their campaign has them now."""
    guests = {}
    for mage in mages:
        mat = campaign_state(mage.campaign).mats[mage.seat - 1]
        guests[mage.pk] = Guest(replace(mat, player=""), mage.pk, mage.campaign.name)
    return guests


class Offered(BaseChoiceIterator):
    """Choices in pairs already: Django need not look through hundreds for each of ten fields."""

    def __init__(self, choices: Iterable[tuple[Any, Any]]) -> None:
        self._choices = tuple(choices)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(self._choices)


def small_number(label: str) -> forms.IntegerField:
    """Return a field for a small number; styles see by the placeholder whether it is empty."""
    return number_field(label, 0, COST_MOST, attrs={"placeholder": " "})


def staying(seat: int, place: Place, own: Mapping[int, Mage]) -> list[tuple[str, str]]:
    """Return the choice that keeps a guest whom this visitor could not invite again."""
    guest = place.guest
    if guest is None or guest.mage in own:
        return []
    return [(f"{STAYS}:{seat}", f"{guest.mat.name} ({guest.campaign})")]


def shown_of(choices: Choices, own: Mapping[int, Mage]) -> dict[str, Any]:
    """Return what the fields show of the choices that stand."""
    market = choices.market
    way = SUGGESTED if market.suggested else CHOSEN if market.chosen else DRAWN
    least, most = choices.nemesis_difficulty or (None, None)
    shown: dict[str, Any] = {
        "mages": len(choices.places),
        "nemesis": choices.nemesis or "",
        "least": least,
        "most": most,
        "difficulty": choices.difficulty,
        "way": way,
        "template": market.template or "",
        "suggested": market.suggested or "",
        "piles": list(market.chosen or market.locks),
        "fresh": bool(choices.excluded),
        "paired": choices.paired,
        "partner": choices.partner,
        "solo_cards": choices.solo_cards,
        "solo_life": choices.solo_life or "",
        "legacy": LEGACY.slug in choices.boxes,
        "boxes": list(choices.boxes),
        "versions": choices.versions,
        "basics": choices.basics,
        "nemesis_wish": str(choices.nemesis_wish),
        "new_mages": choices.new_mages,
        "reason": choices.reason,
    }
    for seat, place in enumerate(choices.places, start=1):
        shown[f"player_{seat}"] = place.player
        if place.mage:
            shown[f"mage_{seat}"] = f"{MAGE}:{place.mage}"
        elif place.guest:
            known = place.guest.mage in own
            shown[f"mage_{seat}"] = f"{GUEST}:{place.guest.mage}" if known else f"{STAYS}:{seat}"
    for row, wish in enumerate(choices.wishes, start=1):
        shown[f"limit_{row}"] = "most" if isinstance(wish, AtMost) else ""
        shown[f"count_{row}"] = wish.most if isinstance(wish, AtMost) else wish.count
        shown[f"box_{row}"] = wish.box
        shown[f"kind_{row}"] = wish.kind or ""
        shown[f"min_{row}"] = wish.min_cost or None
        shown[f"max_{row}"] = wish.max_cost
    return shown

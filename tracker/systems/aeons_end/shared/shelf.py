"""A person's shelf: boxes, preferences, sealed boxes they have finished, their groups' boxes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.db.models import F, QuerySet
from django.utils.translation import get_language

from campaign.models import Campaign, Game, Person, Preference
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import Card, MageMat, Nemesis, NemesisCard, Pack
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off import choices
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.aeons_end.systems import FAMILY, SLUGS
from campaign.rules.core.serialize import SerializeError, from_stored
from campaign.selectors.campaigns import campaigns_of, with_plan
from campaign.selectors.plays import characters_played, last_met
from campaign.selectors.preferences import preferences
from campaign.selectors.seeing import seen_facts
from campaign.services.preferences import preference_save
from tracker.systems.aeons_end.shared import selectors

T = TypeVar("T")
LONGEST = 5  # how many nemeses count as "not played for longest"
# The kind under which a preference of each type is stored.
KINDS: Mapping[type, str] = {
    choices.Collection: "collection",
    choices.Preset: "preset",
    choices.Pattern: "pattern",
}


def save(person: Person, value: object, name: str = "") -> Preference:
    """Save a preference, under a name where somebody can have several of its type."""
    kind = KINDS[type(value)]
    return preference_save(person=person, family=FAMILY, kind=kind, name=name, value=value)


def stored(person: Person | None, of: type) -> QuerySet[Preference]:
    """Return the rows of somebody's preferences of a type."""
    return preferences(FAMILY, KINDS[of]).filter(person=person)


def saved(person: Person | None, of: type[T]) -> dict[Preference, T]:
    """Return somebody's preferences of a type, each with its row."""
    rows = ((row, _read(row, of)) for row in (stored(person, of) if person else ()))
    return {row: value for row, value in rows if value is not None}


def collection_of(person: Person | None) -> choices.Collection:
    """Return the boxes that somebody owns; an empty collection if they have not said."""
    return next(iter(saved(person, choices.Collection).values()), choices.Collection())


def _read(row: Preference, of: type[T]) -> T | None:
    """Return the value of a preference; None if this release cannot read it."""
    try:
        return from_stored(of, row.payload)
    except SerializeError:
        return None


# --- which boxes ---


def name_of(box: Box) -> str:
    """Return the name of a box in the active language."""
    return box.name(get_language() or "en")


def opened_by(person: Person | None, collection: choices.Collection) -> frozenset[str]:
    """Return the sealed boxes that a person has finished, as ticked or in a campaign here."""
    boxes = selectors.series().boxes
    sealed = {slug: box.listing.pack for slug, box in boxes.items() if box.listing.sealed}
    return frozenset(
        slug
        for slug, system in sealed.items()
        if slug in collection.finished or (person and system and _has_finished(person, system))
    )


def _has_finished(person: Person, system: str) -> bool:
    """Say whether a person has finished a campaign; only those in the last chapter are replayed."""
    last = len(get_pack(system).chapters)
    mine = campaigns_of(person).filter(system=system)
    ending = with_plan(mine, chapter=last)
    return any(selectors.campaign_state(campaign).finished for campaign in ending)


def closed_boxes(person: Person | None, slugs: Iterable[str]) -> frozenset[str]:
    """Return those boxes that are sealed and not finished by a person."""
    boxes = selectors.series().boxes
    sealed = frozenset(slug for slug in slugs if slug in boxes and boxes[slug].listing.sealed)
    return sealed - opened_by(person, collection_of(person)) if sealed else sealed


def boxes_of_game(game: Game) -> Sequence[str]:
    """Return the boxes that a one-off game is drawn from."""
    return tuple(seen_facts(game).planned.choices.boxes)


def boxes_of_expedition(campaign: Campaign) -> Sequence[str]:
    """Return the boxes that an expedition is drawn from."""
    opening = campaign.opening or {}
    return tuple(opening.get("recipe", {}).get("boxes", ()))


def playable(slugs: Iterable[str], opened: frozenset[str]) -> list[Box]:
    """Return boxes in the order of the catalogue, without those that are still sealed."""
    wanted = set(slugs)
    return [
        box
        for slug, box in selectors.series().boxes.items()
        if slug in wanted and (not box.listing.sealed or slug in opened)
    ]


def group_boxes(person: Person | None, but: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return further boxes that members of a person's campaigns own, by campaign name."""
    if person is None:
        return []
    mine = campaigns_of(person).order_by("name")
    others = (
        preferences(FAMILY, KINDS[choices.Collection])
        .filter(person__memberships__campaign__in=mine)
        .exclude(person=person)
    )
    seen = set(but)
    groups: dict[str, list[str]] = {}
    for row in others.annotate(campaign=F("person__memberships__campaign__name")):
        collection = _read(row, choices.Collection) or choices.Collection()
        new = [slug for slug in collection.boxes if slug not in seen]
        seen |= set(new)
        if new:
            groups.setdefault(row.campaign, []).extend(new)
    return list(groups.items())


# --- what a game is drawn from ---


def prepared(chosen: choices.Choices, person: Person | None) -> choices.Choices:
    """Return choices with a person's exclusions, their languages, and what they played lately."""
    series, collection = selectors.series(), collection_of(person)
    boxes = [series.boxes[slug] for slug in chosen.boxes if slug in series.boxes]
    languages = {s: tongue for s, tongue in collection.languages.items() if s in chosen.boxes}
    never = frozenset().union(*(never_of(box, collection) for box in boxes))
    return replace(chosen, languages=languages, never=never, resting=_resting(chosen, person))


def lists_of(pack: Pack) -> Mapping[str, Sequence[MageMat | Nemesis | Card | NemesisCard]]:
    """Return the lists of a box's contents; each can be excluded as a whole."""
    return {
        "mages": pack.mages,
        "nemeses": pack.nemeses,
        "piles": pack.find.piles,
        "basics": pack.find.basics,
    }


def never_of(box: Box, collection: choices.Collection) -> frozenset[str]:
    """Return the ids of what is never drawn from a box; an excluded list is all its ids."""
    never = collection.never
    return frozenset(
        thing.id
        for name, things in lists_of(box.pack).items()
        for thing in things
        if thing.id in never or f"{box.slug}:{name}" in never
    )


def _resting(chosen: choices.Choices, person: Person | None) -> frozenset[str]:
    """Return what is not drawn because the person has played it before."""
    resting: set[str] = set()
    if person is not None and chosen.new_mages:
        resting |= characters_played(person, SLUGS)
    if person is not None and chosen.nemesis_wish:
        met = last_met(person, SLUGS)
        nemeses = offer_of(selectors.boxes_on_table(selectors.series(), chosen.boxes)).nemeses
        others = sorted(nemeses, key=lambda key: met.get(key, -1))[LONGEST:]
        resting.update(met if chosen.nemesis_wish is choices.NemesisWish.NEW else others)
    return frozenset(resting)

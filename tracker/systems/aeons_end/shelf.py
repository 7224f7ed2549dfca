"""Whose boxes: what somebody owns and may see, what their group owns, what they have played."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import Exists, F, OuterRef
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.models import Campaign, Fact, Game, Person, Preference
from campaign.models.games import PLANNED
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off.choices import Choices, NemesisWish
from campaign.rules.aeons_end.one_off.collection import Collection, Pattern, Preset, resting
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.aeons_end.systems import FAMILY
from campaign.rules.registry import SYSTEMS
from campaign.selectors.games import one_off_record
from campaign.selectors.plays import characters_played, last_met
from campaign.selectors.preferences import preference, preferences, read
from campaign.services.preferences import preference_save
from tracker.systems.aeons_end import selectors
from tracker.words import listed

_CAMPAIGN = "person__memberships__campaign__name"
COLLECTION, PRESET, PATTERN = "collection", "preset", "pattern"


def collection_of(person: Person | None) -> Collection:
    """Return what somebody owns; nothing is ticked for who has not said."""
    found = preference(person, FAMILY, COLLECTION, Collection) if person else None
    return found or Collection()


def collection_save(person: Person, collection: Collection) -> None:
    """Keep what somebody owns."""
    preference_save(person=person, family=FAMILY, kind=COLLECTION, value=collection)


def presets_of(person: Person | None) -> dict[Preference, Preset]:
    """Return somebody's saved wishes, by name."""
    return preferences(person, FAMILY, PRESET, Preset) if person else {}


def patterns_of(person: Person | None) -> dict[Preference, Pattern]:
    """Return somebody's own market patterns, by name."""
    return preferences(person, FAMILY, PATTERN, Pattern) if person else {}


# --- which boxes ---


def opened_by(person: Person | None, collection: Collection) -> frozenset[str]:
    """Return the sealed boxes that somebody has finished: they say so, or a campaign here does."""
    sealed = {s: box.listing for s, box in selectors.series().boxes.items() if box.listing.sealed}
    told = {slug for slug in collection.finished if slug in sealed}
    systems = {row.pack: slug for slug, row in sealed.items() if row.pack and slug not in told}
    if person is not None:
        told |= {slug for system, slug in systems.items() if _has_finished(person, system)}
    return frozenset(told)


def _has_finished(person: Person, system: str) -> bool:
    """Say whether a campaign of somebody's is over; only what came to its end is replayed."""
    last = len(get_pack(system).chapters)
    plans = Fact.objects.standing().filter(game=OuterRef("pk"), kind=PLANNED)
    # By way of the games: a join would make SQLite read every fact of the site.
    games = Game.objects.filter(Exists(plans.filter(payload__chapter=last)))
    mine = Campaign.objects.of(person).filter(system=system)
    ending = mine.filter(Exists(games.filter(campaign=OuterRef("pk"))))
    return any(selectors.campaign_state(campaign).finished for campaign in ending)


def closed_boxes(person: Person | None, slugs: Iterable[str]) -> frozenset[str]:
    """Return which of some boxes are sealed, and somebody has not finished."""
    boxes = selectors.series().boxes
    sealed = frozenset(slug for slug in slugs if slug in boxes and boxes[slug].listing.sealed)
    return sealed - opened_by(person, collection_of(person)) if sealed else sealed


def closed_to(people: Iterable[Person | None], slugs: Sequence[str]) -> str:
    """Return why boxes cannot be shown to people who have not finished them; "" if they can."""
    closed = frozenset().union(*(closed_boxes(person, slugs) for person in people))
    if not closed:
        return ""
    boxes = selectors.series().boxes
    names = [boxes[slug].name(get_language() or "en") for slug in boxes if slug in closed]
    return _("Sealed until everybody has finished it and said so in My boxes: %(boxes)s.") % {
        "boxes": listed(names)
    }


def kept_from(game: Game, people: Iterable[Person | None]) -> str:
    """Return why a game cannot be shown to people; "" if it can. None is anybody at all."""
    return closed_to(people, one_off_record(game).planned.choices.boxes)


def playable(slugs: Iterable[str], opened: frozenset[str]) -> list[Box]:
    """Return boxes in the order of the shelf, without what is still sealed."""
    wanted = set(slugs)
    return [
        box
        for slug, box in selectors.series().boxes.items()
        if slug in wanted and (not box.listing.sealed or slug in opened)
    ]


def group_boxes(person: Person | None, but: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return what else the people of somebody's campaigns own, by the campaign's name."""
    if person is None:
        return []
    mine = Campaign.objects.of(person).order_by("name")
    rows = Preference.objects.filter(
        family=FAMILY, kind=COLLECTION, person__memberships__campaign__in=mine
    ).exclude(person=person)
    seen = set(but)
    groups: dict[str, list[str]] = {}
    for row, name in ((r, r.campaign) for r in rows.annotate(campaign=F(_CAMPAIGN))):
        collection = read(row, Collection) or Collection()
        new = [slug for slug in collection.boxes if slug not in seen]
        seen |= set(new)
        if new:
            groups.setdefault(name, []).extend(new)
    return list(groups.items())


# --- what a game is drawn with ---


def prepared(choices: Choices, person: Person | None) -> Choices:
    """Return choices with what somebody never draws, has played before, and their languages."""
    series, collection = selectors.series(), collection_of(person)
    boxes = [(slug, series.boxes[slug].pack) for slug in choices.boxes if slug in series.boxes]
    languages = {s: tongue for s, tongue in collection.languages.items() if s in choices.boxes}
    never = frozenset().union(*(collection.without(box, slug) for slug, box in boxes))
    return replace(choices, languages=languages, never=never, resting=_resting(choices, person))


def _resting(choices: Choices, person: Person | None) -> frozenset[str]:
    if person is None or (choices.nemesis_wish is NemesisWish.ANY and not choices.new_mages):
        return frozenset()
    family = [slug for slug, system in SYSTEMS.items() if system.family == FAMILY]
    offer = offer_of(selectors.boxes_on_table(selectors.series(), choices.boxes))
    played = characters_played(person, family) if choices.new_mages else ()
    return resting(choices, offer, last_met(person, family), played)

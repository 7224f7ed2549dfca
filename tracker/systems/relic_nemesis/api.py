"""What programs read of Relic: Nemesis: what the box is known to have."""

from collections.abc import Iterator

from campaign.models import Person
from campaign.packs import get_pack
from campaign.rules.relic_nemesis.catalogue import SLUG, Pack
from tracker.faces.face import CatalogueEntry


def box_catalogue(person: Person, language: str) -> Iterator[CatalogueEntry]:
    """Yield nemeses, scenarios and characters; nothing of them is sealed."""
    del person
    pack: Pack = get_pack(SLUG)
    for nemesis in pack.nemeses:
        found = {"attribute": nemesis.attribute, "value": nemesis.value, "life": nemesis.life}
        facts = {name: fact for name, fact in found.items() if fact is not None}
        yield CatalogueEntry("nemesis", nemesis.id, nemesis.name.in_language(language), facts=facts)
    for scenario in pack.scenarios:
        yield CatalogueEntry("scenario", scenario.id, scenario.name.in_language(language))
    for character in pack.characters:
        yield CatalogueEntry("character", character.id, character.name.in_language(language))

"""What a group read off nemesis sheets in earlier games."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaign.models import Person
from campaign.packs import get_pack
from campaign.rules.relic_nemesis.catalogue import SLUG, Pack
from campaign.rules.relic_nemesis.moves import Dial
from campaign.selectors.relic_nemesis import ReadSheet
from tracker.systems.relic_nemesis.words import terms
from tracker.words import labelled, series


@dataclass(frozen=True, slots=True)
class RememberedSheet:
    """A sheet and what was read off it; where that can be corrected or cleared."""

    text: str
    url: str  # "" for those who cannot


def remembered_sheets(
    read: Iterable[ReadSheet], language: str, person: Person | None
) -> Iterator[RememberedSheet]:
    """Yield what was read off sheets, for those who keep one now."""
    pack: Pack = get_pack(SLUG)
    for each in read:
        sheet = pack.nemesis(each.sheet)
        name = sheet.name.in_language(language) if sheet else each.sheet
        mine = person is not None and each.game.owner_id == person.pk
        url = reverse("relic_deal", args=[each.game.code, each.seat]) if mine else ""
        yield RememberedSheet(labelled(name, series(_values(each))), url)


def _values(read: ReadSheet) -> Iterator[str]:
    attribute = terms.attribute(str(read.attribute or ""))
    if read.attribute is not None or read.value is not None:
        yield attribute if read.value is None else f"{attribute} {read.value}"
    if read.life is not None:
        yield f"{terms.dial(Dial.LIFE)} {read.life}"

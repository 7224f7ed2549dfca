"""The game systems: what can be played, what starts a game, and what is in the boxes."""

from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from ninja import Router, Schema
from pydantic import Field

from campaign.packs import get_pack
from tracker.api.answers import reads
from tracker.api.entries import FieldOut, described
from tracker.api.tokens import ReadToken, owner_of
from tracker.faces.face import CatalogueEntry, Face
from tracker.faces.registry import FACES, face_of

router = Router(tags=["Games you can play"], auth=ReadToken())


class SystemOut(Schema):
    """A boxed game, and how it is played here."""

    slug: str
    name: str
    has_campaigns: bool
    has_one_offs: bool
    has_live: bool


class StartFormOut(Schema):
    """The form that starts a game."""

    system: str
    fields: list[FieldOut]


class ThingOut(Schema):
    """A thing in a box, with what is printed on it."""

    kind: str
    id: str
    name: str
    box: str
    facts: dict[str, int | str] = Field(description="Cost, life and the like, as far as known.")


class CatalogueOut(Schema):
    """What is in a game's boxes and no secret to you."""

    system: str
    version: int
    things: list[ThingOut]


@router.get("/systems", response=reads(list[SystemOut]), summary="Games")
def list_systems(request: HttpRequest) -> list[SystemOut]:
    """Return every game that can be played here."""
    return [
        SystemOut(
            slug=slug,
            name=face.name,
            has_campaigns=face.campaign is not None,
            has_one_offs=face.one_off is not None,
            has_live=face.live is not None,
        )
        for slug, face in FACES.items()
    ]


@router.get("/systems/{system}/start", response=reads(StartFormOut), summary="What starts a game")
def get_start_form(request: HttpRequest, system: str) -> StartFormOut:
    """Return the fields of the form that starts a one-off game."""
    face = _face(system).one_off
    if face is None:
        raise Http404
    form = face.start_form(None, person=owner_of(request))
    return StartFormOut(system=system, fields=described(form))


@router.get(
    "/systems/{system}/campaign", response=reads(StartFormOut), summary="What starts a campaign"
)
def get_campaign_form(request: HttpRequest, system: str) -> StartFormOut:
    """Return the fields of the form that starts a campaign."""
    face = _face(system).campaign
    if face is None:
        raise Http404
    form = face.start_form(None, person=owner_of(request))
    return StartFormOut(system=system, fields=described(form))


@router.get("/systems/{system}/catalogue", response=reads(CatalogueOut), summary="Catalogue")
def get_catalogue(request: HttpRequest, system: str) -> CatalogueOut:
    """Return what is in the boxes, without what is still closed to you."""
    face = _face(system)
    if face.catalogue is None:
        raise Http404
    things = map(_thing, face.catalogue(owner_of(request), get_language() or "en"))
    return CatalogueOut(system=system, version=get_pack(system).version, things=list(things))


def _face(system: str) -> Face:
    if system not in FACES:
        raise Http404
    return face_of(system)


def _thing(entry: CatalogueEntry) -> ThingOut:
    return ThingOut(
        kind=entry.kind, id=entry.id, name=entry.name, box=entry.box, facts=dict(entry.facts)
    )

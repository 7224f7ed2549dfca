"""The JSON Schema of export files: of each kind of document and each game system, one.

It is made from the types by which files are read, and says how a document begins. That entries
refer to each other rightly, and that a story can have happened, only an import can tell.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from campaign.exchange.document import CAMPAIGN, GAME, KINDS, VERSION, FactEntry
from campaign.models import ChangeKind
from campaign.models.games import PLANNED
from campaign.packs import get_pack
from campaign.rules.core.json_schema import Definitions, Schema, part_of, whole
from campaign.rules.core.system import System
from campaign.rules.registry import SYSTEMS

FIRST_CHANGE = {
    CAMPAIGN: [ChangeKind.START.value, ChangeKind.FORK.value],
    GAME: [ChangeKind.PLAN.value],
}


def documents() -> Iterator[tuple[str, str]]:
    """Yield every kind of document with the slug of its system."""
    for slug, system in SYSTEMS.items():
        if system.campaign is not None:
            yield CAMPAIGN, slug
        if system.one_off is not None:
            yield GAME, slug


def name_of(format_: str, slug: str) -> str:
    """Return the name of a kind of document, such as ``game-<slug>``."""
    return f"{format_.removeprefix('breachkeeper-')}-{slug}"


def schema_named(name: str) -> Schema | None:
    """Return the schema of a kind of document by its name; None if there is no such kind."""
    for format_, slug in documents():
        if name_of(format_, slug) == name:
            return document_schema(format_, slug)
    return None


def document_schema(format_: str, slug: str) -> Schema:
    """Return the schema of a document of a system in the version that is written today."""
    system = SYSTEMS[slug]
    rules: Any = system.campaign if format_ == CAMPAIGN else system.one_off
    definitions = Definitions()
    document = part_of(KINDS[format_], definitions)
    own = _named(definitions, document)
    own["format"], own["version"] = {"const": format_}, {"const": VERSION}
    about = _named(definitions, own["campaign" if format_ == CAMPAIGN else "game"])
    about["system"] = {"const": slug}
    _begin(own, format_)
    if format_ == CAMPAIGN:
        seats = {"items": part_of(rules.seat, definitions), "minItems": rules.fewest_seats}
        own["party"] |= seats
        own["opening"] = part_of(rules.opening, definitions) if rules.opening else {"const": None}
        if rules.opening_problems(get_pack(slug), None):  # it cannot begin without one
            definitions.schemas[_name(document)]["required"].append("opening")
    _write_facts(definitions, rules.facts)
    _write_live(definitions, system)
    return whole(document, definitions, f"{format_} of {slug}, version {VERSION}")


def _begin(own: dict[str, Schema], format_: str) -> None:
    """Say with what the lists of a document begin."""
    first = {"properties": {"kind": {"enum": FIRST_CHANGE[format_]}, "revision": {"const": 1}}}
    own["changes"] |= {"minItems": 1, "prefixItems": [_with(own["changes"], first, "revision")]}
    if format_ == GAME:
        only = {"properties": {"number": {"const": 1}, "withdrawn": {"const": None}}}
        own["games"] |= {"minItems": 1, "maxItems": 1, "prefixItems": [_with(own["games"], only)]}
        plan = {"properties": {"kind": {"const": PLANNED}, "game": {"const": 1}}}
        own["facts"] |= {"minItems": 1, "prefixItems": [_with(own["facts"], plan)]}


def _with(items: Schema, more: Schema, *required: str) -> Schema:
    """Return the schema of an item of a list that has to keep more than the others."""
    return {"allOf": [items["items"], {**more, "required": list(required)}]}


def _write_facts(definitions: Definitions, facts: Mapping[str, Any]) -> None:
    """Say of each kind of fact what it says."""
    name = FactEntry.__qualname__
    entry = definitions.schemas[name]
    definitions.schemas[name] = {
        "anyOf": [
            {
                **entry,
                "properties": {
                    **entry["properties"],
                    "kind": {"const": kind},
                    "says": part_of(fact, definitions),
                },
            }
            for kind, fact in facts.items()
        ]
    }


def _write_live(definitions: Definitions, system: System) -> None:
    """Say with what a live table begins, and what its moves are."""
    entry, move = (definitions.schemas[name]["properties"] for name in ("LiveEntry", "MoveEntry"))
    if system.live is None:
        definitions.schemas["GameEntry"]["properties"]["live"] = {"const": None}
        return
    entry["start"] = part_of(system.live.start, definitions)
    move["says"] = {"anyOf": [_move(kind, definitions) for kind in system.live.all_moves]}


def _move(kind: Any, definitions: Definitions) -> Schema:
    """Return the schema of a move, with its kind among its fields."""
    reference = part_of(kind, definitions)
    schema = definitions.schemas[_name(reference)]
    schema["properties"].pop("on", None)  # what its sender saw is not stored
    schema["properties"]["kind"] = {"const": kind.kind}
    schema["required"] = ["kind", *(each for each in schema["required"] if each != "kind")]
    return reference


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _named(definitions: Definitions, reference: Schema) -> dict[str, Schema]:
    """Return the properties of a definition that is referred to."""
    found: dict[str, Schema] = definitions.schemas[_name(reference)]["properties"]
    return found

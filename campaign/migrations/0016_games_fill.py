"""One table of games: turn every fact's own table, every plan and every one-off game into facts.

What a fact says is written as :mod:`campaign.rules.core.serialize` writes it: a field that holds
its default is left out. The code below does it by hand, because the engine goes on changing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery

from campaign.models.campaigns import new_code, new_stamp

BATCH = 500
Plain = dict[str, Any]
Tables = Callable[[str], Any]


def said(**fields: Any) -> Plain:
    """Return fields without those that hold nothing."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}


# --- facts of campaigns ---


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Fill the payloads, then the plans, then bring over the one-off games."""
    using = schema_editor.connection.alias

    def tables(name: str) -> Any:
        return apps.get_model("campaign", name)._default_manager.using(using)

    _payloads(tables)
    _games(tables)
    _plans(tables)
    _one_offs(tables)


def _payloads(tables: Tables) -> None:
    for facts in _batches(tables("Fact")):
        batch = [fact.pk for fact in facts]
        details = {
            name: tables(name).in_bulk(batch)
            for name in (
                "ResultFact",
                "VerdictFact",
                "PlacedSticker",
                "BasicChange",
                "SectionUnlock",
                "SealOpening",
                "Closing",
                "Note",
            )
        }
        mages = _grouped(tables("MageTally").filter(result__in=batch).order_by("seat"), "result_id")
        piles = _grouped(
            tables("GrowthPile").filter(growth__in=batch).order_by("place"), "growth_id"
        )
        for fact in facts:
            table = TABLE.get(fact.kind, "")
            row = details.get(table, {}).get(fact.pk)
            if fact.kind == "growth":
                payload = _growth(piles.get(fact.pk, []))
            elif fact.kind == "played":
                payload = _played(row, mages.get(fact.pk, []))
            else:
                payload = SAYS[fact.kind](row)
            fact.payload = payload | said(reason=fact.reason)
        tables("Fact").bulk_update(facts, ["payload"])


def _grouped(rows: Iterable[Any], by: str) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(getattr(row, by), []).append(row)
    return found


def _tally(row: Any, mages: list[Any]) -> Plain:
    return {
        "result": row.result,
        **said(
            ending=row.ending,
            gravehold_life=row.gravehold_life,
            nemesis_life=row.nemesis_life,
            lives=[mage.life for mage in mages],
            exhausted=[mage.seat for mage in mages if mage.exhausted],
        ),
    }


def _evening(row: Any) -> Plain:
    return said(played_on=row.played_on and row.played_on.isoformat(), minutes=row.minutes)


def _played(row: Any, mages: list[Any]) -> Plain:
    return {"tally": _tally(row, mages), **_evening(row)}


def _growth(piles: list[Any]) -> Plain:
    return {
        "growth": {
            "offered": [
                {"key": pile.key, "name": pile.name, "kind": pile.kind, "cost": pile.cost}
                for pile in piles
                if pile.fate != "banished"
            ],
            "added": [pile.key for pile in piles if pile.fate == "added"],
            "banished": [pile.key for pile in piles if pile.fate == "banished"],
        }
    }


def _sticker(row: Any) -> Plain:
    sticker = said(
        name=row.name,
        text=row.text,
        charges=row.charges,
        where=row.where,
        card_kind=row.card_kind,
        breach_turns=row.breach_turns,
    )
    return {"seat": row.seat, "sticker": {"slot": row.slot, "kind": row.kind, **sticker}}


def _pool_card(row: Any, key: str) -> Plain:
    card = {"key": key, "name": row.name, "tier": row.tier or 0, "kind": row.kind}
    return card | said(spaces=row.spaces, life=row.life, power=row.power)


SAYS: dict[str, Callable[[Any], Plain]] = {
    "verdict": lambda row: {"onward": row.onward},
    "sticker": _sticker,
    "evolved": lambda row: {"card": row.card, **said(text=row.text)},
    "transformed": lambda row: {"card": row.card, "into": _pool_card(row, row.into)},
    "joined": lambda row: {"card": _pool_card(row, row.card)},
    "left": lambda row: {"card": row.card},
    "section": lambda row: {
        "section": row.section,
        "letter": row.letter,
        **said(note=row.note),
    },
    "seal": lambda row: {"seal": row.seal, **said(name=row.name)},
    "closed": lambda row: {"decision": row.decision},
    "note": lambda row: {"text": row.text},
    "settled": lambda _row: {},
}
TABLE = {
    "played": "ResultFact",
    "verdict": "VerdictFact",
    "sticker": "PlacedSticker",
    "evolved": "BasicChange",
    "transformed": "BasicChange",
    "joined": "BasicChange",
    "left": "BasicChange",
    "section": "SectionUnlock",
    "seal": "SealOpening",
    "closed": "Closing",
    "note": "Note",
}


# --- games of campaigns ---


def _games(tables: Tables) -> None:
    """Give each game a code, and what it has of its campaign."""
    of = tables("Campaign").filter(pk=OuterRef("campaign"))
    planned = tables("Change").filter(pk=OuterRef("recorded"))
    tables("Game").update(
        system=Subquery(of.values("system")[:1]),
        pack_version=Subquery(of.values("pack_version")[:1]),
        language=Subquery(of.values("language")[:1]),
        created_at=Subquery(planned.values("at")[:1]),
    )
    for batch in _batches(tables("Game")):
        for game in batch:
            game.code, game.stamp = new_code(), new_stamp()
        tables("Game").bulk_update(batch, ["code", "stamp"])


def _plans(tables: Tables) -> None:
    """Write the plan of each game as its first fact."""
    fact = tables("Fact").model
    for batch in _batches(tables("Game")):
        tables("Fact").bulk_create(
            fact(
                game_id=game.pk,
                kind="planned",
                place=0,
                payload=_plan(game),
                recorded_id=game.recorded_id,
                withdrawn_id=game.withdrawn_id,
            )
            for game in batch
        )


def _plan(game: Any) -> Plain:
    foe = {"key": game.nemesis_key, **said(name=game.nemesis_name, life=game.nemesis_life)}
    pairs = None
    if game.paired_with_first is not None:
        others = [seat for seat in (2, 3, 4) if seat != game.paired_with_first]
        pairs = [[1, game.paired_with_first], others]
    return {"chapter": game.chapter, "foe": foe, **said(pairs=pairs, reason=game.reason)}


def _batches(rows: Any) -> Iterator[list[Any]]:
    """Yield rows a batch at a time, by their ids: none is missed while others are written."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = batch[-1].pk
        yield batch


# --- one-off games ---


def _one_offs(tables: Tables) -> None:
    for batch in _batches(tables("OneOffGame")):
        _bring_over(tables, batch)


def _bring_over(tables: Tables, batch: list[Any]) -> None:
    game, change, fact, photo = (tables(name).model for name in ("Game", "Change", "Fact", "Photo"))
    rows = tables("Game").bulk_create(
        game(
            code=old.code,
            system=old.system,
            pack_version=old.pack_version,
            language=old.language,
            created_at=old.created_at,
            owner_id=old.owner_id,
            shared_with_id=old.campaign_id,
            revision=max(old.revision, 2 if old.result else 1),
            stamp=new_stamp(),
        )
        for old in batch
    )
    pairs = list(zip(batch, rows, strict=True))
    tables("Change").bulk_create(
        change(game_id=new.pk, **columns) for old, new in pairs for columns in _changes(old, new)
    )
    codes = [new.pk for new in rows]
    writes: dict[int, list[int]] = {}
    found = tables("Change").filter(game__in=codes).order_by("revision")
    for of, pk in found.values_list("game", "pk"):
        writes.setdefault(of, []).append(pk)
    ids = [old.pk for old in batch]
    mages = _grouped(tables("OneOffMage").filter(game__in=ids).order_by("seat"), "game_id")
    tables("Fact").bulk_create(
        fact(game_id=new.pk, kind=kind, place=place, payload=payload, recorded_id=by)
        for old, new in pairs
        for kind, place, payload, by in _facts(old, mages.get(old.pk, []), writes[new.pk])
    )
    moved = {old.pk: new.pk for old, new in pairs}
    plays = list(tables("Play").filter(one_off__in=ids))
    for play in plays:
        play.game_id = moved[play.one_off_id]
    tables("Play").bulk_update(plays, ["game"])
    tables("Photo").bulk_create(
        photo(
            game_id=moved[old.game_id],
            name=old.name,
            caption=old.caption,
            width=old.width,
            height=old.height,
            added_by_id=old.added_by_id,
            added_at=old.added_at,
        )
        for old in tables("OneOffPhoto").filter(game__in=ids).order_by("added_at", "pk")
    )


def _changes(old: Any, new: Any) -> Iterator[Plain]:
    """Yield the first write and the last; what lay between was not recorded."""
    last = {"revision": new.revision, "token": old.token or None}
    alone = new.revision == 1
    yield {
        "kind": "plan",
        "person_id": old.owner_id,
        "at": old.created_at,
        **(last if alone else {"revision": 1}),
    }
    if old.result:
        at = old.recorded_at or old.created_at
        yield {"kind": "record", "person_id": old.recorded_by_id, "at": at, **last}
    elif not alone:
        at = old.changed_at or old.created_at
        yield {"kind": "change", "person_id": old.changed_by_id, "at": at, **last}


def _facts(old: Any, mages: list[Any], writes: list[int]) -> Iterator[tuple[str, int, Plain, int]]:
    """Yield the plan, by the first write, and the result and note, by the last."""
    planned = {"choices": plain_choices(old.choices), "seed": old.seed}
    yield "planned", 0, planned | said(setup=_setup(old)), writes[0]
    place = 1
    if old.result:
        players = [place["player"] for place in old.choices["places"]]
        played = {
            "result": _tally(old, mages),
            **said(players=players if any(players) else None, reason=old.reason),
            **_evening(old),
        }
        yield "played", 1, played, writes[-1]
        place = 2
    if old.note:
        yield "note", place, {"text": old.note}, writes[-1]


def _setup(old: Any) -> Plain | None:
    """Return the set-up that was stored; None for one that has to be drawn again."""
    held = old.setup
    if not isinstance(held, dict) or held.get("version") != 1:
        return None
    if len(held.get("game", {}).get("mats", ())) != len(old.choices["places"]):
        return None
    return {name: value for name, value in held.items() if name != "version"}


def plain_choices(held: Plain) -> Plain:
    """Return what players chose as :mod:`campaign.rules.core.serialize` writes it."""
    market = held["market"]
    return {
        "places": [_place(place) for place in held["places"]],
        **said(
            nemesis=held["nemesis"],
            nemesis_difficulty=held["nemesis_difficulty"],
            difficulty=_unless("normal", held["difficulty"]),
            market=said(
                suggested=market["suggested"],
                chosen=market["chosen"],
                template=market["template"],
                locks=market["locks"],
                constraints=[_constraint(each) for each in market["constraints"]],
            ),
            paired=held["paired"] or None,
            partner=_unless(2, held["partner"]),
            solo_cards=_unless(3, held["solo_cards"]),
            solo_life=held["solo_life"],
            boxes=held["boxes"],
            reason=held["reason"],
        ),
    }


def _unless(default: object, value: object) -> object | None:
    return None if value == default else value


def _place(held: Plain) -> Plain:
    guest = held["guest"] and {
        "mat": held["guest"]["mat"],
        **said(mage=held["guest"]["mage"], campaign=held["guest"]["campaign"]),
    }
    return said(mage=held["mage"], guest=guest, player=held["player"])


def _constraint(held: Plain) -> Plain:
    if "exclude" in held:
        return {"keys": held["exclude"]}
    return said(
        count=_unless(1, held["count"]),
        kind=held["kind"],
        min_cost=_unless(0, held["min_cost"]),
        max_cost=held["max_cost"],
    )


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0015_games_schema"),
    ]

    operations = [
        migrations.RunPython(fill),
    ]

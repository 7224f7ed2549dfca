"""A damaged, huge or hostile file is refused whole: the first faults named, nothing written."""

import io
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.archive import MEGABYTE, Limits
from campaign.exchange.document import VERSION, encode
from campaign.exchange.exporting import export_json
from campaign.exchange.importing import file_import, read_file
from campaign.exchange.reading import MAX_KEYS
from campaign.exchange.refusals import MAX_PROBLEMS, Refused
from campaign.models import Person
from tests.campaign import exchange, factories
from tests.campaign.exchange import Document, faults, tampered

pytestmark = pytest.mark.django_db

AT = "2026-05-01T19:30:00.000000Z"


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """Write one campaign with a past, once for the whole module."""
    with django_db_blocker.unblock():
        campaign = factories.play_through(factories.start_campaign(mages=4), chapters=2)
        exchange.live(campaign, Random(5), steps=25)
        data = export_json(campaign)
        people = list(Person.objects.filter(memberships__campaign=campaign))
        campaign.delete()
        for person in people:
            person.delete()
    return data


@pytest.fixture
def document(written: bytes) -> Document:
    found: Document = json.loads(written)
    return found


# --- no document at all ---


def test_the_campaign_the_others_are_made_of_is_taken(written: bytes) -> None:
    copy = exchange.bring_in(written)
    assert export_json(copy) == written
    found = json.loads(written)
    assert any("replaces" in fact for fact in found["facts"])
    assert any("withdrawn" in fact for fact in found["facts"])
    assert any("withdrawn" in game for game in found["games"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "file.json"),
        (b"\x00", "file.json"),
        (b"null", "format"),
        (b"[]", "format"),
        (b"{}", "format"),
        (b'{"format": "breachkeeper-backup"}', "format"),
        (b'{"format": "breachkeeper-campaign"}', "version"),
        (b"\xff\xfe{}", "file.utf8"),
        (b"[" * 100_000, "file.nested"),
        (b"[" * 1_000_000, "list.too_long"),
        (b'{"a":' * 100_000, "file.nested"),
        (b'{"format": 1, "format": 2}', "file.key_twice"),
        # Marks above and below a letter in turn: to sort them would take hours.
        (('{"format": "a' + "\u0301\u0316" * MEGABYTE + '"}').encode(), "file.json"),
        (b'{"format": "a' + rb"\u0301\u0316" * 1000 + b'"}', "file.json"),
        (rb'{"format": [{"deep": "\ud800"}]}', "file.json"),
        (rb'{"format": [{"\ud800": 1}]}', "file.json"),
        (rb'{"format": "\u0000"}', "file.json"),
        (b'{"version": 1.5}', "file.fraction"),
        (b'{"version": NaN}', "file.fraction"),
        (b'{"version": -Infinity}', "file.fraction"),
        (b'{"version": ' + b"9" * 10_000 + b"}", "file.json"),
        (b"<!doctype html>", "file.json"),
        (b"PK\x03\x04" + b"\x00" * 100, "archive.zip"),
        (b"\x89PNG\r\n\x1a\n", "file.utf8"),
    ],
)
def test_what_is_no_campaign_is_refused(data: bytes, said: str) -> None:
    assert said in faults(data)[0]


def test_a_file_of_fifty_megabytes_is_not_even_read() -> None:
    class Counted(io.BytesIO):
        most = 0

        def read(self, size: int | None = -1) -> bytes:
            found = super().read(size)
            self.most = max(self.most, len(found))
            return found

    file = Counted(b" " * 50 * 1024 * 1024)
    with pytest.raises(Refused, match=r"file\.large, got 52428800 bytes"):
        read_file(file, pictures=exchange.no_pictures)
    assert file.most < 10


@pytest.mark.parametrize(
    ("keys", "code"), [(MAX_KEYS - 9, "expected one of the keys"), (50_000, "list.too_long")]
)
def test_a_file_of_many_keys_is_refused_after_the_first_few(keys: int, code: str) -> None:
    unknown = ",".join(f'"{n:x}":1' for n in range(keys))
    data = f'{{"format":"breachkeeper-campaign","version":{VERSION},{unknown}}}'.encode()
    found = faults(data)
    assert len(found) <= MAX_PROBLEMS
    assert all(code in fault for fault in found)


def test_many_empty_changes_are_refused_after_the_first_few(document: Document) -> None:
    document["changes"] = [{}] * 5000
    assert len(faults(encode(document))) == MAX_PROBLEMS
    document["changes"] = [{}] * 70_000
    (only,) = faults(encode(document))
    assert only.startswith("changes: file.entries, got 70000")


@pytest.mark.parametrize(
    ("path", "limits"),
    [
        ("changes", Limits(entries=3)),
        ("games", Limits(games=1)),
        ("games.live.moves", Limits(moves=2)),
    ],
)
def test_a_file_has_no_more_than_a_campaign_here_may_have(
    document: Document, path: str, limits: Limits
) -> None:
    moves = {"opened_at": AT, "start": {}, "moves": [{"at": AT, "says": {}}] * 2}
    for game in document["games"]:
        game["live"] = moves
    (fault,) = faults(encode(document), limits)
    assert fault.startswith(f"{path}: file.entries")


def test_one_entry_does_not_bring_facts_without_end(document: Document) -> None:
    document["changes"] = document["changes"][:2]
    (fault,) = faults(encode(document), Limits(entries=2))
    assert fault.startswith("facts: file.entries")


@pytest.mark.parametrize("item", ["{}", "[]", '""', "1"])
def test_millions_of_tiny_values_are_refused_before_they_are_read(item: str) -> None:
    items = ",".join([item] * 600_000)
    (fault,) = faults(f'{{"format":"breachkeeper-game","changes":[{items}]}}'.encode())
    assert "list.too_long" in fault


def test_a_file_cut_short_is_refused(written: bytes) -> None:
    whole = len(written) - 1  # without the newline at its end it would still be whole
    for length in range(0, whole, len(written) // 25):
        assert faults(written[:length])


# --- a document that lies ---

Change = Callable[[Document], object]


def _fact(document: Document, kind: str) -> Document:
    found = [fact for fact in document["facts"] if fact["kind"] == kind]
    return min(found, key=lambda fact: "withdrawn" in fact)  # the first that stands, if one does


def _says(kind: str, /, **change: object) -> Change:
    return lambda document: _fact(document, kind)["says"].update(change)


def _tally(**change: object) -> Change:
    return lambda document: _fact(document, "played")["says"]["tally"].update(change)


def _growth(document: Document) -> Document:
    found: Document = _fact(document, "growth")["says"]["growth"]
    return found


def _of_fact(kind: str, /, **change: object) -> Change:
    return lambda document: _fact(document, kind).update(change)


def _replaced(document: Document) -> Document:
    return next(fact for fact in document["facts"] if "replaces" in fact)


def _stood_twice(document: Document, **change: object) -> None:
    """Say that the last change deleted another entry like the last one that counts."""
    last = [fact for fact in document["facts"] if "withdrawn" not in fact][-1]
    again = {**last, "withdrawn": len(document["changes"]) + 1, **change}
    document["facts"].insert(document["facts"].index(last) + 1, again)
    revision = document["changes"][-1]["revision"] + 1
    document["changes"].append({"kind": "withdraw", "at": AT, "revision": revision})


def _undone_late(document: Document) -> None:
    """Say that a game was undone long after it had been planned again."""
    place, game = next(pair for pair in enumerate(document["games"], 1) if "withdrawn" in pair[1])
    for fact in document["facts"]:
        if fact["game"] == place and fact["withdrawn"] == game["withdrawn"]:
            fact["withdrawn"] = len(document["changes"])
    game["withdrawn"] = len(document["changes"])


LIES: dict[str, tuple[Change, str]] = {
    "unknown key": (lambda d: d.update(id=7), "id: expected one of the keys"),
    "missing key": (lambda d: d.pop("games"), 'expected the key "games"'),
    "wrong type": (lambda d: d.update(changes={"a": 1}), "changes: expected a list"),
    "not an object": (lambda d: d.update(campaign=[]), "campaign: expected an object"),
    "no name": (lambda d: d["campaign"].update(name=""), "campaign.name"),
    "long name": (
        lambda d: d["campaign"].update(name="x" * 81),
        "campaign.name: expected 80 at most",
    ),
    "nul": (lambda d: d["campaign"].update(name="a\0b"), "file.json"),
    "escape": (lambda d: d["campaign"].update(name="a\x1bb"), "campaign.name: text.forbidden"),
    "bidi": (lambda d: d["campaign"].update(name="a\u202eb"), "campaign.name: text.forbidden"),
    "spaces": (lambda d: d["campaign"].update(name=" a"), "without spaces around"),
    "flag for a number": (lambda d: d["campaign"].update(pack_version=True), "pack_version"),
    "huge number": (lambda d: d["campaign"].update(pack_version=10**40), "pack_version"),
    "other system": (lambda d: d["campaign"].update(system="chess"), "campaign.system"),
    "no campaign game": (
        lambda d: d["campaign"].update(system="aeons-end-war-eternal"),
        "campaign.system",
    ),
    "path for a system": (lambda d: d["campaign"].update(system="../x"), "campaign.system"),
    "other language": (lambda d: d["campaign"].update(language="xx"), "campaign.language"),
    "no time": (lambda d: d["campaign"].update(created_at="yesterday"), "campaign.created_at"),
    "other time": (
        lambda d: d["campaign"].update(created_at="2026-05-01T19:30:00+02:00"),
        "campaign.created_at",
    ),
    "february 30": (
        lambda d: d["campaign"].update(created_at="2026-02-30T19:30:00.000000Z"),
        "campaign.created_at",
    ),
    "year 9999": (
        lambda d: d["campaign"].update(created_at="9999-12-31T23:59:59.999999Z"),
        "campaign.created_at",
    ),
    "no mages": (lambda d: d.update(party=[]), "party"),
    "mage twice": (lambda d: d["party"][1].update(number=1), "party"),
    "same colour": (lambda d: d["party"][1].update(colour=d["party"][0]["colour"]), "party"),
    "other colour": (lambda d: d["party"][0].update(colour="red"), "party"),
    "no changes": (lambda d: d.update(changes=[]), "changes"),
    "other start": (lambda d: d["changes"][0].update(kind="plan"), "changes[0]"),
    "second start": (lambda d: d["changes"][1].update(kind="start"), "changes[1].kind"),
    "unknown deed": (lambda d: d["changes"][1].update(kind="hack"), "changes[1].kind"),
    "import deed": (lambda d: d["changes"][1].update(kind="import"), "changes[1].kind"),
    "revision again": (lambda d: d["changes"][1].update(revision=1), "changes[1].revision"),
    "long author": (lambda d: d["changes"][0].update(who="x" * 61), "changes[0].who"),
    "author id": (lambda d: d["changes"][0].update(who=7), "changes[0].who"),
    "a token": (lambda d: d["changes"][0].update(token="x"), "changes[0].token"),
    "unknown fact": (_of_fact("note", kind="spell"), ".kind: file.choice"),
    "second plan": (_of_fact("note", kind="planned"), ".says"),
    "no plan": (lambda d: d["facts"].pop(0), "games[0]"),
    "other kind": (_of_fact("note", kind="seal"), ".says"),
    "game beyond": (_of_fact("settled", game=999_999), ".game"),
    "out of order": (lambda d: d["facts"].reverse(), ".recorded"),
    "foreign deed": (_of_fact("note", recorded=999_999), ".recorded"),
    "deed nought": (_of_fact("note", recorded=0), ".recorded"),
    "deed minus one": (_of_fact("note", withdrawn=-1), ".withdrawn"),
    "withdrawn before": (_of_fact("settled", withdrawn=1), ".withdrawn"),
    "replaces itself": (
        lambda d: _replaced(d).update(replaces=d["facts"].index(_replaced(d)) + 1),
        ".replaces",
    ),
    "replaces another": (_of_fact("settled", replaces=1), ".replaces"),
    "replaces a stranger": (_of_fact("settled", replaces=999_999), ".replaces"),
    "place taken": (_of_fact("settled", place=1), ".place"),
    "place taken before": (_stood_twice, ".place"),
    "kind taken before": (lambda d: _stood_twice(d, place=99), ".kind: file.once"),
    "game undone late": (_undone_late, ".kind: file.once"),
    "game missing": (lambda d: d["games"].pop(0), "games"),
    "game nought": (lambda d: d["games"][0].update(number=0), "games[0].number"),
    "game twice": (lambda d: d["games"].append(d["games"][0]), "games"),
    "undone with facts": (
        lambda d: d["games"][0].update(withdrawn=len(d["changes"])),
        ".withdrawn",
    ),
    "pairs of flags": (_says("planned", pairs=[[True, 2], [3, 4]]), ".says.pairs"),
    "pairs of one": (_says("planned", pairs=[[1, 1], [1, 1]]), ".says.pairs"),
    "nemesis of 100": (_says("planned", foe={"key": "maelstrom", "life": 100}), ".says.foe.life"),
    "photo without archive": (
        lambda d: d["games"][0].update(
            photos=[
                {
                    "file": "photos/1-1.webp",
                    "caption": "",
                    "added_at": "2026-05-01T19:30:00.000000Z",
                }
            ]
        ),
        "file.alone",
    ),
    "photo in the rafters": (
        lambda d: d.update(portraits={"1": "../../etc/passwd"}),
        "portraits.1",
    ),
    "played on a lie": (_says("played", played_on="31.12.2020"), ".played_on"),
    "played in 1999": (_says("played", played_on="1999-12-31"), ".played_on"),
    "a day too long": (_says("played", minutes=1441), ".minutes"),
    "life of 100": (_tally(gravehold_life=100), ".gravehold_life"),
    "won without gravehold": (_tally(result="win", gravehold_life=0), "win_with_gravehold_fallen"),
    "five lives": (_tally(lives=[1, 1, 1, 1, 1]), ".says.tally"),
    "exhausted and well": (_tally(lives=[5], exhausted=[1]), "exhausted_with_life"),
    "seat five": (_says("sticker", seat=5), ".seat"),
    "no slot": (lambda d: _fact(d, "sticker")["says"]["sticker"].update(slot=""), ".slot"),
    "pile twice": (
        lambda d: _growth(d).update(offered=[_growth(d)["offered"][0]] * 4),
        ".says.growth",
    ),
    "added unoffered": (lambda d: _growth(d).update(added=["~never"]), ".says.growth"),
    "tier four": (
        lambda d: _fact(d, "joined")["says"]["card"].update(tier=4),
        ".tier",
    ),
    "key of nothing": (
        lambda d: _fact(d, "joined")["says"]["card"].update(key=""),
        ".key",
    ),
    "key in capitals": (
        lambda d: _fact(d, "joined")["says"]["card"].update(key="~Ash Rain"),
        ".key",
    ),
    "long note": (_says("note", text="x" * 4001), ".says.text"),
    "verdict of one": (_of_fact("settled", kind="verdict", says={"onward": 1}), "true or false"),
    "story that does not hold": (
        lambda d: _growth(d).update(banished=["~glass storm", "~never there"]),
        "facts[3]: market.banished_not_in_market",
    ),
    "unearned settling": (
        _says("planned", chapter=6),
        "facts[0]: plan.chapter_unexpected",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_document_that_lies_is_refused_with_the_place(lie: str, document: Document) -> None:
    change, said = LIES[lie]
    found = faults(tampered(document, change))
    assert any(said in fault for fault in found), found


def test_lone_surrogates_are_refused_and_can_be_shown(document: Document) -> None:
    text = encode(document).decode()
    for change in (
        text.replace('"name":"', '"name":"\\ud800', 1),
        text.replace('"campaign":{', '"campaign":{"\\udfff":1,', 1),
    ):
        found = faults(change.encode())
        assert found
        "".join(found).encode()  # no half of a pair in what people are shown


def test_faults_show_no_control_characters(document: Document) -> None:
    document["\x1b[31m\n\u202e" + "x" * 9_000] = 1
    (fault,) = faults(encode(document))
    assert fault.isprintable()
    assert len(fault) < 1_000


@given(data=st.data())
def test_whatever_stands_in_any_place_the_answer_is_a_refusal_or_a_campaign(
    written: bytes, data: st.DataObject
) -> None:
    changed = exchange.spoiled(written, data)
    try:
        brought = read_file(io.BytesIO(changed), pictures=exchange.no_pictures)
    except Refused:
        return
    copy = file_import(person=factories.person("Marek"), brought=brought)
    assert export_json(copy) == encode(exchange.as_exported(changed))

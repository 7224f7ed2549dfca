"""Campaigns with a past, their files, and files that somebody has tampered with."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from campaign.exchange.archive import Limits
from campaign.exchange.document import encode
from campaign.exchange.exporting import export_json
from campaign.exchange.importing import PictureFault, file_import, read_file
from campaign.exchange.reading import read_json
from campaign.exchange.refusals import Refused
from campaign.models import Campaign, Fact, Game, Person, Role
from campaign.pictures import Picture
from campaign.rules.aeons_end.legacy.facts import Noted, Planned, Played, Settled, Story
from campaign.rules.core.keys import names_in
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import to_plain
from campaign.services.aeons_end import mage_rename
from campaign.services.campaigns import (
    campaign_archive,
    campaign_rename,
    campaign_start,
)
from campaign.services.facts import fact_record, fact_replace, fact_withdraw, name_change
from campaign.services.games import change_undo, game_settle, game_undo
from campaign.services.people import invite_make
from tests.campaign import factories
from tests.campaign.factories import amend_game, plan_game, record_game, signed

Document = dict[str, Any]


def no_pictures(_data: bytes, _portrait: bool) -> Picture:
    """Refuse every picture: this file should have none."""
    raise PictureFault("no picture was expected")


def same_pictures(data: bytes, _portrait: bool) -> Picture:
    """Take every picture as it is."""
    return Picture(data, b"thumb", 4, 3)


def bring_in(data: bytes, person: Person | None = None, *, token: str | None = None) -> Campaign:
    """Import the file of a campaign."""
    brought = read_file(io.BytesIO(data), pictures=no_pictures)
    keeper = person or factories.person("Importer")
    record = file_import(person=keeper, brought=brought, token=token)
    assert isinstance(record, Campaign)
    return record


def bring_game_in(data: bytes, person: Person | None = None) -> Game:
    """Import the file of a one-off game."""
    brought = read_file(io.BytesIO(data), pictures=no_pictures)
    record = file_import(person=person or factories.person("Importer"), brought=brought)
    assert isinstance(record, Game)
    return record


def faults(data: bytes, limits: Limits | None = None) -> list[str]:
    """Return the faults for which a file is refused, and check that nothing was written."""
    before = factories.everything()
    with pytest.raises(Refused) as refused:
        read_file(io.BytesIO(data), pictures=same_pictures, limits=limits)
    assert factories.everything() == before
    assert refused.value.problems
    return [f"{problem} ({problem.code})" for problem in refused.value.problems]


def document_of(record: Campaign | Game) -> Document:
    """Return the document of a campaign or a one-off game, to be tampered with."""
    found: Document = json.loads(export_json(record))
    return found


def as_exported(data: bytes) -> Document:
    """Return what a file holds, of whatever version, as it is exported today."""
    content = read_json(data)
    found: Document = to_plain(content.document)
    if content.party:
        found["party"] = to_plain(content.party)
    for entry, fact in zip(found["facts"], content.facts, strict=True):
        entry["says"] = to_plain(fact)
    return found


def tampered(document: Document, change: Callable[[Document], object]) -> bytes:
    """Return a changed copy of a document."""
    other = copy.deepcopy(document)
    change(other)
    return encode(other)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["", "~", "note"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every value of a document as its container and its key there."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def spoiled(written: bytes, data: st.DataObject) -> bytes:
    """Return a file in which up to three values are replaced by anything."""
    document = json.loads(written)
    places = list(_places(document))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places))
        holder[key] = data.draw(_VALUES)
    return json.dumps(document).encode()


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of some files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


# --- campaigns with a past ---


def told_by_services(story: Story) -> Campaign:
    """Record a story through the services, one fact after the other."""
    keeper = factories.person("Zuza")
    campaign = campaign_start(
        person=keeper, name="Told by services", seats=story.seats, system="aeons-end-legacy"
    )
    for game, facts in story.games.items():
        for fact in facts:
            common = signed(campaign, keeper)
            match fact:
                case Planned():
                    plan_game(
                        **common,
                        foe=fact.foe,
                        chapter=fact.chapter,
                        pairs=fact.pairs,
                        reason=fact.reason,
                    )
                case Played():
                    record_game(**common, game=game, tally=fact.tally, reason=fact.reason)
                case Settled():
                    game_settle(**common, game=game)
                case _:
                    fact_record(**common, game=game, fact=fact)
    return campaign


def live(campaign: Campaign, rng: Random, steps: int = 12) -> Campaign:
    """Give a campaign a past: notes, corrections, withdrawals, undone games, new names."""
    people = [factories.person("Piotr"), factories.person("")]
    for person in people:
        factories.join(campaign, person, Role.PLAYER)
    for step in range(steps):
        who = signed(campaign, rng.choice([None, *people]))
        try:
            rng.choice(_PAST)(who, rng, step)
        except RulesError:
            campaign.refresh_from_db()  # it would not fit: the past goes on without it
    for person in people[: rng.randrange(3)]:
        person.delete()
    return campaign


def _fact(who: dict[str, Any], rng: Random, *kinds: str) -> Fact | None:
    rows = (
        Fact.objects.not_withdrawn().filter(game__campaign=who["campaign"]).exclude(kind="planned")
    )
    found = list(rows.filter(kind__in=kinds) if kinds else rows)
    return rng.choice(found) if found else None


def _note(who: dict[str, Any], rng: Random, step: int) -> None:
    last = factories.last_game(who["campaign"])
    text = rng.choice(["zażółć – 龍 🜂", 'zz "quoted" \\ \n\n two lines', f"plain {step}"])
    fact_record(**who, game=rng.randint(1, max(last, 1)), fact=Noted(text))


def _replace(who: dict[str, Any], rng: Random, step: int) -> None:
    note = _fact(who, rng, "note")
    if note:
        fact_replace(**who, fact=note.pk, by=Noted(f"another, {step}"))


def _withdraw(who: dict[str, Any], rng: Random, _step: int) -> None:
    fact = _fact(who, rng)
    if fact:
        fact_withdraw(**who, fact=fact.pk)


def _amend(who: dict[str, Any], rng: Random, step: int) -> None:
    played = _fact(who, rng, "played")
    if played:
        won = played.payload["tally"]["result"] == "win"
        tally = factories.WIN if won else factories.LOSS
        game = played.game.number
        minutes = 30 + step
        amend_game(**who, game=game, tally=tally, played_on=factories.EVENING, minutes=minutes)


def _undo(who: dict[str, Any], _rng: Random, _step: int) -> None:
    last = factories.last_game(who["campaign"])
    if last:
        game_undo(**who, game=last)


def _undo_last(who: dict[str, Any], rng: Random, _step: int) -> None:
    """Undo the last write, and mostly redo it: the story stays valid."""
    campaign = who["campaign"]
    signed = {"revision": campaign.revision, "person": who["person"]}
    change_undo(record=campaign, **signed)
    if rng.random() < 0.7:
        change_undo(record=campaign, **{**signed, "revision": campaign.revision})


def _typed(who: dict[str, Any], rng: Random, step: int) -> None:
    """Rename something that was typed."""
    names = names_in([f.payload for f in Fact.objects.filter(game__campaign=who["campaign"])])
    if names:
        name_change(**who, key=rng.choice(sorted(names)), name=f"Other {step}")


def _plan(who: dict[str, Any], _rng: Random, _step: int) -> None:
    factories.plan(who["campaign"], person=who["person"])


def _rename(who: dict[str, Any], rng: Random, step: int) -> None:
    if rng.random() < 0.5:
        campaign_rename(**who, name=f"Name {step}", language=rng.choice(["en", "pl", "fr", "de"]))
    else:
        mage_rename(**who, seat=1, name=f"Mage {step}", player="")


def _shelve(who: dict[str, Any], rng: Random, _step: int) -> None:
    campaign_archive(archived=rng.random() < 0.5, **who)


def _invite(who: dict[str, Any], _rng: Random, _step: int) -> None:
    campaign = who["campaign"]
    invite_make(campaign=campaign, person=factories.keeper_of(campaign), role=Role.PLAYER)


_PAST = (
    *(_note, _note, _note, _replace, _withdraw, _amend, _undo, _undo_last, _typed),
    *(_plan, _rename, _shelve, _invite),
)

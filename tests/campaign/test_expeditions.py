"""Random expeditions replay, export and import the same, whatever happened in them."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from campaign.exchange.document import encode
from campaign.exchange.exporting import export_json
from campaign.rules.aeons_end.expeditions.facts import Planned
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.systems import SERIES
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.story import Story
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.campaigns import campaign_start
from tests.campaign import factories
from tests.campaign.exchange import bring_in
from tests.marks import thorough
from tests.rules.aeons_end.expeditions.rambler import Ramble, check_sizes

pytestmark = pytest.mark.django_db


def file_of(story: Story[None]) -> bytes:
    """Return the export file of a story: that of its start, with the facts of its games."""
    begun = campaign_start(
        person=factories.person("Zuza"),
        name="Down we go",
        seats=(),
        system=SERIES.slug,
        opening=story.opening,
    )
    document = json.loads(export_json(begun))
    document["games"] = [{"number": number} for number in story.games]
    facts = [
        {"game": number, "kind": fact.kind, "place": place, "recorded": 1, "says": to_plain(fact)}
        for number, told in story.games.items()
        for place, fact in enumerate(told)
    ]
    # What one change recorded stands with the set-ups first.
    document["facts"] = sorted(facts, key=lambda fact: fact["kind"] != Planned.kind)
    return encode(document)


@pytest.mark.parametrize("expeditions", [5, thorough(500)])
def test_random_expeditions_replay_export_and_import_the_same(expeditions: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(expeditions):
        ramble = Ramble(Random(seed)).go()
        told = ramble.told
        for story in (told.story, *ramble.forks):
            for number in (0, *story.games):
                check_sizes(RULES.replay(story.until(number), told.pack))
        brought = bring_in(file_of(told.story))
        assert campaign_facts(brought).story == told.story
        assert campaign_state(brought) == told.state
        again = bring_in(export_json(brought))
        assert export_json(again) == export_json(brought)
        happened.update(
            games=len(told.story.games),
            wins=ramble.wins,
            losses=ramble.losses,
            corrections=ramble.corrections,
            undone=ramble.undone,
            forks=len(ramble.forks),
        )
    assert min(happened.values()) > 0

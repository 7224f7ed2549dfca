"""Registers the toy for one test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import override_settings

from campaign.records import own_tables
from campaign.rules import registry as rules
from tests.toy import records
from tests.toy.rules.games import SLUG
from tracker.faces import registry as faces


@pytest.fixture
def toy() -> Iterator[str]:
    """Know the toy as any other game; return the slug of its system."""
    if SLUG in rules.SYSTEMS:  # it has its entry: tests/test_new_game.py
        yield SLUG
        return
    folder = Path(__file__).parent / "pages" / "templates"
    given: list[dict[str, Any]] = settings.TEMPLATES
    engines = [{**engine, "DIRS": [*engine["DIRS"], folder]} for engine in given]
    system = patch.dict(rules.SYSTEMS, rules.systems_of("tests.toy.rules"))
    party = patch.dict(own_tables.PARTIES, records.PARTIES)
    face = patch.dict(faces.FACES, faces.faces_of("tests.toy.pages"))
    site = override_settings(TEMPLATES=engines, ROOT_URLCONF="tests.toy.urls")
    with site, system, party, face:
        yield SLUG

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
from tests.toy.face import FACE
from tests.toy.match import TwoSides
from tests.toy.rules import SLUG
from tests.toy.system import SYSTEM
from tracker.faces import registry as faces


@pytest.fixture
def toy() -> Iterator[str]:
    """Know the toy as any other system; return its slug."""
    folder = Path(__file__).parent / "templates"
    given: list[dict[str, Any]] = settings.TEMPLATES
    engines = [{**engine, "DIRS": [*engine["DIRS"], folder]} for engine in given]
    system = patch.dict(rules.SYSTEMS, {SLUG: SYSTEM})
    party = patch.dict(own_tables.PARTIES, {SLUG: TwoSides()})
    face = patch.dict(faces.FACES, {SLUG: FACE})
    site = override_settings(TEMPLATES=engines, ROOT_URLCONF="tests.toy.urls")
    with site, system, party, face:
        yield SLUG

"""Registers the toy for one test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import override_settings

from campaign.rules import registry as rules
from tests.toy.face import FACE
from tests.toy.rules import SLUG, SYSTEM
from tracker.systems import registry as faces


@pytest.fixture
def toy() -> Iterator[str]:
    """Know the toy as any other system; return its slug."""
    folder = Path(__file__).parent / "templates"
    engines = [{**engine, "DIRS": [*engine["DIRS"], folder]} for engine in settings.TEMPLATES]
    system = patch.dict(rules.SYSTEMS, {SLUG: SYSTEM})
    face = patch.dict(faces.FACES, {SLUG: FACE})
    with override_settings(TEMPLATES=engines), system, face:
        yield SLUG

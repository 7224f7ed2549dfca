"""What all the servers that are started here share: static files, and a migrated database."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from tests.campaign.databases import migrated_copy


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the static files, without compressing them: nobody here fetches one."""
    place = tmp_path_factory.mktemp("collected") / "static"
    named = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    storages = {**settings.STORAGES, "staticfiles": named}
    with override_settings(STATIC_ROOT=place, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
    return place


@pytest.fixture
def migrated(kind: str, tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> str:
    """Return a migrated database without a row, to be copied."""
    with django_db_blocker.unblock():
        return migrated_copy(kind, tmp_path)

"""System checks of the packs: ``manage.py`` stops if one is faulty."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from campaign.packs import packs_directory
from campaign.rules.core.serialize import SerializeError
from campaign.rules.registry import SYSTEMS


@register("packs")
def check_packs(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 (Django passes it by this name)
    **_: object,
) -> list[CheckMessage]:
    """Load every pack and report each fault."""
    files = sorted(packs_directory().glob("*/*.json"))
    if not files:
        hint = "The packs belong in fixtures/packs/ of the project."
        return [Error(f"No pack in {packs_directory()}.", hint=hint, id="campaign.E002")]
    return [message for path in files for message in _messages(path)]


def _messages(path: Path) -> Iterator[CheckMessage]:
    family = [s for s in SYSTEMS.values() if s.family == path.parent.name]
    load = next((s.load for s in sorted(family, key=lambda s: s.slug != path.stem)), None)
    if load is None:
        yield Error(f"{path.name}: no game is called {path.parent.name}.", id="campaign.E004")
        return
    try:
        pack = load(path)
    except SerializeError as error:
        for fault in error.problems:
            yield Error(f"{path.name}: {fault}", id="campaign.E001")
    else:
        if pack.slug != path.stem:
            yield Error(
                f"{path.name}: the pack calls itself {pack.slug}.",
                hint=f"Name the file {pack.slug}.json.",
                id="campaign.E003",
            )

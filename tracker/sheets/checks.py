"""What ``manage.py check --deploy`` says of fonts: what the machine has none for."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, Tags, register

from tracker.sheets.glyphs import missing_packages


@register(Tags.compatibility, deploy=True)
def check_fonts(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 (Django passes it by this name)
    **_: object,
) -> list[CheckMessage]:
    """Name the packages of fonts that this machine lacks, and what is not printed without them."""
    missing = missing_packages()
    if not missing:
        return []
    letters = " and ".join(package.letters for package in missing)
    return [
        checks.Info(
            f"Sheets print □ for {letters}: no font here has them.",
            hint=f"apt install {' '.join(package.name for package in missing)}",
            id="tracker.I001",
        )
    ]

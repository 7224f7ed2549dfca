"""Relic: Nemesis on the command line: ``manage.py sheet``."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from campaign.packs import get_pack
from campaign.rules.core.problems import Problem
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis.catalogue import Pack
from campaign.rules.relic_nemesis.choices import Choices, SeatChoice
from campaign.rules.relic_nemesis.sheet import RelicBody, setup_sheet
from tracker.faces.command_line import SheetCommand, drawn
from tracker.forms.fields import sent_number
from tracker.systems.relic_nemesis.presenters.setup import groups, notes, seat_views
from tracker.systems.relic_nemesis.words import lines
from tracker.systems.relic_nemesis.words.problems import sentence


def _text(sheet: SetupSheet[RelicBody], heading: str) -> Iterator[str]:
    yield " · ".join(filter(None, (heading, sheet.body.scenario_name)))
    yield f"{_('Seed')} {sheet.seed}"
    yield ""
    for seat in seat_views(sheet):
        details = (seat.role_name, seat.colour_name, seat.title, seat.detail, *seat.dealt)
        yield f"{seat.player}: {', '.join(filter(None, details))}"
    for group in groups(sheet):
        yield ""
        yield group.title
        yield from (f"[ ] {step.text}" for step in group.steps)
    for note in notes(sheet):
        yield ""
        yield note


class RelicCommand(SheetCommand):
    """The sheets of one-off games."""

    options = {
        "scenario": "a scenario by its id; left out, it is not chosen yet",
        "nemeses": "how many nemeses; left out, as the rulebook says",
    }
    told = {"text": lines.step}
    text = staticmethod(_text)

    def one_off_sheet(self, slug: str, options: Mapping[str, Any]) -> SetupSheet[RelicBody]:
        """Return the sheet of a new game."""
        faults = [*_faults(get_pack(slug), options)]
        if faults:
            raise CommandError("\n".join(faults))
        nemeses = options["nemeses"]
        choices = Choices(
            (SeatChoice(),) * options["players"],
            options["scenario"] or "",
            None if nemeses is None else int(nemeses),
        )
        language, seed = options["language"], options["seed"]
        setup = drawn(slug, choices, seed, language, _with_code)
        return setup_sheet(setup, language=language, seed=seed)


def _with_code(problem: Problem) -> str:
    return f"{problem.code}: {sentence(problem, {})}"


def _faults(pack: Pack, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield every fault of the options, with what is accepted."""
    wanted, nemeses = options["scenario"], options["nemeses"]
    if options["players"] is None:
        yield "Say how many play: --players N."
    known = [scenario.id for scenario in pack.scenarios]
    if wanted and wanted not in known:
        yield f"No scenario is called {wanted}. Accepted: {', '.join(known)}."
    if nemeses is not None and sent_number(nemeses, 2) is None:
        yield f"--nemeses takes a number, not {nemeses}."

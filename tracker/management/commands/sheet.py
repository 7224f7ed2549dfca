"""``manage.py sheet``: the set-up sheet of a campaign's game or of a one-off game."""

import json
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from campaign.management.arguments import utf8_text
from campaign.models import Campaign
from campaign.packs import game_name
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.core.sizes import SEATS
from campaign.rules.registry import SYSTEMS
from tracker.faces.command_line import SheetCommand
from tracker.faces.registry import face_of, one_off_face
from tracker.sheets.compiler import Format, Paper, compile_document
from tracker.words import labelled
from tracker.words.sheets import sheet_json

SHARED = ("players", "seed")  # options of --system alone, beside those of the system
FORMATS = ("text", "json", *map(str, Format))


class Command(BaseCommand):
    """Print a set-up sheet as text or JSON, or draw it as a PDF or a picture."""

    help = "Print the set-up sheet of a campaign's game, or of a new one-off game."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options, those of every system included."""
        source = parser.add_mutually_exclusive_group(required=True)
        code = "a campaign by its code"
        source.add_argument("--campaign", type=utf8_text, metavar="CODE", help=code)
        source.add_argument("--system", metavar="SLUG", help=f"a game: {', '.join(SYSTEMS)}")
        parser.add_argument("--game", type=int, metavar="N", help="a game of the campaign")
        parser.add_argument("--players", "--count", type=int, metavar="N", help="how many play")
        parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same game")
        for name, text in _system_options().items():
            parser.add_argument(f"--{name}", help=text)
        parser.add_argument("--format", choices=FORMATS, default="text")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])
        papers = [str(paper) for paper in Paper]
        parser.add_argument("--paper", choices=papers, default=papers[0], help="of a PDF or a PNG")
        parser.add_argument("--output", metavar="FILE", help="write it there instead of printing")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the sheet, or fail with what is wrong with the options."""
        output, form = options["output"], options["format"]
        if form in set(Format) and output is None:
            raise CommandError(f"Say where the {form.upper()} goes: --output FILE.")
        campaign = _campaign(options) if options["campaign"] else None
        if campaign:
            language = options["language"] or campaign.language
            command = _command(campaign.system)
            sheet = command.campaign_sheet(campaign, options["game"], language)
        else:
            sheet = _one_off_sheet(options)
        with translation.override(sheet.language):
            content = _content(sheet, campaign, form, Paper(options["paper"]))
        if output is None:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            Path(output).write_bytes(content)
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror}") from error


def _content(sheet: SetupSheet[Any], campaign: Campaign | None, form: str, paper: Paper) -> bytes:
    command, box = _command(sheet.system), game_name(sheet.system, sheet.language)
    if form == "json":
        plain = sheet_json(sheet, **command.told)
        return f"{json.dumps(plain, ensure_ascii=False, indent=2)}\n".encode()
    if form == "text":
        lines = command.text(sheet, labelled(box, campaign.name) if campaign else box)
        return "".join(f"{line}\n" for line in lines).encode()
    heading, foot = (campaign.name, campaign.code) if campaign else (box, "")
    face = face_of(sheet.system).campaign or one_off_face(sheet.system)
    document = replace(face.document(sheet, heading), paper=paper, foot=foot)
    return compile_document(document, Format(form))


def _campaign(options: dict[str, Any]) -> Campaign:
    given = [f"--{name}" for name in (*_system_options(), *SHARED) if options[name] is not None]
    if given:
        raise CommandError(f"{', '.join(given)}: only with --system. A campaign knows its own.")
    campaign = Campaign.objects.filter(code=options["campaign"].strip().upper()).first()
    if campaign is None:
        raise CommandError(f"No campaign has the code {options['campaign']}.")
    return campaign


def _one_off_sheet(options: dict[str, Any]) -> SetupSheet[Any]:
    slug = options["system"]
    if options["game"] is not None:
        raise CommandError("--game: only with --campaign.")
    if slug not in SYSTEMS:
        raise CommandError(f"No game is called {slug}. Accepted: {', '.join(SYSTEMS)}.")
    if (options["players"] or 0) > SEATS:  # before a game makes so many seats
        raise CommandError(f"--players: {SEATS} or fewer.")
    command = _command(slug)
    others = set(_system_options()) - set(command.options)
    given = [f"--{name}" for name in sorted(others) if options[name] is not None]
    if given:
        raise CommandError(f"{', '.join(given)}: not with --system {slug}.")
    # The sheet shows a random seed too, so the game can be repeated.
    seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
    language = options["language"] or "en"
    return command.one_off_sheet(slug, {**options, "seed": str(seed), "language": language})


def _command(slug: str) -> SheetCommand:
    found = face_of(slug).command
    if found is None:
        raise CommandError(f"{slug} has no sheet on the command line.")
    return found


def _system_options() -> dict[str, str]:
    """Return the options that only some systems have, with their help."""
    commands = filter(None, (face_of(slug).command for slug in SYSTEMS))
    return {name: text for command in commands for name, text in command.options.items()}

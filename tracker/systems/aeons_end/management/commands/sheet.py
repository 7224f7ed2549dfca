"""``manage.py sheet``: the set-up sheet of a campaign's game or of a one-off game."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from campaign.models import Campaign
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import KnownFrom, MageMat, Nemesis, Pack
from campaign.rules.aeons_end.first_sheet import SheetRequest, first_sheet
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import RulesError
from campaign.rules.core.system import System
from campaign.rules.registry import SYSTEMS
from tracker.sheets.compiler import Format, Paper, compile_document
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.sheets.setup import setup_document

ONE_OFF = ("mages", "nemesis", "difficulty", "seed", "players")  # options of --system alone
FORMATS = ("text", "json", *map(str, Format))


class Command(BaseCommand):
    """Print a set-up sheet as text or JSON, or draw it as a PDF or a picture."""

    help = "Print the set-up sheet of a campaign's game, or of a game laid out from nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what it can be told."""
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--campaign", metavar="CODE", help="a campaign by its code")
        source.add_argument("--system", metavar="SLUG", help=f"a game: {', '.join(SYSTEMS)}")
        parser.add_argument("--game", type=int, metavar="N", help="a game of the campaign")
        parser.add_argument("--mages", metavar="A,B", help="mages by id; names in a campaign game")
        parser.add_argument(
            "--players", type=int, metavar="N", help="mages in all; others are drawn"
        )
        parser.add_argument("--nemesis", metavar="ID", help="left out, it is drawn")
        parser.add_argument("--difficulty", metavar="ID", help="left out, it is normal")
        parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same game")
        parser.add_argument("--format", choices=FORMATS, default="text")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])
        papers = list(map(str, Paper))
        parser.add_argument("--paper", choices=papers, default=papers[0], help="of a PDF or a PNG")
        parser.add_argument("--output", metavar="FILE", help="write it there instead of printing")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the sheet, or say what is wrong with the request."""
        output, drawn = options["output"], options["format"] in set(Format)
        if drawn and output is None:
            raise CommandError(f"Say where the {options['format'].upper()} goes: --output FILE.")
        asked = asked_sheet(options)
        with translation.override(asked.sheet.language):
            content = _drawn(asked, options) if drawn else _text(asked, options["format"]).encode()
        if output is None:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            Path(output).write_bytes(content)
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class Asked:
    """The sheet that was asked for; ``campaign`` is None for a one-off game."""

    sheet: SetupSheet
    pack: Pack
    campaign: Campaign | None = None

    @property
    def title(self) -> str:
        """Return what the sheet is headed with."""
        return self.campaign.name if self.campaign else ""


def asked_sheet(options: dict[str, Any]) -> Asked:
    """Return the sheet that the options ask for, or say what is wrong with them."""
    return _campaign_sheet(options) if options["campaign"] else _system_sheet(options)


def _campaign_sheet(options: dict[str, Any]) -> Asked:
    given = [f"--{name}" for name in ONE_OFF if options[name] is not None]
    if given:
        raise CommandError(f"{', '.join(given)}: only with --system. A campaign knows its own.")
    campaign = Campaign.objects.filter(code=options["campaign"].strip().upper()).first()
    if campaign is None:
        raise CommandError(f"No campaign has the code {options['campaign']}.")
    language = options["language"] or campaign.language
    sheet = selectors.session_setup(campaign, game=options["game"], language=language)
    if sheet is None:
        last = len(selectors.campaign_record(campaign).story.games)
        if not last:
            raise CommandError(f"{campaign.name} has no game yet: plan one first.")
        raise CommandError(f"{campaign.name} has no game {options['game']}. Accepted: 1 to {last}.")
    return Asked(sheet, selectors.campaign_pack(campaign), campaign)


def _system_sheet(options: dict[str, Any]) -> Asked:
    if options["game"] is not None:
        raise CommandError("--game: only with --campaign.")
    system = SYSTEMS.get(options["system"])
    if system is None:
        raise CommandError(
            f"No game is called {options['system']}. Accepted: {', '.join(SYSTEMS)}."
        )
    pack = get_pack(system.slug)
    mages = tuple(" ".join(name.split()) for name in (options["mages"] or "").split(","))
    mages = tuple(name for name in mages if name)
    faults = [*_faults(system, pack, mages, options)]
    if faults:
        raise CommandError("\n".join(faults))
    language = options["language"] or "en"
    # Whoever likes a game that was drawn can have it again: its seed is on the sheet.
    seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
    request = SheetRequest(
        mages=mages,
        count=options["players"],
        nemesis=options["nemesis"],
        difficulty=options["difficulty"],
        language=language,
        seed=str(seed),
    )
    try:
        sheet = first_sheet(pack, request, Random(seed))
    except RulesError as error:
        namer = Namer(pack, language)
        with translation.override(language):
            said = dict.fromkeys(words.sentence(p, namer) for p in error.problems)
        raise CommandError("\n".join(said)) from error
    return Asked(sheet, pack)


def _faults(
    system: System, pack: Pack, mages: tuple[str, ...], options: dict[str, Any]
) -> Iterator[str]:
    """Yield everything that the request gets wrong, with what is accepted."""
    most = f"Accepted: {pack.mages_min} to {pack.mages_max}."
    count = len(mages) if options["players"] is None else options["players"]
    if not mages and options["players"] is None:
        yield "Say who plays: --mages a,b or --players N."
    elif not pack.mages_min <= count <= pack.mages_max:
        yield f"{count} mages cannot play {pack.name.en}. {most}"
    elif len(mages) > count:
        yield f"--mages names {len(mages)} mages, and --players says {count}."
    if not system.is_campaign:  # where it is one, players give their mages names of their own
        known = [mage.id for mage in pack.mages if not mage.custom and _is_open(mage)]
        for name in dict.fromkeys(mages):
            if name not in known:
                yield f"No mage is called {name}. Accepted: {', '.join(known)}."
    nemeses = [nemesis.id for nemesis in pack.nemeses if _is_open(nemesis)]
    if options["nemesis"] is not None and options["nemesis"] not in nemeses:
        yield f"No nemesis is called {options['nemesis']}. Accepted: {', '.join(nemeses)}."
    levels = [difficulty.id for difficulty in pack.difficulties]
    if options["difficulty"] is not None and options["difficulty"] not in levels:
        yield f"No difficulty is called {options['difficulty']}. Accepted: {', '.join(levels)}."


def _is_open(thing: MageMat | Nemesis) -> bool:
    """Say whether a thing is nobody's secret: what is sealed is not listed, nor laid out."""
    return thing.known.by is KnownFrom.START


def _text(asked: Asked, face: str) -> str:
    if face == "json":
        return json.dumps(words.sheet_json(asked.sheet), ensure_ascii=False, indent=2) + "\n"
    return words.sheet_text(asked.sheet, asked.pack, title=asked.title)


def _drawn(asked: Asked, options: dict[str, Any]) -> bytes:
    document = setup_document(
        asked.sheet,
        paper=Paper(options["paper"]),
        heading=asked.title or asked.pack.name.in_language(asked.sheet.language),
        foot=asked.campaign.code if asked.campaign else "",
    )
    return compile_document(document, Format(options["format"]))

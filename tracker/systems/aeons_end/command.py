"""The part of ``manage.py sheet`` that is Aeon's End's."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from django.core.management.base import CommandError
from django.utils import translation

from campaign.models import Campaign
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.first_sheet import first_battle
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.route import VARIANTS
from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.one_off.offer import is_open, offer_of
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import RulesError
from tracker.faces.command_line import SheetCommand, listed_in
from tracker.systems.aeons_end.shared import selectors, words

PLAYERS = 2  # of an expedition, where the command line does not say


class AeonsEndCommand(SheetCommand):
    """Sheets of campaign games and of one-off games."""

    options = {
        "mages": "mages by id, with commas; their names in a campaign game",
        "nemesis": "left out, it is drawn",
        "difficulty": "left out, it is normal",
        "boxes": "boxes on the table by id, with commas; left out, all that are not sealed",
        "expedition": f"the first battle of an expedition: {', '.join(VARIANTS)}",
    }
    told = {"text": words.line, "detail": words.line_detail}
    text = staticmethod(words.sheet_text)

    def campaign_sheet(self, campaign: Campaign, game: int | None, language: str) -> SetupSheet:
        """Return the sheet of a campaign's game, the latest by default."""
        sheet = selectors.campaign_sheet(campaign, game=game, language=language)
        if sheet is not None:
            return sheet
        last = len(selectors.campaign_facts(campaign).story.games)
        if not last:
            raise CommandError(f"{campaign.name} has no game yet: plan one first.")
        raise CommandError(f"{campaign.name} has no game {game}. Accepted: 1 to {last}.")

    def one_off_sheet(self, slug: str, options: Mapping[str, Any]) -> SetupSheet:
        """Return the sheet of a new game: a one-off game, or the first of a campaign."""
        pack: Pack = get_pack(slug)
        mages, boxes = listed_in(options["mages"]), listed_in(options["boxes"])
        variant = options["expedition"]
        faults = [*_box_faults(pack, boxes)]
        if variant is not None:
            faults += _expedition_faults(pack, options)
        else:
            faults = faults or [*_faults(pack, boxes, mages, options)]
        if faults:
            raise CommandError("\n".join(faults))
        language, seed = options["language"], options["seed"]
        try:
            if isinstance(pack, Series) and variant is not None:
                recipe = Recipe(variant, boxes or pack.open_boxes, seed)
                players = options["players"] or PLAYERS
                return first_battle(pack, recipe, players, language=language)
            return first_sheet(
                pack,
                Random(int(seed)),
                mages=mages,
                count=options["players"],
                nemesis=options["nemesis"],
                difficulty=options["difficulty"],
                boxes=boxes,
                language=language,
                seed=seed,
            )
        except RulesError as error:
            names = words.RecordNames(Namer(pack, language))
            with translation.override(language):
                said = dict.fromkeys(words.sentence(p, names) for p in error.problems)
            raise CommandError("\n".join(said)) from error


def _box_faults(pack: Pack, boxes: tuple[str, ...]) -> Iterator[str]:
    """Yield the errors in ``--boxes``."""
    if boxes and not isinstance(pack, Series):
        yield f"--boxes: {pack.name.en} is a box itself."
    elif isinstance(pack, Series):
        for box in boxes:
            if box not in pack.boxes:
                yield f"No box is called {box}. Accepted: {', '.join(pack.boxes)}."


def _expedition_faults(pack: Pack, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the errors in the options of an expedition."""
    if not isinstance(pack, Series):
        yield f"--expedition: not with --system {pack.slug}, which is a single box."
    if options["expedition"] not in VARIANTS:
        accepted = ", ".join(VARIANTS)
        yield f"No expedition is called {options['expedition']}. Accepted: {accepted}."
    drawn = [f"--{name}" for name in ("mages", "nemesis", "difficulty") if options[name]]
    if drawn:
        yield f"{', '.join(drawn)}: not with --expedition, which draws them."


def _faults(
    pack: Pack, boxes: tuple[str, ...], mages: tuple[str, ...], options: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the errors in all other options, with what is accepted."""
    most = f"Accepted: {pack.mages_min} to {pack.mages_max}."
    count = len(mages) if options["players"] is None else options["players"]
    if not mages and options["players"] is None:
        yield "Say who plays: --mages a,b or --players N."
    elif not pack.mages_min <= count <= pack.mages_max:
        yield f"{count} mages cannot play {pack.name.en}. {most}"
    elif len(mages) > count:
        yield f"--mages names {len(mages)} mages, and --players says {count}."
    offer = offer_of(selectors.boxes_on_table(pack, boxes))
    if not pack.chapters:  # in a campaign players name their mages themselves
        known = list(offer.mats)
        for name in dict.fromkeys(mages):
            if name not in known:
                yield f"No mage is called {name}. Accepted: {', '.join(known)}."
    # A campaign also has nemeses that no one-off game offers.
    first = {n.id for n in pack.nemeses if pack.chapters and is_open(n.known)}
    nemeses = [*offer.nemeses, *sorted(first - offer.nemeses.keys())]
    if options["nemesis"] is not None and options["nemesis"] not in nemeses:
        yield f"No nemesis is called {options['nemesis']}. Accepted: {', '.join(nemeses)}."
    levels = [difficulty.id for difficulty in pack.difficulties]
    if options["difficulty"] is not None and options["difficulty"] not in levels:
        yield f"No difficulty is called {options['difficulty']}. Accepted: {', '.join(levels)}."

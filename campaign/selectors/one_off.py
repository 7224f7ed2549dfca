"""Every read of one-off games: their set-up and sheet, who may sit down, what was played last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Count, Exists, OuterRef, QuerySet

from campaign.memory import memory
from campaign.models import (
    Campaign,
    Mage,
    Membership,
    OneOffGame,
    OneOffPile,
    Person,
    Role,
)
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.one_off.choices import Choices, Guest, draw, from_json
from campaign.rules.aeons_end.one_off.kept import kept, with_players
from campaign.rules.aeons_end.one_off.setup import OneOffGame as Setup
from campaign.rules.aeons_end.one_off.sheet import LaidOut, laid_out, laid_out_sheet
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import RulesError
from campaign.rules.registry import SYSTEMS
from campaign.selectors.campaigns import campaign_state

WAR_ETERNAL = "aeons-end-war-eternal"
LEGACY = "aeons-end-legacy"


@dataclass(frozen=True, slots=True)
class Recent:
    """A game of somebody's list: enough to know it again."""

    game: OneOffGame
    nemesis: str


def box(system: str = WAR_ETERNAL) -> Pack:
    """Return the catalogue of a box."""
    pack: Pack = get_pack(system)
    return pack


def other_boxes(choices: Choices) -> tuple[Pack, ...]:
    """Return the further boxes on the table."""
    return tuple(box(slug) for slug in choices.boxes)


def one_off_pack(game: OneOffGame) -> Pack:
    """Return the catalogue of the box a game is played from."""
    return box(game.system)


def one_off_choices(game: OneOffGame) -> Choices:
    """Return what was chosen for a game."""
    return memory.of((game.stamp, "choices"), lambda: from_json(game.choices))


class SetupLost(RulesError):
    """A game was not kept whole, and its box can no longer draw it from its seed."""


def naming_boxes(choices: Choices) -> tuple[Pack, ...]:
    """Return the further boxes whose names stand on a sheet: a guest's starters are Legacy's."""
    return (*other_boxes(choices), box(LEGACY))


def lay_out(game: OneOffGame, choices: Choices) -> LaidOut:
    """Return a game as it was laid out; an old one, that was not kept, as its seed draws it now."""
    laid = kept(game.setup)
    if laid is None or len(laid.game.mats) != len(choices.places):
        pack = one_off_pack(game)
        try:
            setup = draw(pack, choices, game.seed, also=other_boxes(choices))
        except RulesError as error:
            raise SetupLost(error.problems) from error
        laid = laid_out(setup, pack, also=naming_boxes(choices))
    return with_players(laid, [place.player for place in choices.places])


def one_off_laid_out(game: OneOffGame) -> LaidOut:
    """Return a game as it was laid out, with the names of everything in it."""
    return memory.of((game.stamp, "laid out"), lambda: lay_out(game, one_off_choices(game)))


def one_off_setup(game: OneOffGame) -> Setup:
    """Return everything that a game lays out."""
    return one_off_laid_out(game).game


def one_off_setup_sheet(game: OneOffGame, *, language: str | None = None) -> SetupSheet:
    """Return the sheet of a game in the language of its box."""
    spoken = language or game.language
    return memory.of(
        (game.stamp, "sheet", spoken),
        lambda: laid_out_sheet(one_off_laid_out(game), language=spoken, seed=game.seed),
    )


def one_off_seats(sheet: SetupSheet) -> tuple[Seat, ...]:
    """Return who sits where, as sentences name them."""
    return tuple(
        Seat(mage.seat, mage.colour, mage.side, mage.name, mage.player) for mage in sheet.body.mages
    )


def one_off_namer(game: OneOffGame) -> Namer:
    """Return what names the things of a game's box, in its language."""
    return Namer(one_off_pack(game), game.language)


def one_off_tally(game: OneOffGame) -> Tally | None:
    """Return what the dials and mats showed at the end; None while the game is unplayed."""
    if not game.is_played:
        return None
    mages = list(game.mages.all())
    return Tally(
        result=Result(game.result),
        ending=Ending(game.ending) if game.ending else None,
        gravehold_life=game.gravehold_life,
        nemesis_life=game.nemesis_life,
        lives=tuple(mage.life for mage in mages),
        exhausted=frozenset(mage.seat for mage in mages if mage.exhausted),
    )


def recent_games(person: Person, *, limit: int = 8) -> tuple[Recent, ...]:
    """Return somebody's latest games, what is still to be played first."""
    told = ("code", "system", "language", "nemesis", "mage_count", "result", "played_on")
    mine = OneOffGame.objects.of(person).only(*told)
    planned = mine.planned().order_by("-created_at", "-pk")[:limit]
    played = mine.played().latest_first()[:limit]
    return tuple(Recent(game, nemesis_name(game)) for game in [*planned, *played][: 2 * limit])


def evenings_left_behind(person: Person) -> tuple[int, int]:
    """Return how many of somebody's games would go with them, and how many stay with others."""
    others = Membership.objects.filter(role=Role.KEEPER, campaign=OuterRef("campaign"))
    stays = Exists(others.exclude(person=person))
    found = OneOffGame.objects.of(person).aggregate(
        mine=Count("pk"), stay=Count("pk", filter=stays)
    )
    return found["mine"] - found["stay"], found["stay"]


def nemesis_name(game: OneOffGame) -> str:
    """Return who was fought."""
    packs = (one_off_pack(game), *(box(slug) for slug in SYSTEMS if slug != game.system))
    found = next(filter(None, (pack.nemesis(game.nemesis) for pack in packs)), None)
    return found.name.in_language(game.language) if found else game.nemesis


def last_piles(person: Person, *, but: OneOffGame | None = None) -> frozenset[str]:
    """Return the market of the last game that somebody played."""
    played = OneOffGame.objects.of(person).played()
    if but is not None:
        played = played.exclude(pk=but.pk)
    last = played.latest_first().values("pk")[:1]
    return frozenset(OneOffPile.objects.filter(game__in=last).values_list("key", flat=True))


def campaigns_to_share(person: Person) -> QuerySet[Campaign]:
    """Return the campaigns whose people somebody may play a game among."""
    return Campaign.objects.current().filter(
        memberships__person=person, memberships__role__in=(Role.KEEPER, Role.PLAYER)
    )


def names_to_share(person: Person) -> tuple[tuple[int, str], ...]:
    """Return the same campaigns by id and name."""
    return tuple(campaigns_to_share(person).values_list("pk", "name"))


def mages_to_invite(person: Person) -> tuple[Mage, ...]:
    """Return the mages of somebody's own campaigns, the latest campaign first."""
    mine = Mage.objects.filter(campaign__memberships__person=person)
    return tuple(
        mine.select_related("campaign").order_by("-campaign__created_at", "campaign", "seat")
    )


def invited(mages: Iterable[Mage]) -> dict[int, Guest]:
    """Return mages as guests, by their ids: each as their campaign has them now."""
    guests = {}
    for mage in mages:
        mat = campaign_state(mage.campaign).mats[mage.seat - 1]
        guests[mage.pk] = Guest(replace(mat, player=""), mage.pk, mage.campaign.name)
    return guests

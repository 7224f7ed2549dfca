"""The set-up and the end of a duel as the pages show them."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.ashes.catalogue import CardType, DiceCost
from campaign.rules.ashes.duel import DuelResult, life_of, noted, places_of
from campaign.rules.ashes.sheet import DuelSheet, SheetSeat
from campaign.selectors import games
from tracker.presenters.games import Step
from tracker.systems.ashes.words.steps import figures, step, step_detail
from tracker.systems.ashes.words.terms import ENDINGS, card_types, dice_name, need_words


def seat_view(sheet: DuelSheet, seat: SheetSeat) -> dict[str, Any]:
    """Return what one player sets out."""
    return {
        "seat": seat,
        "figures": figures(seat),
        "steps": steps(sheet, f"seat-{seat.number}"),
        "dice": [(pip(dice), n) for dice, n in seat.dice.items()],
        "needs": need_views(seat.needs),
        "first_needs": need_views(seat.first_needs),
        "groups": seat_groups(seat),
    }


def steps(sheet: DuelSheet, part: str) -> tuple[Step, ...]:
    """Return the steps of a player, or of everybody."""
    kinds = ((line, line.code.removeprefix("step.")) for line in sheet.steps if line.part == part)
    return tuple(
        Step(f"{part}.{kind}", step(line), step_detail(line), kind=kind) for line, kind in kinds
    )


def pip(dice: str) -> dict[str, str]:
    """Return one die: its type, its name and the letters that stand for it."""
    name = dice_name(dice)
    return {"type": str(dice), "name": name, "letter": name[:2]}


def need_views(needs: Sequence[DiceCost]) -> list[dict[str, Any]]:
    """Return what cards cost as bars, the longest of them whole: a hundred wide."""
    most = max((need.n for need in needs), default=1)
    return [
        {
            "types": need.types,
            "text": need_words(need),
            "n": need.n,
            "width": round(100 * need.n / most),
        }
        for need in needs
    ]


def seat_groups(seat: SheetSeat) -> list[dict[str, Any]]:
    """Return the whole deck of a seat by type."""
    cards = ((card.type, {"name": card.name, "count": card.count}) for card in seat.cards)
    return card_groups(cards, _("Unknown"))


def card_groups(cards: Iterable[tuple[str, dict[str, Any]]], others: str) -> list[dict[str, Any]]:
    """Return cards, each given with its type, by type and name; ``others``, without one, last."""
    by_type: dict[str, list[dict[str, Any]]] = {kind: [] for kind in (*CardType, "")}
    for kind, card in sorted(cards, key=lambda each: each[1]["name"].casefold()):
        by_type[kind].append(card)
    return [
        {
            "name": card_types(kind) if kind else others,
            "count": sum(card["count"] for card in held),
            "cards": held,
        }
        for kind, held in by_type.items()
        if held
    ]


def ended(game: Game, result: DuelResult) -> dict[str, Any]:
    """Return how a game ended, the winner first."""
    setup, sheet = games.game_setup(game), games.game_sheet(game)
    places = places_of(len(setup.seats), result)
    stood = [
        {
            "name": seat.player or seat.phoenixborn,
            "phoenixborn": seat.phoenixborn if seat.player else "",
            "deck": seat.deck,
            "place": places.get(seat.number),
            "life": noted(result.life, seat.number),
            "life_most": life_of(held),
            "won": seat.number == result.winner,
        }
        for seat, held in zip(sheet.body.seats, setup.seats, strict=True)
    ]
    stood.sort(key=lambda each: (not each["won"], each["place"] or len(stood)))
    return {
        "outcome": "win" if result.winner else "draw",
        "winner": stood[0]["name"] if result.winner else "",
        "ending": ENDINGS[result.ending] if result.ending else "",
        "rounds": result.rounds,
        "seats": stood,
    }

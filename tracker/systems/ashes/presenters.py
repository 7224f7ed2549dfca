"""Duels and decks as the pages show them: set-ups, results, contents and faults."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.ashes import deck as rules
from campaign.rules.ashes.catalogue import DECK_TYPES, Card, CardType, DiceCost, DiceType, Edition
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.dice_cost import deck_dice_needed, deck_hints, dice_needed
from campaign.rules.ashes.duel import life_of
from campaign.rules.ashes.result import DuelResult, noted, places_of
from campaign.rules.ashes.sheet import DuelSheet, SheetSeat
from campaign.rules.core.facts import Played
from campaign.selectors import games
from campaign.selectors.ashes import catalogue
from tracker.presenters.games import Step
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.steps import figures, step, step_detail


def seat_view(sheet: DuelSheet, seat: SheetSeat) -> dict[str, Any]:
    """Return the set-up of one player, with all cards by type."""
    cards = ((card.type, {"name": card.name, "count": card.count}) for card in seat.cards)
    return {
        "seat": seat,
        "figures": figures(seat),
        "steps": steps(sheet, f"seat-{seat.number}"),
        "dice": [(pip(dice), n) for dice, n in seat.dice.items()],
        "needs": need_views(seat.needs),
        "first_needs": need_views(seat.first_needs),
        "groups": card_groups(cards, _("Unknown")),
    }


def steps(sheet: DuelSheet, part: str) -> tuple[Step, ...]:
    """Return the steps of a player, or of everybody."""
    kinds = ((line, line.code.removeprefix("step.")) for line in sheet.steps if line.part == part)
    return tuple(
        Step(f"{part}.{kind}", step(line), step_detail(line), kind=kind) for line, kind in kinds
    )


def pip(dice: str) -> dict[str, str]:
    """Return a die: its type, its name and its abbreviation."""
    name = terms.dice_name(dice)
    return {"type": str(dice), "name": name, "letter": name[:2]}


def need_views(needs: Sequence[DiceCost]) -> list[tuple[DiceCost, str, int]]:
    """Return needs in words, each with the length of its bar in percent of the longest."""
    most = max((need.n for need in needs), default=1)
    return [(need, terms.need_words(need), round(100 * need.n / most)) for need in needs]


def card_groups(cards: Iterable[tuple[str, dict[str, Any]]], others: str) -> list[dict[str, Any]]:
    """Group cards, given with their types, by type and name; those without one last."""
    by_type: dict[str, list[dict[str, Any]]] = {kind: [] for kind in (*CardType, "")}
    for kind, card in sorted(cards, key=lambda each: each[1]["name"].casefold()):
        by_type[kind].append(card)
    return [
        {
            "name": terms.card_types(kind) if kind else others,
            "count": sum(card["count"] for card in held),
            "cards": held,
        }
        for kind, held in by_type.items()
        if held
    ]


def ended(game: Game, played: Played[DuelResult]) -> dict[str, Any]:
    """Return the result of a game, the winner first."""
    setup, sheet, result = games.game_setup(game), games.game_sheet(game), played.result
    places = places_of(len(setup.seats), result)
    standings = [
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
    standings.sort(key=lambda each: (not each["won"], each["place"] or len(standings)))
    return {
        "outcome": "win" if result.winner else "draw",
        "winner": standings[0]["name"] if result.winner else "",
        "ending": terms.ENDINGS[result.ending] if result.ending else "",
        "rounds": result.rounds,
        "seats": standings,
    }


# --- decks ---


def pips(dice: Mapping[DiceType, int]) -> list[dict[str, str]]:
    """Return one entry per die, in the order of types."""
    return [pip(each) for each in DiceType for _place in range(dice.get(each, 0))]


def line_of(card: Card, n: int) -> dict[str, Any]:
    """Return copies of a card as a line; ``lang`` is set if the name falls back to English."""
    cost, lang = terms.cost_words(card.cost), terms.foreign(card)
    return {"name": terms.named(card), "count": n, "cost": cost, "lang": lang}


def answer_of(deck: rules.Deck, reason: str = "") -> dict[str, Any]:
    """Return the summary of a deck: its counts, faults, hints, conjurations and dice needed."""
    box = catalogue()
    faults = rules.deck_faults(deck, box)
    cards = rules.cards_for(deck, box)
    pile = ((cards.get(key), n) for key, n in conjuration_pile(deck, box).items())
    first_five = dice_needed(cards, dict.fromkeys(deck.first_five, 1))
    needs = deck_dice_needed(deck, cards)
    dice = pips(deck.dice)
    return {
        "size": deck.size,
        "cards_most": rules.CARDS,
        "dice": dice,
        "dice_most": rules.DICE,
        "empty_pips": range(max(rules.DICE - len(dice), 0)),
        "first_five": len(deck.first_five),
        "faults": [sentence(problem) for problem in faults],
        "hints": [sentence(problem) for problem in deck_hints(deck, box)],
        "pile": [line_of(card, n) for card, n in pile if card],
        "needs": need_views(needs),
        "most_needed": max((need.n for need in needs), default=1),
        "first_needs": need_views(first_five),
        "reason": reason if faults else "",
    }


def groups_of(deck: rules.Deck) -> list[dict[str, Any]]:
    """Return the cards of a deck by type; those that do not belong there last."""
    cards = rules.cards_for(deck, catalogue())
    lines = []
    for key, n in deck.cards.items():
        card = cards.get(key)
        kind = card.type if card and card.type in DECK_TYPES else ""
        line = line_of(card, n) if card else {"name": terms.card_name(key), "count": n}
        is_first = card is not None and key in deck.first_five
        lines.append((kind, {**line, "is_first": is_first}))
    return card_groups(lines, _("Other cards"))


def deck_row(deck: rules.Deck, url: str, *, is_playable: bool = True) -> dict[str, Any]:
    """Return a deck as a row of a list, with one die of each of its types."""
    born = deck.phoenixborn
    return {
        "url": url,
        "name": deck_name(deck),
        "born": terms.card_name(born) if born else _("no Phoenixborn yet"),
        "dice": [pip(each) for each in DiceType if deck.dice.get(each)],
        "edition": "" if deck.edition is Edition.FIRST else terms.EDITIONS[deck.edition],
        "is_playable": is_playable,
        "size": deck.size,
    }


def deck_name(deck: rules.Deck) -> str:
    """Return the name of a deck, or that of its Phoenixborn."""
    if deck.name:
        return deck.name
    return terms.card_name(deck.phoenixborn) if deck.phoenixborn else _("A new deck")

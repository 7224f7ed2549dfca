"""The set-up sheet of a game: one for the table, one for each player (rulebook p. 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from campaign.rules.ashes.catalogue import SLUG, DiceCost, DiceType, Value
from campaign.rules.ashes.deck import FIRST_FIVE
from campaign.rules.ashes.dice_cost import deck_dice_needed, dice_needed
from campaign.rules.ashes.duel import DuelSetup, SeatSetup
from campaign.rules.ashes.red_rains_sheet import SheetChimera, chimera_steps, sheet_chimera
from campaign.rules.core.sheet import Line, SetupSheet, picked, plain
from campaign.rules.core.sheet import Value as Given

TABLE: Final = "table"  # the part of the steps that everybody does
TOKENS: Final = ("wound", "exhaustion", "status")


@dataclass(frozen=True, slots=True)
class SheetCard:
    """Copies of a card."""

    key: str
    name: str
    count: int
    type: str


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The set-up of one player."""

    number: int
    player: str
    deck: str
    key: str  # of the Phoenixborn
    phoenixborn: str
    life: Value | None
    battlefield: Value | None
    spellboard: Value | None
    first_five: tuple[str, ...]
    draw_pile: int
    conjurations: tuple[SheetCard, ...]
    dice: dict[str, int]
    cards: tuple[SheetCard, ...]  # the whole deck
    needs: tuple[DiceCost, ...]  # what playing and using it costs in dice
    first_needs: tuple[DiceCost, ...]  # what the First Five cost
    has_secret_five: bool = False  # the First Five are chosen, and left out
    is_hidden: bool = False  # its cards are left out: only its player may see them


@dataclass(frozen=True, slots=True)
class DuelBody:
    """The body of the sheet."""

    seats: tuple[SheetSeat, ...]
    first: int | None
    chimera: SheetChimera | None = None  # whom all fight together
    is_draft: bool = False  # the decks are still to be drafted

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        seats = []
        for seat in self.seats:
            conjurations = [picked(each, "name", "count") for each in seat.conjurations]
            seats.append({**plain(seat), "conjurations": conjurations})
        together = {} if self.chimera is None else {"chimera": plain(self.chimera)}
        draft = {"draft": True} if self.is_draft else {}
        return {
            "seats": seats,
            "first_player": self.first,
            "tokens": list(TOKENS),
            **together,
            **draft,
        }


DuelSheet = SetupSheet[DuelBody]


def setup_sheet(
    setup: DuelSetup,
    *,
    language: str = "en",
    seed: str = "",
    players: Sequence[str] = (),
) -> DuelSheet:
    """Return the sheet of a set-up; a redacted one has no cards of secret decks."""
    named = (*players, *("" for _ in setup.seats))
    seats = tuple(
        _seat(number, seat, named[number - 1], language)
        for number, seat in enumerate(setup.seats, start=1)
    )
    return SetupSheet(
        system=SLUG,
        pack_version=setup.pack_version,
        language=language,
        players=len(seats),
        body=DuelBody(
            seats,
            setup.first,
            sheet_chimera(setup.chimera, language),
            is_draft=setup.draft is not None,
        ),
        steps=(*_steps(seats, setup), *chimera_steps(setup.chimera, len(seats), language)),
        seed=seed,
    )


def _seat(number: int, seat: SeatSetup, player: str, language: str) -> SheetSeat:
    deck, cards = seat.deck, seat.by_key

    def name(key: str) -> str:
        card = cards.get(key)
        return card.name.in_language(language) if card else key

    def sheet_card(key: str, count: int) -> SheetCard:
        card = cards.get(key)
        return SheetCard(key, name(key), count, card.type.value if card else "")

    born = seat.phoenixborn
    return SheetSeat(
        number=number,
        player=player,
        deck=seat.name.in_language(language) if seat.name else "",
        key=deck.phoenixborn or "",
        phoenixborn=name(deck.phoenixborn or ""),
        life=born.life if born else None,
        battlefield=born.battlefield if born else None,
        spellboard=born.spellboard if born else None,
        first_five=tuple(map(name, seat.first_five)),
        draw_pile=seat.draw_pile,
        conjurations=tuple(sheet_card(*pile) for pile in seat.conjurations.items()),
        dice={each.value: deck.dice[each] for each in DiceType if deck.dice.get(each)},
        cards=tuple(sheet_card(*each) for each in deck.cards.items()),
        needs=deck_dice_needed(deck, cards),
        first_needs=dice_needed(cards, dict.fromkeys(seat.first_five, 1)),
        has_secret_five=seat.has_secret_five,
        is_hidden=seat.is_redacted,
    )


def _steps(seats: Sequence[SheetSeat], setup: DuelSetup) -> Iterator[Line]:
    first = setup.first
    if setup.draft is not None:
        yield Line(TABLE, "step.draft")
        return
    for seat in seats:
        yield from _seat_steps(seat)
    yield Line(TABLE, "step.tokens", {"tokens": TOKENS})
    if setup.organised:
        yield Line(TABLE, "step.organised")
    if first is None and setup.chimera is not None and len(seats) == 1:
        yield Line(TABLE, "step.you_go_first")
    elif first is None and setup.chimera is not None:
        yield Line(TABLE, "step.either_goes_first")
    elif first is None:
        yield Line(TABLE, "step.roll_for_first")
    else:
        player = seats[first - 1].player or seats[first - 1].phoenixborn
        yield Line(TABLE, "step.first_player", {"seat": first, "player": player})


def _seat_steps(seat: SheetSeat) -> Iterator[Line]:
    part = f"seat-{seat.number}"
    who: dict[str, Given] = {"seat": seat.number, "phoenixborn": seat.phoenixborn}
    yield Line(part, "step.phoenixborn", who)
    if seat.is_hidden:
        yield Line(part, "step.own_deck", who)
    elif seat.has_secret_five:
        yield Line(part, "step.secret_five", who)
    elif len(seat.first_five) < FIRST_FIVE:
        yield Line(part, "step.choose_five", who)
    else:
        yield Line(part, "step.first_five", {**who, "cards": seat.first_five})
    if seat.conjurations:
        total = sum(pile.count for pile in seat.conjurations)
        names = tuple(f"{pile.count}× {pile.name}" for pile in seat.conjurations)
        yield Line(part, "step.conjurations", {**who, "count": total, "cards": names})
    yield Line(part, "step.draw_pile", {**who, "count": seat.draw_pile})
    yield Line(part, "step.reference_cards", {**who, "dice": tuple(seat.dice)})
    yield Line(part, "step.dice", {**who, "count": sum(seat.dice.values())})

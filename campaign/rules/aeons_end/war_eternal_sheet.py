"""A one-off game of War Eternal as a set-up sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from campaign.rules.aeons_end import sheets
from campaign.rules.aeons_end.mages import CardRef, Mat
from campaign.rules.aeons_end.turn_order import TurnKind, counted
from campaign.rules.aeons_end.war_eternal import GameRequest, OneOffGame, resolve
from campaign.rules.pack import Card, MageMat, NemesisCard, Pack
from campaign.rules.sheet import (
    Line,
    SetupSheet,
    SheetMage,
    SheetNemesis,
    SheetNemesisCard,
    SheetPile,
    SheetTier,
    TurnCount,
)
from campaign.rules.system import SheetRequest

NORMAL = "normal"


def sheet(pack: Pack, request: SheetRequest, rng: Random) -> SetupSheet:
    """Draw whatever the request leaves open, and return the sheet of the game."""
    asked = GameRequest(
        mages=request.mages,
        count=request.count,
        nemesis=request.nemesis,
        difficulty=request.difficulty or NORMAL,
    )
    game = resolve(pack, asked, rng)
    return one_off_sheet(game, pack, language=request.language, seed=request.seed)


def one_off_sheet(
    game: OneOffGame,
    pack: Pack,
    *,
    also: Sequence[Pack] = (),
    language: str = "en",
    seed: str = "",
) -> SetupSheet:
    """Return the sheet of a game; ``also`` are the further boxes it was drawn from."""
    names = _Names((pack, *also), language)
    mages = tuple(names.seated(mat) for mat in game.mats)
    turns = sheets.turn_counts(counted(game.turn_cards), [mage.name for mage in mages])
    nemesis = _nemesis(game, names)
    market = tuple(names.pile(card) for card in game.market)
    return SetupSheet(
        system=game.system,
        pack_version=pack.version,
        language=language,
        game=None,
        chapter=None,
        players=len(mages),
        gravehold_life=game.gravehold_life,
        turn_order=turns,
        pair_tokens=sum(1 for turn in turns if turn.card == TurnKind.PAIR),
        mages=mages,
        nemesis=nemesis,
        market=market,
        sections=(),
        steps=_steps(game, mages, turns, nemesis, market),
        changes=(),
        restore=(),  # nothing outlives a one-off game
        put_away=sheets.put_away(),
        notes=game.notes,
        difficulty=game.difficulty.id,
        seed=seed,
    )


def _nemesis(game: OneOffGame, names: _Names) -> SheetNemesis:
    tiers = tuple(
        SheetTier(count.tier, count.own, count.basic, count.total, names.basics(cards))
        for count, cards in zip(game.tiers, game.basics, strict=True)
    )
    return SheetNemesis(
        key=game.nemesis.id,
        name=game.nemesis.name.in_language(names.language),
        life=game.nemesis_life,
        tiers=tiers,
        total=sum(count.total for count in game.tiers),
        increased=game.difficulty.increased,
    )


def _steps(
    game: OneOffGame,
    mages: tuple[SheetMage, ...],
    turns: tuple[TurnCount, ...],
    nemesis: SheetNemesis,
    market: tuple[SheetPile, ...],
) -> tuple[Line, ...]:
    return (
        *(line for mage in mages for line in sheets.mage_steps(mage, changed=False)),
        sheets.gravehold_step(game.gravehold_life),
        *sheets.turn_order_steps(turns),
        *sheets.nemesis_steps(nemesis, changed=False),
        *sheets.market_steps(market),
    )


@dataclass(frozen=True, slots=True)
class _Names:
    """Name things from the boxes on the table, in one language."""

    boxes: tuple[Pack, ...]
    language: str

    def seated(self, mat: Mat) -> SheetMage:
        printed = self._mage(mat.mage)
        return sheets.mage(
            mat,
            self.ref,
            fallback=printed.name.in_language(self.language) if printed else mat.mage,
            ability=(
                printed.ability.in_language(self.language) if printed and printed.ability else ""
            ),
        )

    def ref(self, card: CardRef) -> str:
        if card.name:
            return card.name
        found = next(filter(None, (box.card(card.key) for box in self.boxes)), None)
        return found.name.in_language(self.language) if found else card.key

    def pile(self, card: Card) -> SheetPile:
        name = card.name.in_language(self.language)
        return SheetPile(card.id, name, str(card.kind), card.cost, card.copies)

    def basics(self, cards: Sequence[NemesisCard]) -> tuple[SheetNemesisCard, ...]:
        """Return basics by name: the order in which they were drawn is nobody's business."""
        named = [
            SheetNemesisCard(card.id, card.name.in_language(self.language), str(card.kind))
            for card in cards
        ]
        return tuple(sorted(named, key=lambda card: card.name))

    def _mage(self, mage_id: str) -> MageMat | None:
        return next(filter(None, (box.mage(mage_id) for box in self.boxes)), None)

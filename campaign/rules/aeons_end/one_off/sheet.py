"""A one-off game as a set-up sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from campaign.rules.aeons_end import sheet_parts as sheets
from campaign.rules.aeons_end.catalogue.pack import Card, Name, NemesisCard, Pack
from campaign.rules.aeons_end.mages import CardRef, Mat
from campaign.rules.aeons_end.one_off.setup import Drawn
from campaign.rules.aeons_end.sheet import (
    AeonsEndBody,
    SetupSheet,
    SheetMage,
    SheetNemesis,
    SheetNemesisCard,
    SheetPile,
    SheetTier,
)
from campaign.rules.aeons_end.turn_order import counted
from campaign.rules.core.sheet import SetupSheet as Envelope


@dataclass(frozen=True, slots=True)
class Glossary:
    """What the things on the mats are called; all else in a game carries its own name."""

    mages: Mapping[str, Name] = field(default_factory=dict)  # by the id of the mat
    abilities: Mapping[str, Name] = field(default_factory=dict)
    cards: Mapping[str, Name] = field(default_factory=dict)  # in hands and decks


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with the names of everything in it: its sheet needs no pack any more.

    It is stored whole: whatever becomes of the pack, the sheet of the game stays the same.
    """

    game: Drawn
    pack_version: int
    glossary: Glossary


def named_setup(game: Drawn, pack: Pack, *, also: Sequence[Pack] = ()) -> Setup:
    """Return a game with its names; ``also`` are the further boxes it was drawn from."""
    boxes = (pack, *also)
    printed = {
        mat.mage: mage
        for mat in game.mats
        if (mage := next(filter(None, (box.mage(mat.mage) for box in boxes)), None))
    }
    refs = {ref.key for mat in game.mats for ref in (*mat.hand, *mat.deck) if not ref.name}
    cards = {
        key: card.name
        for key in sorted(refs)
        if (card := next(filter(None, (box.card(key) for box in boxes)), None))
    }
    glossary = Glossary(
        mages={key: mage.name for key, mage in printed.items()},
        abilities={key: mage.ability for key, mage in printed.items() if mage.ability},
        cards=cards,
    )
    return Setup(game, pack.version, glossary)


def with_players(setup: Setup, players: Sequence[str]) -> Setup:
    """Return a set-up with the names of who plays, by seat."""
    pairs = zip(setup.game.mats, players, strict=True)
    mats = tuple(replace(mat, player=player) for mat, player in pairs)
    return replace(setup, game=replace(setup.game, mats=mats))


def setup_sheet(setup: Setup, *, language: str = "en", seed: str = "") -> SetupSheet:
    """Return the sheet of a set-up."""
    game = setup.game
    names = _Names(setup.glossary, language)
    mages = tuple(names.seated(mat) for mat in game.mats)
    body = AeonsEndBody(
        gravehold_life=game.gravehold_life,
        turn_order=sheets.turn_counts(counted(game.turn_cards), [mage.name for mage in mages]),
        mages=mages,
        nemesis=_nemesis(game, names),
        market=tuple(names.pile(card) for card in game.market),
        difficulty=game.difficulty.id,
    )
    return Envelope(
        system=game.system,
        pack_version=setup.pack_version,
        language=language,
        players=len(mages),
        seed=seed,
        body=body,
        steps=sheets.steps(body),
        put_away=sheets.put_away(),
        notes=game.notes,
    )


def _nemesis(game: Drawn, names: _Names) -> SheetNemesis:
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


@dataclass(frozen=True, slots=True)
class _Names:
    """Name things in one language; what nobody has named goes by its key."""

    glossary: Glossary
    language: str

    def seated(self, mat: Mat) -> SheetMage:
        return sheets.mage(
            mat,
            self.ref,
            fallback=self._said(self.glossary.mages.get(mat.mage)) or mat.mage,
            ability=self._said(self.glossary.abilities.get(mat.mage)),
        )

    def ref(self, card: CardRef) -> str:
        return card.name or self._said(self.glossary.cards.get(card.key)) or card.key

    def pile(self, card: Card) -> SheetPile:
        name = card.name.in_language(self.language)
        return SheetPile(card.id, name, str(card.kind), card.cost, card.copies)

    def basics(self, cards: Iterable[NemesisCard]) -> tuple[SheetNemesisCard, ...]:
        """Return basics by name: the order in which they were drawn is nobody's business."""
        named = [
            SheetNemesisCard(card.id, card.name.in_language(self.language), str(card.kind))
            for card in cards
        ]
        return tuple(sorted(named, key=lambda card: card.name))

    def _said(self, name: Name | None) -> str:
        return name.in_language(self.language) if name else ""

"""A one-off game as a set-up sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from campaign.rules.aeons_end import exhaustion, sheet
from campaign.rules.aeons_end import sheet_parts as sheets
from campaign.rules.aeons_end.catalogue.pack import Card, Nemesis, NemesisCard, NemesisKind, Pack
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.mages import CardRef, Mat
from campaign.rules.aeons_end.one_off.setup import Drawn
from campaign.rules.core.entries import Keyed
from campaign.rules.core.pack import Name
from campaign.rules.core.sheet import SetupSheet as Envelope


@dataclass(frozen=True, slots=True)
class Glossary:
    """The names of what is on the mats; everything else in a game has its own name."""

    mages: Keyed[str, Name] = field(default_factory=dict)  # by the id of the mat
    abilities: Keyed[str, Name] = field(default_factory=dict)
    cards: Keyed[str, Name] = field(default_factory=dict)  # in hands and decks
    boxes: Keyed[str, Name] = field(default_factory=dict)  # of a shelf, by slug


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with the names of everything in it: its sheet needs no pack any more.

    It is stored, so that the sheet of the game stays the same when the pack changes.
    """

    game: Drawn
    pack_version: int
    glossary: Glossary
    languages: Keyed[str, str] = field(default_factory=dict)  # of boxes that have their own


def named_setup(game: Drawn, boxes: Sequence[Pack], languages: Mapping[str, str]) -> Setup:
    """Return a game with its names; the first box is the one whose rules it is played by."""
    pack = boxes[0]
    printed = {
        mat.mage: mage
        for mat in game.mats
        if (mage := next(filter(None, (box.find.mage(mat.mage) for box in boxes)), None))
    }
    lying = (ref for mat in game.mats for ref in (*mat.hand, *mat.deck, *mat.starters))
    refs = {ref.key for ref in lying if not ref.name}
    cards = {
        key: card.name
        for key in sorted(refs)
        if (card := next(filter(None, (box.find.card(key) for box in boxes)), None))
    }
    glossary = Glossary(
        mages={key: mage.name for key, mage in printed.items()},
        abilities={key: mage.ability for key, mage in printed.items() if mage.ability},
        cards=cards,
        boxes={box: pack.boxes[box].listing.name for box in game.boxes_used}
        if isinstance(pack, Series)
        else {},
    )
    used = {box: languages[box] for box in game.boxes_used if box in languages}
    return Setup(game, pack.version, glossary, used)


def setup_sheet(
    setup: Setup, *, language: str = "en", seed: str = "", players: Sequence[str] = ()
) -> sheet.SetupSheet:
    """Return the sheet of a set-up; ``players`` by seat, where the set-up does not say who."""
    game = setup.game
    names = _Names(setup.glossary, language, setup.languages)
    who = players or [mat.player for mat in game.mats]
    mages = tuple(
        replace(names.seated(mat), player=player)
        for mat, player in zip(game.mats, who, strict=True)
    )
    body = sheet.AeonsEndBody(
        gravehold_life=game.gravehold_life,
        turn_order=sheets.turn_counts(game.turn_cards, [mage.name for mage in mages]),
        mages=mages,
        nemesis=_nemesis(game, names),
        market=tuple(names.pile(card) for card in game.market),
        difficulty=game.difficulty.id,
        exhaustion=exhaustion.sheet_codes(game.exhaustion),
        boxes=game.boxes,
        box_names=names.boxes(),
        deck_out=game.deck_out,
    )
    return Envelope(
        system=game.system,
        pack_version=setup.pack_version,
        language=language,
        players=len(mages),
        seed=seed,
        body=body,
        steps=sheets.steps(body),
        put_away=sheets.put_away(body.nemesis),
        notes=game.notes,
    )


def _nemesis(game: Drawn, names: _Names) -> sheet.SheetNemesis:
    tiers = tuple(
        sheet.SheetTier(count.tier, count.own, count.basic, count.total, names.basics(cards))
        for count, cards in zip(game.tiers, game.basics, strict=True)
    )
    return sheet.SheetNemesis(
        key=game.nemesis.id,
        name=names.of(game.nemesis),
        life=game.nemesis_life,
        tiers=tiers,
        total=sum(count.total for count in game.tiers),
        increased=game.difficulty.increased,
        tokens=game.nemesis.tokens,
        acolytes=tuple(names.of(card) for card in game.own if card.kind is NemesisKind.ACOLYTE),
        box=game.nemesis.box,
        unleash=game.nemesis.unleash,
    )


@dataclass(frozen=True, slots=True)
class _Names:
    """Names, each in the language of its box; what has no name is shown by its key."""

    glossary: Glossary
    language: str
    languages: Mapping[str, str]

    def of(self, thing: Card | NemesisCard | Nemesis) -> str:
        return self._text(thing.name, thing.box)

    def boxes(self) -> dict[str, str]:
        return {box: self._text(name, box) for box, name in self.glossary.boxes.items()}

    def seated(self, mat: Mat) -> Mat:
        def ref(card: CardRef) -> str:
            return card.name or self._text(self.glossary.cards.get(card.key), mat.box) or card.key

        return sheets.with_names(
            mat,
            ref,
            fallback=self._text(self.glossary.mages.get(mat.mage), mat.box) or mat.mage,
            ability=self._text(self.glossary.abilities.get(mat.mage), mat.box),
        )

    def pile(self, card: Card) -> sheet.SheetPile:
        name, kind = self.of(card), str(card.kind)
        return sheet.SheetPile(card.id, name, kind, card.cost, card.copies, box=card.box)

    def basics(self, cards: Iterable[NemesisCard]) -> tuple[sheet.SheetNemesisCard, ...]:
        """Return basics by name: the order in which they were drawn is secret."""
        named = [
            sheet.SheetNemesisCard(card.id, self.of(card), str(card.kind), box=card.box)
            for card in cards
        ]
        return tuple(sorted(named, key=lambda card: card.name))

    def _text(self, name: Name | None, box: str) -> str:
        return name.in_language(self.languages.get(box, self.language)) if name else ""

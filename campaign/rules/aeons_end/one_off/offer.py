"""What several boxes together offer for a one-off game."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from campaign.rules.aeons_end.catalogue.pack import Known, KnownFrom, Nemesis, NemesisCard, Pack
from campaign.rules.aeons_end.mages import Mat, printed_mat
from campaign.rules.aeons_end.market.stock import Stock
from campaign.rules.aeons_end.nemesis_deck import basics_by_tier


@dataclass(frozen=True, slots=True)
class Offer:
    """All that can be drawn for a one-off game; nothing of it is secret."""

    mats: Mapping[str, Mat]  # printed ones; mages of a campaign come as guests
    nemeses: Mapping[str, Nemesis]
    basics: Mapping[int, Sequence[NemesisCard]]  # by tier, a card that several boxes have once
    all_basics: Sequence[NemesisCard]
    piles: Stock
    own: Mapping[str, tuple[NemesisCard, ...]]  # cards of single nemeses
    versions: Sequence[Sequence[str]]  # mages by who they are
    _seated: dict[tuple[str, int, int], Mat] = field(default_factory=dict)

    def seated(self, mat: Mat, seat: int, life: int) -> Mat:
        """Return a mat at a seat; those of printed mats are cached."""
        if self.mats.get(mat.mage) is not mat:
            return replace(mat, seat=seat, life=life, player="")  # the choices say who plays
        key = mat.mage, seat, life
        if key not in self._seated:
            self._seated[key] = replace(mat, seat=seat, life=life)
        return self._seated[key]

    def basics_of(self, box: str, but: Collection[str]) -> Mapping[int, Sequence[NemesisCard]]:
        """Return the basic cards by tier: one box's set, or those of all, without some."""
        if not box and not but:
            return self.basics
        cards = (c for c in self.all_basics if box in ("", c.box) and c.id not in but)
        return basics_by_tier(_once(cards))


def persona(mage: str) -> str:
    """Return who a mage is, in whichever version: "the-void/xaxos" is "xaxos"."""
    return mage.rpartition("/")[2]


@lru_cache(maxsize=32)  # the same few boxes are drawn from again and again
def offer_of(boxes: tuple[Pack, ...]) -> Offer:
    """Return what boxes offer together; where several have a thing, the first box's counts."""
    mats: dict[str, Mat] = {}
    nemeses: dict[str, Nemesis] = {}
    for box in boxes:
        for mage in box.mages:
            if not mage.custom and is_open(mage.known) and mage.id not in mats:
                mats[mage.id] = printed_mat(mage, box)
        for nemesis in box.nemeses:
            if is_open(nemesis.known) and not nemesis.by_story:
                nemeses.setdefault(nemesis.id, nemesis)
    basics = tuple(
        {card.id: card for box in boxes for card in box.find.basics if is_open(card.known)}.values()
    )
    piles = Stock(card for box in boxes for card in box.find.piles if is_open(card.known))
    return Offer(
        mats,
        nemeses,
        basics_by_tier(_once(basics)),
        basics,
        piles,
        own={key: tuple(c for box in boxes for c in box.find.own_cards(key)) for key in nemeses},
        versions=versions_of(mats),
    )


def versions_of(mages: Iterable[str]) -> list[list[str]]:
    """Return mages in groups, the versions of one together."""
    by_persona: dict[str, list[str]] = {}
    for mage in mages:
        by_persona.setdefault(persona(mage), []).append(mage)
    return list(by_persona.values())


def _once(cards: Iterable[NemesisCard]) -> Iterable[NemesisCard]:
    """Return each card once if several boxes have it: no deck has a basic card twice."""
    different: dict[tuple[str, int], NemesisCard] = {}
    for card in cards:
        different.setdefault((persona(card.id), card.tier), card)
    return different.values()


def is_open(known: Known) -> bool:
    """Say whether a thing of the catalogue is known from the start."""
    return known.by is KnownFrom.START

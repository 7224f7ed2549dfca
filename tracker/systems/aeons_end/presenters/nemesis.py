"""The nemesis deck: this campaign's basic cards by tier, and the nemeses it has met."""

from dataclasses import dataclass

from campaign.rules.aeons_end.catalogue.pack import NemesisCard
from campaign.rules.aeons_end.legacy.decisions import (
    deck_table_known,
    evolution_begun,
    pool_counted,
)
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
)
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.aeons_end.nemesis_deck import TIERS, PoolCard, free_spaces
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.presenters.results import results
from tracker.systems.aeons_end.selectors import ResultRow

# A campaign of fifty games has more to tell than anybody reads at once; its history has the rest.
MOST_BEFORE, MOST_GONE, MOST_GAMES = 5, 20, 12


@dataclass(frozen=True, slots=True)
class BasicView:
    """A basic card that is in the campaign, or that left it, transformed or not."""

    of: PoolCard
    name: str
    stickers: tuple[tuple[str, int | None], ...]  # the players' words, and the game they came in
    free: int | None  # sticker spaces; None where nobody knows
    before: tuple[tuple[str, int | None], ...]  # what it was until which game, the latest first
    into: str  # what it became
    left: int | None  # the game in which it did, or left
    rename_url: str

    @property
    def squares(self) -> tuple[bool, ...]:
        """Return its sticker spaces from the top, the filled ones first."""
        return (True,) * len(self.stickers) + (False,) * (self.free or 0)


@dataclass(frozen=True, slots=True)
class TierView:
    """A tier of the basics: the cards it has, and how many the table asks for."""

    tier: int
    cards: tuple[BasicView, ...]
    expected: int
    own: int

    @property
    def missing(self) -> int:
        """Return how many are missing; below zero, how many there are too many."""
        return self.expected - len(self.cards)

    @property
    def surplus(self) -> int:
        """Return how many there are too many."""
        return max(-self.missing, 0)

    @property
    def total(self) -> int:
        """Return how many cards of the tier a whole deck has."""
        return self.own + self.expected


@dataclass(frozen=True, slots=True)
class MetNemesis:
    """A nemesis this campaign has met."""

    name: str
    life: int | None
    rename_url: str
    games: tuple[ResultRow, ...]  # the latest
    earlier: int  # games that are not among them
    cards: tuple[tuple[str, NemesisCard], ...]  # of its own, by name, as far as they are known


@dataclass(frozen=True, slots=True)
class NemesisPage:
    """All that the page shows."""

    tiers: tuple[TierView, ...]
    gone: tuple[BasicView, ...]  # the latest
    gone_earlier: int  # cards that are not among them
    met: tuple[MetNemesis, ...]
    mages: int
    total: int
    empty: bool
    begun: bool  # the section on basic cards has come
    settled: bool  # the pool is to have the table's numbers by now
    built: bool  # the section that says how the deck is built has come


def nemesis_page(look: Look) -> NemesisPage:
    """Return this campaign's basics by tier, the cards that left and the nemeses met."""
    mages = len(look.state.seats)
    tally = _Tally(look)
    tiers = tuple(
        TierView(
            tier=tier,
            cards=tuple(tally.card(card) for card in look.state.pool if card.tier == tier),
            expected=expected,
            own=look.pack.own_per_tier,
        )
        for tier, expected in zip(TIERS, look.pack.basics_by_mages[mages], strict=True)
    )
    return NemesisPage(
        tiers=tiers,
        gone=tuple(tally.card(card) for card in look.state.retired[-MOST_GONE:]),
        gone_earlier=max(len(look.state.retired) - MOST_GONE, 0),
        met=_met(look),
        mages=mages,
        total=sum(tier.total for tier in tiers),
        empty=not look.state.pool,
        begun=evolution_begun(look.state, look.pack),
        settled=pool_counted(look.state),
        built=deck_table_known(look.state, look.pack),
    )


class _Tally:
    """Which game did what to which card."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.retired = {card.key: card for card in look.state.retired}
        self.sticker_games: dict[str, list[int]] = {}
        self.went: dict[str, int] = {}
        self.into: dict[str, str] = {}
        for entry in look.entries:
            match entry.fact:
                case CardEvolved(card=key):
                    self.sticker_games.setdefault(key, []).append(entry.game)
                case CardTransformed(card=key, into=into):
                    self.went[key] = entry.game
                    self.into[key] = look.namer.pool_card(into)
                    self.sticker_games.pop(into.key, None)
                case BasicJoined(card=card):
                    self.sticker_games.pop(card.key, None)
                case BasicLeft(card=key):
                    self.went[key] = entry.game
                    self.into.pop(key, None)
                case _:
                    pass

    def card(self, card: PoolCard) -> BasicView:
        """Return a card of the campaign, or one that left."""
        return BasicView(
            of=card,
            name=self.look.namer.pool_card(card),
            stickers=self._stickers(card),
            free=free_spaces(card),
            before=tuple(self._before(card)[:MOST_BEFORE]),
            into=self.into.get(card.key, ""),
            left=self.went.get(card.key),
            rename_url=self.look.rename_url(card.key),
        )

    def _before(self, card: PoolCard) -> list[tuple[str, int | None]]:
        past: list[tuple[str, int | None]] = []
        seen = {card.key}
        # A card may come back by a reason, and then it was once its own past.
        while (key := card.evolved_from) and key in self.retired and key not in seen:
            seen.add(key)
            card = self.retired[key]
            past.append((self.look.namer.pool_card(card), self.went.get(key)))
        return past

    def _stickers(self, card: PoolCard) -> tuple[tuple[str, int | None], ...]:
        games: list[int | None] = [*self.sticker_games.get(card.key, ())]
        games += [None] * (len(card.stickers) - len(games))
        return tuple(zip(card.stickers, games, strict=False))


def _met(look: Look) -> tuple[MetNemesis, ...]:
    known = knowing(look.state, look.pack)
    met: dict[str, list[ResultRow]] = {}
    for row in results(look):
        met.setdefault(row.game.foe.key, []).append(row)
    return tuple(
        MetNemesis(
            name=rows[-1].nemesis,
            life=rows[-1].game.foe.life,
            rename_url=look.rename_url(key),
            games=tuple(rows[-MOST_GAMES:]),
            earlier=max(len(rows) - MOST_GAMES, 0),
            cards=tuple(
                (card.name.in_language(look.namer.language), card)
                for card in look.pack.own_cards(key)
                if card.id in known
            ),
        )
        for key, rows in met.items()
    )

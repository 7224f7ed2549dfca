"""The nemesis page: a campaign's basic cards by tier, and the nemeses it has met."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from campaign.rules.aeons_end.catalogue.pack import NemesisCard
from campaign.rules.aeons_end.evolution import free_spaces
from campaign.rules.aeons_end.legacy import decisions, facts
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.aeons_end.nemesis_deck import PoolCard, TierCount, deck_table
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.legacy.presenters.results import results_so_far
from tracker.systems.aeons_end.shared.selectors import ResultRow

# Limits for long campaigns; the history has the rest.
MAX_EARLIER_FORMS, MAX_STICKERS, MAX_GONE, MAX_GAMES = 5, 12, 20, 12


@dataclass(frozen=True, slots=True)
class EarlierForm:
    """What a card was before it transformed, and until which game."""

    name: str
    until: int | None


@dataclass(frozen=True, slots=True)
class EvolutionSticker:
    """A sticker on a basic card: the players' words about it, and its game."""

    text: str
    game: int | None


@dataclass(frozen=True, slots=True)
class BasicCard:
    """A basic card of the campaign, in the pool or gone."""

    card: PoolCard
    name: str
    stickers: tuple[EvolutionSticker, ...]  # the latest last
    stickers_left_out: int
    free_spaces: int
    earlier_forms: tuple[EarlierForm, ...]  # the latest first
    became: str  # the card that replaced it; ""
    left_in: int | None  # the game in which it left
    rename_url: str

    @property
    def spaces(self) -> tuple[bool, ...]:
        """Return its sticker spaces from the top, the filled ones first: whether each is filled."""
        return (True,) * len(self.stickers) + (False,) * self.free_spaces


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier of the basic cards: how many it needs, and those it has."""

    count: TierCount
    cards: tuple[BasicCard, ...]

    @property
    def missing(self) -> int:
        """Return how many cards it lacks."""
        return max(self.count.basic - len(self.cards), 0)

    @property
    def surplus(self) -> int:
        """Return how many cards it has too many."""
        return max(len(self.cards) - self.count.basic, 0)


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card of a nemesis' own that the group has seen."""

    name: str
    card: NemesisCard


@dataclass(frozen=True, slots=True)
class MetNemesis:
    """A nemesis that the group has met, with the games against it."""

    name: str
    life: int | None
    games: tuple[ResultRow, ...]
    games_left_out: int
    cards: tuple[OwnCard, ...]
    rename_url: str


@dataclass(frozen=True, slots=True)
class NemesisPage:
    """A campaign's basics by tier, the cards that left, and the nemeses met."""

    tiers: tuple[Tier, ...]
    gone: tuple[BasicCard, ...]
    gone_left_out: int
    met: tuple[MetNemesis, ...]
    mages: int
    is_empty: bool  # no basic card has joined yet
    has_basics_rules: bool  # the rules on basic cards are in the rulebook
    has_deck_rules: bool  # the rules on building the deck, with its numbers, are in the rulebook

    @property
    def shows_basics(self) -> bool:
        """Say whether the group knows of basic cards."""
        return self.has_basics_rules or not self.is_empty

    @property
    def deck_size(self) -> int:
        """Return how many cards the whole deck has."""
        return sum(tier.count.total for tier in self.tiers)


def nemesis_page(snapshot: CampaignSnapshot) -> NemesisPage:
    """Return what the nemesis page shows."""
    state, pack = snapshot.state, snapshot.pack
    mages, gone = len(state.seats), list(state.gone.values())
    history = _CardHistory(snapshot)

    def tier(count: TierCount) -> Tier:
        cards = (card for card in state.pool if card.tier == count.tier)
        return Tier(count, tuple(map(history.card, cards)))

    return NemesisPage(
        tiers=tuple(map(tier, deck_table(pack.own_per_tier, pack.basics_by_mages[mages]))),
        gone=tuple(map(history.card, gone[-MAX_GONE:])),
        gone_left_out=max(len(gone) - MAX_GONE, 0),
        met=_met(snapshot),
        mages=mages,
        is_empty=not state.pool,
        has_basics_rules=decisions.evolution_begun(state, pack),
        has_deck_rules=decisions.deck_table_known(state, pack),
    )


class _CardHistory:
    """What happened to each basic card, and in which game."""

    def __init__(self, snapshot: CampaignSnapshot) -> None:
        self.snapshot = snapshot
        self.gone = snapshot.state.gone
        self.sticker_games: dict[str, list[int]] = {}
        self.left_in: dict[str, int] = {}
        self.became: dict[str, str] = {}
        for entry in snapshot.entries_of(
            facts.CardEvolved, facts.CardTransformed, facts.BasicJoined, facts.BasicLeft
        ):
            match entry.fact:
                case facts.CardEvolved(card=key):
                    self.sticker_games.setdefault(key, []).append(entry.game)
                case facts.CardTransformed(card=key, into=into):
                    self.left_in[key] = entry.game
                    self.became[key] = snapshot.namer.name(into)
                    self.sticker_games.pop(into.key, None)
                case facts.BasicJoined(card=card):
                    self.sticker_games.pop(card.key, None)
                case facts.BasicLeft(card=key):
                    self.left_in[key] = entry.game
                    self.became.pop(key, None)

    def card(self, card: PoolCard) -> BasicCard:
        """Return a basic card, of the pool or gone."""
        return BasicCard(
            card=card,
            name=self.snapshot.namer.name(card),
            stickers=self._stickers(card)[-MAX_STICKERS:],
            stickers_left_out=max(len(card.stickers) - MAX_STICKERS, 0),
            free_spaces=free_spaces(card) or 0,
            earlier_forms=tuple(islice(self._earlier_forms(card), MAX_EARLIER_FORMS)),
            became=self.became.get(card.key, ""),
            left_in=self.left_in.get(card.key),
            rename_url=self.snapshot.rename_url(card.key),
        )

    def _earlier_forms(self, card: PoolCard) -> Iterator[EarlierForm]:
        """Yield what a card was before, the latest form first."""
        visited = {card.key}
        # A card may come back, so that it is among its own earlier forms.
        while (key := card.evolved_from) and key in self.gone and key not in visited:
            visited.add(key)
            card = self.gone[key]
            yield EarlierForm(self.snapshot.namer.name(card), self.left_in.get(key))

    def _stickers(self, card: PoolCard) -> tuple[EvolutionSticker, ...]:
        games: list[int | None] = [*self.sticker_games.get(card.key, ())]
        games += [None] * (len(card.stickers) - len(games))
        return tuple(map(EvolutionSticker, card.stickers, games))


def _met(snapshot: CampaignSnapshot) -> tuple[MetNemesis, ...]:
    known = knowing(snapshot.state, snapshot.pack)
    games: dict[str, list[ResultRow]] = {}
    for row in results_so_far(snapshot):
        games.setdefault(row.game.foe.key, []).append(row)
    return tuple(
        MetNemesis(
            name=rows[-1].nemesis,
            life=rows[-1].game.foe.life,
            games=tuple(rows[-MAX_GAMES:]),
            games_left_out=max(len(rows) - MAX_GAMES, 0),
            cards=tuple(
                OwnCard(card.name.in_language(snapshot.namer.language), card)
                for card in snapshot.pack.find.own_cards(key)
                if card.id in known
            ),
            rename_url=snapshot.rename_url(key),
        )
        for key, rows in games.items()
    )

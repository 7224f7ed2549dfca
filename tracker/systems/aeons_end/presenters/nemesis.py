"""The nemesis page: a campaign's basic cards by tier, and the nemeses it has met."""

from typing import Any

from campaign.rules.aeons_end.legacy import decisions, facts
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.aeons_end.nemesis_deck import PoolCard, TierCount, deck_table, free_spaces
from tracker.systems.aeons_end.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.presenters.results import results
from tracker.systems.aeons_end.selectors import ResultRow

# Limits for long campaigns; the history has the rest.
MOST_BEFORE, MOST_GONE, MOST_GAMES = 5, 20, 12


def nemesis_page(snapshot: CampaignSnapshot) -> dict[str, Any]:
    """Return this campaign's basics by tier, the cards that left and the nemeses met."""
    state, mages = snapshot.state, len(snapshot.state.seats)
    gone = list(state.gone.values())
    history = _CardHistory(snapshot)
    counts = deck_table(snapshot.pack.own_per_tier, snapshot.pack.basics_by_mages[mages])
    return {
        "tiers": [
            _tier(count, [history.card(card) for card in state.pool if card.tier == count.tier])
            for count in counts
        ],
        "gone": [history.card(card) for card in gone[-MOST_GONE:]],
        "gone_earlier": max(len(gone) - MOST_GONE, 0),
        "met": _met(snapshot),
        "mages": mages,
        "total": sum(count.total for count in counts),
        "empty": not state.pool,
        "begun": decisions.evolution_begun(state, snapshot.pack),  # rules on basic cards are in
        "settled": decisions.pool_counted(state),  # the pool must have the numbers of the table
        "built": decisions.deck_table_known(
            state, snapshot.pack
        ),  # rules on building the deck are in
    }


def _tier(count: TierCount, cards: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a tier of the basic cards: how many it needs, and those it has."""
    missing = count.basic - len(cards)
    return {"of": count, "cards": cards, "missing": missing, "surplus": max(-missing, 0)}


class _CardHistory:
    """What happened to each basic card, and in which game."""

    def __init__(self, snapshot: CampaignSnapshot) -> None:
        self.snapshot = snapshot
        self.gone = snapshot.state.gone
        self.sticker_games: dict[str, list[int]] = {}
        self.went: dict[str, int] = {}
        self.into: dict[str, str] = {}
        for entry in snapshot.entries:
            match entry.fact:
                case facts.CardEvolved(card=key):
                    self.sticker_games.setdefault(key, []).append(entry.game)
                case facts.CardTransformed(card=key, into=into):
                    self.went[key] = entry.game
                    self.into[key] = snapshot.namer.name(into)
                    self.sticker_games.pop(into.key, None)
                case facts.BasicJoined(card=card):
                    self.sticker_games.pop(card.key, None)
                case facts.BasicLeft(card=key):
                    self.went[key] = entry.game
                    self.into.pop(key, None)
                case _:
                    pass

    def card(self, card: PoolCard) -> dict[str, Any]:
        """Return a basic card, of the pool or gone."""
        stickers = self._stickers(card)
        return {
            "of": card,
            "name": self.snapshot.namer.name(card),
            "stickers": stickers,
            # Its sticker spaces from the top, the filled ones first.
            "squares": [True] * len(stickers) + [False] * (free_spaces(card) or 0),
            "before": self._before(card)[:MOST_BEFORE],
            "into": self.into.get(card.key),
            "left": self.went.get(card.key),
            "rename_url": self.snapshot.rename_url(card.key),
        }

    def _before(self, card: PoolCard) -> list[tuple[str, int | None]]:
        """Return its earlier forms, each with the game it changed in, the latest first."""
        past: list[tuple[str, int | None]] = []
        seen = {card.key}
        # A card may come back, so that it is among its own earlier forms.
        while (key := card.evolved_from) and key in self.gone and key not in seen:
            seen.add(key)
            card = self.gone[key]
            past.append((self.snapshot.namer.name(card), self.went.get(key)))
        return past

    def _stickers(self, card: PoolCard) -> list[tuple[str, int | None]]:
        """Return the texts of its stickers, each with its game."""
        games: list[int | None] = [*self.sticker_games.get(card.key, ())]
        games += [None] * (len(card.stickers) - len(games))
        return list(zip(card.stickers, games, strict=False))


def _met(snapshot: CampaignSnapshot) -> list[dict[str, Any]]:
    known = knowing(snapshot.state, snapshot.pack)
    met: dict[str, list[ResultRow]] = {}
    for row in results(snapshot):
        met.setdefault(row.game.foe.key, []).append(row)
    return [
        {
            "name": rows[-1].nemesis,
            "life": rows[-1].game.foe.life,
            "rename_url": snapshot.rename_url(key),
            "games": rows[-MOST_GAMES:],
            "earlier": max(len(rows) - MOST_GAMES, 0),
            # Of its own, those that are known.
            "cards": [
                (card.name.in_language(snapshot.namer.language), card)
                for card in snapshot.pack.find.own_cards(key)
                if card.id in known
            ],
        }
        for key, rows in met.items()
    ]

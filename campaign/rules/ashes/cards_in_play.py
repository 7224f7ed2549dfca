"""Cards in play (pp. 10-13): units on the battlefield, spells on the spellboard, their tokens.

The table counts what is entered and decides nothing: a unit that is destroyed stays until somebody
discards it, for some cards come back then.
"""

from collections import Counter
from dataclasses import replace
from enum import StrEnum

from campaign.rules.ashes.table import CardInPlay, Player, Table, Zone
from campaign.rules.core.sizes import MAX_NUMBER


class Counted(StrEnum):
    """What is counted on a card in play: its tokens, and what effects make of its values."""

    WOUNDS = "wounds"
    EXHAUSTION = "exhaustion"
    STATUS = "status"
    ATTACK = "attack"
    LIFE = "life"
    RECOVER = "recover"


class Token(StrEnum):
    """A token on a Phoenixborn, besides wounds."""

    EXHAUSTION = "exhaustion"
    STATUS = "status"


def entered(player: Player, card: CardInPlay) -> Player:
    """Return a player with one card more in play, which gets the next number."""
    number = player.entered + 1
    return replace(player, entered=number, in_play=(*player.in_play, replace(card, number=number)))


def card_of(player: Player, number: int) -> CardInPlay | None:
    """Return a card in play by its number; None if it has left."""
    return next((card for card in player.in_play if card.number == number), None)


def counted(player: Player, number: int, what: Counted, by: int) -> Player:
    """Return a player with a number of a card in play changed."""
    cards = (_counted(card, what, by) if card.number == number else card for card in player.in_play)
    return replace(player, in_play=tuple(cards))


def _counted(card: CardInPlay, what: Counted, by: int) -> CardInPlay:
    match what:
        case Counted.WOUNDS:
            return replace(card, wounds=_within(card.wounds, by))
        case Counted.EXHAUSTION:
            return replace(card, exhaustion=_within(card.exhaustion, by))
        case Counted.STATUS:
            return replace(card, status=_within(card.status, by))
        case Counted.ATTACK:
            return replace(card, attack=_within(card.attack or 0, by))
        case Counted.LIFE:
            return replace(card, life=_within(card.life or 0, by))
        case Counted.RECOVER:
            return replace(card, recover=_within(card.recover or 0, by))


def marked(player: Player, token: Token, by: int) -> Player:
    """Return a player with more or fewer tokens on the Phoenixborn."""
    if token is Token.EXHAUSTION:
        return replace(player, exhaustion=_within(player.exhaustion, by))
    return replace(player, status=_within(player.status, by))


def left(player: Player, number: int) -> Player:
    """Return a player with a card less in play."""
    return replace(player, in_play=tuple(card for card in player.in_play if card.number != number))


def given(table: Table, seat: int, number: int, to: int) -> Table:
    """Return the table with a card under the control of another player, with all its tokens."""
    giver = table.player(seat)
    card = card_of(giver, number)
    if card is None:
        return table
    owner = card.owner or seat
    handed = replace(card, owner=None if owner == to else owner)
    taker = entered(table.player(to), handed)
    return table.with_player(left(giver, number)).with_player(taker)


def places_taken(player: Player, zone: Zone) -> int:
    """Return how many places are taken (p. 12): copies of a ready spell share one (p. 11)."""
    cards = [card for card in player.in_play if card.zone is zone]
    return len(cards) if zone is Zone.BATTLEFIELD else len({card.title for card in cards})


def conjurations_over(table: Table, seat: int) -> tuple[CardInPlay, ...]:
    """Return one copy of each conjuration of a player of which too many are in play (p. 14).

    It is the pile of their owner that they come from, whoever controls them.
    """
    own = [
        card
        for player in table.players
        for card in player.in_play
        if (card.owner or player.seat) == seat
    ]
    copies = Counter(card.title for card in own)
    first = {card.title: card for card in reversed(own)}
    return tuple(
        card
        for title, card in first.items()
        if card.limit is not None and copies[title] > card.limit
    )


def _within(value: int, by: int) -> int:
    return max(0, min(MAX_NUMBER, value + by))

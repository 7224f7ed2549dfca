"""The symbols of dice as HTML: a sign for each type, and a face for each level.

A class symbol is outlined, a power symbol filled in, and basic magic is a plain diamond: they
differ without colour too. What stands for the eye is hidden from screen readers: they get words.
"""

from collections.abc import Sequence

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import Card, CardType, DiceCost, DiceType
from campaign.rules.ashes.table import Side
from tracker.systems.ashes.words.terms import CardWords, discard_words
from tracker.templatetags.bk import icon

NOTHING = SafeString("")
BASIC_MAGIC = f'<span class="face face--basic">{icon("dice-basic")}</span>'


def card_symbols(card: Card, words: CardWords) -> SafeString:
    """Return what a card costs to play and to use, and its attack, life and recover values."""
    parts = [cost_dice(card.cost.dice, words, words.to_play)]
    if card.cost.discard:
        parts.append(format_html("<span>{}</span>", discard_words(card.cost.discard)))
    parts += [use_symbols(card, words), _numbers(card, words)]
    return SafeString("".join(parts))


def use_symbols(card: Card, words: CardWords) -> SafeString:
    """Return what it costs to use a card that is in play."""
    if card.activation:
        use = format_html('<span class="cost__use" aria-hidden="true">{}</span>', _("to use:"))
        return SafeString(use + cost_dice(card.activation, words, words.to_use))
    if card.activation_unknown:
        return format_html('<span class="cost__use">{}</span>', _("to use: unknown"))
    return NOTHING


def _numbers(card: Card, words: CardWords) -> SafeString:
    """Return what a unit or an alteration has; a Phoenixborn's numbers stand on its page."""
    values = (("attack", card.attack), ("life", card.life), ("recover", card.recover))
    said = [f"{words.numbers[name]} {value}" for name, value in values if value is not None]
    if card.type is CardType.PHOENIXBORN or not said:
        return NOTHING
    label = escape(", ".join(said))
    cells = "".join(
        f"<span>{'–' if value is None else escape(value)}</span>" for _name, value in values
    )
    return SafeString(
        f'<span class="numbers" role="img" aria-label="{label}" title="{label}">{cells}</span>'
    )


def cost_symbols(costs: Sequence[DiceCost], words: CardWords, label: str = "") -> SafeString:
    """Return costs as symbols; screen readers are told them in words, after the label."""
    if not costs:
        return NOTHING
    said = " + ".join(f"{cost.n} × {words.need(cost)}" for cost in costs)
    return _cost("".join(map(_symbol, costs)), f"{label} {said}" if label else said)


def cost_dice(costs: Sequence[DiceCost], words: CardWords, label: str = "") -> SafeString:
    """Return a cost of a card, drawn as that many dice; screen readers get words and the label."""
    if not costs:
        return NOTHING
    said = " + ".join(f"{cost.n} × {words.need(cost)}" for cost in costs)
    drawn = "".join(_signs(cost) for cost in costs for _die in range(cost.n))
    return _cost(drawn, f"{label} {said}" if label else said)


def _cost(drawn: str, said: str) -> SafeString:
    return SafeString(f'<span class="cost" role="img" aria-label="{escape(said)}">{drawn}</span>')


def die_symbol(kind: DiceType, side: Side = Side.CLASS) -> SafeString:
    """Return a die as it lies; one that nobody looked at shows the sign of its type."""
    return SafeString(_face(kind, side))


def _face(kind: str, level: str) -> str:
    """Return a symbol; basic magic looks the same on all dice, but keeps the colour of its own."""
    drawn = "basic" if level == Side.BASIC else kind
    return f'<span class="face face--{level}" data-dice="{kind}">{icon(f"dice-{drawn}")}</span>'


def _symbol(cost: DiceCost) -> str:
    """Return a number and its symbol."""
    return f"<b>{cost.n}</b>{_signs(cost)}"


def _signs(cost: DiceCost) -> str:
    """Return the symbol of a cost; of alternatives all are drawn, with a stroke between."""
    if not cost.types:
        return BASIC_MAGIC
    signs = "<i>/</i>".join(_face(kind, cost.level) for kind in cost.types)
    return f"<span>{signs}</span>" if len(cost.types) > 1 else signs

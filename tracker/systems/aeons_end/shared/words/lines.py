"""Sentences for the lines of a sheet: steps, changes, what to restore and to put away.

Short and imperative: one player reads them aloud, the others move the cardboard.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from campaign.rules.aeons_end.catalogue.pack import BreachState
from campaign.rules.aeons_end.sheet import Line
from tracker.systems.aeons_end.shared.words import terms
from tracker.words import listed, sentences
from tracker.words.sheets import Sentences, Values, sentence_of


def line(line: Line) -> str:
    """Return the sentence of a line of a sheet."""
    return sentence_of(_LINES, worded, line)


def worded(v: Values) -> dict[str, Any]:
    """Return the values of a line with words instead of keys, and with ``count``."""
    shown = dict(v)
    counted = v.get("cards", v.get("stickers"))
    if counted is not None:  # a list, or already a number
        shown["count"] = counted if isinstance(counted, int) else len(counted)
    if "label" in v:
        shown["seal"] = opened(v)
    if "kind" in v:
        shown["kind"] = terms.card_kind(v["kind"]) or terms.sticker_kind(v["kind"])
    if "side" in v:
        shown |= {"colour": terms.colour(v["colour"]), "side": terms.side(v["side"])}
    if "cost" in v:
        shown["cost"] = str(v["cost"])  # 0 is known too
    return shown


def opened(v: Values) -> str:
    """Return the seal of a line, with the parts of it that are open."""
    return terms.seal(v["kind"], v["label"], v.get("parts", ()))


def line_detail(line: Line) -> str:
    """Return the detail below a line, such as the cards of a hand; "" without one."""
    detail = _DETAILS.get(line.code)
    return detail(line.values) if detail else ""


def before(lines: Iterable[Line], *, pages: bool = False) -> list[str]:
    """Return what to do before the set-up.

    That is a sentence for each seal, one for all sections, and one for the basic cards.
    """
    steps = list(lines)
    said = [line(step) for step in steps if step.code == "before.seal"]
    sections = [step.values for step in steps if step.code == "before.section"]
    if sections:
        text = ngettext(
            "Place section %(sections)s in the rulebook.",
            "Place sections %(sections)s in the rulebook.",
            len(sections),
        )
        shown = _("%(letter)s (p. %(page)s)") if pages else "%(letter)s"
        placed = (shown % values for values in sections)
        said.append(text % {"sections": listed(placed)})
    said += [line(step) for step in steps if step.code == "before.basics"]
    return said


# --- steps ---


def _unique(cards: Sequence[str]) -> str:
    """Return the starters that only this mage has."""
    if not cards:
        return ""
    text = ngettext("Unique starter: %(cards)s", "Unique starters: %(cards)s", len(cards))
    return text % {"cards": listed(cards)}


def _open_seal(v: Values) -> str:
    if v.get("mat"):
        return _("Open %(seal)s: it holds the nemesis’ mat.") % v
    return _("Open %(seal)s.") % v


def _mat(v: Values) -> str:
    if v.get("colour"):
        return _("%(mage)s: the %(colour)s mat, %(side)s up.") % v
    if v.get("box"):
        return _("%(mage)s: take the mat (%(box)s).") % v
    return _("%(mage)s: take the mat.") % v


def _breach(v: Values) -> str:
    if v["state"] == BreachState.OPEN:
        return _("%(mage)s: breach %(number)s, open.") % v
    return _("%(mage)s: breach %(number)s, closed, cost %(open_cost)s on top.") % v


def _ability(v: Values) -> str:
    if v.get("ability"):
        text = ngettext(
            "%(mage)s: %(ability)s needs %(charges)s charge, none yet.",
            "%(mage)s: %(ability)s needs %(charges)s charges, none yet.",
            v["charges"],
        )
    else:
        text = ngettext(
            "%(mage)s: the ability needs %(charges)s charge, none yet.",
            "%(mage)s: the ability needs %(charges)s charges, none yet.",
            v["charges"],
        )
    return text % v


def _turn_cards(v: Values) -> str:
    count, who = v["count"], {"count": v["count"], "names": " / ".join(v["names"])}
    if v["card"] == "nemesis":
        return ngettext("Nemesis: %(count)s card.", "Nemesis: %(count)s cards.", count) % who
    if v["card"] == "unleash":
        return ngettext("Unleash: %(count)s card.", "Unleash: %(count)s cards.", count) % who
    if v["card"] == "wild":
        return ngettext("Wild (X): %(count)s card.", "Wild (X): %(count)s cards.", count) % who
    return ngettext("%(names)s: %(count)s card.", "%(names)s: %(count)s cards.", count) % who


def _pile(v: Values) -> str:
    text = ngettext(
        "%(place)s. %(name)s (%(kind)s, cost %(cost)s): %(copies)s card.",
        "%(place)s. %(name)s (%(kind)s, cost %(cost)s): %(copies)s cards.",
        v["copies"],
    )
    return f"{text % v} {v['box']}." if "box" in v else text % v


def _banners(v: Values) -> str:
    return _("Banners in the barracks: %(banners)s.") % {"banners": listed(v["names"])}


# --- changes, and what to restore ---


def _new_sticker(v: Values) -> str:
    if v.get("name"):
        return _("%(mage)s: slot %(slot)s now has %(name)s.") % v
    return _("%(mage)s: slot %(slot)s now has a sticker, %(kind)s.") % v


def _removed_sticker(v: Values) -> str:
    if v.get("name"):
        return _("%(mage)s: slot %(slot)s has lost %(name)s.") % v
    return _("%(mage)s: slot %(slot)s has lost its sticker, %(kind)s.") % v


def _sticker(v: Values) -> str:
    if v.get("name"):
        return _("%(mage)s: slot %(slot)s, %(name)s.") % v
    return _("%(mage)s: slot %(slot)s, %(kind)s.") % v


def _mat_with_breaches(v: Values) -> str:
    text = _("%(mage)s: the %(colour)s mat, %(side)s, with breaches %(breaches)s.")
    return text % {**v, "breaches": listed(v["breaches"])}


def _section(v: Values) -> str:
    if v.get("page"):
        return _("Section %(letter)s: its sticker is in the rulebook, page %(page)s.") % v
    return _("Section %(letter)s: its sticker is in the rulebook.") % v


def _banished(v: Values) -> str:
    match bool(v.get("kind")), bool(v.get("cost")):
        case True, True:
            return _("Banished: %(name)s (%(kind)s, cost %(cost)s).") % v
        case True, False:
            return _("Banished: %(name)s (%(kind)s).") % v
        case False, True:
            return _("Banished: %(name)s (cost %(cost)s).") % v
    return _("Banished: %(name)s.") % v


_LINES: Sentences = {
    "before.seal": _open_seal,
    "before.section": gettext_lazy(
        "Place section %(letter)s in the rulebook, page %(page)s: %(place)s."
    ),
    "before.basics": gettext_lazy("Enter this campaign’s basic nemesis cards."),
    "step.mat": _mat,
    "step.breach": _breach,
    "step.hand": ngettext_lazy(
        "%(mage)s: a hand of %(count)s card.", "%(mage)s: a hand of %(count)s cards.", "count"
    ),
    "step.deck": ngettext_lazy(
        "%(mage)s: a deck of %(count)s card, not shuffled.",
        "%(mage)s: a deck of %(count)s cards, not shuffled.",
        "count",
    ),
    "step.as_printed": gettext_lazy("%(mage)s: hand, deck and breaches as printed on the mat."),
    "step.ability": _ability,
    "step.life": gettext_lazy("%(mage)s: %(life)s life in tokens."),
    "step.gravehold": gettext_lazy("Gravehold: dial to %(life)s."),
    "step.turn_cards": _turn_cards,
    "step.pair_tokens": ngettext_lazy(
        "Set out %(count)s pair token.",
        "Set out %(count)s pair tokens, one for each pair.",
        "count",
    ),
    "step.turn_shuffle": gettext_lazy("Shuffle the turn-order deck."),
    "step.nemesis_dial": gettext_lazy("%(nemesis)s: life dial to %(life)s."),
    "step.nemesis_dial_by_mat": gettext_lazy("%(nemesis)s: set its dial (see the mat)."),
    "step.deck_by_story": gettext_lazy(
        "%(nemesis)s: build the nemesis deck as the story cards say."
    ),
    "step.tier": gettext_lazy(
        "Tier %(tier)s: own %(own)s, basic %(basic)s, together %(total)s; shuffle them."
    ),
    "step.tier_upgraded": gettext_lazy(
        "Tier %(tier)s: own %(own)s, upgraded %(upgraded)s, basic %(ordinary)s, "
        "together %(total)s; shuffle them."
    ),
    "step.deck_stack": ngettext_lazy(
        "Stack the nemesis deck, tier 1 on top, then 2, then 3: %(total)s card.",
        "Stack the nemesis deck, tier 1 on top, then 2, then 3: %(total)s cards.",
        "total",
    ),
    "step.nemesis_mat": gettext_lazy("%(nemesis)s: follow the set-up on its mat."),
    "step.nemesis_tokens": ngettext_lazy(
        "%(nemesis)s: %(count)s nemesis token.",
        "%(nemesis)s: %(count)s nemesis tokens.",
        "count",
    ),
    "step.acolytes": gettext_lazy("%(nemesis)s: keep the acolytes at hand."),
    "step.support_deck": gettext_lazy(
        "%(nemesis)s: the support deck beside its mat, face down, not shuffled."
    ),
    "step.in_play": ngettext_lazy(
        "Draw the top card of the nemesis deck and put it into play.",
        "Draw the top %(count)s cards of the nemesis deck and put them into play.",
        "count",
    ),
    "step.increased_difficulty": gettext_lazy(
        "%(nemesis)s: the increased-difficulty rule on its mat applies."
    ),
    "step.pile": _pile,
    "step.gem_treasure": gettext_lazy(
        "%(mage)s: the treasure %(treasure)s in place of a Crystal; without one, of a Spark."
    ),
    "step.spell_treasure": gettext_lazy(
        "%(mage)s: the treasure %(treasure)s in place of a Spark; without one, of a Crystal."
    ),
    "step.first_treasure": gettext_lazy(
        "%(mage)s: the treasure %(treasure)s in place of a starting card: "
        "a gem for a Crystal, a spell for a Spark."
    ),
    "step.treasure": gettext_lazy("%(mage)s: the treasure %(treasure)s (level %(level)s)."),
    "step.group_treasure": gettext_lazy(
        "For the whole group: the treasure %(treasure)s (level %(level)s)."
    ),
    "step.friend": ngettext_lazy(
        "Friend: %(name)s, %(charges)s charge.", "Friend: %(name)s, %(charges)s charges.", "charges"
    ),
    "step.foe": ngettext_lazy(
        "Foe: %(name)s, %(charges)s charge.", "Foe: %(name)s, %(charges)s charges.", "charges"
    ),
    "step.banners": _banners,
    "step.unleash_card": gettext_lazy(
        "%(nemesis)s: one of its turn-order cards makes way for the unleash card."
    ),
    "step.fifth_card": gettext_lazy(
        "%(nemesis)s: read its card for the fifth battle; it says more."
    ),
    "step.battle_note": gettext_lazy("In this battle: %(note)s"),
    "change.sticker": _new_sticker,
    "change.sticker_removed": _removed_sticker,
    "change.evolved": ngettext_lazy(
        "%(name)s (tier %(tier)s) now has %(stickers)s evolution sticker.",
        "%(name)s (tier %(tier)s) now has %(stickers)s evolution stickers.",
        "stickers",
    ),
    "change.transformed": gettext_lazy("%(from)s is now %(name)s (tier %(tier)s)."),
    "change.joined": gettext_lazy("%(name)s is a basic card now (tier %(tier)s)."),
    "change.left": gettext_lazy("%(name)s has left the basic cards (tier %(tier)s)."),
    "change.pile_added": gettext_lazy("New in the market: %(name)s (%(kind)s)."),
    "change.pile_banished": gettext_lazy("Banished from the market: %(name)s (%(kind)s)."),
    "change.section": gettext_lazy("Section %(letter)s is in the rulebook."),
    "change.seal": gettext_lazy("Opened: %(seal)s."),
    "restore.mat": _mat_with_breaches,
    "restore.cards": gettext_lazy("%(mage)s: starting hand and deck."),
    "restore.sticker": _sticker,
    "restore.player_aid": gettext_lazy("Player aids (%(card)s): each with its sticker."),
    "restore.basics": ngettext_lazy(
        "Tier %(tier)s: %(count)s basic card.",
        "Tier %(tier)s: %(count)s basic cards.",
        "count",
    ),
    "restore.evolved": ngettext_lazy(
        "%(name)s: %(count)s evolution sticker.",
        "%(name)s: %(count)s evolution stickers.",
        "count",
    ),
    "restore.retired": ngettext_lazy(
        "Out of the campaign: %(count)s basic card.",
        "Out of the campaign: %(count)s basic cards.",
        "count",
    ),
    "restore.pile": ngettext_lazy(
        "%(name)s (%(kind)s, cost %(cost)s): %(copies)s card.",
        "%(name)s (%(kind)s, cost %(cost)s): %(copies)s cards.",
        "copies",
    ),
    "restore.section": _section,
    "restore.open": gettext_lazy("Open: %(seal)s."),
    "restore.half": gettext_lazy("Half open: %(seal)s."),
    "restore.sealed": gettext_lazy("Not entered as opened: %(seal)s."),
    "restore.banished": _banished,
    "after.player_aid": gettext_lazy("Place the sticker on each player aid (%(card)s)."),
    "put_away.support": gettext_lazy(
        "Resolve the last support card if you can, then read %(card)s, win or lose."
    ),
    "put_away.market": gettext_lazy(
        "Cards that cost more than 0 go back to their piles, destroyed ones too."
    ),
    "put_away.mages": gettext_lazy("Hands, decks and breaches are reset."),
    "put_away.nemesis": gettext_lazy("Separate the nemesis’ own cards from the basic cards."),
    "put_away.treasures": gettext_lazy("Treasures go back to the barracks."),
    "put_away.banished": gettext_lazy("Banished cards go behind their divider and stay there."),
}


def _hand_and_deck(v: Values) -> str:
    lie = {"hand": terms.in_order(v["hand"]), "deck": terms.in_order(v["deck"])}
    return _("Hand, left to right: %(hand)s. Deck, top first: %(deck)s.") % lie


def _stickers(v: Values) -> str:
    texts = [text for text in v["stickers"] if text.strip()]
    return _("Top first: %(stickers)s") % {"stickers": sentences(texts)} if texts else ""


_DETAILS: dict[str, Callable[[Values], str]] = {
    "step.as_printed": lambda v: _unique(v["cards"]),
    "step.hand": lambda v: _("Left to right: %(cards)s") % {"cards": terms.in_order(v["cards"])},
    "step.deck": lambda v: _("Top first: %(cards)s") % {"cards": terms.in_order(v["cards"])},
    "step.acolytes": lambda v: listed(v["cards"]),
    "restore.cards": _hand_and_deck,
    "restore.basics": lambda v: listed(v["cards"]),
    "restore.evolved": _stickers,
    "restore.retired": lambda v: listed(v["cards"]),
}

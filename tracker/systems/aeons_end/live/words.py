"""Sentences for moves and cards of a live game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from campaign.rules.aeons_end.breaches import Breach
from campaign.rules.aeons_end.catalogue.pack import NemesisCard, NemesisKind
from campaign.rules.aeons_end.endings import Ending
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.live import hits, moves, nemesis_turn, turns
from campaign.rules.aeons_end.live.moves import BreachAct, Whose
from campaign.rules.aeons_end.live.table import InPlay, LiveMage, Table
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.sheet_parts import support_end
from campaign.rules.aeons_end.turn_order import TurnCard, TurnKind
from campaign.rules.aeons_end.unleash import Who
from campaign.rules.core.live import Move
from tracker.live.values import change, signed
from tracker.systems.aeons_end.shared.words import terms
from tracker.systems.aeons_end.shared.words.lines import line
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class Names:
    """The names of everything in a game, in the language of its box."""

    mages: tuple[Mat, ...]
    nemesis: str
    piles: tuple[SheetPile, ...]
    then_read: str  # the story card to read after the last support card

    def mage(self, seat: int) -> str:
        """Return the name of a mage; "" for a seat that does not exist."""
        return self.mages[seat - 1].name if 1 <= seat <= len(self.mages) else ""

    def colour(self, seat: int) -> str:
        """Return the colour of a mage; "" if the mat has none."""
        return self.mages[seat - 1].colour or ""

    def dial(self, whose: Whose) -> str:
        """Return the name of a dial or a counter."""
        return {
            Whose.GRAVEHOLD: _("Gravehold"),
            Whose.NEMESIS: self.nemesis,
            Whose.TOKENS: _("Nemesis tokens"),
            Whose.SUPPORT: pgettext("cards of the support deck", "Support cards"),
        }[whose]

    def ability(self, seat: int, ability: int) -> str:
        """Return the name of one of a mage's abilities; the mage's, if the mat has none of it."""
        abilities = self.mages[seat - 1].abilities
        return abilities[ability - 1].name if ability <= len(abilities) else self.mage(seat)

    def charges(self, seat: int, ability: int) -> str:
        """Return what the charges of an ability are called: by its name if there are several."""
        has_several = len(self.mages[seat - 1].abilities) > 1
        return self.ability(seat, ability) if has_several else _("charges")

    def card(self, card: TurnCard | None) -> str:
        """Return what is printed on a turn-order card; "" for None."""
        if card is None:
            return ""
        if card.kind is TurnKind.NEMESIS:
            return pgettext("turn-order card", "Nemesis")
        if card.kind is TurnKind.UNLEASH:
            return pgettext("turn-order card", "Unleash")
        if card.kind is TurnKind.WILD:
            return pgettext("turn-order card", "Any mage")
        return " / ".join(self.mage(seat) for seat in card.seats)


_BREACH_ACTS: terms.Words = {
    BreachAct.FOCUS: pgettext_lazy("to a breach", "Focus"),
    BreachAct.OPEN: pgettext_lazy("to a breach", "Open"),
    BreachAct.CLOSE: pgettext_lazy("to a breach", "Close"),
    BreachAct.DESTROY: pgettext_lazy("to a breach", "Destroy"),
}
breach_act = partial(terms.word, _BREACH_ACTS)


def breach_act_with_cost(act: BreachAct, breach: Breach) -> str:
    """Return what is done to a breach, with what it costs in aether."""
    cost = {BreachAct.FOCUS: breach.focus_cost, BreachAct.OPEN: breach.open_cost}.get(act)
    return breach_act(act) if cost is None else f"{breach_act(act)} ({cost})"


def exhaustion(step: ExhaustionStep, overflow: int) -> str:
    """Return what to do in a step of exhaustion, and what Gravehold takes after the last."""
    said = {
        ExhaustionStep.UNLEASH_TWICE: _("Finish an unleash under way, then unleash twice."),
        ExhaustionStep.DESTROY_BREACH: _("Destroy a breach with its spell:"),
        ExhaustionStep.DISCARD_CHARGES: _("Discard all charges."),
    }[step]
    if not overflow:
        return said
    then = _("(After the last step Gravehold takes %(damage)s damage.)") % {"damage": overflow}
    return f"{said} {then}"


def unleash_effect(table: Table, names: Names) -> str:
    """Return what one unleash does; "" until it is entered."""
    effect = table.unleash
    if effect is None:
        return ""
    changes = [
        (names.dial(Whose.GRAVEHOLD), effect.gravehold),
        (names.dial(Whose.NEMESIS), effect.nemesis),
        (names.dial(Whose.TOKENS), effect.tokens),
        (who(effect.who), effect.mage),
    ]
    return ", ".join(f"{name} {signed(by)}" for name, by in changes if by)


_WHO: terms.Words = {
    Who.LOWEST_LIFE: gettext_lazy("Lowest life"),
    Who.MOST_CHARGES: gettext_lazy("Most charges"),
    Who.MOST_PREPPED: gettext_lazy("Most prepped spells"),
    Who.MOST_OPEN: gettext_lazy("Most open breaches"),
    Who.ANY: gettext_lazy("Any mage"),
    Who.EACH: gettext_lazy("Each mage"),
}
who = partial(terms.word, _WHO)


def discard_cost(card: NemesisCard) -> str:
    """Return what players pay to discard a card; "" if it has no such cost."""
    if card.discard_aether:
        return _("to discard: %(cost)s aether") % {"cost": card.discard_aether}
    if card.discard_spells:
        text = ngettext(
            "to discard: %(cost)s prepped spell",
            "to discard: %(cost)s prepped spells",
            card.discard_spells,
        )
        return text % {"cost": card.discard_spells}
    return ""


def typed_cost(card: InPlay) -> str:
    """Return what players entered as the cost to discard a card; "" if nothing."""
    return _("to discard: %(cost)s") % {"cost": card.discard} if card.discard else ""


def resolve(card: InPlay) -> tuple[str, str]:
    """Return what to do with the nemesis' next card, and the label of the button for it."""
    shown = {"card": card.name or terms.nemesis_kind(str(card.kind))}
    if card.kind is not NemesisKind.POWER:
        return _("Persistent effect: %(card)s") % shown, _("Done")
    if card.tokens == 0:
        return _("%(card)s: resolve it, then discard it.") % shown, _("Resolved: discard")
    return _("%(card)s loses a power token.") % shown, _("Remove a token")


def game_over(endings: Iterable[Ending], names: Names) -> tuple[str, ...]:
    """Return how a game ended, and what is left to do; nothing while it goes on."""
    said = [terms.ending(str(ending)) for ending in endings]
    if said:
        said += [line(each) for each in support_end(names.then_read)]
    return tuple(said)


def move_text(move: Move, names: Names, before: Table, after: Table) -> str:
    """Return what a move did, in a few words, and what Gravehold lost by it."""
    said = [_moved(move, names, before, after)]
    is_gravehold = isinstance(move, moves.Dial) and move.whose is Whose.GRAVEHOLD
    if after.gravehold != before.gravehold and not is_gravehold:
        said.append(change(_("Gravehold"), before.gravehold, after.gravehold))
    return ", ".join(said)


def _moved(move: Move, names: Names, before: Table, after: Table) -> str:  # noqa: C901 # a case a kind of move
    match move:
        case moves.Dial(whose=whose):
            return change(names.dial(whose), _shown(before, whose), _shown(after, whose))
        case moves.Life(seat=seat):
            return _life(names.mage(seat), before.mage(seat), after.mage(seat))
        case nemesis_turn.Enter():
            return _enter(move)
        case nemesis_turn.Evolve(name=name, transformed=True):
            return _("Transformed: %(card)s") % {"card": name}
        case nemesis_turn.Evolve(name=name):
            return _("Evolved: %(card)s") % {"card": name}
        case moves.Pile(place=place):
            name = names.piles[place - 1].name if place <= len(names.piles) else ""
            return change(name, before.piles[place - 1], after.piles[place - 1])
        case turns.DrawTurn(card=card):
            return _("Drawn: %(card)s") % {"card": names.card(card)}
        case turns.Act(seat=seat):
            return _("%(mage)s acts") % {"mage": names.mage(seat)}
        case turns.LookAtTop(card=card):
            return _("Next card: %(card)s") % {"card": names.card(card)}
        case turns.PutBack():
            return _put_back(move, names)
        case moves.Charge(seat=seat, ability=ability):
            held = [table.mage(seat).charges[ability - 1] for table in (before, after)]
            return labelled(names.mage(seat), change(names.charges(seat, ability), *held))
        case moves.BreachMove():
            return _breach(move, names)
        case moves.Exhaust(seat=seat):
            return _("%(mage)s: step of exhaustion") % {"mage": names.mage(seat)}
        case nemesis_turn.Tokens(card=number):
            return _tokens(number, before, after)
        case nemesis_turn.Leave(card=number):
            return _("Discarded: %(card)s") % {"card": _card_name(before, number)}
        case nemesis_turn.Tick(card=number):
            return _tick(number, before, after)
        case nemesis_turn.DeckOut():
            return _("Unleashed three times")
        case nemesis_turn.UnleashCard() | hits.Unleash(times=1) | hits.UnleashOn(skipped=False):
            return "; ".join((_("Unleashed"), *_lives(names, before, after)))
        case hits.Unleash(times=times):
            said = _("Unleashed × %(times)s") % {"times": times}
            return "; ".join((said, *_lives(names, before, after)))
        case hits.UnleashOn():
            return _("Unleashes left out")
        case hits.Hit(who=whom, damage=damage):
            said = f"{who(whom)} {signed(-damage)}"
            return "; ".join((said, *_lives(names, before, after)))
        case hits.ChooseHit(seat=seat):
            return "; ".join(_lives(names, before, after)) or names.mage(seat)
        case hits.SetUnleash():
            return _("Unleash: %(effect)s") % {"effect": unleash_effect(after, names)}
        case moves.Prep(seat=seat, number=number, by=by):
            told = {"mage": names.mage(seat), "number": number}
            if by > 0:
                return _("%(mage)s: spell prepped on breach %(number)s") % told
            return _("%(mage)s: spell off breach %(number)s") % told
        case nemesis_turn.NoCardLeft():
            return _("The nemesis deck is empty")
        case moves.Clock(runs=runs):
            return _("Clock started") if runs else _("Clock paused")
    raise TypeError(f"{type(move).__name__} is no move of this game.")


def _shown(table: Table, whose: Whose) -> int:
    match whose:
        case Whose.GRAVEHOLD:
            return table.gravehold
        case Whose.NEMESIS:
            return table.nemesis or 0
        case Whose.TOKENS:
            return table.tokens
        case Whose.SUPPORT:
            return table.support


def _life(name: str, before: LiveMage, after: LiveMage) -> str:
    """Return what a mage lost or gained, and what Gravehold takes for them later."""
    said = change(name, before.life, after.life)
    if after.overflow > before.overflow:
        later = _("after the steps Gravehold takes %(damage)s") % {"damage": after.overflow}
        return f"{said}; {later}"
    return said


def _lives(names: Names, before: Table, after: Table) -> Iterator[str]:
    """Yield whose life changed, and how."""
    for old, new in zip(before.mages, after.mages, strict=True):
        if old.life != new.life:
            yield _life(names.mage(old.seat), old, new)


def _card_name(table: Table, number: int) -> str:
    """Return the name of a card in play, or its kind; "" if it is not there."""
    for card in table.in_play:
        if card.number == number:
            return card.name or terms.nemesis_kind(str(card.kind)).capitalize()
    return ""


def _tokens(number: int, before: Table, after: Table) -> str:
    """Return how the life or the tokens of a card changed; one that has left has none."""
    held = [
        next((card.tokens for card in table.in_play if card.number == number), 0)
        for table in (before, after)
    ]
    return change(_card_name(before, number), *held)


def _tick(number: int, before: Table, after: Table) -> str:
    """Return what the nemesis' main phase did with a card."""
    if any(card.number == number and card not in before.in_play for card in after.in_play):
        return _tokens(number, before, after)
    return _("Resolved: %(card)s") % {"card": _card_name(before, number)}


def _put_back(move: turns.PutBack, names: Names) -> str:
    card = names.card(move.card) or pgettext("turn-order card", "the last card")
    match move.to:
        case turns.To.TOP:
            return _("On top of the turn-order deck: %(card)s") % {"card": card}
        case turns.To.UNDER:
            return _("Under the turn-order deck: %(card)s") % {"card": card}
        case turns.To.SHUFFLED if move.source is turns.From.DRAWN:
            return _("Shuffled into the turn-order deck: %(card)s") % {"card": card}
        case turns.To.SHUFFLED:
            return _("Turn-order deck shuffled")
    raise TypeError(move.to)


def _breach(move: moves.BreachMove, names: Names) -> str:
    match move.act:
        case BreachAct.FOCUS:
            text = _("%(mage)s: breach %(number)s focused")
        case BreachAct.OPEN:
            text = _("%(mage)s: breach %(number)s opened")
        case BreachAct.CLOSE:
            text = _("%(mage)s: breach %(number)s closed")
        case BreachAct.DESTROY:
            text = _("%(mage)s: breach %(number)s destroyed")
    return text % {"mage": names.mage(move.seat), "number": move.number}


def _enter(move: nemesis_turn.Enter) -> str:
    kind = terms.nemesis_kind(str(move.card)).capitalize()
    tokens = f" ({move.tokens})" if move.tokens else ""
    return f"{kind}: {move.name}{tokens}" if move.name else f"{kind}{tokens}"

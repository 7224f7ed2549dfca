"""Forms before a duel: start it, change the choices, bring a deck, draw again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.rules.ashes import duel
from campaign.rules.ashes.catalogue import PLAYERS
from campaign.rules.ashes.deck import FIRST_FIVE
from campaign.rules.ashes.red_rains import ChimeraChoice, ChimeraSetup
from campaign.rules.ashes.red_rains_sheet import SheetChimera
from campaign.rules.ashes.sheet import SheetSeat
from campaign.rules.core import sizes
from campaign.selectors import games
from campaign.selectors.seeing import game_setup
from tracker.forms.fields import offer, text_field, tick, ticks
from tracker.forms.one_offs import BareForm, ChangeGameForm, PlanAgainForm, StartGameForm
from tracker.systems.ashes.drawn_cards import DrawnCard, drawn_card
from tracker.systems.ashes.forms.duelists import (
    KEPT,
    ROLL,
    DuelistsFields,
    deck_options,
    in_groups,
    kept_options,
    option_value,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import CardWords

CHIMERA = 0  # instead of a seat


class StartDuelForm(DuelistsFields, StartGameForm):
    """Who plays with which deck."""

    reason = text_field(
        gettext_lazy("Another format?"),
        sizes.REASON,
        help_text=gettext_lazy("Enter which; the decks are then used as they are."),
    )

    sentence = staticmethod(sentence)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_chimeras()
        nobody_yet = [duel.SeatChoice() for _seat in range(PLAYERS[0])]
        self.offer_decks(deck_options(self.person, get_language() or "en"), nobody_yet)

    def clean(self) -> None:
        """Refuse a seed for secret decks: whoever typed it would know what is drawn."""
        super().clean()
        if self.cleaned_data.get("secret") and self.cleaned_data.get("seed"):
            self.add_error("seed", _("Secret decks are drawn without a seed."))


class ChangeDuelForm(DuelistsFields, ChangeGameForm):
    """Change players and decks; the game keeps its copy of a deck until another is chosen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        before: duel.DuelChoices = self.planned.choices
        if before.secret and not self.audience.over:
            del self.fields["seed"]  # whoever typed it would know what is drawn
        self.initial.update(
            first=before.first or ROLL, organised=before.organised, secret=before.secret
        )
        decks = deck_options(self.access.person, self.game.language)
        self.offer_chimeras(before.chimera)
        self.offer_decks([*kept_options(before), *decks], before.seats)

    def clean(self) -> None:
        """Refuse a secret deck at another seat: the seats after an empty one move up."""
        super().clean()
        taken = [row for row in self.rows if row.cleaned_data.get("deck") or row.has_error("deck")]
        for place, row in enumerate(taken, start=1):
            option = row.option
            if option is not None and option.stays_at not in (None, place):
                text = _("Only the player of this deck can see it until the game is over.")
                self.add_error(row["deck"].html_name, text)

    def choices(self) -> duel.DuelChoices:
        """Return the choices; a random deck that a re-roll left in place stays there."""
        chosen, before = super().choices(), self.planned.choices
        stored = (*before.seats, *(duel.SeatChoice() for _seat in chosen.seats))
        seats = (
            replace(seat, stays=was.stays, not_again=was.not_again)
            if seat.is_drawn and was.is_drawn and seat.drawn_from is was.drawn_from
            else seat
            for seat, was in zip(chosen.seats, stored, strict=False)
        )
        chimera = chosen.chimera
        if chimera and before.chimera and chimera.is_drawn and chimera.key == before.chimera.key:
            chimera = replace(chimera, stays=before.chimera.stays)
        return replace(chosen, seats=tuple(seats), chimera=chimera)


@dataclass(frozen=True, slots=True)
class FiveChoice:
    """A card to tick, as it is drawn."""

    box: forms.boundfield.BoundWidget
    card: DrawnCard


class OwnDeckForm(PlanAgainForm):
    """The deck that one player brings."""

    deck = forms.ChoiceField(label=gettext_lazy("Your deck"))
    secret = tick(gettext_lazy("Decks are secret until the game is over"))
    five = ticks(
        gettext_lazy("First Five of this game"),
        help_text=gettext_lazy(
            "Five different cards. The others see them when the game is over. Tick none to take "
            "those that the deck keeps, or to choose at the table."
        ),
    )
    fields_by_path = {"first_five.*": "five", "decks.*": "deck"}

    def __init__(self, *args: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(*args, own=seat, **kwargs)
        self.seat = seat
        self._offer_five()
        self.is_secret: bool = self.planned.choices.secret
        if self.is_secret:
            del self.fields["secret"]  # any player can begin it, none can end it for the others
        before: duel.SeatChoice = self.planned.choices.seats[seat - 1]
        kept = kept_options(self.planned.choices)
        own = [option for option in kept if option.value == f"{KEPT}{seat}"]
        options = [*own, *deck_options(self.access.person, self.game.language)]
        self.options = {option.value: option for option in options}
        offer(self, "deck", in_groups(options))
        self.initial["deck"] = option_value(seat, before)
        self.initial["reason"] = self.planned.choices.reason
        if self.is_bound:  # it changes nobody else's choice, so that it is never stale
            self.put(revision=self.game.revision)

    def _offer_five(self) -> None:
        """Offer the cards of the deck that the game has now."""
        now: duel.SeatSetup = game_setup(self.game, self.audience).seats[self.seat - 1]
        self.now = now
        words, cards = CardWords(), now.by_key
        named = [(key, words.name_of(cards[key])) for key in now.deck.cards if key in cards]
        offer(self, "five", sorted(named, key=lambda each: each[1]))
        kept = now.first_five
        self.initial["five"] = list(kept) if len(kept) == FIRST_FIVE else []

    def five_choices(self) -> list[FiveChoice]:
        """Return the cards that can be among the First Five, drawn."""
        words, edition, cards = CardWords(), self.now.deck.edition, self.now.by_key
        return [
            FiveChoice(box, drawn_card(cards[box.data["value"]], edition, words))
            for box in self["five"]
        ]

    def choices(self) -> duel.DuelChoices:
        """Return the choices with this player's deck; decks that were drawn for others stay."""
        before: duel.DuelChoices = self.planned.choices
        option = self.options[self.cleaned_data["deck"]]
        drawn = game_setup(self.game, self.audience).seats
        stays = self.cleaned_data["deck"] == self.initial["deck"]
        five = tuple(self.cleaned_data["five"]) if stays else ()
        seats = [
            replace(seat, stays=drawn[place].ready) if seat.is_drawn else seat
            for place, seat in enumerate(before.seats)
        ]
        own = seats[self.seat - 1]
        seats[self.seat - 1] = duel.SeatChoice(
            own.player,
            option.ready,
            option.deck,
            option.drawn_from,
            first_five=five,
            stays=own.stays if five else None,
        )
        reason = self.cleaned_data["reason"] or before.reason
        secret = before.secret or self.cleaned_data["secret"]
        return replace(before, seats=tuple(seats), reason=reason, secret=secret)


@dataclass(frozen=True, slots=True)
class DrawnDeck:
    """A deck that was drawn, or the Chimera."""

    key: int  # the number of its seat
    tick: forms.boundfield.BoundWidget
    is_new: bool  # drawn just now


class RollDuelForm(BareForm, PlanAgainForm):
    """Draw the random decks again, except those that are kept, or a single one."""

    turned: frozenset[int] = frozenset()  # the seats of decks that were drawn just now
    keep = ticks(gettext_lazy("Decks to keep"), coerce=int)
    redraw = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats: Iterable[SheetSeat] = games.game_sheet(self.game).body.seats
        chosen = zip(seats, self.planned.choices.seats, strict=False)
        offered = [(seat.number, _in_short(seat)) for seat, choice in chosen if choice.is_random]
        offered += [(CHIMERA, each.name) for each in self._drawn_chimera()]
        self.is_drawn = bool(offered)
        offer(self, "keep", offered)
        offer(self, "redraw", offered)

    def _drawn_chimera(self) -> Iterator[SheetChimera]:
        """Yield the Chimera, if it or its aspects are drawn."""
        choice: ChimeraChoice | None = self.planned.choices.chimera
        drawn: SheetChimera | None = games.game_sheet(self.game).body.chimera
        if choice is not None and drawn is not None and choice.is_drawn:
            yield drawn

    def turn_over(self, before: object) -> None:
        if isinstance(before, duel.DuelSetup):
            now: duel.DuelSetup = game_setup(self.game)
            seats = enumerate(zip(before.seats, now.seats, strict=True), start=1)
            turned = {number for number, (was, seat) in seats if was.deck != seat.deck}
            if before.chimera != now.chimera:
                turned.add(CHIMERA)
            self.turned = frozenset(turned)

    def rows(self) -> list[DrawnDeck]:
        """Return each deck that was drawn, with its checkbox."""
        keys = [(int(tick.data["value"]), tick) for tick in self["keep"]]
        return [DrawnDeck(key, tick, key in self.turned) for key, tick in keys]

    def is_shown(self) -> bool:
        """Say whether there is something to draw again, or an error to show."""
        return self.is_drawn or bool(self.errors)

    def choices(self) -> duel.DuelChoices:
        """Return the choices, in which the decks that are kept stay drawn."""
        before: duel.DuelChoices = self.planned.choices
        both = zip(before.seats, game_setup(self.game).seats, strict=True)
        one = self.cleaned_data["redraw"]
        drawn_again = {row.key for row in self.rows()} - set(self.cleaned_data["keep"])
        if one is not None:
            drawn_again = {one}
        seats = []
        for number, (seat, drawn) in enumerate(both, start=1):
            if number in drawn_again:
                seat = replace(seat.drawn_again, not_again=drawn.ready)
            elif seat.is_drawn:
                seat = replace(seat, stays=drawn.ready)
            seats.append(seat)
        chimera: ChimeraChoice | None = before.chimera
        if chimera is not None and chimera.is_drawn:
            drawn_chimera: ChimeraSetup = game_setup(self.game).chimera
            stays = None if CHIMERA in drawn_again else drawn_chimera.deck_key
            chimera = replace(chimera, stays=stays)
        return replace(before, seats=tuple(seats), chimera=chimera)


def _in_short(seat: SheetSeat) -> str:
    """Return a deck and its Phoenixborn; of a secret one the latter."""
    return " · ".join(filter(None, (seat.deck, seat.phoenixborn)))

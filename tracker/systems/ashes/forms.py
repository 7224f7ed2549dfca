"""Forms of a duel: start it, change the choices, draw again, and enter the result."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.models import Game, Person
from campaign.rules.ashes import duel
from campaign.rules.ashes.catalogue import PLAYERS, Edition
from campaign.rules.ashes.deck import FIRST_FIVE, Deck
from campaign.rules.ashes.red_rains import ChimeraChoice, ChimeraSetup
from campaign.rules.ashes.red_rains_sheet import SheetChimera
from campaign.rules.ashes.result import MAX_LIFE, MAX_ROUNDS, DuelResult, Ending, Together
from campaign.rules.ashes.sheet import DuelBody, SheetSeat
from campaign.rules.core import sizes
from campaign.selectors import games
from campaign.selectors.ashes import catalogue, decks_of
from campaign.selectors.seeing import game_setup
from tracker.forms.fields import (
    number_field,
    offer,
    player_field,
    radios,
    sent_number,
    text_field,
    tick,
    ticks,
)
from tracker.forms.one_offs import BareForm, ChangeGameForm, PlanAgainForm, StartGameForm
from tracker.forms.results import ResultForm
from tracker.systems.ashes.red_rains_forms import ChimeraFields
from tracker.systems.ashes.words import red_rains as red_rains_words
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.steps import seat_title
from tracker.systems.ashes.words.terms import EDITIONS, ENDINGS, CardWords
from tracker.words import labelled

SEATS = range(1, PLAYERS[-1] + 1)
KEPT = "kept:"  # before a seat: the deck that the game has a copy of
ROLL = ""  # whoever rolls most basic symbols
DRAW = "draw"
CHIMERA = 0  # instead of a seat
RANDOM = "random"
RANDOM_REBORN = "random-reborn"
READY = "ready:"
OWN = "own:"


@dataclass(frozen=True, slots=True)
class DeckOption:
    """A deck to choose: a ready-made one, one of the person's own, or neither for a random one."""

    value: str  # of the form's field
    label: str
    group: str  # the heading under which it is offered; "" for none
    ready: str | None = None
    deck: Deck | None = None  # the copy that the game keeps
    drawn_from: Edition | None = None  # of a random deck
    stays_at: int | None = None  # the only seat that may have it: others may not see it


@dataclass(frozen=True, slots=True)
class DuelistFields:
    """The fields for a player and their deck."""

    number: int
    player: forms.BoundField
    deck: forms.BoundField

    @property
    def is_filled_in(self) -> bool:
        """Say whether something is entered."""
        return any(field.value() for field in (self.player, self.deck))


def deck_options(person: Person | None, language: str) -> Iterator[DeckOption]:
    """Yield a random deck, the person's own playable ones, and the ready-made ones."""
    box = catalogue()
    yield DeckOption(RANDOM, _("Random ready-made deck"), "")
    reborn = labelled(_("Random ready-made deck"), str(EDITIONS[Edition.REBORN]))
    yield DeckOption(RANDOM_REBORN, reborn, "", drawn_from=Edition.REBORN)
    for own in decks_of(person) if person else ():
        if own.is_playable:
            born = box.name_of("character", own.deck.phoenixborn or "", language)
            label = " · ".join(filter(None, (own.deck.name, born)))
            value = f"{OWN}{own.saved.code}"
            yield DeckOption(value, label or own.saved.code, _("Your decks"), deck=own.deck)
    for deck in box.decks.values():
        born = box.name_of("character", deck.phoenixborn, language)
        label = f"{deck.name.in_language(language)} · {born}"
        edition = EDITIONS[box.set_of_deck[deck.id].edition]
        which = _("Red Rains") if box.is_cooperative(deck.id) else str(edition)
        group = labelled(_("Ready-made decks"), which)
        yield DeckOption(f"{READY}{deck.id}", label, group, ready=deck.id)


class DuelistsFields(ChimeraFields):
    """A name and a deck for each seat, and who goes first; all but two may stay empty.

    A page shows two seats, and those that are filled in; a button adds another, with or without a
    script, and keeps what was typed.
    """

    secret = tick(
        gettext_lazy("Decks are secret until the game is over"),
        help_text=gettext_lazy(
            "Only the phone at a seat shows its deck, so take your seats right after the start."
        ),
    )
    fields_by_path = {"players.*": "player_*", "decks.*": "deck_*"}

    def offer_decks(self, options: Iterable[DeckOption]) -> None:
        """Add the fields; ``options`` are the decks to choose from."""
        self.options = {option.value: option for option in options}
        players = {seat: _("Player %(seat)s") % {"seat": seat} for seat in SEATS}
        for seat, label in players.items():
            needed, offered = seat < PLAYERS[0], self._offered(seat)
            self.fields[f"player_{seat}"] = player_field(label)
            self.fields[f"deck_{seat}"] = forms.ChoiceField(
                label=_("Deck of player %(seat)s") % {"seat": seat},
                choices=offered if needed else [("", _("Nobody")), *offered],
                required=needed,
                initial=RANDOM if seat <= PLAYERS[0] else "",
                error_messages={
                    "required": _("Choose a deck."),
                    "invalid_choice": _("Choose one of the decks offered."),
                },
            )
        roll = (ROLL, _("Whoever rolls the most basic symbols"))
        self.fields["first"] = forms.TypedChoiceField(
            label=_("Who goes first?"),
            choices=[roll, *players.items()],
            required=False,
            coerce=int,
            empty_value=None,
        )
        self.fields["organised"] = tick(
            _("Organised play"),
            help_text=_("Chained cards are not among the First Five, and wait for round 2."),
        )
        added = self._asked_seats()  # whoever is added plays, like the first two
        if added in SEATS and f"deck_{added}" not in self.data:
            self.put(**{f"deck_{added}": RANDOM})
        self.fields["first"].widget.choices = [
            roll,
            *((seat.number, players[seat.number]) for seat in self.seats()),
        ]

    def _offered(self, seat: int) -> list[Any]:
        """Return the decks to choose from, by group; a secret one stays with its player."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for option in self.options.values():
            if option.stays_at in (None, seat):
                groups.setdefault(option.group, []).append((option.value, option.label))
        return [*groups.pop("", ()), *groups.items()]

    def clean(self) -> None:
        """Ask for a second deck: only a Chimera is fought alone."""
        super().clean()
        data, second = self.cleaned_data, f"deck_{PLAYERS[0]}"
        if not data.get("chimera") and not data.get(second) and not self.has_error(second):
            self.add_error(second, _("Choose a deck."))

    def choices(self) -> duel.DuelChoices:
        """Return who plays with which deck, without empty seats."""
        data = self.cleaned_data
        taken = [seat for seat in SEATS if data[f"deck_{seat}"]]
        first = data["first"]
        return duel.DuelChoices(
            seats=tuple(
                duel.SeatChoice(
                    data[f"player_{seat}"],
                    option.ready,
                    option.deck,
                    option.drawn_from,
                )
                for seat in taken
                for option in (self.options[data[f"deck_{seat}"]],)
            ),
            # For an empty seat the rules report the problem.
            first=taken.index(first) + 1 if first in taken else first,
            reason=data.get("reason", ""),
            organised=data["organised"],
            secret=data["secret"],
            chimera=self.chimera_choice(),
        )

    @property
    def only_opens(self) -> bool:
        """Say whether a button only adds a seat: then nothing is saved."""
        return self._asked_seats() is not None

    def _asked_seats(self) -> int | None:
        """Return how many seats the button asks for."""
        return sent_number(self.data.get("seats"), 1)

    def seats(self) -> list[DuelistFields]:
        """Return the fields of the seats to show."""
        seats = [self._seat(number) for number in SEATS]
        filled_in = [seat.number for seat in seats if seat.is_filled_in]
        return seats[: max(PLAYERS[0], self._asked_seats() or 0, *filled_in)]

    @property
    def one_more(self) -> int | None:
        """Return how many seats there are with another; None if all are shown."""
        number = len(self.seats()) + 1
        return number if number in SEATS else None

    def _seat(self, number: int) -> DuelistFields:
        return DuelistFields(number, self[f"player_{number}"], self[f"deck_{number}"])


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
        self.offer_decks(deck_options(self.person, get_language() or "en"))

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
        self.initial.update({f"deck_{seat}": "" for seat in SEATS}, first=before.first or ROLL)
        self.initial["organised"] = before.organised
        self.initial["secret"] = before.secret
        for number, seat in enumerate(before.seats, start=1):
            drawn = RANDOM_REBORN if seat.drawn_from is Edition.REBORN else RANDOM
            own = f"{KEPT}{number}" if seat.deck else drawn
            self.initial[f"player_{number}"] = seat.player
            self.initial[f"deck_{number}"] = f"{READY}{seat.ready}" if seat.ready else own
        decks = deck_options(self.access.person, self.game.language)
        self.offer_chimeras(before.chimera)
        self.offer_decks([*_kept(before), *decks])

    def clean(self) -> None:
        """Refuse a secret deck at another seat: the seats after an empty one move up."""
        super().clean()
        fields = [f"deck_{seat}" for seat in SEATS]
        taken = [name for name in fields if self.cleaned_data.get(name) or self.has_error(name)]
        for place, name in enumerate(taken, start=1):
            option = self.options.get(self.cleaned_data.get(name, ""))
            if option is not None and option.stays_at not in (None, place):
                text = _("Only the player of this deck can see it until the game is over.")
                self.add_error(name, text)

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


def _kept(before: duel.DuelChoices) -> Iterator[DeckOption]:
    """Yield the players' own decks of which the game has copies."""
    for number, seat in enumerate(before.seats, start=1):
        if seat.deck is not None:
            label = seat.deck.name or _("Deck of player %(seat)s") % {"seat": number}
            group, kept = _("In this game"), f"{KEPT}{number}"
            stays_at = number if seat.is_redacted else None
            yield DeckOption(kept, label, group, deck=seat.deck, stays_at=stays_at)


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
        own = [option for option in _kept(self.planned.choices) if option.value == f"{KEPT}{seat}"]
        options = [*own, *deck_options(self.access.person, self.game.language)]
        self.options = {option.value: option for option in options}
        groups: dict[str, list[tuple[str, str]]] = {}
        for option in options:
            groups.setdefault(option.group, []).append((option.value, option.label))
        offer(self, "deck", [*groups.pop("", ()), *groups.items()])
        chosen = f"{KEPT}{seat}" if before.deck else RANDOM
        self.initial["deck"] = f"{READY}{before.ready}" if before.ready else chosen
        self.initial["reason"] = self.planned.choices.reason
        if self.is_bound:  # it changes nobody else's choice, so that it is never stale
            self.put(revision=self.game.revision)

    def _offer_five(self) -> None:
        """Offer the cards of the deck that the game has now."""
        now = game_setup(self.game, self.audience).seats[self.seat - 1]
        words, cards = CardWords(), now.by_key
        named = [(key, words.name_of(cards[key])) for key in now.deck.cards if key in cards]
        offer(self, "five", sorted(named, key=lambda each: each[1]))
        kept = now.first_five
        self.initial["five"] = list(kept) if len(kept) == FIRST_FIVE else []

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


@dataclass(frozen=True, slots=True)
class SeatResultFields:
    """The fields for how a game ended for one player."""

    title: str
    life: forms.BoundField
    place: forms.BoundField | None  # of a melee


class DuelResultForm(ResultForm):
    """Who won and how, the rounds, and everybody's life and place.

    Against a Chimera all win or lose together.
    """

    together = radios(
        gettext_lazy("Did you win?"),
        red_rains_words.RESULTS.items(),
        ask=gettext_lazy("Choose whether you won."),
    )
    chimera_life = number_field(gettext_lazy("Life that the Chimera had left"), 0, MAX_LIFE)
    winner = radios(gettext_lazy("Who won?"), ask=gettext_lazy("Choose who won."))
    ending = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        required=False,
        choices=[("", gettext_lazy("not entered")), *ENDINGS.items()],
    )
    rounds = number_field(gettext_lazy("Rounds"), 1, MAX_ROUNDS)
    fields_by_path = {**ResultForm.fields_by_path, "life.*": "life_*", "places.*": "place_*"}

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        body: DuelBody = games.game_sheet(game).body
        seats, self.is_together = body.seats, body.chimera is not None
        if self.is_together:
            del self.fields["winner"]
            choices = red_rains_words.ENDINGS.items()
            offer(self, "ending", [("", _("not entered")), *choices])
        else:
            del self.fields["together"], self.fields["chimera_life"]
        self.titles = {seat.number: seat_title(seat) for seat in seats}
        self.is_melee = len(seats) > PLAYERS[0] and not self.is_together
        winners = [(str(number), title) for number, title in self.titles.items()]
        if not self.is_together:
            offer(self, "winner", [*winners, (DRAW, _("Nobody: a draw"))])
        for seat, seat_setup in zip(seats, game_setup(game).seats, strict=True):
            limits = {"min": 0, "max": duel.life_of(seat_setup) or MAX_LIFE}
            life = number_field(_("Life left"), 0, MAX_LIFE, attrs=limits)
            self.fields[f"life_{seat.number}"] = life
            if self.is_melee:
                self.fields[f"place_{seat.number}"] = forms.TypedChoiceField(
                    label=_("Place"),
                    required=False,
                    coerce=int,
                    empty_value=None,
                    choices=[("", "–"), *((place, str(place)) for place in self.titles)],
                )
        self.ask_players([(seat.number, seat.phoenixborn, seat.player) for seat in seats])

    def seats(self) -> list[SeatResultFields]:
        """Return the fields of each seat."""
        return [
            SeatResultFields(
                title=title,
                life=self[f"life_{number}"],
                place=self[f"place_{number}"] if self.is_melee else None,
            )
            for number, title in self.titles.items()
        ]

    def ended(self) -> DuelResult:
        given = self.cleaned_data
        winner, together = given.get("winner", DRAW), given.get("together")
        return DuelResult(
            winner=None if winner == DRAW else int(winner),
            ending=Ending(given["ending"]) if given["ending"] else None,
            rounds=given["rounds"],
            places=self._noted("place"),
            life=self._noted("life"),
            together=Together(together) if together else None,
            chimera_life=given.get("chimera_life"),
        )

    def _noted(self, name: str) -> tuple[int | None, ...]:
        """Return the values of a field by seat; () if all are empty."""
        values = tuple(self.cleaned_data.get(f"{name}_{number}") for number in self.titles)
        return values if any(value is not None for value in values) else ()

    @staticmethod
    def shown_of(result: DuelResult) -> dict[str, Any]:
        return {
            "winner": DRAW if result.winner is None else str(result.winner),
            "ending": result.ending or "",
            "rounds": result.rounds,
            "together": result.together or "",
            "chimera_life": result.chimera_life,
            **{f"place_{n}": place for n, place in enumerate(result.places, start=1)},
            **{f"life_{n}": left for n, left in enumerate(result.life, start=1)},
        }

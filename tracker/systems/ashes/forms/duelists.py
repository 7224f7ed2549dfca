"""The fields for who plays a duel with which deck."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Person
from campaign.rules.ashes.catalogue import PLAYERS, Edition
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.selectors.ashes import catalogue, decks_of
from tracker.forms.fields import offer, player_field, sent_number, tick
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.ashes.forms.chimera import ChimeraFields
from tracker.systems.ashes.words.terms import EDITIONS
from tracker.words import labelled

SEATS = range(1, PLAYERS[-1] + 1)
KEPT = "kept:"  # before a seat: the deck that the game has a copy of
ROLL = ""  # whoever rolls most basic symbols
RANDOM = "random"
RANDOM_REBORN = "random-reborn"
READY = "ready:"
OWN = "own:"

Choices = list[tuple[str, Any]]  # of a drop-down list: values with labels, or with groups of them


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


def kept_options(before: DuelChoices) -> Iterator[DeckOption]:
    """Yield the players' own decks of which the game has copies."""
    for number, seat in enumerate(before.seats, start=1):
        if seat.deck is not None:
            label = seat.deck.name or _("Deck of player %(seat)s") % {"seat": number}
            group, kept = _("In this game"), f"{KEPT}{number}"
            stays_at = number if seat.is_redacted else None
            yield DeckOption(kept, label, group, deck=seat.deck, stays_at=stays_at)


def in_groups(options: Iterable[DeckOption]) -> Choices:
    """Return decks as choices, by group."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for option in options:
        groups.setdefault(option.group, []).append((option.value, option.label))
    return [*groups.pop("", ()), *groups.items()]


def option_value(number: int, seat: SeatChoice) -> str:
    """Return the value of the deck that a seat has."""
    if seat.ready:
        return f"{READY}{seat.ready}"
    if seat.deck:
        return f"{KEPT}{number}"
    return RANDOM_REBORN if seat.drawn_from is Edition.REBORN else RANDOM


class DuelistRow(RowForm):
    """The name of a player, and their deck."""

    player = player_field("")
    deck = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a deck."),
            "invalid_choice": gettext_lazy("Choose one of the decks offered."),
        }
    )
    fields_by_path = {"players": "player", "decks": "deck"}

    def __init__(
        self,
        *args: Any,
        number: int,
        options: Iterable[DeckOption],
        before: SeatChoice | None,
        **kwargs: Any,
    ) -> None:
        """Make the fields; ``before`` is who sits there so far, with which deck."""
        super().__init__(*args, number=number, **kwargs)
        offered = [option for option in options if option.stays_at in (None, number)]
        self.options = {option.value: option for option in offered}
        self.fields["player"].label = _("Player %(seat)s") % {"seat": number}
        deck = self.fields["deck"]
        deck.label = _("Deck of player %(seat)s") % {"seat": number}
        deck.required = number < PLAYERS[0]
        nobody: Choices = [] if deck.required else [("", _("Nobody"))]
        offer(self, "deck", [*nobody, *in_groups(offered)])
        self.initial.update(
            player=before.player if before else "",
            deck=option_value(number, before) if before else "",
        )

    @property
    def is_filled_in(self) -> bool:
        """Say whether something is entered."""
        return any(field.value() for field in self)

    @property
    def option(self) -> DeckOption | None:
        """Return the chosen deck; None for an empty seat, or where it is refused."""
        return self.options.get(self.cleaned_data.get("deck", ""))

    def choice(self) -> SeatChoice | None:
        """Return who sits there with which deck, by a valid form; None for an empty seat."""
        if (option := self.option) is None:
            return None
        player: str = self.cleaned_data["player"]
        return SeatChoice(player, option.ready, option.deck, option.drawn_from)


class DuelistsFields(NestedForm, ChimeraFields):
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
    first = forms.TypedChoiceField(
        label=gettext_lazy("Who goes first?"), required=False, coerce=int, empty_value=None
    )
    organised = tick(
        gettext_lazy("Organised play"),
        help_text=gettext_lazy("Chained cards are not among the First Five, and wait for round 2."),
    )

    parts_before = "first"

    def offer_decks(self, options: Iterable[DeckOption], before: Sequence[SeatChoice]) -> None:
        """Add the seats: ``options`` are the decks to choose from, ``before`` who sits there."""
        known, seats = list(options), dict(enumerate(before, start=1))
        self.parts = self.rows = tuple(
            DuelistRow(self, number=seat, options=known, before=seats.get(seat)) for seat in SEATS
        )
        added = self._asked_seats()
        if added and added in SEATS:  # whoever is added plays, like the first two
            deck = self.rows[added - 1]["deck"].html_name
            if deck not in self.data:
                self.put(**{deck: RANDOM})
        offer(self, "first", self._first_choices(self.rows))
        self.fields["first"].widget.choices = self._first_choices(self.seats())

    def _first_choices(self, rows: Iterable[DuelistRow]) -> Choices:
        """Return who can go first."""
        roll = (ROLL, _("Whoever rolls the most basic symbols"))
        return [roll, *((str(row.number), row.fields["player"].label) for row in rows)]

    def clean(self) -> None:
        """Ask for a second deck: only a Chimera is fought alone."""
        super().clean()
        second = self.rows[PLAYERS[0] - 1]
        alone = not second.cleaned_data.get("deck") and not second.has_error("deck")
        if alone and not self.cleaned_data.get("chimera"):
            self.add_error(second["deck"].html_name, _("Choose a deck."))

    def choices(self) -> DuelChoices:
        """Return who plays with which deck, without empty seats."""
        data, first = self.cleaned_data, self.cleaned_data["first"]
        taken = {row.number: choice for row in self.rows if (choice := row.choice())}
        numbers = list(taken)
        return DuelChoices(
            seats=tuple(taken.values()),
            # For an empty seat the rules report the problem.
            first=numbers.index(first) + 1 if first in taken else first,
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

    def seats(self) -> tuple[DuelistRow, ...]:
        """Return the seats to show."""
        filled_in = [place for place, row in enumerate(self.rows, start=1) if row.is_filled_in]
        return self.rows[: max(PLAYERS[0], self._asked_seats() or 0, *filled_in)]

    @property
    def one_more(self) -> int | None:
        """Return how many seats there are with another; None if all are shown."""
        number = len(self.seats()) + 1
        return number if number in SEATS else None

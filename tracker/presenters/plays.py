"""The play log as its page shows it."""

from dataclasses import dataclass
from typing import Self

from django.core.paginator import Page
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Play
from campaign.packs import game_name, name_of
from campaign.rules.core.play import BOX
from tracker.faces.registry import play_face
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of a play: the character, and the player if it was noted."""

    character: str
    player: str
    won: bool
    score: int | None = None  # of a game for points
    place: int | None = None  # of a game that ranks its players

    @property
    def person(self) -> str:
        """Return the player, or else the character."""
        return self.player or self.character

    @property
    def name(self) -> str:
        """Return the character, or else the player."""
        return self.character or self.player

    @property
    def played_by(self) -> str:
        """Return the player, unless the name says it already."""
        return self.player if self.character else ""


@dataclass(frozen=True, slots=True)
class PlayView:
    """A play with its names.

    A page of one play, and every file, has the names on that game's box. The log is read beside its
    filters and statistics, so all three use the reader's language, and one opponent has one name.
    Names that players typed stay as they are.
    """

    play: Play
    game: str
    difficulty: str
    level: str  # a chapter, or else a difficulty
    against: str
    seats: tuple[SeatView, ...]
    ending: str
    boxes: tuple[str, ...]

    @classmethod
    def of(cls, play: Play, language: str = "") -> Self:
        """Return a play with its names in ``language``, or else in that of its box."""
        language, face = language or play.language, play_face(play.system)

        def named(kind: str, key: str, typed: str = "") -> str:
            return typed or (name_of(kind, key, language, system=play.system) if key else "")

        difficulty = named("difficulty", play.difficulty)
        return cls(
            play=play,
            game=play.game_name or game_name(play.system, language),
            difficulty=difficulty,
            level=(face.level(play) if face else "") or difficulty,
            against=named("against", play.against, play.against_name),
            seats=tuple(
                SeatView(
                    named("character", seat.key, seat.name),
                    seat.player,
                    seat.result == "win",
                    seat.score,
                    seat.place,
                )
                for seat in play.seats.all()
            ),
            ending=face.ending(play) if face else play.ending,
            boxes=tuple(named(BOX, tag.key) for tag in play.shown_tags if tag.kind == BOX),
        )

    @property
    def box_names(self) -> tuple[str, ...]:
        """Return the boxes, unless the game's name says them already."""
        is_named = len(self.boxes) == 1 and self.game.endswith(self.boxes)
        return () if is_named else self.boxes

    @property
    def says_game(self) -> bool:
        """Say whether its group, its game or its boxes say more than its title."""
        return bool(self.play.group or self.title != self.game or self.box_names)

    @property
    def title(self) -> str:
        """Return against whom it was played, or else who played against each other."""
        names = [seat.name for seat in self.named_seats]
        versus = "\u00a0– ".join(names) if len(names) > 1 else ""
        return self.against or versus or self.game

    @property
    def seats_beside(self) -> tuple[SeatView, ...]:
        """Return the seats that the title does not name, or that have a player to name."""
        seats = self.named_seats
        is_told = not self.against and len(seats) > 1
        return tuple(seat for seat in seats if seat.played_by) if is_told else seats

    @property
    def won_by(self) -> str:
        """Return who won, in words, in a game that not all win or lose together."""
        names = [seat.person for seat in self.seats if seat.won and seat.person]
        if self.play.result or not names:
            return ""
        if len(names) == 1:
            return _("%(name)s won") % {"name": names[0]}
        if any(seat.place for seat in self.seats):
            return _("%(names)s share first place") % {"names": listed(names)}
        return _("%(names)s won together") % {"names": listed(names)}

    @property
    def named_seats(self) -> tuple[SeatView, ...]:
        """Return the seats with a known player or character."""
        return tuple(seat for seat in self.seats if seat.person)

    @property
    def url(self) -> str:
        """Return the address of the game."""
        return reverse("game", args=[self.play.game_code])

    @property
    def winners(self) -> str:
        """Return who won, in a game that not all win or lose together."""
        names = [seat.person for seat in self.seats if seat.won]
        return "" if self.play.result else "; ".join(names)


@dataclass(frozen=True, slots=True)
class LogLinks:
    """The addresses around the log, with its filters; "" for a page that there is not."""

    statistics: str
    csv: str
    bgstats: str
    newer: str
    latest: str
    older: str
    oldest: str


def log_links(page: Page[Play], query: str) -> LogLinks:
    """Return the addresses around a page of the log; ``query`` has its filters."""

    def filtered(name: str) -> str:
        return f"{reverse(name)}?{query}" if query else reverse(name)

    def numbered(number: int) -> str:
        return f"?{query}&page={number}" if query else f"?page={number}"

    last, newer, older = page.paginator.num_pages, page.number - 1, page.number + 1
    return LogLinks(
        statistics=filtered("statistics"),
        csv=filtered("log_csv"),
        bgstats=filtered("log_bgstats"),
        # The first page has no number, or it would have two addresses.
        newer="" if newer < 1 else f"?{query}" if newer == 1 else numbered(newer),
        latest="" if newer < 1 else f"{reverse('log')}?{query}",
        older=numbered(older) if older <= last else "",
        oldest=numbered(last) if older <= last else "",
    )

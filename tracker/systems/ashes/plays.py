"""Duels in the log, its files and statistics."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from campaign.models import Play
from campaign.packs import name_of
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.systems import CHIMERA, DECK, DIAL, ROUNDS
from campaign.selectors.ashes import public_rates
from campaign.selectors.plays import tags_of
from campaign.selectors.statistics import Share, Statistics, most_played
from tracker import charts
from tracker.charts import Chart
from tracker.faces.plays import PlayFace
from tracker.systems.ashes.words import red_rains
from tracker.systems.ashes.words.red_rains import ledger_level
from tracker.systems.ashes.words.terms import ENDINGS


class DuelPlays(PlayFace):
    """What the log and statistics show of duels."""

    columns = {"rounds": gettext_lazy("Rounds"), "chimera_life": gettext_lazy("Chimera’s life")}

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return the number of rounds, and the life that a Chimera had left."""
        return {
            "rounds": play.numbers(ROUNDS).get(ROUNDS),
            "chimera_life": play.numbers(DIAL).get(CHIMERA),
        }

    def level(self, play: Play) -> str:
        """Return whether it was a duel or a melee, or which card of a Chimera was played."""
        if play.against:
            return ledger_level(play.difficulty)
        seats = len(play.seats.all())
        return _("Duel") if seats == 2 else _("Melee of %(number)s") % {"number": seats}

    def ending(self, play: Play) -> str:
        endings = red_rains.ENDINGS if play.against else ENDINGS
        return str(endings.get(play.ending, play.ending))

    def charts(self, counted: Statistics) -> Iterator[Chart]:
        """Yield win rates by Phoenixborn and by deck, and of Phoenixborn against each other."""
        yield charts.rates(
            "phoenixborn",
            _("By Phoenixborn"),
            _("Phoenixborn"),
            counted.characters,
            caption=_("Games by Phoenixborn"),
        )
        yield charts.rates(
            "decks",
            _("By deck"),
            pgettext("thirty cards to play with", "Deck"),
            deck_shares(counted),
            caption=_("Games by deck"),
        )
        if counted.against:
            yield charts.rates(
                "chimeras",
                _("By Chimera"),
                _("Chimera"),
                counted.against,
                caption=_("Games by Chimera"),
            )
        names, won = meetings(counted)
        if won:
            yield charts.matrix(
                "phoenixborn-matrix",
                _("Phoenixborn against Phoenixborn"),
                _("Phoenixborn"),
                names,
                won,
                text=how_to_read(),
            )
        yield from public_charts(counted.language)


def public_charts(language: str) -> Iterator[Chart]:
    """Yield everybody's win rates, once enough games are public."""
    rates = public_rates()
    if rates is None:
        return

    def named(key: str) -> str:
        return name_of("character", key, language, system=SLUG)

    results = (pair for pair, games in rates.results.items() for _game in range(games))
    text = ngettext(
        "%(count)s public game of all players", "%(count)s public games of all players", rates.games
    )
    yield charts.rates(
        "all-phoenixborn",
        _("All players: by Phoenixborn"),
        _("Phoenixborn"),
        most_played(results, named),
        caption=text % {"count": rates.games},
    )
    keys = sorted(
        {key for pair in rates.won for key in pair}, key=lambda key: named(key).casefold()
    )
    place = {key: number for number, key in enumerate(keys)}
    won = Counter({(place[one], place[other]): n for (one, other), n in rates.won.items()})
    if won:
        yield charts.matrix(
            "all-phoenixborn-matrix",
            _("All players: Phoenixborn against Phoenixborn"),
            _("Phoenixborn"),
            [named(key) for key in keys],
            won,
            text=how_to_read(),
        )


def how_to_read() -> str:
    """Return the sentence under a picture of each against each."""
    return _(
        "The Phoenixborn in the row against the one in the column: games won and lost, from ten "
        "games on wins per 100 games. Column numbers are row numbers."
    )


def deck_shares(counted: Statistics) -> tuple[Share, ...]:
    """Return the win rate of each named deck, the most played first."""
    ended = {(seat.play_id, seat.seat): seat.result for seat in counted.seats}
    tags = tags_of(counted.plays, DECK)
    names: dict[str, str] = {}
    results = []
    for play, key, name, seat in tags.values_list("play_id", "key", "name", "number"):
        if (play, seat) in ended:  # else of another system
            names[key] = name or names.get(key) or name_of(DECK, key, counted.language, system=SLUG)
            results.append((key, ended[play, seat]))
    return most_played(results, names.__getitem__)


def meetings(counted: Statistics) -> tuple[list[str], Counter[tuple[int, int]]]:
    """Return names, and how often one won against another, by their places among the names.

    In a melee the winner wins against each of the others.
    """
    seats = [seat for seat in counted.seats if seat.key]
    names = {
        seat.key: seat.name or name_of("character", seat.key, counted.language, system=SLUG)
        for seat in seats
    }
    keys = sorted(names, key=lambda key: names[key].casefold())
    place = {key: number for number, key in enumerate(keys)}
    lost: dict[int, list[int]] = defaultdict(list)
    for seat in seats:
        if seat.result == "loss":
            lost[seat.play_id].append(place[seat.key])
    winners = (seat for seat in seats if seat.result == "win")
    won = Counter((place[seat.key], loser) for seat in winners for loser in lost[seat.play_id])
    return [names[key] for key in keys], won

"""Plays of this game in the log, its files and statistics."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Play
from campaign.packs import get_pack
from campaign.rules.relic_nemesis.catalogue import SLUG, Pack
from campaign.rules.relic_nemesis.choices import Role
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.systems import CURVE, INFAMY
from campaign.selectors.statistics import Share, Statistics, most_played
from tracker import charts
from tracker.charts import Chart
from tracker.charts.lines import lines_chart
from tracker.faces.plays import PlayFace
from tracker.systems.relic_nemesis.words import terms


class RelicPlays(PlayFace):
    """What the log and statistics show of these plays."""

    columns = {"infamy": gettext_lazy("Infamy")}

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return the highest infamy."""
        return {"infamy": max(play.numbers(INFAMY).values(), default=None)}

    def ending(self, play: Play) -> str:
        return terms.ending(play.ending)

    def charts(self, counted: Statistics) -> Iterator[Chart]:
        """Yield win rates by role, nemesis and scenario, and the mean infamy by round."""
        pack: Pack = get_pack(SLUG)
        names = {nemesis.id: nemesis.name.in_language(counted.language) for nemesis in pack.nemeses}
        sides = _by_role(counted)
        hunts = ((seat.key, seat.result) for seat in counted.seats if seat.key in names)
        roles, nemeses = most_played(sides, terms.role), most_played(hunts, names.__getitem__)
        yield charts.rates("roles", _("By role"), _("Role"), roles, caption=_("Games by role"))
        title, first, caption = _("By nemesis"), terms.role(Role.NEMESIS), _("Games by nemesis")
        yield charts.rates("relic-nemeses", title, first, nemeses, caption=caption)
        yield charts.rates(
            "scenarios",
            _("Nemeses by scenario"),
            _("Scenario"),
            _scenarios(counted),
            caption=_("Share of games that a nemesis won, by scenario"),
        )
        curves = _curves(counted, names)
        if curves:
            yield infamy_chart(_("Mean infamy round by round"), curves)


def _by_role(counted: Statistics) -> Iterator[tuple[str, str]]:
    """Yield each role of each game with its result: a win if one of its players won."""
    results: dict[tuple[int, str], str] = {}
    for seat in counted.seats:
        key = (seat.play_id, seat.side)
        if seat.side and results.get(key) != "win":
            results[key] = seat.result
    for (_play, side), result in results.items():
        yield side, result


def infamy_chart(title: str, curves: Sequence[tuple[str, Sequence[float]]]) -> Chart:
    """Return a chart of each nemesis' infamy at the end of each round."""
    says = _("From 0 to %(most)s infamy: %(names)s.")
    lines = [(name, (0, *infamy)) for name, infamy in curves]
    return lines_chart("infamy", title, lines, GOAL, says=says, first=1)


def _scenarios(counted: Statistics) -> tuple[Share, ...]:
    """Return how often a nemesis won each scenario, without games that nobody won."""
    winners = [seat for seat in counted.seats if seat.result == "win"]
    won = {seat.play_id for seat in winners if seat.side == Role.NEMESIS}
    lost = {seat.play_id for seat in winners} - won
    names = {share.key: share.name for share in counted.against}
    results = (
        (game.against, "win" if game.pk in won else "loss")
        for game in counted.games
        if game.against and game.pk in won | lost
    )
    return most_played(results, names.__getitem__)


def _curves(counted: Statistics, names: Mapping[str, str]) -> list[tuple[str, tuple[float, ...]]]:
    """Return the mean infamy of each nemesis at the end of each round, of live games."""
    sums: dict[str, dict[int, tuple[int, int]]] = {}
    for tag in counted.tags:
        if tag["kind"] == CURVE:
            key, _colon, turn = tag["key"].partition(":")
            total, games = sums.setdefault(key, {}).get(int(turn), (0, 0))
            more = (total + tag["number"] * tag["games"], games + tag["games"])
            sums[key][int(turn)] = more
    return [
        (
            names.get(key, key),
            tuple(total / games for _turn, (total, games) in sorted(by_turn.items())),
        )
        for key, by_turn in sorted(sums.items())
    ]

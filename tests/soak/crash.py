"""Kill the server at random moments, and compare what is stored with what was acknowledged."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.soak import drafts
from tests.soak.browser import Browser
from tests.soak.drafts import DraftTable
from tests.soak.installation import Installation
from tests.soak.players import Player

PLAYERS = 4
# Between two kills: so many writes at most, and then a moment, in seconds. Counted in writes,
# a slow machine is hit at work as well.
MAX_WRITES = 5
LONGEST_WAIT = 0.1
ALONE = 0.5  # how often one worker is killed, and not the whole server
# The facts that each kind of write of tests/soak/players.py makes.
WHOLE: dict[str, set[tuple[str, ...]]] = {
    "start": {()},
    "plan": {("planned",)},
    "record": {("note",), ("note", "played"), ("growth",), ("verdict",)},
    "settle": {("settled",)},
}


@dataclass
class Tally:
    """What the kills interrupted."""

    kills: int = 0
    workers: int = 0  # of these: one worker alone, and the others went on
    writes: int = 0
    campaigns: int = 0
    moves: int = 0  # of drafts
    games: int = 0  # set up after a draft, with its seats
    on_their_way: int = 0  # forms that were sent and not answered
    kept: int = 0  # of these: written whole all the same

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.workers} of one worker alone), {self.writes} writes"
            f" acknowledged in {self.campaigns} campaigns,"
            f" {self.moves} moves of drafts and {self.games} games with their seats,"
            f" {self.on_their_way} forms unanswered ({self.kept} of them written), all whole"
        )


def kill_and_look(
    installation: Installation,
    *,
    kills: int,
    seed: int,
    say: Callable[[str], object] = lambda _line: None,
) -> Tally:
    """Kill the server so many times while people play, and check the data after each kill."""
    chance, tally = Random(seed), Tally()
    installation.start()
    players = [Player(f"Table {n}", Browser(installation.port)) for n in range(PLAYERS)]
    drafting = DraftTable("Draft", Browser(installation.port), Browser(installation.port))
    everybody: list[Player | DraftTable] = [*players, drafting]
    for _ in range(kills):
        stop = threading.Event()
        threads = [threading.Thread(target=each.play, args=[stop]) for each in everybody]
        for thread in threads:
            thread.start()
        _wait_for(everybody, chance.randint(1, MAX_WRITES))
        time.sleep(chance.uniform(0, LONGEST_WAIT))
        alone = chance.random() < ALONE and installation.kill_worker()
        if not alone:
            installation.kill()
        stop.set()
        for thread in threads:
            thread.join(90)
            assert not thread.is_alive(), f"seed {seed}: a client hangs"
        for each in everybody:
            if each.fault is not None:
                raise AssertionError(f"seed {seed}: {each.name}") from each.fault
        tally.kills += 1
        tally.workers += alone
        _count(players, drafting, tally)
        if tally.kills % 20 == 0:
            say(str(tally))
        if alone:
            continue  # the others may still write what it had begun: looked at after the next
        look(installation, players, tally)
        drafts.look(installation, [drafting])
        installation.start()
        for each in everybody:
            each.connect_to(installation.port)
    finish(installation, players)
    drafts.look(installation, [drafting])
    _count(players, drafting, tally)
    installation.manage("replay", "--quiet")
    installation.stop()
    faults = installation.faults()
    assert not faults, f"seed {seed}: {faults[:5]}"
    return tally


def _count(players: Iterable[Player], drafting: DraftTable, tally: Tally) -> None:
    told = list(players)
    tally.campaigns = sum(len(player.started) for player in told)
    tally.writes = sum(player.writes for player in told)
    tally.moves, tally.games = len(drafting.moves), len(drafting.games)


def _wait_for(players: Iterable[Player | DraftTable], writes: int) -> None:
    """Wait until so many more writes are acknowledged, or a player has failed."""
    told = list(players)
    goal = sum(player.writes for player in told) + writes
    until = time.monotonic() + 60
    while sum(player.writes for player in told) < goal and not any(p.fault for p in told):
        assert time.monotonic() < until, "nobody gets to write"
        time.sleep(0.002)


def finish(installation: Installation, players: Iterable[Player]) -> None:
    """Send again what the last kill interrupted, and check once more."""
    told = list(players)
    over = threading.Event()
    over.set()
    for player in told:
        player.play(over)
        if player.fault is not None:
            raise AssertionError(player.name) from player.fault
        assert player.pending is None
    look(installation, told, Tally())


def look(installation: Installation, players: Iterable[Player], tally: Tally) -> None:
    """Assert that every acknowledged write is stored, and none in part."""
    campaigns = dict(installation.ask("SELECT id, code FROM campaign_campaign"))
    changes = installation.ask(
        "SELECT id, campaign_id, revision, kind, token FROM campaign_change"
        " WHERE campaign_id IS NOT NULL"
    )
    written = {(campaigns[campaign], token) for _id, campaign, _rev, _kind, token in changes}
    for player in players:
        lost = set(player.acknowledged) - written
        assert not lost, f"acknowledged and lost: {lost}"
        missing = set(player.started) - set(campaigns.values())
        assert not missing, f"started and lost: {missing}"
        if player.pending is not None:
            tally.on_their_way += 1
            sent = player.pending
            tally.kept += (sent.code, sent.fields["token"]) in written
    _whole_campaigns(installation, changes)
    _whole_writes(installation, changes)
    _whole_games(installation)


def _whole_campaigns(installation: Installation, changes: list[tuple[object, ...]]) -> None:
    """Assert that each campaign has its mages and its keeper, and a write for each revision."""
    revisions: dict[object, list[int]] = {}
    for _id, campaign, revision, _kind, _token in changes:
        if isinstance(revision, int):
            revisions.setdefault(campaign, []).append(revision)
    mages = Counter(row[0] for row in installation.ask("SELECT campaign_id FROM campaign_mage"))
    kept = installation.ask("SELECT campaign_id FROM campaign_membership WHERE role = 'keeper'")
    keepers = Counter(row[0] for row in kept)
    for campaign, revision in installation.ask("SELECT id, revision FROM campaign_campaign"):
        assert sorted(revisions.get(campaign, [])) == list(range(1, revision + 1)), campaign
        assert (mages[campaign], keepers[campaign]) == (2, 1), campaign
    nowhere = installation.ask(
        "SELECT id FROM campaign_person"
        " WHERE id NOT IN (SELECT person_id FROM campaign_membership)"
        " AND id NOT IN (SELECT person_id FROM campaign_seat WHERE person_id IS NOT NULL)"
    )
    assert not nowhere, f"guests of no campaign and no game: {nowhere}"


def _whole_writes(installation: Installation, changes: list[tuple[Any, ...]]) -> None:
    """Assert that each write made all of its facts."""
    facts: dict[object, list[str]] = {}
    for change, kind in installation.ask("SELECT recorded_id, kind FROM campaign_fact"):
        facts.setdefault(change, []).append(kind)
    for change, _campaign, _revision, kind, _token in changes:
        made = tuple(sorted(facts.get(change, ())))
        assert made in WHOLE[str(kind)], f"half of a write: {kind} made {made}"


def _whole_games(installation: Installation) -> None:
    """Assert that each game was planned, and that each that was played is counted."""
    games = {row[0] for row in installation.ask("SELECT id FROM campaign_game")}
    of_kind = "SELECT game_id FROM campaign_fact WHERE kind = '{}'"
    assert games == {row[0] for row in installation.ask(of_kind.format("planned"))}
    played = {row[0] for row in installation.ask(of_kind.format("played"))}
    counted = installation.ask(
        "SELECT game_id FROM campaign_playseat JOIN campaign_play ON play_id = campaign_play.id"
    )
    assert Counter(row[0] for row in counted) == dict.fromkeys(played, 2)  # a row for each mage


def told(line: str) -> None:
    """Say how far it is."""
    sys.stdout.write(f"  {line}\n")
    sys.stdout.flush()

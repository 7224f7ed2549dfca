"""``make soak``: kill servers, compilers, PostgreSQL and restores, let the network fail; crowds."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django

from tests.cluster.machines import free_port
from tests.long_runs import add
from tests.postgresql import postgresql
from tests.soak.crash import kill_and_look, told
from tests.soak.crowd import Figures, crowd, many_tables, one_table
from tests.soak.faults import network_faults
from tests.soak.installation import ROOT, Installation, collect_static, kinds, new_installation
from tests.soak.live import kill_live
from tests.soak.parts import BINARIES, kill_compilers, kill_postgresql, own_postgresql

HEAD = ("Database", "Clients on campaigns", "Writes/s", "A write", "A page", "Told stale")


def main() -> None:
    """Run what was asked for, on every database that can be had."""
    asked = _asked()
    told(f"{_machine()}, {asked.workers} workers, load {os.getloadavg()[0]:.1f} at the start")
    found: list[tuple[str, Figures]] = []
    with tempfile.TemporaryDirectory(prefix="breachkeeper-soak-") as place:
        static = collect_static(Path(place) / "collected")
        for kind in asked.on or kinds():
            here = Path(place) / kind
            if asked.kills:
                _kill(kind, here / "crash", static, asked)
            if asked.live:
                _kill_live(kind, here / "live", static, asked)
            if asked.faults:
                _network_faults(kind, here / "faults", static, asked)
            if asked.compilers:
                _kill_compilers(kind, here / "compilers", static, asked)
            if asked.postgresql and kind == "postgresql" and BINARIES:
                _kill_postgresql(here / "killed", static, asked)
            if asked.restores:
                _kill_restores(kind, asked)
            if asked.seconds:
                found += [(kind, each) for each in _crowd(kind, here / "crowd", static, asked)]
    if found:
        told(f"| {' | '.join(HEAD)} |")
        told("|---" * len(HEAD) + "|")
        for kind, figures in found:
            told(f"| {' | '.join((kind, *figures.row))} |")


def _kill(kind: str, data: Path, static: Path, asked: argparse.Namespace) -> None:
    told(f"{kind}: {asked.kills} kills (seed {asked.seed})")
    with new_installation(
        kind, data, static=static, workers=asked.workers, forked=True
    ) as installation:
        tally = kill_and_look(installation, kills=asked.kills, seed=asked.seed, say=told)
    told(f"{kind}: {tally}")
    add(f"{kind}: kills of one worker", tally.workers)
    add(f"{kind}: kills of the server", tally.kills - tally.workers)


def _kill_live(kind: str, data: Path, static: Path, asked: argparse.Namespace) -> None:
    told(f"{kind}: live games, {asked.live} kills of each process (seed {asked.seed})")
    with new_installation(kind, data, static=static, workers=1, forked=True) as installation:
        tally = kill_live(installation, kills=asked.live, seed=asked.seed, say=told)
    told(f"{kind}: {tally}")
    add(f"{kind}: kills under live games", tally.streams + tally.moves)


def _network_faults(kind: str, data: Path, static: Path, asked: argparse.Namespace) -> None:
    told(f"{kind}: live games, {asked.faults} faults of the network (seed {asked.seed})")
    with new_installation(kind, data, static=static, workers=1) as installation:
        happened = network_faults(installation, faults=asked.faults, seed=asked.seed, say=told)
    add(f"{kind}: faults of the network", happened.total())


def _kill_compilers(kind: str, data: Path, static: Path, asked: argparse.Namespace) -> None:
    with new_installation(kind, data, static=static, workers=asked.workers) as installation:
        answers = kill_compilers(installation, kills=asked.compilers, seed=asked.seed)
    told(f"{kind}: {asked.compilers} kills of sheet compilers, answers: {dict(answers)}")
    add(f"{kind}: kills of sheet compilers", asked.compilers)


def _kill_postgresql(data: Path, static: Path, asked: argparse.Namespace) -> None:
    data.mkdir(parents=True)
    (data / "static").symlink_to(static)
    with own_postgresql(free_port()) as server:
        url = f"postgres://postgres@127.0.0.1:{server.port}/postgres"
        installation = Installation(data, url=url, workers=asked.workers)
        installation.manage("migrate", "--verbosity", "0")
        told(f"PostgreSQL itself: {kill_postgresql(installation, server)}")
    add("postgresql: kills of PostgreSQL itself", 1)


def _kill_restores(kind: str, asked: argparse.Namespace) -> None:
    told(f"{kind}: {asked.restores} kills of a restore")
    own = {"SOAK_RESTORES": str(asked.restores)}
    own["DATABASE_URL"] = f"{postgresql()}/breachkeeper" if kind == "postgresql" else ""
    test = "tests/campaign/test_backup_killed.py"
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-m", "thorough", test]
    subprocess.run(command, cwd=ROOT, env=os.environ | own, check=True)
    add(f"{kind}: kills of a restore", asked.restores)


def _crowd(kind: str, data: Path, static: Path, asked: argparse.Namespace) -> list[Figures]:
    told(f"{kind}: 20 clients on one campaign, then 100 on a hundred, {asked.seconds} s each")
    with new_installation(kind, data, static=static, workers=asked.workers) as installation:
        installation.start()
        together = crowd(installation, one_table(installation, 20), seconds=asked.seconds)
        told(f"{kind}: {' | '.join(together.row)}")
        apart = crowd(installation, many_tables(installation, 100), seconds=asked.seconds)
        told(f"{kind}: {' | '.join(apart.row)}")
        installation.manage("replay", "--quiet")
    return [together, apart]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="of each server; 0: none")
    parser.add_argument("--live", type=int, default=200, help="kills under live games; 0: none")
    parser.add_argument("--faults", type=int, default=100, help="of the network; 0: none")
    parser.add_argument("--compilers", type=int, default=100, help="sheet compilers; 0: none")
    parser.add_argument("--postgresql", type=int, default=1, help="killed itself; 0: not")
    parser.add_argument("--restores", type=int, default=20, help="killed half-way; 0: none")
    parser.add_argument("--seconds", type=float, default=60, help="of each crowd; 0: none")
    parser.add_argument("--workers", type=int, default=2, help="of uvicorn")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the moments")
    parser.add_argument("--on", action="append", choices=("sqlite", "postgresql"))
    return parser.parse_args()


def _machine() -> str:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        model = names[0] if names else model
    versions = f"Python {platform.python_version()}, Django {django.get_version()}"
    return f"{os.cpu_count()} cores ({model}), {versions}"


if __name__ == "__main__":
    main()

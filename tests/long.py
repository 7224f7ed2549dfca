"""``make long``: go on with the long runs where the last one stopped, until all is done.

The goals and how far they are stand in tests/long_runs.json and below. A piece takes minutes; stop
it whenever you like (Ctrl-C), and commit what tests/long_runs.json has gained.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from tests import fuzz
from tests.long_runs import done
from tests.soak.crash import told
from tests.soak.installation import kinds

KILLS = 25_000  # of servers and workers, half of them under live games, on both databases
NOTHING_ELSE = {
    "--kills": 0,
    "--live": 0,
    "--faults": 0,
    "--compilers": 0,
    "--postgresql": 0,
    "--restores": 0,
    "--seconds": 0,
}


@dataclass(frozen=True)
class Run:
    """One long run: what is counted, how much of it is wanted, and the command of a piece."""

    what: str
    counted: Sequence[str]  # names in tests/long_runs.json
    goal: int
    command: Sequence[str]

    @property
    def left(self) -> int:
        """Return how much is still to be done."""
        return max(0, self.goal - sum(done(name) for name in self.counted))


def soak(kind: str, **pieces: int) -> list[str]:
    """Return the command that does some of ``make soak`` on one database."""
    wanted = NOTHING_ELSE | {f"--{name}": number for name, number in pieces.items()}
    options = [text for name, number in wanted.items() for text in (name, str(number))]
    return [sys.executable, "-m", "tests.soak", "--on", kind, *options]


def runs() -> list[Run]:
    """Return all long runs that this machine can do."""
    found = []
    for kind in kinds():
        servers = (f"{kind}: kills of the server", f"{kind}: kills of one worker")
        found += [
            Run(f"{kind}: kills", servers, KILLS // 4, soak(kind, kills=300)),
            Run(
                f"{kind}: kills under live games",
                (f"{kind}: kills under live games",),
                KILLS // 4,
                soak(kind, live=100),
            ),
            Run(
                f"{kind}: faults of the network",
                (f"{kind}: faults of the network",),
                500,
                soak(kind, faults=40),
            ),
        ]
    send = [sys.executable, "-m", "tests.fuzz", str(fuzz.PIECE), "2"]
    found.append(Run("bad requests", (fuzz.WHAT,), fuzz.GOAL, send))
    return found


def main() -> int:
    """Do a piece of each run in turn; stop at the first fault."""
    while unfinished := [run for run in runs() if run.left]:
        for run in unfinished:
            told(f"{run.what}: {run.left:,} of {run.goal:,} are left.")
            ended = subprocess.run(run.command, check=False)
            if ended.returncode:
                told(f"{run.what}: a fault. Nothing of this piece is counted.")
                return ended.returncode
    told("All long runs are done.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

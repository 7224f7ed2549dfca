"""``make fuzz``: bad requests in pieces that add up, until the goal is reached, or so many more."""

import os
import subprocess
import sys

from tests.long_runs import add, done

WHAT = "bad requests"
GOAL = 3_000_000
ROUND = 250  # requests that the test sends at least
PIECE = 50_000  # requests; each begins by building the site anew, which takes two minutes
TEST = (
    "tests/tracker/security/test_bad_input.py"
    "::test_no_bad_request_is_a_server_error_or_changes_anything_unannounced"
)


def main(requests: str, workers: str, *more: str) -> int:
    """Go on where the last run stopped; stop at the first fault, whose piece is sent again."""
    more_of_them = -(-int(requests or 0) // ROUND) * ROUND
    goal = done(WHAT) + more_of_them if requests else GOAL
    while (sent := done(WHAT)) < goal:
        piece = min(PIECE, goal - sent)
        own = {"BREACHKEEPER_FUZZ": str(piece), "FUZZ_FROM": str(sent)}
        # A sheet may take its time here: a machine that is busy with this is slow.
        own |= {"BREACHKEEPER_JOB_SECONDS": "300"}
        command = [sys.executable, "-m", "pytest", "-n", workers, "-q", "-x", "--no-header", TEST]
        ran = subprocess.run([*command, *more], env=os.environ | own, check=False)
        if ran.returncode:
            print(f"A fault among the requests after {sent:,}. Nothing of this piece is counted.")
            return ran.returncode
        add(WHAT, piece)
        print(f"{done(WHAT):,} of {goal:,} requests, and no fault.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""``make fuzz``: a million bad requests in pieces that add up; what was done is kept in var/."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRESS = Path("var/fuzz.json")  # delete it to begin anew
PIECE = 20_000  # requests; each begins by building the site anew
TEST = (
    "tests/tracker/security/test_bad_input.py"
    "::test_no_request_is_a_fault_or_changes_anything_without_saying_so"
)


def main(requests: int, workers: str, *more: str) -> int:
    """Go on where the last run stopped; stop at the first fault, whose piece is sent again."""
    while (done := sent()) < requests:
        own = {"BREACHKEEPER_FUZZ": str(min(PIECE, requests - done)), "FUZZ_FROM": str(done)}
        command = [sys.executable, "-m", "pytest", "-n", workers, "-q", "-x", "--no-header", TEST]
        ran = subprocess.run([*command, *more], env=os.environ | own, check=False)
        if ran.returncode:
            print(f"A fault among the requests after {done:,}. Nothing of this piece is counted.")
            return ran.returncode
        PROGRESS.parent.mkdir(exist_ok=True)
        draft = PROGRESS.with_suffix(".draft")
        draft.write_text(json.dumps({"requests": done + int(own["BREACHKEEPER_FUZZ"])}))
        draft.rename(PROGRESS)
        print(f"{sent():,} of {requests:,} requests, and no fault.", flush=True)
    return 0


def sent() -> int:
    """Return how many requests were sent in all runs together."""
    return int(json.loads(PROGRESS.read_text())["requests"]) if PROGRESS.exists() else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))

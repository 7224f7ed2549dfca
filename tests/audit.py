"""Look up known vulnerabilities of what is installed (`make audit`); say if no source answered."""

import json
import subprocess
import sys
from typing import Any

SOURCES = ("pypi", "osv")
LISTED = [f"--requirement=requirements{name}.txt" for name in ("", "-machines", "-dev")]
COMMAND = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--timeout=10"]


def main() -> int:
    """Return 0 if nothing is known, 1 if something is, 2 if not every package was looked up."""
    for source in SOURCES:
        found = asked(source)
        looked_up = [one for one in found if "vulns" in one]
        if not looked_up or len(looked_up) < len(found):
            print(f"{source}: {len(looked_up)} of {len(found)} packages could be looked up.")
            continue
        faults = [(one, fault) for one in looked_up for fault in one["vulns"]]
        for one, fault in faults:
            better = ", ".join(fault["fix_versions"]) or "none yet"
            print(f"{one['name']} {one['version']}: {fault['id']} (mended in: {better})")
        print(f"{source}: {len(looked_up)} packages, {len(faults)} known faults.")
        return 1 if faults else 0
    print("No source of known faults could be reached: nothing was checked.", file=sys.stderr)
    return 2


def asked(source: str) -> list[dict[str, Any]]:
    """Return what a source reports for each package; nothing if it does not answer."""
    answer = subprocess.run(
        [*COMMAND, f"--vulnerability-service={source}", "--format=json", *LISTED],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return list(json.loads(answer.stdout)["dependencies"])
    except ValueError:
        return []


if __name__ == "__main__":
    sys.exit(main())

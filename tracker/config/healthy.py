"""``python -m tracker.config.healthy``: ask the site in this container whether it works.

It asks under the first allowed host name, for no other is answered. It starts without Django.
"""

import os
import sys
import urllib.error
import urllib.request

SECONDS = 5


def main() -> None:
    """End with an error unless the site and its database answer."""
    hosts = os.environ.get("BREACHKEEPER_ALLOWED_HOSTS", "").split(",")
    host = hosts[0].strip().lstrip("*.") or "localhost"
    url = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}/healthz"
    try:
        urllib.request.urlopen(  # our own address
            urllib.request.Request(url, headers={"Host": host}), timeout=SECONDS
        ).close()
    except (urllib.error.URLError, OSError) as error:
        sys.exit(f"The site does not answer: {error}")


if __name__ == "__main__":
    main()

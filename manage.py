#!/usr/bin/env python
"""Run a management command: `.venv/bin/python manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    try:
        from tracker.command_line import manage
    except ImportError:
        sys.exit(
            "Django is not installed here: run `make install`, then .venv/bin/python manage.py."
        )
    manage(sys.argv[1:], sys.argv[0])


if __name__ == "__main__":
    main()

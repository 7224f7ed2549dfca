#!/usr/bin/env python
"""Run a management command: `.venv/bin/python manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed here: run `make install`, then .venv/bin/python manage.py."
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

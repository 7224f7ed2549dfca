"""``python -m tracker``: the command ``breachkeeper`` in a checkout."""

from tracker.command_line import main

if __name__ == "__main__":
    main()

"""A toy game in the two folders of any game: two players, a die each, the higher roll wins.

It has one-off games, a campaign (a match of several rounds) and a live table: all that a game can
have. ``rules/`` would be ``campaign/rules/toy/``, ``pages/`` would be ``tracker/systems/toy/``
and, for its campaign, ``records.py`` would be ``campaign/records/toy.py``. In
``tests/test_new_game.py`` they are, with the one entry. CONTRIBUTING.md ("How to add …") says what
to copy.
"""

"""Live games of journals: the page, and moves in words."""

"""A game of Aeon's End while it is played."""

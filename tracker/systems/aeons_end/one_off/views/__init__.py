"""Pages of one-off games that only this game has."""

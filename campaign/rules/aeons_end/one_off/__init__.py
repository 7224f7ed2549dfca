"""One-off games: what players choose, what is drawn, and the sheet."""

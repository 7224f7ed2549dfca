"""The pages of decks: the ready-made ones, one's own, and the editor."""

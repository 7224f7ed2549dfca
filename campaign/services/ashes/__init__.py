"""Writes that only this game has: decks, the sets that people own, drafts."""

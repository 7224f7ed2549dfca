"""Ashes: Rise of the Phoenixborn: decks, the draft, duels and melees."""

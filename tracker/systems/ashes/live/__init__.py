"""The live page of a duel: what happens now, and what lies before each player."""

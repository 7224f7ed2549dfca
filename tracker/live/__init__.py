"""A game on every phone while it is played: what phones are sent, and how it reaches them."""

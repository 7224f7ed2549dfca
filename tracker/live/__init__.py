"""Live games: what phones are sent, and how it reaches them."""

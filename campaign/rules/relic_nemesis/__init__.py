"""Relic: Nemesis: characters against the players who hunt them."""

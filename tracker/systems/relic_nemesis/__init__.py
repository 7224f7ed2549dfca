"""How Relic: Nemesis looks."""

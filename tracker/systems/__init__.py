"""How each game system looks: one folder each."""

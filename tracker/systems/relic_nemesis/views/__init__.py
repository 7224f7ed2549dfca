"""Pages that only Relic: Nemesis has."""

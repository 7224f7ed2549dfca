"""Forms of Relic: Nemesis."""

"""What the pages of Relic: Nemesis show."""

"""The words of Relic: Nemesis, in the language that is active."""

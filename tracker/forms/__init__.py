"""Forms clean to the values the rules take."""

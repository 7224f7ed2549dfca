"""Forms of duels."""

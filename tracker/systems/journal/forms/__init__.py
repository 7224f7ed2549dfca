"""Forms of journals."""

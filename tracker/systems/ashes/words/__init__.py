"""The game in words: terms, steps, problems, records."""

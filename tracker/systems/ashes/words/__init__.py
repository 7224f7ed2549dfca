"""The game in words: names of cards, kinds and dice, steps, problems, records."""

"""The market: piles, growth, and drawing one that meets every wish."""

"""The crib of Aeon's End: what a table asks, in our own words, with pages and gates."""

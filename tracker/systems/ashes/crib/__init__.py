"""The crib of Ashes: what a table asks, in our own words, with pages and gates."""

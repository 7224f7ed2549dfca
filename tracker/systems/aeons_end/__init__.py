"""The face of Aeon's End: pages, forms, words and printed sheets."""

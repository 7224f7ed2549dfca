"""The catalogue of a boxed game of Aeon's End: its types, its reader, its checks."""

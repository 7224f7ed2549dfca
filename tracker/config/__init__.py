"""The environment, read and checked at start."""

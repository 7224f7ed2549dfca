"""Databases of releases; README.md says how they were made."""

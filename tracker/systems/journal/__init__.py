"""Journals: any legacy game, described by a file."""

"""Journals: any legacy game, described by a file."""

COMMANDS = {"journal": "check the description of a journal"}

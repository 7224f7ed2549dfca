"""A toy game system, wholly in this folder: two players, a die each, the higher roll wins.

It has one-off games, a campaign (a match of several rounds) and a live table: all that a system can
have. It shows what a new system needs (CONTRIBUTING.md, "How to add a game system"), and proves
that the product asks for nothing else: no other file knows it.
"""

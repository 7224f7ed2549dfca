"""A toy game system, wholly in this folder: two players, a die each, the higher roll wins.

It shows what a new system needs (CONTRIBUTING.md, "Adding a game system"), and proves that the
product asks for nothing else: no other file knows it.
"""

"""The rules of Aeon's End.

``catalogue`` is what a box holds. ``mages``, ``market``, ``nemesis_deck`` and ``turn_order`` are
the parts of a game, ``outcome`` is how it ends. ``legacy`` is the campaign, where every entry is a
class of ``legacy.facts``; ``one_off`` draws single games; ``live`` is the table during a game.
"""

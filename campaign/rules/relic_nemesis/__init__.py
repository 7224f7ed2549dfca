"""Relic: Nemesis. Each rule stands once, in a module named after it.

Pages are those of the expansion's rulebook. ``docs/rules/relic-nemesis.md`` has the same list with
the tests.

======================================================  =====================  ================
Rule                                                    Module                 Page
======================================================  =====================  ================
Nemeses, scenarios and characters of the box            ``catalogue``          2-4, 15
What players choose, and the set-up drawn from it       ``choices``            5-6
How many nemeses, and who                               ``roles``              5
Two sheets to each nemesis, of which one is kept        ``deal``               6
Sheets that stay secret until all have chosen           ``secrecy``            6
Colours, kept sheets and characters of a set-up         ``setup``              6
Steps of the set-up; a third nemesis has no board       ``sheet``              4-6, 14
Order of turns; folding moves into a live game          ``table``, ``moves``   8
The four phases of a nemesis' turn                      ``nemesis_turn``       8-11
Exploding dice, chances given what lies on the table    ``dice``               12
Battles with characters and agents                      ``battle``             12-14
A natural 1 fails a skill test                          ``skill_test``         4
Skill duels                                             ``skill_duel``         4-5
Levels: for trophies, and beyond the ninth              ``levels``             11, 13
Infamy, and the win with 25                             ``infamy``             11
What a nemesis has on its board                         ``board``              6-7
The defeat of a nemesis                                 ``defeat``             13
The way to the middle tier                              ``middle_tier``        14
Who can have won, and how                               ``result``             11, 15
======================================================  =====================  ================
"""

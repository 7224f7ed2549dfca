"""Ashes: Rise of the Phoenixborn. Each rule stands once, in a module named after it.

Pages are those of the rulebook of the core set. ``docs/rules/ashes.md`` has the same list with the
tests.

======================================================  =====================  ================
Rule                                                    Module                 Page
======================================================  =====================  ================
Card sets of both editions; which symbol pays for which ``catalogue``          2-3, 10
Finding cards by what is printed on them                ``card_search``        2-3
A deck: 30 cards, 3 copies, 10 dice, First Five         ``deck``               14
The conjuration pile                                    ``conjuration_pile``   14
What cards cost to play and to activate                 ``dice_cost``          10
Figures of a deck: cost curve, dice needed, sets        ``deck_figures``       10, 14
What changed between two versions of a deck             ``deck_changes``
The opening hand, the first roll, and their chances     ``opening_hand``       4-5
Deck lists as text                                      ``deck_list``          14
The draft                                               ``draft``              16-17
Choices and set-up of a duel                            ``duel``               4
Decks that stay secret until a duel is over             ``secrecy``            4, 16
The steps of a set-up                                   ``sheet``              4
What lies before the players                            ``table``              4-5
Preparation, by all at the same time                    ``preparation``        5
Turns, until all pass in a row                          ``player_turns``       5-6, 9
Who goes first                                          ``first_player``       5
Attacks: attackers, blockers, guards, counters          ``attack``             6-9
Dice: pools, rolling, meditation                        ``dice_pools``         5, 9-10
Cards in play, tokens, limits of the boards             ``cards_in_play``      10-13
Recovery                                                ``recovery``           6
Wounds, and who falls together                          ``wounds``             12-13
Red Rains: Chimeras and their aspects                   ``chimera``            other sources
Red Rains: choices and set-up                           ``red_rains``          other sources
Red Rains: the steps of a set-up                        ``red_rains_sheet``    other sources
Red Rains: turns of players and Chimera                 ``chimera_turn``       other sources
Red Rains: recovery, draw pile, fatigue                 ``chimera_recovery``   other sources
Red Rains: dice, aspects, ultimate                      ``chimera_moves``      other sources
A live duel, folded from its moves                      ``live``, ``moves``    5-6
Who can have won, and how                               ``result``             13
======================================================  =====================  ================
"""

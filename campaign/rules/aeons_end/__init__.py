"""The rules of Aeon's End: where each stands, and its page in the rulebooks.

WE is War Eternal (French and Polish books, same pages), L is Legacy (Polish). ``docs/rules`` has
the same with the test of each rule, and what the books leave open. No rulebook of expeditions was
at hand: ``docs/rules/aeons-end-expeditions.md`` says how sure each rule is.

==========================================  ==========================  ======================
Rule                                        Module                      Page
==========================================  ==========================  ======================
Turn-order deck, rounds, pair tokens        ``turn_order``              WE 8, 12 · L 8, 12
Drawing, looking, putting back              ``live.turns``              WE 12, 14 · L 12
Mats, hands and decks, charges, stickers    ``mages``                   WE 8, 14 · L 4, 8
Breaches: focus, open                       ``breaches``                WE 15 · L 15
Exhaustion                                  ``exhaustion``              WE 19 · L 19
Winning and losing, deck-out                ``endings``                 WE 20 · L 20
A result without contradictions             ``outcome``                 WE 8, 10, 20 · L 8, 20
One mage alone                              ``solo``                    WE 20 · L 20
Nemesis deck, pool of basics                ``nemesis_deck``            WE 10 · L 10 (K)
The nemesis' turn, its cards in play        ``live.nemesis_turn``       WE 7, 17–18 · L 7, 17–18
Dials during a game                         ``live.moves``              WE 8, 10 · L 8, 10
Market: nine piles                          ``market.piles``            WE 11 · L 11
Market: drawing one                         ``market.draw``             WE 11
Market growth                               ``market.growth``           L 11
Evolution                                   ``evolution``               L 18–19 (S)
Difficulty                                  ``one_off.setup``           WE 20
Set-up of a one-off game                    ``one_off.draws``           WE 8–11
Set-up of a campaign's game                 ``legacy.setup``            L 8–11
The party of a campaign                     ``legacy.party``            L 2
What lasts from game to game                ``legacy.state``            L 2
What is due, what comes next                ``legacy.decisions``        L 2–20, 4
Entries: each with its rules                ``legacy.facts``            L 2, 20
Entries about market and basics             ``legacy.card_facts``       L 10–11, 18–19
Putting back after a game                   ``legacy.restore``          L 20
Expeditions: variants, ways                 ``expeditions.route``       –
Expeditions: what boxes have and lack       ``expeditions.stock``       –
Expeditions: every draw by itself           ``expeditions.chance``      –
Expeditions: start, nemesis, cards          ``expeditions.draws``       –
Expeditions: upgraded basics that join      ``expeditions.facts``       –
Expeditions: upgraded basics in a deck      ``expeditions.battle``      –
Expeditions: treasures, set-up of a battle  ``expeditions.setup``       –
Expeditions: rewards                        ``expeditions.rewards``     –
Expeditions: entries, each with its rules   ``expeditions.facts``       –
Expeditions: barracks, tries, points        ``expeditions.state``       –
Expeditions: an early entry corrected       ``expeditions.corrections`` –
==========================================  ==========================  ======================

``catalogue`` is what a box holds; ``sheet`` and ``sheet_parts`` are the set-up sheet; ``plays`` is
what the log counts; ``legacy``, ``expeditions``, ``one_off`` and ``live`` have a ``system`` each,
the interface to the rest of the program.
"""

"""A journal of any legacy game, described by a file.

======================================  =====================
What                                    Module
======================================  =====================
Kinds, things, marks, counters, seals,
chapters and the way games end          ``description``
Faults of a file, by path               ``faults``
What lies behind a seal, wrapped        ``sealed``
The box as this group knows it          ``box``
What is where, with which marks         ``state``
What happens, and what it changes       ``facts``
Which chapter comes next                ``progress``
What is set up, what is restored        ``sheets``
The live table: turns, numbers, a clock  ``live_start``, ``live``
What the log and statistics count       ``plays``
The interface of the system             ``system``
======================================  =====================

It is a journal, not a form builder: no formulas, conditions, automatic effects or card texts.
"""

"""The next evening: when a group plays again.

==================  ====================================================
:mod:`.times`       a day and a clock in a time zone, as one moment
:mod:`.agreement`   answers, which date they agree on, when it is over
==================  ====================================================

Nothing here knows a game, the present moment or the database.
"""

"""Every write. One module a subject; keyword-only functions, one transaction each.

A write takes the revision its caller saw. A stale one is answered with ``Stale``, which says
what changed since and by whom; an illegal one with ``RulesError``, which holds every problem; the
same form sent twice with ``AlreadyDone``. In each case nothing is written. A form that begins a
record, sent twice, is answered with the record that it began.
"""

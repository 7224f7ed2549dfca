"""Every write. One module a subject; keyword-only functions, one transaction each.

A write takes the revision that its caller saw. It raises ``Stale`` for an older revision, with the
changes since; ``RulesError`` for an illegal entry, with every problem; ``AlreadyDone`` for a form
that was submitted before. In each case nothing is written. A form that starts a record returns,
when it is submitted again, the record that it started.
"""

"""Every write. One module a subject; keyword-only functions, one transaction each.

A write takes the revision its caller saw. A stale one is answered with :class:`Stale`, which says
what changed since and by whom; an illegal one with ``RulesError``, which holds every problem; the
same form sent twice with :class:`AlreadyDone`. In each case nothing is written.
"""

from campaign.services.writing import AlreadyDone, GameSignature, Signature, Stale

__all__ = ["AlreadyDone", "GameSignature", "Signature", "Stale"]

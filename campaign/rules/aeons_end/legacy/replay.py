"""Replay of a Legacy campaign: what the core does for every campaign, with Legacy's ledger."""

from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.core.replay import ReplayError, breaks_later, breaks_own

__all__ = ["ReplayError", "breaks_later", "breaks_own", "check", "replay", "states", "unfit"]

check, replay, states, unfit = RULES.check, RULES.replay, RULES.states, RULES.unfit

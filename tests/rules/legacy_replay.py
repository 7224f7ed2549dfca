"""The replay of Legacy campaigns, by short names."""

from campaign.rules.aeons_end.legacy.system import RULES

check, replay, states, unfit = RULES.check, RULES.replay, RULES.states, RULES.unfit

"""Saving what a form of the aftermath decides, whoever sent it."""

from campaign.services.facts import fact_replace, facts_record
from tracker.systems.aeons_end.legacy.forms.aftermath.base import DecisionForm


def record_decision(form: DecisionForm) -> None:
    """Save the facts of a form that was checked, or replace the entry that it corrects."""
    campaign = form.access.campaign
    facts, reason = form.facts(), form.cleaned_data["reason"]
    signature = form.signature()
    if form.replaces_entry:
        replaced, by = form.replaces_entry.id, facts[0]
        fact_replace(campaign=campaign, fact=replaced, by=by, reason=reason, **signature)
    else:
        number = form.aftermath.game.number
        facts_record(campaign=campaign, game=number, facts=facts, reason=reason, **signature)

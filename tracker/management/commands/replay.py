"""``manage.py replay``: replay every campaign from its facts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.management.arguments import utf8_text
from campaign.models import Campaign
from campaign.packs import get_pack
from campaign.rules.core.story import ReplayError
from campaign.rules.registry import UnknownSystemError, campaign_rules
from campaign.selectors import campaigns as selectors
from tracker.faces.registry import campaign_face


class Command(BaseCommand):
    """Replay campaigns and report; the exit status is 1 if one fails."""

    help = "Replay every campaign, or one, and name the first fact that does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        one = "only this campaign"
        parser.add_argument("code", nargs="?", type=utf8_text, metavar="CODE", help=one)
        parser.add_argument("--quiet", action="store_true", help="say only what does not hold")

    def handle(self, *_args: Any, code: str | None, quiet: bool, **_options: Any) -> None:
        """Replay, and fail if a campaign does."""
        campaigns = Campaign.objects.order_by("pk")
        if code is not None:
            campaigns = campaigns.filter(code=code.strip().upper())
            if not campaigns:
                raise CommandError(f"No campaign has the code {code}.")
        failed = total = 0
        for campaign in campaigns.iterator():
            total += 1
            if fault := _fault(campaign):
                failed += 1
                self.stderr.write(f"{campaign.code}  {campaign.name}: {fault}")
            elif not quiet:
                games = len(selectors.campaign_facts(campaign).story.games)
                self.stdout.write(f"{campaign.code}  {campaign.name}: ok, {games} games")
        if failed:
            raise CommandError(f"{failed} of {total} campaigns do not replay.", returncode=1)
        if not quiet:
            self.stdout.write(f"{total} campaigns replayed.")


def _fault(campaign: Campaign) -> str:
    """Return why a campaign does not replay; "" if it does."""
    try:
        story = selectors.campaign_facts(campaign).story
        pack = get_pack(campaign.system)
    except UnknownSystemError as error:
        return f"there is no pack called {error}"
    except (ValueError, LookupError) as error:
        return f"its rows cannot be read: {error}"
    try:
        campaign_rules(campaign.system).replay(story, pack)
    except ReplayError as error:
        words = campaign_face(campaign.system).words(campaign)
        why = " ".join(dict.fromkeys(map(words.sentence, error.problems)))
        if error.fact is None:
            return why
        fact = words.fact(error.fact)
        return f"game {error.game}, entry {error.index + 1} does not fit. {fact} {why}"
    return ""

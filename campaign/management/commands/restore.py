"""``manage.py restore``: replace the data by a backup."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.backups.archive import BackupError, open_backup
from campaign.backups.restoring import restore_backup

AS_THEN = """\
Sign-ins, tokens, links and members are as they were on {made_at}: what was revoked since is valid
again. If that matters, run the command once more with --replace --revoke."""

# Who has set a password since comes back by the old one, or by a recovery code alone.
STILL_AS_THEN = """\
Passwords, passkeys, recovery codes, keeper's codes, members, webhooks and mail addresses are as
they were on {made_at}."""


class Command(BaseCommand):
    """Verify a backup and restore it, completely or not at all."""

    help = "Restore a backup. It is verified first; what is here stays unless --replace is given."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("file", metavar="FILE", help="a backup")
        how = parser.add_mutually_exclusive_group()
        how.add_argument(
            "--into-empty", action="store_true", help="only where there is no data yet (the rule)"
        )
        how.add_argument(
            "--replace", action="store_true", help="put it in the place of the data that is here"
        )
        how.add_argument("--verify", action="store_true", help="look at it, and change nothing")

        parser.add_argument(
            "--revoke",
            action="store_true",
            help="sign every account out, and revoke every token and link that it holds",
        )

    def handle(
        self,
        *_args: Any,
        file: str,
        replace: bool,
        verify: bool,
        revoke: bool,
        **_options: Any,
    ) -> None:
        """Restore the backup, or fail with the reason."""
        try:
            with open_backup(Path(file)) as backup:
                self._say(f"verified: made {backup.made_at}")
                if verify:
                    return
                restore_backup(backup, replace=replace, revoke=revoke, say=self._say)
                made_at = backup.made_at
        except BackupError as error:
            raise CommandError(f"Nothing was changed. {error}.") from error
        except OSError as error:  # no directory; or, after "committed", a picture: restore again
            raise CommandError(f"The restore stopped: {error}.") from error
        self._say("restored")
        self._say((STILL_AS_THEN if revoke else AS_THEN).format(made_at=made_at))
        call_command("replay", quiet=True, stdout=self.stdout, stderr=self.stderr)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

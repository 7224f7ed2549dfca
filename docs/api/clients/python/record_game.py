"""Start a game of War Eternal, say how to set it up, and enter its result.

``breachkeeper_client`` beside this file is generated: docs/api/clients.md says how.
"""

import os
import sys
import uuid

from breachkeeper_client import AuthenticatedClient
from breachkeeper_client.api.games import (
    enter_game_result,
    get_game_result_form,
    get_game_sheet,
    start_game,
)
from breachkeeper_client.models import EntryIn, EntryInFields, Refusal, StartIn, StartInFields

SYSTEM = "aeons-end-war-eternal"


def accepted(answer):
    """Return an answer, or end the program with the site's reasons."""
    if isinstance(answer, Refusal):
        sys.exit("\n".join(problem.sentence for problem in answer.problems))
    return answer


def main():
    """Record a game for two mages."""
    site, token = os.environ["BREACHKEEPER_URL"], os.environ["BREACHKEEPER_TOKEN"]
    client = AuthenticatedClient(base_url=site, token=token)

    # A token of your own for each entry: sent again, it writes nothing twice.
    start = StartIn(SYSTEM, uuid.uuid4().hex, StartInFields.from_dict({"mages": 2}))
    game = accepted(start_game.sync(client=client, body=start))
    print(f"{game.title}: {game.url}")

    sheet = accepted(get_game_sheet.sync(game.code, client=client)).to_dict()
    for mage in sheet["mages"]:
        print(f" - {mage['name']}, life {mage['life']}")

    form = accepted(get_game_result_form.sync(game.code, client=client))
    won = {"result": "win", "ending_win": "nemesis_defeated", "minutes": 90}
    result = EntryIn(form.revision, uuid.uuid4().hex, EntryInFields.from_dict(won))
    played = accepted(enter_game_result.sync(game.code, client=client, body=result))
    print(f"Entered: {played.play.result}, {played.play.minutes} minutes")


if __name__ == "__main__":
    main()

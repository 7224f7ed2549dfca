"""Programs with tokens, for the tests of the API."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaign.models import Person, Scope
from campaign.services.api_tokens import api_token_make

BASE = "/api/v1"


class Program:
    """A program that acts for a person."""

    def __init__(self, person: Person, scope: Scope = Scope.RECORD) -> None:
        self.token = api_token_make(person=person, name="A program", scope=scope)
        self.client = Client(headers={"Authorization": f"Bearer {self.token}"})

    def get(self, path: str, **query: Any) -> Any:
        """Return the answer to a GET."""
        return self.client.get(BASE + path, query)

    def read(self, path: str, **query: Any) -> Any:
        """Return the JSON of a good answer."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """Return the answer to a POST."""
        return self.client.post(BASE + path, body, content_type="application/json")


def codes(answer: Any) -> set[str]:
    """Return the codes of the problems in a refusal."""
    problems = answer.json()["problems"]
    assert all(problem["sentence"] for problem in problems)
    return {problem["code"] for problem in problems}

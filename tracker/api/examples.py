"""An example of each operation, for its description: what was sent, and what came back.

They are written by ``tests/tracker/api/test_examples.py``, which asks for each of them.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings

FOLDER = settings.BASE_DIR / "fixtures" / "api"
GOOD = ("200", "201")


def add_examples(description: Mapping[str, Any]) -> None:
    """Put its example beside the schema of every body and every good answer."""
    for methods in description["paths"].values():
        for operation in methods.values():
            file = FOLDER / f"{operation['operationId']}.json"
            if file.exists():
                _add(operation, json.loads(file.read_text(encoding="utf-8")))


def _add(operation: Mapping[str, Any], example: Mapping[str, Any]) -> None:
    if "requestBody" in operation:
        for content in operation["requestBody"]["content"].values():
            content["example"] = example["sent"]
    for status in GOOD:
        for content in operation["responses"].get(status, {}).get("content", {}).values():
            content["example"] = example["answer"]

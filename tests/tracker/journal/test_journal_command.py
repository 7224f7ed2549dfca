"""``manage.py journal check``: faults by path, and none of what is sealed."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import jsonschema_rs
import pytest
from django.core.management import CommandError, call_command

from tests.rules.journal.journals import DEMOS, plain


def check(file: Path, *options: str) -> tuple[int, str]:
    """Return the exit status and what is printed."""
    out = StringIO()
    try:
        call_command("journal", "check", str(file), *options, stdout=out)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.parametrize("demo", sorted(DEMOS.glob("*.json")), ids=lambda path: path.stem)
def test_the_demos_have_no_fault(demo: Path) -> None:
    status, said = check(demo)
    assert (status, said.endswith(": no fault.\n")) == (0, True)


def test_of_several_files_each_fault_names_its_file(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    values = plain("delta")
    values["begins"]["things"][0]["kind"] = "compny"
    wrong.write_text(json.dumps(values), encoding="utf-8")
    sound = DEMOS / "lighthouse.json"
    status, said = check(sound, str(wrong))
    assert status == 1
    first, second, *others = said.splitlines()
    assert first == f"{sound}: {plain('lighthouse')['name']}: no fault."
    assert second.startswith(f"{wrong}: begins.things[0].kind: expected the id of a kind, got")
    assert others == []


def test_every_step_of_the_half_hour_in_the_docs_has_no_fault(tmp_path: Path) -> None:
    written = (DEMOS.parents[1] / "docs" / "journals.md").read_text(encoding="utf-8")
    steps = re.findall(r"```json\n(.*?)```", written, re.DOTALL)
    assert len(steps) == 3
    for step in steps:
        file = tmp_path / "game.json"
        file.write_text(step, encoding="utf-8")
        assert check(file)[0] == 0, check(file)[1]


def test_the_printed_schema_accepts_the_demos_and_refuses_a_wrong_type() -> None:
    out = StringIO()
    call_command("journal", "schema", stdout=out)
    schema = jsonschema_rs.validator_for(json.loads(out.getvalue()))
    demos = [json.loads(demo.read_text(encoding="utf-8")) for demo in sorted(DEMOS.glob("*.json"))]
    assert demos
    assert all(schema.is_valid(demo) for demo in demos)
    assert not any(schema.is_valid({**demo, "name": 3}) for demo in demos)


def test_faults_are_named_by_path_but_behind_a_seal_by_number_alone(tmp_path: Path) -> None:
    values = plain("lighthouse")
    values["begins"]["things"][0]["kind"] = "kepeer"
    values["begins"]["seals"][0]["inside"]["things"][0]["kind"] = "canary"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(values), encoding="utf-8")
    status, said = check(file)
    assert status == 1
    assert 'begins.things[0].kind: expected the id of a kind, got "kepeer"' in said
    assert "begins.seals[0].inside: expected contents without a fault, got 1 fault" in said
    assert "canary" not in said
    assert "canary" in check(file, "--author")[1]


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[]", b'{"name": 3}', b"x" * 200_000])
def test_anything_else_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    status, said = check(file)
    assert status == 1
    assert ": expected " in said


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        check(tmp_path / "none.json")

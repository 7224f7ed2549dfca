"""The tests of a browser wait for what they say they wait for."""

import ast
from pathlib import Path

HERE = Path(__file__).parent
WAIT = "wait_for_function"


def waited_for(path: Path) -> list[str]:
    """Return the functions, as they are written, that a test gives to Playwright's wait."""
    tree = ast.parse(path.read_text())
    texts = {
        node.targets[0].id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)
    found = [call.args[0] for call in calls if getattr(call.func, "attr", "") == WAIT]
    return [
        str(given.value if isinstance(given, ast.Constant) else texts.get(ast.unparse(given), ""))
        for given in found
    ]


def test_no_test_waits_for_a_promise_or_for_what_the_site_forbids_to_evaluate() -> None:
    """Playwright takes any promise for true, and evaluates an expression against the site's CSP."""
    found = {path: waited_for(path) for path in HERE.rglob("*.py")}
    assert sum(map(len, found.values())) > 5
    wrong = [
        f"{path.name}: {text}"
        for path, texts in found.items()
        for text in texts
        if text.startswith("async") or "=>" not in text
    ]
    assert not wrong

"""Give every username its key.

Usernames were compared by the database, which took "ı" for "i" in one place and not in another: two
accounts may have spellings of one name. The older one is found by any spelling, each newer one only
by exactly its own. Nobody is renamed or kept out.
"""

import unicodedata
from typing import Any

from django.db import migrations


def fill(apps: Any, _editor: Any) -> None:
    """Write the keys, the oldest account first."""
    people = apps.get_model("campaign", "Person").objects.exclude(username=None)
    taken: set[str] = set()
    for pk, username in people.order_by("pk").values_list("pk", "username").iterator(2000):
        key = _key(username)
        if key in taken:
            key = f"={username}"
        taken.add(key)
        people.filter(pk=pk).update(username_key=key)


def _key(username: str) -> str:
    """Return the key as it was when this was written: the code of today may differ."""
    folded = unicodedata.normalize("NFKC", username).strip().casefold()
    folded = unicodedata.normalize("NFKC", folded).casefold()
    without_dots = folded.replace("i\N{COMBINING DOT ABOVE}", "i").replace("ı", "i")
    return unicodedata.normalize("NFKC", without_dots)


class Migration(migrations.Migration):
    dependencies = [("campaign", "0033_username_keys")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

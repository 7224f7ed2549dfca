"""The {% remember %} tag: a part of a page that is the same for many is drawn once.

``{% remember access game.number with body %}…{% endremember %}``

A part is remembered by the campaign's stamp, which every write to its story changes, by the role of
who looks, by the language and by where it stands; what else it depends on is named in the tag.
Portraits, photos and people's names change without a write: they stay outside, or are named.
What is costly to make is given as a function (``with``) that returns names and values for the part,
and is called only when the part is drawn. Without an access nothing is remembered.
Somebody's own log has a memory with few places (``access.memory``): an address asks for whatever
its reader writes into it, and must not drive out what others see.

Nothing of one visitor gets in: inside there is no request, no user and no token of any kind. What
answers a POST is never remembered: it shows what somebody typed, and a write may have changed the
stamp after the page's values were read.
"""

from __future__ import annotations

from itertools import count
from typing import Any, Protocol

from django.conf import settings
from django.template import Context, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.memory import Memory, memory

# A visitor's own, from the context processors.
PRIVATE = ("request", "user", "perms", "messages", "csrf_token")

_places = count()  # one for each tag, as it is parsed


class Sighted(Protocol):
    """Access to something: whoever has the same sight sees the same."""

    @property
    def sight(self) -> tuple[object, ...]: ...


class Remember(Node):
    """A part of a page that is drawn once for all who see the same."""

    child_nodelists = ("nodelist",)

    def __init__(
        self,
        nodelist: NodeList,
        access: FilterExpression,
        by: list[FilterExpression],
        values: FilterExpression | None,
    ) -> None:
        self.nodelist = nodelist
        self.place = next(_places)
        self.access = access
        self.by = by
        self.values = values

    def render(self, context: Context) -> SafeString:
        """Return the part, as it was drawn before if it was."""
        request = context.get("request")
        # In debug a template that is being written changes while the campaign does not.
        if settings.DEBUG or request is None or request.method not in ("GET", "HEAD"):
            return self._drawn(context)
        access: Sighted | None = self.access.resolve(context)
        if access is None:
            return self._drawn(context)
        by = (expression.resolve(context) for expression in self.by)
        key = (*access.sight, self.place, get_language(), *by)
        held: Memory = getattr(access, "memory", memory)
        return held.of(key, lambda: self._drawn(context))

    def _drawn(self, context: Context) -> SafeString:
        values: dict[str, Any] = dict.fromkeys(PRIVATE)
        if self.values:
            values |= self.values.resolve(context)  # which calls it
        with context.push(**values):
            return self.nodelist.render(context)


def remember(parser: Parser, token: Token) -> Remember:
    """Parse the tag."""
    name, *bits = token.split_contents()
    values = None
    if len(bits) > 2 and bits[-2] == "with":
        values = parser.compile_filter(bits[-1])
        bits = bits[:-2]
    if not bits:
        raise TemplateSyntaxError(f"{name}: whose access? {{% {name} access … %}}")
    nodelist = parser.parse((f"end{name}",))
    parser.delete_first_token()
    if nodelist.get_nodes_by_type(CsrfTokenNode):
        raise TemplateSyntaxError(f"{name}: a token is one visitor's, and this part is everybody's")
    access, *by = (parser.compile_filter(bit) for bit in bits)
    return Remember(nodelist, access, by, values)

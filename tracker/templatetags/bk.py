"""Template tags and filters: icons, URLs of a game, small calculations."""

from collections.abc import Iterable
from html import escape
from typing import Any
from urllib.parse import quote

from django import template
from django.contrib.messages.storage.base import Message
from django.template import Context
from django.template.defaultfilters import stringfilter
from django.urls import reverse
from django.utils.safestring import SafeString

from tracker.faces.games import Heading
from tracker.faces.registry import FACES
from tracker.forms.fields import new_token
from tracker.pictures import sigils
from tracker.pictures.look import Accent, Look
from tracker.pictures.sigils import BOX, Motif
from tracker.pictures.symbols import SYMBOLS
from tracker.web import phones, records
from tracker.web.undo import Undo, undo_in
from tracker.words import colon, date_text, month, who

# As a Select puts it into its context: a name or None, the options, the group's place.
OptionGroup = tuple[str | None, list[dict[str, Any]], int]

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "", large: bool = False) -> SafeString:
    """Render an icon; with a label, for screen readers too."""
    size = " icon--large" if large else ""
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    # Not with <use>: a page has a hundred icons, and browsers copy the symbol for each of them.
    drawn = SYMBOLS[name]
    return SafeString(f'<svg class="icon{size}" viewBox="0 0 24 24" {said}>{drawn}</svg>')


@register.inclusion_tag("includes/emblem.html")
def emblem(system: str) -> dict[str, Look | None]:
    """Draw the emblem of a system; nothing for one that no longer exists."""
    return {"look": FACES[system].look if system in FACES else None}


@register.inclusion_tag("includes/motif.html")
def motif(system: str) -> dict[str, Look | None]:
    """Draw the motif of a system; nothing for one that no longer exists."""
    return {"look": FACES[system].look if system in FACES else None}


@register.simple_tag
def accent(system: str) -> str:
    """Return the accent of a system's page or tile."""
    return FACES[system].look.accent if system in FACES else Accent.VIOLET


@register.simple_tag
def sigil(name: str, system: str) -> SafeString:
    """Draw the sigil of a name: an opponent, a character or a campaign of a system."""
    path = f'<path d="{_path(name, system)}"/>'
    return SafeString(f'<svg class="sigil" viewBox="{BOX}" aria-hidden="true">{path}</svg>')


@register.simple_tag
def sigil_path(name: str, system: str) -> str:
    """Return the path of a name's sigil, for a part that draws it."""
    return _path(name, system) if name else ""


@register.simple_tag
def look_sigil(look: Look, name: str) -> str:
    """Return the path of a name's sigil, in the motif of a look."""
    return sigils.sigil(name, look.sigils)


@register.simple_tag(takes_context=True)
def page_sigil(context: Context) -> SafeString:
    """Define the sigil that stages of this page draw: of its opponent, its campaign or the site."""
    look = context.get("look")
    motif = look.sigils if look else Motif.RINGS
    heading, campaign = context.get("heading"), context.get("campaign")
    name = campaign.name if campaign else "Breachkeeper"
    if isinstance(heading, Heading):  # of one game: its opponent
        name = heading.title
    path = f'<path id="page-sigil" fill-rule="evenodd" d="{sigils.sigil(name, motif)}"/>'
    return SafeString(f"<svg hidden><defs>{path}</defs></svg>")


def _path(name: str, system: str) -> str:
    motif = FACES[system].look.sigils if system in FACES else Motif.RINGS
    return sigils.sigil(name, motif)


@register.simple_tag(takes_context=True)
def sign_in_url(context: Context) -> str:
    """Return the URL of signing in, from where the visitor comes back to this page."""
    return f"{reverse('sign_in')}?next={quote(context['request'].path)}"


@register.simple_tag(takes_context=True)
def game_url(context: Context, page: str = "game", *args: object) -> str:
    """Return the URL of a page of the ``game`` in the context."""
    return records.game_url(context["game"], page, *args)


@register.simple_tag(takes_context=True)
def numbered_url(context: Context, number: int, page: str = "game", *args: object) -> str:
    """Return the URL of a page of the game that has a number in the ``campaign``."""
    return records.numbered_url(context["campaign"], number, page, *args)


@register.simple_tag(takes_context=True)
def undo_button(context: Context, message: Message) -> Undo | None:
    """Return the button of a message, on the pages of a record that this visitor may write to."""
    access = context.get("access")
    return undo_in(message) if access and access.may_record else None


register.simple_tag(new_token, name="form_token")
register.filter("who", who)
register.filter("month", month)
register.filter("day", date_text, expects_localtime=True)
register.filter("colon", stringfilter(colon))  # of "", the colon alone


@register.filter
def initials(name: str) -> str:
    """Shorten a name to one or two letters."""
    words = name.replace("-", " ").split()
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return words[0][:2].capitalize() if words else "?"


@register.filter
def longest_word(text: str) -> int:
    """Return how many letters the longest word has."""
    return max(map(len, text.split()), default=0)


@register.filter
def times(number: int | None) -> range:
    """Return a range from one to a number, for loops in templates."""
    return range(1, (number or 0) + 1)


@register.filter
def nameless_joined(groups: Iterable[OptionGroup]) -> list[OptionGroup]:
    """Join the options of a list that stand in no group: Django makes each a group of its own."""
    joined: list[OptionGroup] = []
    for name, options, place in groups:
        if joined and not name and not joined[-1][0]:
            joined[-1][1].extend(options)
        else:
            joined.append((name, list(options), place))
    return joined


@register.filter
def leads_here_only(link: str) -> bool:
    """Say whether a link works on the machine that serves the site, and on no phone."""
    return phones.leads_here_only(link)

"""How a visitor wants pages to look: the theme and the size of the text, kept in two cookies."""

from dataclasses import dataclass

from django.http import HttpRequest

THEME_COOKIE = "theme"
THEMES = ("light", "dark")  # any other value is the device's own
TEXT_COOKIE = "text"
TEXT_SIZES = ("large",)  # any other value is the usual size


@dataclass(frozen=True, slots=True)
class Display:
    """The theme and the text size of a page; "" for the default."""

    theme: str = ""
    text: str = ""

    @property
    def is_light(self) -> bool:
        """Say whether the visitor chose the light theme."""
        return self.theme == "light"

    @property
    def is_dark(self) -> bool:
        """Say whether the visitor chose the dark theme."""
        return self.theme == "dark"

    @property
    def is_large(self) -> bool:
        """Say whether the visitor chose larger text."""
        return self.text == "large"


def display_of(request: HttpRequest) -> Display:
    """Return what the cookies of a visitor say."""
    theme, text = (request.COOKIES.get(name, "") for name in (THEME_COOKIE, TEXT_COOKIE))
    return Display(
        theme=theme if theme in THEMES else "",
        text=text if text in TEXT_SIZES else "",
    )


def display(request: HttpRequest) -> dict[str, Display]:
    """Give every page its ``display``: a context processor."""
    return {"display": display_of(request)}

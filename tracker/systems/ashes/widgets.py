"""Widgets of the game's forms."""

from django import forms


class LongSelect(forms.Select):
    """A select of dozens of options; Django's own renders two more templates for each of them."""

    template_name = "ashes/long_select.html"

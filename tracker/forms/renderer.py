"""How form widgets are drawn: Django's templates, one for each input instead of three."""

from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest

INPUT = "django/forms/widgets/input.html"
# Of Django's own these do nothing but include that one, an option by way of another.
INPUTS = {
    f"django/forms/widgets/{name}.html"
    for name in ("text", "number", "hidden", "checkbox", "date", "checkbox_option", "radio_option")
}


class WidgetRenderer(TemplatesSetting):
    """Draw inputs with our own template at once; a page has up to a hundred."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """Draw a widget."""
        if template_name in INPUTS and not context["widget"].get("wrap_label"):
            template_name = INPUT
        return super().render(template_name, context, request)

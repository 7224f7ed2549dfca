from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignConfig(AppConfig):
    name = "campaign"
    verbose_name = _("campaigns")

    def ready(self) -> None:
        from campaign import checks  # noqa: F401 (importing registers them)

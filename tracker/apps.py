from django.apps import AppConfig


class TrackerConfig(AppConfig):
    name = "tracker"

    def ready(self) -> None:
        # Importing registers them.
        from tracker.config import checks, deployment  # noqa: F401
        from tracker.faces import registry
        from tracker.people import sign_ins  # noqa: F401
        from tracker.sheets import checks as fonts  # noqa: F401

        registry.install()

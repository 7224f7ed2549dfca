from django.apps import AppConfig


class TrackerConfig(AppConfig):
    name = "tracker"

    def ready(self) -> None:
        from tracker import checks, sign_ins  # noqa: F401 (importing registers them)

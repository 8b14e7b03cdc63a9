"""App configuration of recruiting."""

from django.apps import AppConfig


class RecruitingConfig(AppConfig):
    name = "recruiting"

    def ready(self) -> None:
        from analysis.report.checklist.items import KNOWN
        from hits.background.performing import register
        from hits.models import BackgroundTask
        from recruiting import signals
        from recruiting.links.places import register_step
        from recruiting.long_merges import perform_merge
        from recruiting.ways import recruitment

        register(BackgroundTask.Kind.MERGE, perform_merge)
        register_step()
        KNOWN["recruitment"].append(recruitment)

"""App configuration. It registers training as a step before the main HITs, and the application of
rules as a background task."""

from django.apps import AppConfig


class QualityConfig(AppConfig):
    name = "quality"

    def ready(self) -> None:
        from hits.background.performing import register as register_work
        from hits.models import BackgroundTask
        from quality.long_rules import perform_rule
        from quality.training.standing import page_due
        from quality.training.taking import begin_training
        from recruiting.route import Place, Step, register

        register(Step(Place.TRAINING, page_due, begin_training))
        register_work(BackgroundTask.Kind.RULE, perform_rule)

"""Simulating what a draft can be expected to show: a page of its steps shows it."""

from django.urls import reverse

from desk.background.kinds import Words
from hits.models import BackgroundTask


class PowerWords(Words):
    def so_far(self, _task: BackgroundTask) -> str:
        return ""  # the step says that

    def outcome(self, _task: BackgroundTask) -> str:
        return ""

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:batch_step", args=[task.subject_id, "power"])

    def own_page(self, task: BackgroundTask) -> str:
        return self.back(task)


WORDS = PowerWords()

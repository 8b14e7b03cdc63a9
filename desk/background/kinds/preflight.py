"""Looking at a draft before it is published, or deciding on what was found: the draft's last step
shows it."""

from django.urls import reverse

from desk.background.kinds import Words
from hits.models import BackgroundTask


class PreflightWords(Words):
    def so_far(self, _task: BackgroundTask) -> str:
        return ""  # the step says that, and what it found

    def outcome(self, _task: BackgroundTask) -> str:
        return ""

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:batch_step", args=[task.subject_id, "publish"])

    def own_page(self, task: BackgroundTask) -> str:
        return self.back(task)


WORDS = PreflightWords()

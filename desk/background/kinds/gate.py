"""Checking a judge's certificate: the page of its run shows how that ended."""

from django.urls import reverse

from desk.background.kinds import Words
from hits.models import BackgroundTask


class GateWords(Words):
    def so_far(self, _task: BackgroundTask) -> str:
        return ""

    def outcome(self, task: BackgroundTask) -> str:
        return " ".join(task.result["reasons"])

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:judge_run", args=[task.parameters["run"]])


WORDS = GateWords()

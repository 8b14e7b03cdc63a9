"""Keeping a snapshot of an export."""

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _

from desk.background.kinds import Result, Words
from hits.models import BackgroundTask


class SnapshotWords(Words):
    def so_far(self, task: BackgroundTask) -> str:
        return _("%(size)s so far") % {"size": filesizeformat(task.done)}

    def outcome(self, _task: BackgroundTask) -> str:
        return _("The snapshot is kept. Its address and hash do not change.")

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:export", args=[task.subject_id])

    def result(self, task: BackgroundTask) -> Result | None:
        if "sha256" not in task.result:
            return None
        address = reverse("admin:snapshot", args=[task.subject_id, task.result["sha256"]])
        return Result(address, _("Snapshot"))


WORDS = SnapshotWords()

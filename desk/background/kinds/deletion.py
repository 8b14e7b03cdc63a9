"""Deleting a data set."""

from django.urls import reverse
from django.utils.translation import gettext as _

from desk.background.kinds import Words
from hits.models import BackgroundTask


class DeletionWords(Words):
    def so_far(self, _task: BackgroundTask) -> str:
        return ""  # it goes at one stroke

    def outcome(self, task: BackgroundTask) -> str:
        return _("%(name)s is deleted.") % {"name": task.subject_name}

    def back(self, _task: BackgroundTask) -> str:
        return reverse("admin:datasets")


WORDS = DeletionWords()

"""Making two persons of a project one."""

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from desk.background.kinds import Words
from hits.models import BackgroundTask


class MergeWords(Words):
    def so_far(self, task: BackgroundTask) -> str:
        text = ngettext("%(number)s response so far", "%(number)s responses so far", task.done)
        return text % {"number": number_format(task.done, force_grouping=True)}

    def outcome(self, _task: BackgroundTask) -> str:
        return _("They are one person now.")

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:links", args=[task.subject_id])


WORDS = MergeWords()

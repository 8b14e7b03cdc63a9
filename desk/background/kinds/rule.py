"""Applying a rule to a batch's answers, or taking back what one leaves out."""

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import ngettext

from desk.background.kinds import Words
from hits.models import BackgroundTask


class RuleWords(Words):
    def so_far(self, task: BackgroundTask) -> str:
        text = ngettext("%(number)s response so far", "%(number)s responses so far", task.done)
        return text % {"number": number_format(task.done, force_grouping=True)}

    def outcome(self, task: BackgroundTask) -> str:
        number = task.result.get("answers", 0)
        texts = {
            "reject": ngettext(
                "%(number)s response rejected.", "%(number)s responses rejected.", number
            ),
            "take_back": ngettext(
                "%(number)d response included again.",
                "%(number)d responses included again.",
                number,
            ),
        }
        left_out = ngettext(
            "%(number)s response excluded.", "%(number)s responses excluded.", number
        )
        return texts.get(task.parameters.get("act", ""), left_out) % {"number": number}

    def left(self, task: BackgroundTask) -> str:
        if not task.by_parts or not task.done:
            return super().left(task)
        text = ngettext(
            "%(number)s response was rejected. Try again to reject the others.",
            "%(number)s responses were rejected. Try again to reject the others.",
            task.done,
        )
        return text % {"number": number_format(task.done, force_grouping=True)}

    def back(self, task: BackgroundTask) -> str:
        page = "admin:batch_rules" if "declared" in task.parameters else "admin:exclusions"
        return reverse(page, args=[task.subject_id])


WORDS = RuleWords()

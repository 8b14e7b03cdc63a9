"""Texts on the page of a background task, for each kind of task."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.models import BackgroundTask
from hits.review.exclusions import included_again


class Result(NamedTuple):
    """The URL of the page with a task's result, and the text of the link."""

    address: str
    label: str


class Words(ABC):
    """The base class for the texts about tasks of one kind, and for the pages that they link to."""

    def so_far(self, _task: BackgroundTask) -> str:
        """Return the progress as text, or "" if there is none to show here."""
        return ""

    def outcome(self, _task: BackgroundTask) -> str:
        """Return the outcome as a sentence, or "" if another page shows it."""
        return ""

    def left(self, _task: BackgroundTask) -> str:
        """Return a sentence that says what a failed or cancelled task changed."""
        return _("Nothing changed.")

    @abstractmethod
    def back(self, task: BackgroundTask) -> str:
        """Return the URL of the page where people request tasks of this kind."""

    def result(self, _task: BackgroundTask) -> Result | None:
        """Return a link to the page with the task's result, or None if there is no such page."""
        return None

    def own_page(self, _task: BackgroundTask) -> str:
        """Return the URL of the page that is shown in place of the task's page, or "" if there is
        none."""
        return ""


def _responses_so_far(task: BackgroundTask) -> str:
    text = ngettext("%(number)s response", "%(number)s responses", task.done)
    return text % {"number": number_format(task.done, force_grouping=True)}


class DeletionWords(Words):
    """Texts for deleting a dataset."""

    def outcome(self, task: BackgroundTask) -> str:
        return _("“%(name)s” deleted.") % {"name": task.subject_name}

    def back(self, _task: BackgroundTask) -> str:
        return reverse("admin:datasets")


class GateWords(Words):
    """Texts for checking a judge's certificate. The page of the judge run shows the result."""

    def outcome(self, task: BackgroundTask) -> str:
        return " ".join(task.result["reasons"])

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:judge_run", args=[task.parameters["run"]])


class MergeWords(Words):
    """Texts for merging two annotators of a project."""

    def so_far(self, task: BackgroundTask) -> str:
        return _responses_so_far(task)

    def outcome(self, _task: BackgroundTask) -> str:
        return _("Annotators merged")

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:links", args=[task.subject_id])


class PowerWords(Words):
    """Texts for simulating a batch's power and precision. A step of the draft shows the result."""

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:batch_step", args=[task.subject_id, "power"])

    def own_page(self, task: BackgroundTask) -> str:
        return self.back(task)


class PreflightWords(Words):
    """Texts for checking a draft or deciding on a finding. The draft's last step shows the
    result."""

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:batch_step", args=[task.subject_id, "publish"])

    def own_page(self, task: BackgroundTask) -> str:
        return self.back(task)


class RuleWords(Words):
    """Texts for applying an exclusion rule to a batch's responses, or undoing the exclusions."""

    def so_far(self, task: BackgroundTask) -> str:
        return _responses_so_far(task)

    def outcome(self, task: BackgroundTask) -> str:
        number, act = task.result.get("answers", 0), task.parameters.get("act", "")
        if act == "take_back":
            return included_again(number)
        rejected = ngettext(
            "%(number)s response rejected.", "%(number)s responses rejected.", number
        )
        left_out = ngettext(
            "%(number)s response excluded.", "%(number)s responses excluded.", number
        )
        return (rejected if act == "reject" else left_out) % {"number": number}

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


class SnapshotWords(Words):
    def so_far(self, task: BackgroundTask) -> str:
        return _("%(size)s written so far") % {"size": filesizeformat(task.done)}

    def outcome(self, _task: BackgroundTask) -> str:
        return _("Snapshot created. Its address and hash will not change.")

    def back(self, task: BackgroundTask) -> str:
        return reverse("admin:export", args=[task.subject_id])

    def result(self, task: BackgroundTask) -> Result | None:
        if "sha256" not in task.result:
            return None
        address = reverse("admin:snapshot", args=[task.subject_id, task.result["sha256"]])
        return Result(address, _("Snapshot"))


BY_KIND: Mapping[str, Words] = {
    "deletion": DeletionWords(),
    "gate": GateWords(),
    "merge": MergeWords(),
    "power": PowerWords(),
    "preflight": PreflightWords(),
    "rule": RuleWords(),
    "snapshot": SnapshotWords(),
}


def words_of(task: BackgroundTask) -> Words:
    return BY_KIND[task.kind]

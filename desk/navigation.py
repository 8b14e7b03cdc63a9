"""The desk's navigation: a researcher's words, each for a page or a list of the admin."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from people.access import has_projects


@dataclass(frozen=True)
class Entry:
    """A page: its word, the name of its symbol in `img/desk.svg`, its route, what its address
    begins with, and the key after `g`."""

    word: str | Promise
    icon: str
    route: str
    query: str = ""
    key: str = ""

    @property
    def address(self) -> str:
        return reverse(self.route) + self.query


GROUPS = (
    (
        Entry(_("Desk"), "desk", "admin:index", key="d"),
        Entry(_("Batches"), "batches", "admin:hits_batch_changelist", key="b"),
        Entry(_("Review"), "review", "admin:review", key="r"),
        Entry(_("Answers"), "replies", "admin:hits_assignment_changelist"),
        Entry(_("Annotators"), "annotators", "admin:hits_enrolment_changelist", key="a"),
        Entry(_("Objections"), "messages", "admin:hits_appeal_changelist", key="o"),
    ),
    (
        Entry(_("Data"), "data", "admin:stimuli_dataset_changelist"),
        Entry(_("Imports"), "imports", "admin:stimuli_datasetimport_changelist"),
        Entry(_("Rubrics"), "rubrics", "admin:surveys_rubricversion_changelist"),
        Entry(_("Prompts"), "prompts", "admin:surveys_prompttemplate_changelist"),
    ),
    (
        Entry(_("Judge runs"), "judges", "admin:judges_judgerun_changelist"),
        Entry(_("Judges’ replies"), "replies", "admin:judges_verdict_changelist"),
        Entry(_("Endpoints"), "endpoints", "admin:judges_judgeendpoint_changelist"),
    ),
    (
        Entry(_("Money"), "money", "admin:payments_transaction_changelist", key="m"),
        Entry(_("Projects"), "project", "admin:projects", key="p"),
    ),
)
# Accounts are a superuser's.
ACCOUNTS = Entry(_("Accounts"), "accounts", "admin:people_user_changelist")


def navigation(request: HttpRequest) -> list[list[tuple[Entry, bool]]]:
    """The groups of entries that the person may open, each with whether the page is the entry's."""
    if not request.user.is_authenticated or not (
        request.user.is_superuser or has_projects(request)
    ):
        return []
    groups = [list(group) for group in GROUPS]
    if request.user.is_superuser:
        groups[-1].append(ACCOUNTS)
    return [[(entry, _is_at(request, entry)) for entry in group] for group in groups]


def _is_at(request: HttpRequest, entry: Entry) -> bool:
    """Whether the page is the entry's list, or a page of an object in it."""
    path = reverse(entry.route)
    if path == reverse("admin:index"):
        return request.path == path
    return request.path.startswith(path)

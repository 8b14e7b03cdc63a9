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
    begins with, the key after `g`, and what the documentation says of it."""

    word: str | Promise
    icon: str
    route: str
    query: str = ""
    key: str = ""
    help: str = "researchers"

    @property
    def help_address(self) -> str:
        """The page of the documentation about it, at the heading after the `#`."""
        name, mark, heading = self.help.partition("#")
        return reverse("documentation", args=[name]) + mark + heading

    @property
    def address(self) -> str:
        return reverse(self.route) + self.query


GROUPS = (
    (
        Entry(_("Desk"), "desk", "admin:index", key="d"),
        Entry(
            _("Batches"),
            "batches",
            "admin:hits_batch_changelist",
            key="b",
            help="researchers#what-a-batch-costs",
        ),
        Entry(_("Review"), "review", "admin:review", key="r", help="researchers#reviewing-answers"),
        Entry(
            _("Answers"),
            "replies",
            "admin:review_table",
            help="researchers#reviewing-answers",
        ),
        Entry(
            _("Annotators"),
            "annotators",
            "admin:annotators",
            key="a",
            help="quality#annotators",
        ),
        Entry(
            _("Qualifications"),
            "check",
            "admin:qualifications",
            help="quality#qualifications",
        ),
        Entry(
            _("Objections"),
            "messages",
            "admin:appeals",
            key="o",
            help="researchers#reviewing-answers",
        ),
        Entry(
            _("Messages"),
            "messages",
            "admin:message_threads",
            key="w",
            help="annotators#writing-to-you",
        ),
        Entry(
            _("Reported HITs"),
            "warn",
            "admin:broken_hits",
            help="annotators#something-is-wrong-with-a-hit",
        ),
    ),
    (
        Entry(_("Data"), "data", "admin:stimuli_dataset_changelist", help="importing"),
        Entry(_("Imports"), "imports", "admin:stimuli_datasetimport_changelist", help="importing"),
        Entry(_("Rubrics"), "rubrics", "admin:surveys_rubricversion_changelist", help="rubrics"),
        Entry(
            _("Prompts"),
            "prompts",
            "admin:surveys_prompttemplate_changelist",
            help="judges#running-it-from-here",
        ),
    ),
    (
        Entry(_("Judge runs"), "judges", "admin:judges_judgerun_changelist", help="judges"),
        Entry(
            _("Judges’ replies"),
            "replies",
            "admin:judges_verdict_changelist",
            help="judges#how-a-reply-is-read",
        ),
        Entry(
            _("Endpoints"),
            "endpoints",
            "admin:judges_judgeendpoint_changelist",
            help="judges#running-it-from-here",
        ),
    ),
    (
        Entry(
            _("Money"),
            "money",
            "admin:payments",
            key="m",
            help="researchers#what-a-batch-costs",
        ),
        Entry(
            _("Projects"),
            "project",
            "admin:projects",
            key="p",
            help="researchers#projects-and-roles",
        ),
        Entry(_("Access tokens"), "key", "admin:tokens", help="api#tokens"),
        Entry(_("Web hooks"), "endpoints", "admin:webhooks", help="webhooks"),
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


def word_here(groups: list[list[tuple[Entry, bool]]]) -> str | Promise:
    """What the desk calls the list that the page belongs to; blank for other pages."""
    entry = _entry_here(groups)
    return entry.word if entry else ""


def help_address(groups: list[list[tuple[Entry, bool]]]) -> str:
    """The page of the documentation about the page that is open."""
    entry = _entry_here(groups)
    return entry.help_address if entry else reverse("documentation", args=["researchers"])


def _entry_here(groups: list[list[tuple[Entry, bool]]]) -> Entry | None:
    here = [entry for group in groups for entry, is_here in group if is_here]
    return here[-1] if here else None


def _is_at(request: HttpRequest, entry: Entry) -> bool:
    """Whether the page is the entry's list, or a page of an object in it."""
    path = reverse(entry.route)
    if path == reverse("admin:index"):
        return request.path == path
    return request.path.startswith(path)

"""The navigation of the researchers' pages: ten areas, with tabs for each area that has several
pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from desk.batch_tabs import names_batch
from desk.guide import guide_address
from desk.projects import chosen_project
from desk.tabs import Tab, is_below, tab_of
from desk.waiting import Waiting, waiting
from people.access import has_projects
from people.models import Project


@dataclass(frozen=True)
class Page:
    """A page in the navigation.

    `below` are other paths that belong to the page, relative to Home, and `elsewhere` are other
    routes that belong to it. `count` is a kind of waiting decision in `desk.waiting`. The link to
    the page shows the number of these decisions. If `of_project` is true, the page is shown only
    while one project is chosen.
    """

    word: str | Promise
    route: str
    below: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    count: str = ""
    of_project: bool = False

    def address(self, project: Project | None) -> str:
        return reverse(self.route, args=[project.pk] if self.of_project and project else [])


@dataclass(frozen=True)
class Area:
    """An area of the navigation. Pressing `g` and then `key` opens it. `icon` is the name of an
    icon in `img/desk.svg`."""

    word: str | Promise
    icon: str
    key: str
    pages: tuple[Page, ...] = field(default=())


HOME = Area(_("Home"), "desk", "h", (Page(_("Home"), "admin:index"),))
BATCHES = Area(
    _("Batches"),
    "batches",
    "b",
    (
        Page(
            _("Batches"),
            "admin:batches",
            below=(
                *("hits/batch/", "judge/", "links/", "prolific/", "export/", "replay/", "wages/"),
                *("review/adjudication/", "review/exclusions/"),
            ),
        ),
    ),
)
REVIEW = Area(
    _("Review"),
    "review",
    "r",
    (
        Page(_("To review"), "admin:review", count="responses"),
        Page(
            _("Responses"),
            "admin:review_table",
            below=(
                "review/approve/",
                "review/reject/",
                "review/exclude/",
                "review/overturn/",
                "review/bonus/",
            ),
        ),
        Page(_("Appeals"), "admin:appeals", count="appeals"),
        Page(_("Reported problems"), "admin:broken_hits", count="problems"),
    ),
)
ANNOTATORS = Area(
    _("Annotators"),
    "annotators",
    "a",
    (
        Page(_("Annotators"), "admin:annotators", below=("erase/",)),
        Page(_("Qualifications"), "admin:qualifications"),
        Page(_("Messages"), "admin:message_threads", count="messages"),
    ),
)
DATASETS = Area(
    _("Datasets"),
    "data",
    "d",
    (Page(_("Datasets"), "admin:datasets"), Page(_("Imports"), "admin:imports", count="imports")),
)
RUBRICS = Area(_("Rubrics"), "rubrics", "u", (Page(_("Rubrics"), "admin:rubrics"),))
JUDGES = Area(
    _("Judges"),
    "judges",
    "j",
    (
        Page(_("Judge runs"), "admin:judge_runs", count="runs"),
        Page(_("Judge replies"), "admin:judge_replies"),
        Page(_("Prompt templates"), "admin:prompts"),
        Page(_("Model endpoints"), "admin:endpoints"),
    ),
)
RESULTS = Area(
    _("Results"),
    "results",
    "e",
    (
        Page(
            _("Results"),
            "admin:results",
            elsewhere=("report", "report_unveil", "report_difference", "metrics", "certificate"),
        ),
    ),
)
PAYMENTS = Area(_("Payments"), "money", "p", (Page(_("Payments"), "admin:payments"),))
OF_SUPERUSERS = (Page(_("Accounts"), "admin:accounts"), Page(_("Tables"), "admin:tables"))
SETTINGS = Area(
    _("Settings"),
    "settings",
    "s",
    (
        Page(_("Project"), "admin:project_settings", of_project=True),
        Page(_("Members"), "admin:project", of_project=True),
        Page(_("Projects"), "admin:projects"),
        Page(_("API tokens"), "admin:tokens"),
        Page(_("Webhooks"), "admin:webhooks"),
        Page(_("Activity"), "admin:acts"),
        *OF_SUPERUSERS,
    ),
)
# Areas that form a group in the navigation.
GROUPS = (
    (HOME, BATCHES, REVIEW, ANNOTATORS),
    (DATASETS, RUBRICS, JUDGES),
    (RESULTS, PAYMENTS),
    (SETTINGS,),
)


@dataclass(frozen=True)
class Entry:
    """An area as one user sees it: the pages that the user can open, the URL of the first page, and
    the decisions waiting there. `here` is the current page if it is in this area."""

    area: Area
    pages: Sequence[Page]
    address: str
    here: Page | None
    waits: Sequence[Waiting]

    @property
    def count(self) -> str:
        return Waiting.total(self.waits)

    @property
    def is_due(self) -> bool:
        """Return whether annotators depend on this area's decisions. This is only true for the
        review."""
        return self.area is REVIEW

    @property
    def what_waits(self) -> str:
        return ", ".join(each.words for each in self.waits)


class Navigation:
    """The pages that the user can open, and the current page. This is computed once per request,
    and only if the page shows the navigation."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.project = chosen_project(request)
        here = self._page_here()
        counts = waiting(request)
        self.groups = [
            [self._entry(area, here, counts) for area in group]
            for group in (GROUPS if is_on_the_desk(request) else ())
        ]

    @property
    def entry_here(self) -> Entry | None:
        return next((each for group in self.groups for each in group if each.here), None)

    @property
    def word_here(self) -> str | Promise:
        """Return the navigation's name for the current list, or "" on other pages."""
        entry = self.entry_here
        if not (entry and entry.here):
            return ""
        below = self.request.path.startswith(entry.here.address(self.project))
        return entry.here.word if below else ""

    @property
    def help_address(self) -> str:
        """Return the URL of the documentation about the current page."""
        return guide_address(self.request)

    @property
    def tabs(self) -> list[Tab]:
        """Return tabs for the pages of the current area. An area with a single page has no tabs."""
        entry = self.entry_here
        if entry is None or len(entry.pages) == 1:
            return []
        counts = waiting(self.request)
        return [
            tab_of(
                page.word,
                page.address(self.project),
                here="page" if page is entry.here else "",
                waits=counts.get(page.count),
            )
            for page in entry.pages
        ]

    def _entry(self, area: Area, here: Page | None, counts: Mapping[str, Waiting]) -> Entry:
        pages = [page for page in area.pages if self._is_open(page)]
        return Entry(
            area=area,
            pages=pages,
            address=pages[0].address(self.project),
            here=here if here in pages else None,
            waits=[counts[page.count] for page in pages if page.count in counts],
        )

    def _is_open(self, page: Page) -> bool:
        if page in OF_SUPERUSERS:
            return self.request.user.is_superuser
        return not page.of_project or self.project is not None

    def _page_here(self) -> Page | None:
        """Return the page in the navigation that the current URL belongs to. If several pages
        match, return the one with the longest matching path. Return None if no page matches."""
        if names_batch(self.request):
            return BATCHES.pages[0]
        route = self.request.resolver_match and self.request.resolver_match.url_name
        if route and (outside := [page for page in all_pages() if route in page.elsewhere]):
            return outside[0]
        below = [
            (len(address), page)
            for page in all_pages()
            if self._is_open(page)
            for address in self._addresses(page)
            if is_below(self.request, address)
        ]
        return max(below, key=lambda each: each[0])[1] if below else None

    def _addresses(self, page: Page) -> Iterator[str]:
        yield page.address(self.project)
        yield from (reverse("admin:index") + part for part in page.below)


def all_pages() -> list[Page]:
    return [page for group in GROUPS for area in group for page in area.pages]


def is_on_the_desk(request: HttpRequest) -> bool:
    """Return whether pages have the researchers' frame for this user: the user is a superuser or
    has a role in a project."""
    user = request.user
    return user.is_authenticated and (user.is_superuser or has_projects(request))

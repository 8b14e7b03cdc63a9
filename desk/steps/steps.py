"""The steps of a batch. Drafts, the overview and tabs of a batch, and the pre-publish check all use
these definitions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from desk.steps import locked, states
from desk.steps.states import DONE, NONE, PART, WRONG, Facts, State
from desk.tabs import Page, Tab
from hits.batches.cost_preview import CostPreview
from hits.models import Batch
from hits.terms import Step as Part

FORM = "admin:batch_step"  # the pages in `views.PAGES`, which are for drafts


@dataclass(frozen=True)
class Step:
    """A step of a batch. `pages` are the step's pages.

    `state` returns the step's progress, `parts` are its groups of terms, and `locked` yields
    descriptions of the terms that publishing locks.
    """

    key: str
    title: str | Promise
    pages: tuple[Page, ...]
    state: Callable[[Facts], State]
    parts: tuple[Part, ...] = ()
    locked: Callable[[Facts], Iterator[str]] = locked.nothing

    def pages_of(self, batch: Batch) -> list[Page]:
        is_draft = batch.state == Batch.State.DRAFT
        return [page for page in self.pages if is_draft or page.route != FORM]

    def address(self, batch: Batch) -> str:
        """Return the URL of the step's first page or, if the batch has no such page, of the step's
        locked settings."""
        pages = self.pages_of(batch)
        if pages:
            return pages[0].address(batch)
        return f"{step_address(batch, PUBLISH)}#{self.key}"


def _form(key: str, title: str | Promise) -> Page:
    return Page(title, FORM, key=key)


PUBLISH = "publish"
STEPS = (
    Step(
        "data",
        _("Data"),
        (_form("data", _("Data")),),
        states.data,
        parts=(Part.DATA,),
        locked=locked.data,
    ),
    Step("asked", _("Rubric"), (_form("asked", _("Rubric")),), states.rubric, locked=locked.rubric),
    Step(
        "compared",
        _("Systems and sample"),
        (_form("compared", _("Systems and sample")),),
        states.sample,
        parts=(Part.SAMPLE, Part.PILOT),
        locked=locked.sample,
    ),
    Step(
        "checks",
        _("Quality checks"),
        (
            Page(_("Quality checks"), "admin:batch_checks"),
            Page(_("Training"), "admin:batch_training"),
            Page(_("Exclusion rules"), "admin:batch_rules"),
            Page(_("Study plan"), "admin:batch_plan"),
        ),
        states.checks,
        parts=(Part.CHECKS, Part.TRAINING),
        locked=locked.checks,
    ),
    Step(
        "people",
        _("Participants"),
        (
            _form("people", capfirst(_("audience"))),
            Page(_("Recruitment"), "admin:links"),
            Page(_("Consent and questionnaires"), "admin:around"),
            Page("Prolific", "admin:prolific"),
        ),
        states.participants,
        parts=(Part.PEOPLE, Part.AUDIENCE),
        locked=locked.participants,
    ),
    Step(
        "pay",
        _("Pay and time"),
        (_form("pay", _("Pay and time")), _form("power", _("Power and precision"))),
        states.pay,
        parts=(Part.PAY,),
        locked=locked.pay,
    ),
    Step("look", _("Preview"), (_form("look", _("Preview")),), states.preview),
    Step(
        PUBLISH,
        _("Check and publish"),
        (_form(PUBLISH, _("Check and publish")),),
        states.publishing,
    ),
)
KEYS = [step.key for step in STEPS]
FORMS = frozenset(page.key for step in STEPS for page in step.pages if page.route == FORM)


@dataclass(frozen=True)
class Place:
    """A step in a batch's list of steps, with its URL, its progress and its locked terms."""

    step: Step
    address: str
    is_here: bool
    state: State
    facts: Facts

    @property
    def is_settled(self) -> bool:
        return self.state.kind in {DONE, NONE}

    @property
    def locked(self) -> list[str]:
        return list(self.step.locked(self.facts))

    @property
    def terms(self) -> list[tuple[str, str]]:
        """Return the label and value of each of the step's terms that publishing locks."""
        return list(locked.terms(self.facts.batch, self.step.parts))


@dataclass(frozen=True)
class Places:
    """A batch's list of steps, as shown on a page."""

    rows: Sequence[Place]
    tabs: Sequence[Sequence[Tab]]  # the pages of the open step, if there are several

    @property
    def here(self) -> Place | None:
        return next((place for place in self.rows if place.is_here), None)

    @property
    def done(self) -> int:
        return sum(place.state.kind == DONE for place in self.rows)

    @property
    def needed(self) -> int:
        return sum(place.state.kind != NONE for place in self.rows)

    @property
    def wrong(self) -> list[Place]:
        """Return the steps that prevent publishing."""
        return [place for place in self.rows if place.state.kind == WRONG]

    @property
    def faulty(self) -> list[Place]:
        """Return the steps with problems. Steps that prevent publishing come first."""
        faulty = [place for place in self.rows if place.state.faults]
        return sorted(faulty, key=lambda place: place.state.kind == PART)

    @property
    def following(self) -> Place:
        """Return the first step after the current one that needs attention, or else the last
        step."""
        after = self.rows[self.rows.index(self.here) + 1 :] if self.here else self.rows
        return next((place for place in after if not place.is_settled), self.rows[-1])

    @property
    def before(self) -> Place | None:
        at = self.rows.index(self.here) if self.here else 0
        return self.rows[at - 1] if at else None


def step_address(batch: Batch, key: str) -> str:
    return reverse(FORM, args=[batch.pk, key])


def places_on(request: HttpRequest, batch: Batch, *, preview: CostPreview | None = None) -> Places:
    """Return the batch's list of steps for the current page. It is computed once per request.
    `preview` is the draft's cost if it has already been computed."""
    cache: dict[int, Places] = request.__dict__.setdefault("_places", {})
    if batch.pk not in cache:
        cache[batch.pk] = _places(request, batch, preview)
    return cache[batch.pk]


def _places(request: HttpRequest, batch: Batch, preview: CostPreview | None) -> Places:
    facts = Facts(batch, preview)
    rows, tabs = [], list[list[Tab]]()
    for step in STEPS:
        here = next((page for page in step.pages if page.is_open(request, batch)), None)
        pages = step.pages_of(batch)
        if here and len(pages) > 1:
            tabs = [[_tab(page, batch, is_here=page is here) for page in pages]]
        address = step.address(batch)
        rows.append(Place(step, address, here is not None, step.state(facts), facts))
    return Places(rows, tabs)


def _tab(page: Page, batch: Batch, *, is_here: bool) -> Tab:
    return Tab(page.word, page.address(batch), "page" if is_here else "")


def saved_address(request: HttpRequest, batch: Batch, route: str) -> str:
    """Return the URL to open after saving a page of a step: the step that the button names, or else
    the same page."""
    wanted = request.POST.get("continue", "")
    if wanted in KEYS:
        return STEPS[KEYS.index(wanted)].address(batch)
    return reverse(route, args=[batch.pk])


def next_address(request: HttpRequest, batch: Batch, key: str) -> str:
    """Return the URL to open after saving a step: the step that the button names, or else the next
    step that needs attention."""
    wanted = request.POST.get("to", "")
    if wanted in KEYS:
        return step_address(batch, wanted)
    facts = Facts(batch)
    after = STEPS[KEYS.index(key) + 1 :]
    unsettled = (step for step in after if step.state(facts).kind not in {DONE, NONE})
    return next(unsettled, after[-1]).address(batch)

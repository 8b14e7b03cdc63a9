"""The progress and the problems of each of a batch's steps."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import RateroomError
from hits.amounts import money
from hits.batches.audience import who_may_work
from hits.batches.cost_preview import CostPreview, cost_preview
from hits.batches.drafting import shape_of
from hits.batches.publishing import check_gold
from hits.batches.training import check_training
from hits.models import Batch, DeclaredRule, GoldKey
from hits.progress.running import hourly_pay
from payments.posting import available
from recruiting.around.attaching import pages_of, refuse_unchanged_example
from recruiting.around.models import BatchPage, Page
from recruiting.cost import least_pay
from surveys.fitting import misfit

DONE, PART, NONE, WRONG = "done", "part", "none", "wrong"


@dataclass(frozen=True)
class Fault:
    """A problem in a step, as a sentence. If `must` is true, the problem prevents publishing."""

    text: str
    must: bool = True


@dataclass(frozen=True)
class State:
    """The progress of a step (`kind`), a short summary of its settings (`words`), and its
    problems."""

    kind: str
    words: str
    faults: Sequence[Fault] = ()

    @classmethod
    def of(cls, words: str, faults: Sequence[Fault], *, otherwise: str = DONE) -> "State":
        """Return the state of a step with these problems. If there are none, its kind is
        `otherwise`."""
        if any(fault.must for fault in faults):
            return cls(WRONG, words, faults)
        return cls(PART if faults else otherwise, words, faults)

    @property
    def in_words(self) -> str:
        return {
            DONE: _("Done"),
            PART: _("In progress"),
            NONE: _("Optional"),
            WRONG: _("Has a problem"),
        }[self.kind]


class Facts:
    """Facts about a batch that its steps need. Each fact is computed only once."""

    def __init__(self, batch: Batch, preview: CostPreview | None = None) -> None:
        self.batch = batch
        self.is_draft = batch.state == Batch.State.DRAFT
        if preview is not None:
            self.priced = preview, ""

    @cached_property
    def priced(self) -> tuple[CostPreview | None, str]:
        """Return the draft's cost and "", or None and the reason why the cost cannot be
        computed."""
        try:
            return cost_preview(self.batch), ""
        except RateroomError as error:
            return None, str(error)

    @cached_property
    def keys(self) -> Mapping[str, int]:
        """Return the number of HITs with known answers by purpose."""
        keys = GoldKey.objects.filter(batch=self.batch, retired_at__isnull=True).order_by()
        return Counter(dict(keys.values_list("purpose").annotate(Count("pk"))))

    @cached_property
    def rules(self) -> list[DeclaredRule]:
        return list(self.batch.declared_rules.all())

    @cached_property
    def pages(self) -> Mapping[str, BatchPage]:
        return pages_of(self.batch)

    @cached_property
    def who(self) -> dict[str, object]:
        return who_may_work(self.batch)

    def money(self, amount: Decimal) -> str:
        return money(amount, self.batch.project.currency)


def _refused(check: Callable[[], None]) -> Iterator[Fault]:
    try:
        check()
    except RateroomError as error:
        yield Fault(f"{error.what} {error.remedy}".strip())


def data(facts: Facts) -> State:
    return State(DONE, str(facts.batch.dataset))


def rubric(facts: Facts) -> State:
    return State.of(
        str(facts.batch.rubric_version), list(_rubric_faults(facts)) if facts.is_draft else []
    )


def _rubric_faults(facts: Facts) -> Iterator[Fault]:
    batch = facts.batch
    missing = misfit(batch.rubric_version.spec, shape_of(batch.dataset)).missing
    if missing:
        lacks = _("Missing from the dataset: %(fields)s. Choose another rubric or dataset.")
        yield Fault(lacks % {"fields": ", ".join(missing)})
    for problem in (batch.outputs_problem(), batch.language_problem()):
        if problem:
            yield Fault(problem)


def sample(facts: Facts) -> State:
    if not facts.is_draft:
        return State(DONE, hits_in_words(facts.batch.hits_planned))
    preview, problem = facts.priced
    if preview is None:
        return State(WRONG, _("None"), [Fault(problem)])
    return State(DONE, hits_in_words(preview.cost.hits))


def hits_in_words(number: int) -> str:
    return ngettext("%(number)s HIT", "%(number)s HITs", number) % {"number": number}


def checks(facts: Facts) -> State:
    batch = facts.batch
    faults = []
    if facts.is_draft:
        faults = [*_refused(partial(check_gold, batch)), *_refused(partial(check_training, batch))]
    words = ", ".join(checks_in_words(facts))
    nothing = not words and not batch.checks_percent
    return State.of(words or _("None"), faults, otherwise=NONE if nothing else DONE)


def checks_in_words(facts: Facts) -> Iterator[str]:
    """Yield the number of HITs with known answers for each purpose, and the number of exclusion
    rules, as text. Zeros are left out."""
    for purpose in GoldKey.Purpose:
        if number := facts.keys.get(purpose, 0):
            yield f"{purpose.label}: {hits_in_words(number)}"
    if number := len(facts.rules):
        yield ngettext("%(number)d exclusion rule", "%(number)d exclusion rules", number) % {
            "number": number
        }


def participants(facts: Facts) -> State:
    faults = list(_people_faults(facts))
    return State.of(str(facts.batch.get_audience_display()), faults)


def _people_faults(facts: Facts) -> Iterator[Fault]:
    if facts.batch.state == Batch.State.CLOSED:
        return
    if warning := facts.who["audience_warning"]:
        yield Fault(str(warning), must=False)
    if not facts.is_draft:
        return
    if consent := facts.pages.get(Page.CONSENT):
        yield from _refused(partial(refuse_unchanged_example, consent.version))
        if facts.batch.consent_text:
            yield Fault(_("The batch has a consent page and a consent text. Remove one of them."))


def pay(facts: Facts) -> State:
    batch = facts.batch
    words = _("%(amount)s per HIT") % {"amount": facts.money(batch.reward)}
    return State.of(words, list(_pay_faults(facts)) if facts.is_draft else [])


def _pay_faults(facts: Facts) -> Iterator[Fault]:
    batch = facts.batch
    if not batch.reward:
        yield Fault(
            _("This batch has no reward. Enter a reward, or publish without pay."), must=False
        )
        return
    hourly = hourly_pay(batch.reward, batch.expected_seconds)
    floor, panel = batch.project.hourly_floor, least_pay(batch)
    if hourly is not None and floor is not None and hourly < floor:
        below = _("Hourly pay is %(hourly)s, below the project’s minimum of %(floor)s.")
        yield Fault(
            below % {"hourly": facts.money(hourly), "floor": facts.money(floor)}, must=False
        )
    if hourly is not None and panel is not None and hourly < panel.least:
        below = _("Hourly pay is %(hourly)s. %(panel)s requires at least %(least)s.")
        least = facts.money(panel.least)
        values = {"hourly": facts.money(hourly), "panel": panel.panel, "least": least}
        yield Fault(below % values, must=False)


def preview(_facts: Facts) -> State:
    return State(NONE, _("Optional"))


def publishing(facts: Facts) -> State:
    batch = facts.batch
    if batch.published_at:
        when = date_format(localtime(batch.published_at), "DATE_FORMAT")
        return State(DONE, _("Published on %(day)s") % {"day": when})
    if not facts.is_draft:
        return State(PART, str(batch.get_state_display()))
    priced, _problem = facts.priced
    missing = priced.cost.total - available(batch.project) if priced else Decimal(0)
    if missing > 0:
        return State(PART, _("%(amount)s more needed") % {"amount": facts.money(missing)})
    return State(PART, _("Not published"))

"""Descriptions of the terms that publishing locks, for each step."""

from collections.abc import Collection, Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from desk.headings import facts_of
from desk.steps.states import Facts, checks_in_words, hits_in_words
from hits.amounts import in_words
from hits.batches.cost_preview import batch_fee
from hits.models import Batch, JudgeMargin
from hits.terms import TERMS, Step, Until
from recruiting.around.models import Page
from stimuli.models import Item

# other lines mention these
APART = {"project", "dataset", "rubric_version", "consent_text", "reward"}


def nothing(_facts: Facts) -> Iterator[str]:
    return iter(())


def terms(batch: Batch, steps: Collection[Step]) -> Iterator[tuple[str, str]]:
    """Yield the label and value of each term of these steps that publishing locks. Terms that are
    empty or off are left out."""
    names = [
        term.name
        for term in TERMS
        if term.step in steps and term.until is not Until.ALWAYS and term.name not in APART
    ]
    without_off = (name for name in names if getattr(batch, name) is not False)
    for word, value in facts_of(batch, without_off):
        yield word, str(value)


def data(facts: Facts) -> Iterator[str]:
    items = Item.objects.filter(dataset=facts.batch.dataset_id).count()
    number = ngettext("%(number)s item", "%(number)s items", items) % {"number": items}
    yield f"{facts.batch.dataset}, {number}"


def rubric(facts: Facts) -> Iterator[str]:
    spec = facts.batch.rubric_version.spec
    number = len(spec.sections)
    sections = ngettext("%(number)s section", "%(number)s sections", number) % {"number": number}
    yield f"{facts.batch.rubric_version}, {sections}"


def sample(facts: Facts) -> Iterator[str]:
    batch = facts.batch
    hits, assignments = batch.hits_planned, batch.assignments_planned
    if preview := facts.priced[0] if facts.is_draft else None:
        hits, assignments = preview.cost.hits, preview.cost.assignments
    names = ", ".join(system.name for system in batch.systems.all())
    yield names
    number = ngettext("%(number)d assignment", "%(number)d assignments", assignments)
    yield f"{hits_in_words(hits)}, {number % {'number': assignments}}"


def checks(facts: Facts) -> Iterator[str]:
    batch = facts.batch
    yield from list(checks_in_words(facts)) or [_("None")]
    for rule in facts.rules:
        yield f"{rule.written} ({rule.get_effect_display()})"
    if margin := JudgeMargin.objects.filter(batch=batch).first():
        yield f"{_('Margin for judges')}: {margin.margin}"


def participants(facts: Facts) -> Iterator[str]:
    """Yield the terms about people as sentences. Missing consent or a missing limit per person is
    also mentioned."""
    batch = facts.batch
    is_counted = batch.audience != Batch.Audience.EVERYONE and facts.who["audience"]
    yield str(is_counted or batch.get_audience_display())
    if batch.required_qualification:
        yield f"{capfirst(_('qualification required'))}: {batch.required_qualification}"
    if batch.cap_per_annotator:
        yield f"{capfirst(_('maximum HITs per annotator'))}: {batch.cap_per_annotator}"
    elif batch.sitting_hits is None:
        yield _("No limit on HITs per person")
    yield from _consent(facts)


def _consent(facts: Facts) -> Iterator[str]:
    if facts.batch.consent_text:
        yield capfirst(_("consent text"))
    elif Page.CONSENT not in facts.pages:
        yield f"{_('Consent')}: {_('None')}"
    for page in Page:
        if row := facts.pages.get(page):
            yield f"{page.label}: {row.version.spec.rubric.title}"


def pay(facts: Facts) -> Iterator[str]:
    batch = facts.batch
    yield f"{capfirst(_('annotators per HIT'))}: {batch.annotators_per_hit}"
    yield _("%(reward)s per HIT and a fee of %(fee)s") % {
        "reward": facts.money(batch.reward),
        "fee": facts.money(batch_fee(batch)),
    }
    yield f"{_('Time limit')}: {in_words(batch.allotted_seconds)}"

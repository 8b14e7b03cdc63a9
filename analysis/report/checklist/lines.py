"""The checklist of a batch: each item with the known facts and people's statement about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from analysis.comparison.results import Comparison
from analysis.models import Statement
from analysis.report.checklist.items import ITEMS, KNOWN, PUBLISHED, REPORTED, Item
from analysis.report.rounding import rounded
from analysis.report.wording import methods
from hits.models import Batch


@dataclass(frozen=True)
class Line:
    """A batch's checklist item: `facts` from the database, and the text that people `stated`."""

    item: Item
    facts: str = ""
    stated: str = ""

    @property
    def text(self) -> str:
        return " ".join(filter(None, [self.facts, self.stated]))


@dataclass(frozen=True)
class Checklist:
    """The lines of all checklist items, in the order of the checklist."""

    lines: Sequence[Line]

    @property
    def reported(self) -> list[Line]:
        """Return the lines for a paper that have content."""
        return [line for line in self.lines if line.item in REPORTED and line.text]

    @property
    def missing(self) -> list[Line]:
        """Return the lines for a paper that have no content."""
        return [line for line in self.lines if line.item in REPORTED and not line.text]

    @property
    def published(self) -> list[Line]:
        """Return the lines for published data, which a paper does not need."""
        return [line for line in self.lines if line.item in PUBLISHED]

    @property
    def unpublished(self) -> list[Line]:
        """Return the lines for published data that have no content. The line for the DOI is left
        out, because the data have no DOI yet."""
        return [line for line in self.published if not line.text and line.item.key != "doi"]

    @property
    def of(self) -> int:
        return len(REPORTED)

    def text(self, *keys: str) -> str:
        """Return the text of these items in one paragraph."""
        texts = {line.item.key: line.text for line in self.lines}
        return " ".join(filter(None, (texts[key] for key in keys)))


def stated_of(batch: Batch) -> dict[str, str]:
    own = Q(batch=batch) | Q(batch=None, project=batch.project_id)
    return dict(Statement.objects.filter(own).values_list("item", "text"))


def checklist(batch: Batch, comparison: Comparison | None = None) -> Checklist:
    stated = stated_of(batch)
    facts = {key: " ".join(filter(None, (each(batch) for each in KNOWN[key]))) for key in ITEMS}
    if comparison is not None:
        facts |= {"agreement": agreement(comparison), "tests": methods(comparison)}
    return Checklist(
        [Line(item, facts[item.key], stated.get(item.key, "")) for item in ITEMS.values()]
    )


def agreement(comparison: Comparison) -> str:
    values = []
    for criterion in comparison.criteria:
        alpha = criterion.people.agreement.get("alpha")
        if alpha is None or alpha.value is None:
            continue
        interval = ""
        if alpha.low is not None and alpha.high is not None:
            interval = f" (95 % CI {rounded(alpha.low)} to {rounded(alpha.high)})"
        values.append(f"{criterion.facts.title} {rounded(alpha.value)}{interval}")
    return f"Krippendorff's alpha between people: {'; '.join(values)}." if values else ""


def methods_text(batches: Sequence[Batch], comparison: Comparison) -> str:
    """Return a paper's methods section: a paragraph about each batch, then one about statistics."""
    paper = [item.key for item in REPORTED]
    several = len(batches) > 1
    paragraphs = [
        (f"{batch.title}: " if several else "") + checklist(batch).text(*paper) for batch in batches
    ]
    statistics = [agreement(comparison), methods(comparison)]
    return "\n\n".join([*paragraphs, " ".join(filter(None, statistics))])

"""The text answers of the Human Evaluation Datasheet, HEDS 3.0, in the import format of its
published form.

The file has the form's fields by the ids of their elements. Lists of options are left open, because
only people who know the study can choose from them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analysis.comparison.results import Comparison, CriterionResult
from analysis.models import Report
from analysis.report.checklist.lines import Checklist
from analysis.report.rounding import rounded

Field = dict[str, Any]
OF_CRITERIA = "criteria-criterion"
ELICITED = f"{OF_CRITERIA}-response_elicitation"
EVALUATORS = "sample_evaluators_design-evaluators"
DESIGN = "sample_evaluators_design-experimental_design"
# The form's question and field, and the items that answer it.
OF_ITEMS: Mapping[tuple[str, str], Sequence[str]] = {
    ("3.1.1", "sample_evaluators_design-sample-number_of_system_outputs"): ("systems", "sample"),
    ("3.1.3.1", "sample_evaluators_design-sample-statistical_power-method"): ("power",),
    ("3.2.3", f"{EVALUATORS}-recruitment_method"): ("recruitment", "eligibility"),
    ("3.2.4", f"{EVALUATORS}-training_practice"): ("training",),
    ("3.2.5", f"{EVALUATORS}-characteristics"): ("demographics",),
    ("3.3.2", f"{DESIGN}-collection_method"): ("design",),
    ("3.3.3.2", f"{DESIGN}-quality_assurance-description"): ("checks", "exclusions"),
    ("3.3.4.2", f"{DESIGN}-what_evaluators_see-description"): ("instructions", "consent"),
    ("5.1", "ethics-review_body"): ("ethics",),
    ("5.4", "ethics-impact_assessments"): ("impact", "risks"),
}


def heds(
    report: Report, comparison: Comparison, checklists: Mapping[str, Checklist]
) -> dict[str, Field]:
    """Return the form's content by the ids of its elements. Empty fields are left out."""
    texts = {
        place: " ".join(filter(None, (each.text(*keys) for each in checklists.values())))
        for place, keys in OF_ITEMS.items()
    }
    texts["1.1.2", "paper_and_resources-paper-experiment_identification"] = " + ".join(checklists)
    texts["3.2.1", f"{EVALUATORS}-number_of_evaluators"] = str(comparison.people)
    answered = {
        f"heds-{name}": _field(number, {"": text}) for (number, name), text in texts.items() if text
    }
    return answered | _criteria(report, comparison)


def _field(number: str, values: Mapping[str, str]) -> Field:
    return {"data": dict(values), "control": {}, "number": number}


def _criteria(report: Report, comparison: Comparison) -> dict[str, Field]:
    """Return section 4 of the form, with a tab per criterion. A field has a value for each tab."""
    criteria_texts = {
        each.facts.title: dict(_criterion(report, each)) for each in comparison.criteria
    }
    tabs = {title: number == 0 for number, title in enumerate(criteria_texts)}
    fields: dict[str, Field] = {f"heds-{OF_CRITERIA}": {"data": {}, "control": tabs, "text": {}}}
    for number, name in dict.fromkeys(
        place for texts in criteria_texts.values() for place in texts
    ):
        values = {title: texts.get((number, name), "") for title, texts in criteria_texts.items()}
        fields[f"heds-{name}"] = _field(number, values)
    return fields


def _criterion(report: Report, criterion: CriterionResult) -> Iterator[tuple[tuple[str, str], str]]:
    facts, spec = criterion.facts, report.batch.rubric_version.spec
    declared = next((each for each in spec.criteria if each.key == facts.key), None)
    definition = declared.definition if declared else ""
    yield ("4.3.1.1", f"{ELICITED}-qc_name-participant_criterion_name"), facts.title
    if declared and declared.qcet:
        yield ("4.3.1.2", f"{ELICITED}-qc_name-mapped_criterion_name"), f"{declared.qcet} (QCET)"
    yield ("4.3.2", f"{ELICITED}-participant_criterion_definiiton"), definition or "N/A"
    yield ("4.3.6", f"{ELICITED}-task_description"), spec.summary
    if facts.low is not None and facts.high is not None:
        values = f"{facts.low:g} to {facts.high:g}"
        yield ("4.3.4", f"{ELICITED}-list_or_range"), ", ".join(facts.labels) or values
    agreement = criterion.people.agreement.get("alpha")
    if agreement is not None and agreement.value is not None:
        inter = f"{ELICITED}-inter_annotator-agreement"
        yield ("4.3.11.1", inter), f"Krippendorff's alpha, {facts.level}"
        yield ("4.3.11.2", f"{inter}_score"), rounded(agreement.value)

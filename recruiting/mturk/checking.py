"""Validation of a Mechanical Turk result file against a draft. Its items and outputs must exist,
and the rubric must accept its answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.tabular.findings import Findings
from hits.models import Batch
from hits.stimulus import words
from recruiting.mturk.reading import Result, answer_of
from stimuli.models import Item, Output
from surveys.columns import derive, rubric_columns
from surveys.forms import check_answers
from surveys.questions import Value, form_questions


@dataclass(frozen=True)
class Rating:
    """A rating in the result file, with the database ids of its item and outputs. `output_ids` are
    in the order of the outputs' letters."""

    result: Result
    item_id: int
    output_ids: tuple[int, ...]
    order: str
    answers: Mapping[str, Value]


class Material:
    """The items and outputs of a draft's dataset, found by their names in the result file."""

    def __init__(self, batch: Batch, results: Sequence[Result]) -> None:
        self.spec = batch.rubric_version.spec
        named = {result.item for result in results}
        self.items = {
            item.external_id: item
            for item in Item.objects.filter(dataset=batch.dataset_id, external_id__in=named)
        }
        systems = list(batch.systems.order_by("pk"))
        self.only_system = systems[0].name if len(systems) == 1 else ""
        self.outputs: dict[tuple[int, str], Output] = {
            (output.item_id, output.system.name): output
            for output in Output.objects.filter(
                item__in=self.items.values(), system__in=systems
            ).select_related("system")
        }

    def rating(self, result: Result, findings: Findings) -> Rating | None:
        """Return an assignment's rating, or add its problems to `findings` and return None."""
        item = self.items.get(result.item)
        if item is None:
            findings.refuse(
                f"The dataset has no item “{result.item[:60]}”.",
                row=result.row,
                column="Input.item",
            )
            return None
        names = [name or self.only_system for name in result.systems]
        outputs = [self.outputs.get((item.pk, name)) for name in names]
        for name, output in zip(names, outputs, strict=True):
            if output is None:
                findings.refuse(
                    f"The item “{result.item[:60]}” has no output of “{name[:60]}”.",
                    row=result.row,
                    remedy="Put the system names in Input.system, or in Input.system_a and _b.",
                )
        present = [output for output in outputs if output is not None]
        if len({output.pk for output in present}) != len(outputs):
            return None
        letters = "".join(self.spec.letters())
        order = result.order if sorted(result.order) == sorted(letters) else letters
        texts = [output.text for output in present]
        answers = self._answers(result, item, texts, order, findings)
        return Rating(result, item.pk, tuple(output.pk for output in present), order, answers)

    def _answers(
        self, result: Result, item: Item, texts: list[str], order: str, findings: Findings
    ) -> dict[str, Value]:
        """Return an assignment's valid answers, including derived ones. Add invalid and missing
        required answers to `findings`."""
        stimulus = words(item.fields, texts, order)
        page = form_questions(self.spec, stimulus)
        answers = {question.key: answer_of(result.answers, question.key) for question in page}
        checked = check_answers(page, answers)
        for problem in checked.problems:
            findings.refuse(
                problem.message, row=result.row, column=f"Answer.{problem.question.key}"
            )
        return {**checked.values, **derive(self.spec, checked.values, stimulus)}


def check_results(batch: Batch, results: Sequence[Result]) -> list[Rating]:
    """Return the file's ratings of the draft's outputs. Raises DocumentError, which lists errors by
    row: for example, a person rated a HIT twice or a row has no answers."""
    findings = Findings("The result file")
    material = Material(batch, results)
    ratings, seen = [], set()
    for result in results:
        rating = material.rating(result, findings)
        if rating is None:
            continue
        key = (rating.output_ids, result.worker)
        if key in seen:
            findings.refuse("This worker has another row for the same HIT.", row=result.row)
        if not rating.answers:
            key_of_first = rubric_columns(material.spec)[0].key
            remedy = f"Put the answers in columns such as Answer.{key_of_first}."
            findings.refuse("This row has no answers.", row=result.row, remedy=remedy)
        seen.add(key)
        ratings.append(rating)
    findings.stop_if_any()
    return ratings

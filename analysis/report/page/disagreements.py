"""One disagreement between people and a judge, with both sides' texts and the outputs seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from analysis.comparison.results import Disagreement
from hits.models import HIT, Answer, Assignment, Batch
from hits.models.answers import plain_number
from hits.models.decisions import counted
from hits.stimulus import stimulus_of_hit
from judges.models import Verdict
from surveys.base import Stimulus
from surveys.questions import form_questions


@dataclass(frozen=True)
class Side:
    """One rater's value for the question, and the texts that this rater wrote, by question."""

    rater: str
    value: str
    texts: Sequence[tuple[str, str]]
    raw: str = ""


@dataclass(frozen=True)
class Rationales:
    stimulus: Stimulus
    people: Sequence[Side]
    judge: Sequence[Side]


def rationales(
    batch: Batch, disagreement: Disagreement, judge: str, *, viewer: int
) -> Rationales | None:
    """Return both sides of a disagreement, with links to media for the account `viewer`. Return
    None if the HIT no longer exists."""
    hits = batch.hits.select_related("item")
    hit = hits.filter(pk=int(disagreement.hit)).first() if disagreement.hit.isdecimal() else None
    if hit is None:
        return None
    stimulus = stimulus_of_hit(hit, ascii_lowercase[: len(hit.output_ids)], viewer=viewer)
    rubric = batch.rubric_version.spec
    titles = {output.letter: rubric.output_title(output) for output in stimulus.outputs}
    labels = {
        question.key: f"{titles[question.output]}: {question.label}"
        if question.output and question.label != titles[question.output]
        else question.label
        for question in form_questions(rubric, stimulus)
    }
    return Rationales(
        stimulus,
        _people(hit, disagreement, labels),
        _judge(batch, hit, disagreement, judge, labels),
    )


def _people(hit: HIT, disagreement: Disagreement, labels: Mapping[str, str]) -> list[Side]:
    counted_answers = Answer.objects.filter(
        assignment__in=counted(Assignment.objects.filter(hit=hit))
    )
    sides: dict[str, list[tuple[str, float | None, str | None]]] = {}
    rows = counted_answers.order_by("assignment_id", "key").values_list(
        "assignment__enrolment__pseudonym", "key", "number", "text"
    )
    for rater, key, number, text in rows:
        sides.setdefault(rater, []).append((key, number, text))
    return [_side(rater, answers, disagreement, labels) for rater, answers in sides.items()]


def _judge(
    batch: Batch, hit: HIT, disagreement: Disagreement, judge: str, labels: Mapping[str, str]
) -> list[Side]:
    verdicts = Verdict.objects.filter(run__batch=batch, run__name=judge, hit=hit, error_code="")
    sides = []
    for verdict in verdicts.order_by("shown_order", "sample"):
        answers = list(verdict.answers.order_by("key").values_list("key", "number", "text"))
        name = f"{judge} ({verdict.shown_order})" if len(verdict.shown_order) > 1 else judge
        sides.append(_side(name, answers, disagreement, labels, raw=verdict.raw_reply))
    return sides


def _side(
    rater: str,
    answers: Sequence[tuple[str, float | None, str | None]],
    disagreement: Disagreement,
    labels: Mapping[str, str],
    raw: str = "",
) -> Side:
    numbers = (
        number
        for key, number, _text in answers
        if key == disagreement.target and number is not None
    )
    value = next((str(plain_number(number)) for number in numbers), "–")
    texts = [(labels.get(key, key), text) for key, _number, text in answers if text is not None]
    return Side(rater, value, texts, raw)

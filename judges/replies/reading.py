"""Reading a verdict's raw reply according to the rubric. A reply is read when it is received. It
can be read again after the code that reads it was fixed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from hits.models import HIT
from hits.models.work import attach_outputs
from hits.stimulus import words_of_hit
from judges.models import JudgeRun, Verdict, VerdictAnswer
from judges.prompts.prompting import asked_rubric
from surveys.columns import derive
from surveys.prompts.structured import read_structured
from surveys.questions import Value
from surveys.replies import READER_VERSION, ReplyError
from surveys.replies.abstentions import read_reply as read_with_reasons
from surveys.spec import Rubric

CHUNK = 500


@dataclass(frozen=True)
class Outcome:
    """The result of reading one reply: its answers and warnings, or an error code and an error
    text."""

    values: Mapping[str, Value] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    error_code: str = ""
    error_detail: str = ""


def read_reply(rubric: Rubric, hit: HIT, shown_order: str, raw: str) -> Outcome:
    """Read the reply `raw` to `hit`, and return its answers or the error. Error texts are in the
    site's default language."""
    try:
        # Ignore the person's language, because the texts are stored.
        with override(settings.LANGUAGE_CODE):
            stimulus = words_of_hit(hit, shown_order)
            structured = read_structured(rubric, stimulus, raw)
            reading = structured or read_with_reasons(rubric, stimulus, raw)
    except ReplyError as error:
        return Outcome(error_code=error.code, error_detail=str(error))
    values = {**reading.values, **derive(rubric, reading.values, stimulus)}
    return Outcome(values=values, warnings=tuple(reading.warnings))


def answers_of(verdict: Verdict, outcome: Outcome) -> list[VerdictAnswer]:
    return [
        VerdictAnswer(
            verdict=verdict,
            key=key,
            number=None if isinstance(value, str) else value,
            text=value if isinstance(value, str) else None,
        )
        for key, value in outcome.values.items()
    ]


@dataclass(frozen=True)
class Reread:
    """What changed when a run's replies were read again. `changed` counts replies by their result
    before and after. A result is an error code or, for a readable reply, "read"."""

    replies: int
    changed: Counter[tuple[str, str]]


@transaction.atomic
def reread_run(*, run: JudgeRun) -> Reread:
    """Read every stored reply of the run again with the current code, and store the results."""
    changed: Counter[tuple[str, str]] = Counter()
    verdicts = run.verdicts.select_related("hit__item").prefetch_related("answers")
    count = 0
    for verdict in _with_outputs(verdicts.order_by("pk").iterator(chunk_size=CHUNK)):
        count += 1
        rubric = asked_rubric(run, verdict.criterion)
        outcome = read_reply(rubric, verdict.hit, verdict.shown_order, verdict.raw_reply)
        before = {answer.key: answer.value for answer in verdict.answers.all()}
        if (verdict.error_code, before) != (outcome.error_code, dict(outcome.values)):
            changed[verdict.error_code or "read", outcome.error_code or "read"] += 1
        _store(verdict, outcome)
    return Reread(count, changed)


def _with_outputs(verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
    while chunk := list(islice(verdicts, CHUNK)):
        attach_outputs(verdict.hit for verdict in chunk)
        yield from chunk


def _store(verdict: Verdict, outcome: Outcome) -> None:
    verdict.error_code, verdict.error_detail = outcome.error_code, outcome.error_detail
    verdict.warnings, verdict.reader_version = list(outcome.warnings), READER_VERSION
    verdict.save(update_fields=["error_code", "error_detail", "warnings", "reader_version"])
    VerdictAnswer.objects.filter(verdict=verdict).delete()
    VerdictAnswer.objects.bulk_create(answers_of(verdict, outcome))

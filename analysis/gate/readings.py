"""Readings of a judge's replies that were sent for a gate check. The readings are made during the
request, and the replies themselves are not stored."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from django.db import transaction

from analysis.gate.staleness import as_stated
from core.errors import DocumentError
from hits.models import Batch
from judges.halves import ids_of_part
from judges.models import JudgeRun, Verdict, VerdictAnswer
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.replies.tables import read_replies
from people.models import User
from surveys.replies import READER_VERSION

MOST_REPLIES = 5_000
Stated = dict[str, list[object]]


class Reading(NamedTuple):
    """The reading of one reply about a HIT of the locked half."""

    hit: int
    order: str
    sample: int
    criterion: str
    error: str
    numbers: Mapping[str, float]


def readings_of(on: Batch, run: JudgeRun, path: Path, stated: Stated, by: User) -> list[Reading]:
    """Return the readings of the replies about HITs of the locked half. The replies are imported to
    read them, and the import is rolled back. Raises DocumentError if the replies are invalid or
    none of them is about the locked half."""
    with transaction.atomic():
        imported = import_judge_run(
            batch=on,
            settings=JudgeSettings(name=uuid4().hex, model=run.model),
            replies=_noted(read_replies(path), path.name, stated),
            by=by,
            document=path.name,
        )
        locked = ids_of_part(on, JudgeRun.Part.LOCKED)
        readings = [*_locked(imported.run, locked)]
        transaction.set_rollback(True)
    if not readings:
        raise DocumentError.one(
            path.name,
            "has no reply about the locked half.",
            remedy="Send the replies about the locked half’s items.",
        )
    return readings


def _noted(
    rows: Iterable[Mapping[str, object]], document: str, stated: Stated
) -> Iterator[Mapping[str, object]]:
    """Yield the rows of replies, and collect what they state about the judge in `stated`. Raises
    DocumentError if there are too many replies."""
    for number, row in enumerate(rows, 1):
        if number > MOST_REPLIES:
            raise DocumentError.one(
                document, f"has more than {MOST_REPLIES:,} replies.", remedy="Send fewer replies."
            )
        for name, values in stated.items():
            value = as_stated(name, row.get(name))
            if value is not None and value not in ("", *values):
                values.append(value)
        yield row


def _locked(run: JudgeRun, locked: set[int]) -> Iterator[Reading]:
    verdicts = Verdict.objects.filter(run=run, hit__in=locked).prefetch_related("answers")
    for verdict in verdicts.order_by("pk"):
        answers = verdict.answers.all()
        yield Reading(
            verdict.hit_id,
            verdict.shown_order,
            verdict.sample,
            verdict.criterion,
            verdict.error_code,
            {each.key: each.number for each in answers if each.number is not None},
        )


def store_readings(run: JudgeRun, readings: Iterable[Reading]) -> None:
    """Store the run with these readings as verdicts. The caller must roll back the transaction."""
    run.save()
    rows = [
        Verdict(
            run=run,
            hit_id=each.hit,
            shown_order=each.order,
            sample=each.sample,
            criterion=each.criterion,
            error_code=each.error,
            reader_version=READER_VERSION,
        )
        for each in readings
    ]
    verdicts = Verdict.objects.bulk_create(rows)
    VerdictAnswer.objects.bulk_create(
        VerdictAnswer(verdict=verdict, key=key, number=number)
        for verdict, each in zip(verdicts, readings, strict=True)
        for key, number in each.numbers.items()
    )

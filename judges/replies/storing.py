"""Storing replies from any source. Each reply is read according to the rubric and stored
unchanged."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from hits.models import HIT
from hits.stimulus import hits_with_words
from judges.models import JudgeRun, Verdict, VerdictAnswer
from judges.prompts.prompting import asked_rubric
from judges.replies.reading import Outcome, answers_of, read_reply
from surveys.replies import READER_VERSION
from surveys.spec import Rubric
from surveys.untrusted.texts import replaced

CUT_OFF = {"length", "max_tokens"}
UPSTREAM = "upstream_error"


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """A reply to store. If there is no reply, `failed` says why, and the verdict gets the error
    code `upstream_error`."""

    hit_id: int
    shown_order: str
    sample: int
    text: str
    criterion: str = ""
    failed: str = ""
    prompt_sha256: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    latency_ms: int | None = None
    finish_reason: str = ""


@transaction.atomic
def store_replies(*, run: JudgeRun, replies: Sequence[Incoming]) -> list[Outcome]:
    """Store a verdict with its answers for each reply. Return the outcomes in the order of the
    replies.

    Raises IntegrityError if a reply for the same HIT, order, sample and criterion is already
    stored.
    """
    rubrics = {reply.criterion: asked_rubric(run, reply.criterion) for reply in replies}
    hits = hits_with_words(reply.hit_id for reply in replies)
    outcomes = [_read(rubrics[reply.criterion], hits[reply.hit_id], reply) for reply in replies]
    verdicts = Verdict.objects.bulk_create(
        Verdict(
            run=run,
            hit_id=reply.hit_id,
            shown_order=reply.shown_order,
            sample=reply.sample,
            criterion=reply.criterion,
            raw_reply=replaced(reply.text),
            error_code=outcome.error_code,
            error_detail=outcome.error_detail,
            warnings=list(outcome.warnings),
            prompt_sha256=reply.prompt_sha256,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            latency_ms=reply.latency_ms,
            finish_reason=reply.finish_reason[:40],
            reader_version=READER_VERSION,
        )
        for reply, outcome in zip(replies, outcomes, strict=True)
    )
    VerdictAnswer.objects.bulk_create(
        answer
        for verdict, outcome in zip(verdicts, outcomes, strict=True)
        for answer in answers_of(verdict, outcome)
    )
    return outcomes


def _read(rubric: Rubric, hit: HIT, reply: Incoming) -> Outcome:
    if reply.failed:
        return Outcome(error_code=UPSTREAM, error_detail=reply.failed)
    outcome = read_reply(rubric, hit, reply.shown_order, reply.text)
    # The server reports that it stopped at its token limit, so missing sections were cut off.
    if outcome.error_code.startswith("missing") and reply.finish_reason in CUT_OFF:
        return Outcome(
            error_code="truncated",
            error_detail=f"The reply was cut off at the token limit. {outcome.error_detail}",
        )
    return outcome

"""The planned calls of a judge run, the calls without a reply, the expected cost, and the
progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet, Sum

from core.database.sql import load
from hits.batches.designs import order_rows
from hits.models import HIT
from hits.stimulus import hits_with_words, media_of
from judges.halves import count_of_part, hits_of_part
from judges.models import JudgeRun
from judges.prompts.attachments import OUTPUT_FRAMES
from judges.prompts.prompting import hit_prompt, prompts_of, template_of
from surveys.base import Part
from surveys.prompts import prompt_text

CENT = Decimal("0.01")
MILLION = Decimal(1_000_000)
LETTERS_PER_TOKEN = 4  # a rule of thumb for English, used only for estimates
TOKENS_PER_PICTURE = 1100  # approximate number for an image of 1024 x 1024 pixels
TOKENS_PER_SOUND = 300  # approximate number for a sound of 30 s
REPLY_TOKENS = 400
LOOKED_AT = 20  # number of HITs whose prompts are rendered for the estimate


@dataclass(frozen=True)
class Call:
    """One planned call: the HIT, the order of its outputs, and the number of the sample.
    `criterion` is "" if the call asks about all criteria."""

    hit_id: int
    shown_order: str
    sample: int
    criterion: str = ""

    def custom_id(self, run: JudgeRun) -> str:
        """Return the id that identifies the call in a provider's batch file."""
        name = f"run{run.pk}-hit{self.hit_id}-{self.shown_order}-{self.sample}"
        return f"{name}-c{prompts_of(run).index(self.criterion) + 1}" if self.criterion else name


@dataclass(frozen=True)
class Usage:
    """The tokens sent and received, and their cost in the project's currency. `cost` is None if the
    prices are unknown."""

    tokens_in: int
    tokens_out: int
    cost: Decimal | None

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


def cost_of(run: JudgeRun, tokens_in: int, tokens_out: int) -> Decimal | None:
    if run.price_in is None or run.price_out is None:
        return None
    exact = (tokens_in * run.price_in + tokens_out * run.price_out) / MILLION
    return exact.quantize(CENT, ROUND_HALF_UP)


def orders_of(run: JudgeRun) -> list[str]:
    """Return the orders in which the judge sees the outputs of a HIT. If the orders are drawn at
    random, each HIT uses only one of the returned orders."""
    canonical = "".join(run.batch.rubric_version.spec.letters())
    if run.orders == JudgeRun.Orders.DRAWN:
        return order_rows(len(canonical))
    chosen = {
        JudgeRun.Orders.GIVEN: [canonical],
        JudgeRun.Orders.SWAPPED: [canonical[::-1]],
        JudgeRun.Orders.BOTH: [canonical, canonical[::-1]],
    }[JudgeRun.Orders(run.orders)]
    return list(dict.fromkeys(chosen))


def orders_per_hit(run: JudgeRun) -> int:
    """Return the number of orders in which the judge sees each HIT."""
    return 1 if run.orders == JudgeRun.Orders.DRAWN else len(orders_of(run))


_CALLS = load("judges/sql/plan.sql", "calls", hits=hits_of_part())


def planned_count(run: JudgeRun) -> int:
    hits = count_of_part(run.batch, run.part)
    judged = min(hits, run.hits_limit or hits) * orders_per_hit(run) * run.samples
    return judged * len(prompts_of(run))


def planned_calls(run: JudgeRun, *, only_left: bool = False, most: int | None = None) -> list[Call]:
    """Return the calls of the run in the order of execution, at most the first `most`. If
    `only_left` is true, return only calls without a reply."""
    limits = [run.hits_limit, None if only_left else most]  # `most` calls need at most `most` HITs
    values: dict[str, Any] = {
        "batch": run.batch_id,
        "part": run.part,
        "limit": min((limit for limit in limits if limit is not None), default=None),
        "orders": orders_of(run),
        "drawn": run.orders == JudgeRun.Orders.DRAWN,
        "samples": run.samples,
        "criteria": prompts_of(run),
        "left": only_left,
        "run": run.pk,
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CALLS, values)
        return [Call(*row) for row in cursor.fetchall()]


def expected(run: JudgeRun, planned: int | None = None) -> tuple[Usage, str]:
    """Return the run's expected usage, and the text of its first prompt with the names of its
    attachments. The text is "" if there is no prompt.

    Usage is estimated from the prompts of the first HITs. A token counts as four characters, and an
    image or a sound as a fixed number of tokens. Pass `planned` if the number of calls is already
    known.
    """
    looked = planned_calls(run, most=LOOKED_AT)
    planned = planned_count(run) if planned is None else planned
    template = template_of(run)
    hits = hits_with_words(call.hit_id for call in looked)
    media = media_of(hits.values())
    prompts = [
        hit_prompt(
            run,
            template,
            hits[call.hit_id],
            call.shown_order,
            criterion=call.criterion,
            media=media[call.hit_id],
        )
        for call in looked
    ]
    tokens_in = sum(_tokens(run, parts) for parts in prompts) * planned // max(1, len(looked))
    limit = (
        run.parameters.get("max_tokens")
        or run.parameters.get("max_completion_tokens")
        or REPLY_TOKENS
    )
    tokens_out = min(int(limit), REPLY_TOKENS) * planned
    usage = Usage(tokens_in, tokens_out, cost_of(run, tokens_in, tokens_out))
    return usage, prompt_text(prompts[0]) if prompts else ""


def _tokens(run: JudgeRun, parts: Sequence[Part]) -> int:
    counts = {"image": 1, "picture": 1, "video": run.frames or OUTPUT_FRAMES}
    pictures = sum(counts.get(part.kind, 0) for part in parts)
    sounds = sum(part.is_sound for part in parts)
    written = len(prompt_text(parts)) // LETTERS_PER_TOKEN
    return written + pictures * TOKENS_PER_PICTURE + sounds * TOKENS_PER_SOUND


def estimate(run: JudgeRun) -> Usage:
    """Return the expected usage of the whole run."""
    return expected(run)[0]


def with_replies(runs: QuerySet[JudgeRun]) -> QuerySet[JudgeRun]:
    """Return the runs with two annotations: the number of replies, `replies_n`, and the number of
    unreadable replies, `refused_n`."""
    refused = Count("verdicts", filter=~Q(verdicts__error_code=""))
    return runs.annotate(replies_n=Count("verdicts"), refused_n=refused)


@dataclass(frozen=True)
class Progress:
    """A run's progress: the numbers of stored, readable and planned replies, and the usage so
    far."""

    replies: int
    read: int
    planned: int
    used: Usage


def progress(run: JudgeRun) -> Progress:
    sums = run.verdicts.aggregate(
        count=Count("pk"),
        tokens_in=Sum("tokens_in", default=0),
        tokens_out=Sum("tokens_out", default=0),
    )
    read = run.verdicts.filter(error_code="").count()
    used = Usage(
        sums["tokens_in"], sums["tokens_out"], cost_of(run, sums["tokens_in"], sums["tokens_out"])
    )
    return Progress(sums["count"], read, run.planned, used)


@dataclass(frozen=True)
class Joined:
    """Progress of a run that asks about each criterion separately. A verdict combines the replies
    about all criteria. `wanted` is the number of planned verdicts. `whole` is the number of
    verdicts in which all replies are readable. `missing` is the number of missing or unreadable
    replies by criterion."""

    wanted: int
    whole: int
    missing: Mapping[str, int]


def joined(run: JudgeRun) -> Joined | None:
    """Return the progress of a run that asks about each criterion separately. Return None for other
    runs, in which each reply is a complete verdict."""
    criteria = prompts_of(run)
    if criteria == [""]:
        return None
    read = run.verdicts.filter(error_code="").order_by()
    by_criterion = dict(read.values_list("criterion").annotate(Count("pk")))
    verdicts = run.verdicts.order_by().values("hit", "shown_order", "sample").distinct().count()
    wanted = run.planned // len(criteria) or verdicts
    whole = (
        read.values("hit", "shown_order", "sample")
        .annotate(read=Count("pk"))
        .filter(read=len(criteria))
        .count()
    )
    lacking = {key: wanted - by_criterion.get(key, 0) for key in criteria}
    return Joined(wanted, whole, {key: count for key, count in lacking.items() if count})


@dataclass(frozen=True)
class Coverage:
    """The numbers of a run's HITs, replies and readable replies, and the number of its unreadable
    replies by error code."""

    hits: int
    replies: int
    read: int
    failed: Mapping[str, int]


def coverage(run: JudgeRun) -> Coverage:
    codes = dict(run.verdicts.order_by().values_list("error_code").annotate(Count("pk")))
    read = codes.pop("", 0)
    return Coverage(
        run.batch.hits.filter(purpose=HIT.Purpose.MAIN).count(),
        read + sum(codes.values()),
        read,
        dict(sorted(codes.items())),
    )

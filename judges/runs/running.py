"""Live calls of a judge run, in slices of limited time. A slice can be interrupted at any point,
because calls with a reply are not repeated. The first reply shows whether the endpoint accepts a
JSON Schema."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from decimal import Decimal

from django.core.cache import cache

from core.database.locks import alone_at
from core.errors import RateroomError
from hits.models import HIT
from hits.stimulus import hits_with_words, words_of_hit
from judges.endpoints.calling import Answer, CallFailed, ask, make_client
from judges.endpoints.spacing import Spacing
from judges.models import JudgeEndpoint, JudgeRun
from judges.prompts.attachments import media_of_parts
from judges.prompts.messages import openai_messages
from judges.prompts.prompting import asked_rubric, hit_prompt, template_of
from judges.replies.storing import Incoming, store_replies
from judges.runs.plan import Call, planned_calls, progress
from judges.runs.starting import pause_run
from surveys.prompts import prompt_sha256
from surveys.prompts.own import PromptTemplate
from surveys.prompts.structured import conforms, is_json, structured_schema
from tasks.long_work.rows import begin_attempt

Outcome = JudgeRun.SchemaOutcome
NAME = "reply"


@dataclass
class SchemaUse:
    """The decision whether calls of a run send a JSON Schema for the reply, and the record of
    whether the endpoint follows it."""

    run: JudgeRun

    @property
    def wanted(self) -> bool:
        """Return whether calls should send a schema. They should if the run asks for structured
        replies and its parameters set no response format, unless the endpoint has refused or
        ignored a schema."""
        is_open = self.run.schema_outcome in {"", Outcome.USED}
        is_asked = self.run.structured == JudgeRun.Structured.TRY
        return is_open and is_asked and "response_format" not in self.run.parameters

    @property
    def is_probing(self) -> bool:
        """Return whether calls should send a schema but we do not know yet if the endpoint accepts
        it. Until we know, calls are made one at a time."""
        return self.wanted and not self.run.schema_outcome

    def schema_for(
        self, hit: HIT, shown_order: str, criterion: str = ""
    ) -> Mapping[str, object] | None:
        """Return the schema of the reply for one HIT. Return None if no schema should be sent, for
        example because the researcher's own template asks for a reply that is not JSON."""
        if not self.wanted:
            return None
        rubric, stimulus = asked_rubric(self.run, criterion), words_of_hit(hit, shown_order)
        if self.run.template is not None and not is_json(rubric, stimulus):
            return None
        return structured_schema(rubric, stimulus)

    def refused(self) -> None:
        self._record(Outcome.REFUSED)

    def answered(self, schema: Mapping[str, object], text: str, finish_reason: str) -> None:
        """Record whether the endpoint follows the schema, from the first complete reply."""
        if not self.run.schema_outcome and finish_reason != "length" and text:
            self._record(Outcome.USED if conforms(schema, text) else Outcome.IGNORED)

    def _record(self, outcome: str) -> None:
        self.run.schema_outcome = outcome
        JudgeRun.objects.filter(pk=self.run.pk).update(schema_outcome=outcome)


def response_format(schema: Mapping[str, object]) -> dict[str, object]:
    """Return the parameter of OpenAI's protocol that makes replies follow `schema`."""
    declared = {"name": NAME, "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": declared}}


logger = logging.getLogger(__name__)
SLICE_SECONDS = 45.0
FAILURES_IN_A_ROW = 10
HOUR = 3600
State = JudgeRun.State
Messages = list[dict[str, object]]


def perform_slice(*, run_id: int, seconds: float = SLICE_SECONDS) -> bool:
    """Make calls of the run for about `seconds`. Return whether calls are left. If no call is left,
    the run is done. After an error, pause the run and return False. If another process is working
    on the run, do nothing and return False."""
    with alone_at(JudgeRun.LOCK, run_id, wait=False) as mine:
        run = JudgeRun.objects.select_related(
            "batch__rubric_version", "batch__project", "endpoint", "template"
        ).get(pk=run_id)
        if not mine or run.endpoint is None or not begin_attempt(run):
            return False
        try:
            more = _Slice(run, run.endpoint).perform(time.monotonic() + seconds)
        except RateroomError as error:
            pause_run(run_id=run_id, because=str(error))
            return False
        # Reset `attempts`, because it counts only slices that did not end.
        JudgeRun.objects.filter(pk=run_id).update(attempts=0)
    if not more:
        JudgeRun.objects.filter(pk=run_id, state=State.RUNNING).update(state=State.DONE)
    return more


@dataclass(frozen=True)
class _Asked:
    """A call in progress, the hash of its prompt, and the schema that was sent."""

    call: Call
    prompt_sha256: str
    schema: Mapping[str, object] | None


@dataclass
class _Slice:
    """One slice of a run. Its threads only call the endpoint, and the replies are stored in the
    main thread."""

    run: JudgeRun
    endpoint: JudgeEndpoint
    under_way: dict[Future[Answer], _Asked] = field(default_factory=dict)
    failures: int = 0  # failures in a row, including earlier slices
    put_off: Counter[Call] = field(default_factory=Counter)
    stop: bool = False

    def perform(self, until: float) -> bool:
        template = template_of(self.run)
        send = self._sender()
        self.schemas = SchemaUse(self.run)
        waiting = planned_calls(self.run, only_left=True)
        self.budget = _Budget.of(self.run)
        row = f"judge-run-failures-{self.run.pk}"
        self.failures = cache.get(row, 0)
        with ThreadPoolExecutor(self.endpoint.concurrency) as pool:
            while (waiting or self.under_way) and not (self.stop and not self.under_way):
                while (
                    waiting and len(self.under_way) < self._at_a_time() and self._may_go_on(until)
                ):
                    request, messages = self._prepared(waiting.pop(0), template)
                    self.under_way[pool.submit(send, messages, request.schema)] = request
                if not self.under_way:
                    break
                for future in wait(self.under_way, return_when=FIRST_COMPLETED).done:
                    self._take(future, waiting)
        cache.set(row, 0 if self.stop else self.failures, HOUR)
        return (
            bool(waiting) and JudgeRun.objects.filter(pk=self.run.pk, state=State.RUNNING).exists()
        )

    def _at_a_time(self) -> int:
        return 1 if self.schemas.is_probing else self.endpoint.concurrency

    def _prepared(self, call: Call, template: PromptTemplate | None) -> tuple[_Asked, Messages]:
        hit = hits_with_words([call.hit_id])[call.hit_id]
        schema = self.schemas.schema_for(hit, call.shown_order, call.criterion)
        parts = hit_prompt(
            self.run,
            template,
            hit,
            call.shown_order,
            structured=schema is not None,
            criterion=call.criterion,
        )
        messages = openai_messages(parts, media_of_parts(parts, hit), frames=self.run.frames)
        return _Asked(call, prompt_sha256(parts), schema), messages

    def _sender(self) -> Callable[[Messages, Mapping[str, object] | None], Answer]:
        client = make_client(self.endpoint)
        spacing = Spacing(self.endpoint.pk, self.endpoint.requests_per_minute)

        def send(messages: Messages, schema: Mapping[str, object] | None) -> Answer:
            spacing.wait()
            parameters = self.run.parameters | (response_format(schema) if schema else {})
            return ask(client, model=self.run.model, messages=messages, parameters=parameters)

        return send

    def _may_go_on(self, until: float) -> bool:
        if self.stop or time.monotonic() > until:
            return False
        if reason := self.budget.exceeded():
            pause_run(run_id=self.run.pk, because=reason)
        self.stop = not JudgeRun.objects.filter(pk=self.run.pk, state=State.RUNNING).exists()
        return not self.stop

    def _take(self, future: Future[Answer], waiting: list[Call]) -> None:
        request = self.under_way.pop(future)
        call = request.call
        try:
            answer = future.result()
        except CallFailed as error:
            if error.refused and request.schema and self.schemas.is_probing:
                self.schemas.refused()
                waiting.insert(0, call)
            else:
                self._failed(call, request.prompt_sha256, error, waiting)
            return
        self.failures = 0
        if request.schema:
            self.schemas.answered(request.schema, answer.text, answer.finish_reason)
        self.budget.add(answer)
        reply = Incoming(
            hit_id=call.hit_id,
            shown_order=call.shown_order,
            sample=call.sample,
            criterion=call.criterion,
            text=answer.text,
            prompt_sha256=request.prompt_sha256,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            latency_ms=answer.latency_ms,
            finish_reason=answer.finish_reason,
        )
        store_replies(run=self.run, replies=[reply])

    def _failed(self, call: Call, sha256: str, error: CallFailed, waiting: list[Call]) -> None:
        """Handle a failed call. Repeat it at the end of the slice after its first temporary error,
        and otherwise store a verdict without a reply. Pause the run instead if all calls would
        fail, or after too many failures in a row."""
        self.failures += 1
        if error.for_all or self.failures >= FAILURES_IN_A_ROW:
            waiting.append(call)
            self.stop = True
            why = f"The endpoint gave no usable reply. {str(error).rstrip('.')}."
            pause_run(
                run_id=self.run.pk,
                because=f"{why} Check the endpoint’s key and the model, then resume the run.",
            )
            return
        if not error.lasting and not self.put_off[call]:
            self.put_off[call] += 1
            waiting.append(call)
            return
        logger.warning("Judge run %s: no reply for HIT %s: %s", self.run.pk, call.hit_id, error)
        failed = Incoming(
            hit_id=call.hit_id,
            shown_order=call.shown_order,
            sample=call.sample,
            criterion=call.criterion,
            text="",
            failed=str(error),
            prompt_sha256=sha256,
        )
        store_replies(run=self.run, replies=[failed])


@dataclass
class _Budget:
    """The run's token and cost caps, and its usage so far."""

    run: JudgeRun
    tokens_in: int
    tokens_out: int

    @classmethod
    def of(cls, run: JudgeRun) -> "_Budget":
        used = progress(run).used
        return cls(run, used.tokens_in, used.tokens_out)

    def add(self, answer: Answer) -> None:
        self.tokens_in += answer.tokens_in or 0
        self.tokens_out += answer.tokens_out or 0

    def exceeded(self) -> str:
        """Return which cap is reached, as a sentence, or "" if more calls are allowed."""
        if (
            self.run.token_cap is not None
            and self.tokens_in + self.tokens_out >= self.run.token_cap
        ):
            return f"The run reached its maximum of {self.run.token_cap:,} tokens."
        if self.run.cost_cap is None or self.run.price_in is None or self.run.price_out is None:
            return ""
        cost = (
            self.tokens_in * self.run.price_in + self.tokens_out * self.run.price_out
        ) / Decimal(1_000_000)
        reached = f"The run reached its maximum cost of {self.run.cost_cap}."
        return reached if cost >= self.run.cost_cap else ""

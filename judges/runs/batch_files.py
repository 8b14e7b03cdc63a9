"""A judge run through a provider's batch API. The prompts are exported as JSONL, and the replies
are imported from the provider's results file."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DocumentError, Problem
from hits.stimulus import hits_with_words, media_of
from judges.models import JudgeRun
from judges.prompts.attachments import media_of_parts
from judges.prompts.messages import anthropic_messages, openai_messages, system_text
from judges.prompts.prompting import hit_prompt, template_of
from judges.prompts.untaken import Provider, refuse_untaken
from judges.replies.storing import Incoming, store_replies
from judges.runs.plan import Call, planned_calls

PROVIDERS: tuple[Provider, ...] = ("openai", "anthropic")
MAX_TOKENS = 1024  # always set, because Anthropic requires a limit
STEP = 200
LISTED = 50


def batch_lines(run: JudgeRun, provider: Provider) -> Iterator[str]:
    """Yield a line of JSON, with a newline, for every call of the run that has no reply yet.

    Raises RateroomError if an output cannot be sent to the provider. The error is raised by the
    call itself, before any line is read.
    """
    refuse_untaken(run, provider)
    return _lines(run, provider)


def _lines(run: JudgeRun, provider: Provider) -> Iterator[str]:
    template = template_of(run)
    calls = planned_calls(run, only_left=True)
    for begin in range(0, len(calls), STEP):
        step = calls[begin : begin + STEP]
        hits = hits_with_words(call.hit_id for call in step)
        media = media_of(hits.values())
        for call in step:
            hit = hits[call.hit_id]
            parts = hit_prompt(
                *(run, template, hit, call.shown_order),
                criterion=call.criterion,
                media=media[hit.pk],
            )
            form = openai_messages if provider == "openai" else anthropic_messages
            system = system_text(parts) if provider == "anthropic" else ""
            body = {
                "model": run.model,
                **({"system": system} if system else {}),
                "messages": form(parts, media_of_parts(parts, hit), frames=run.frames),
                **run.parameters,
            }
            yield (
                json.dumps(_request(provider, call.custom_id(run), body), ensure_ascii=False) + "\n"
            )


def _request(provider: Provider, custom_id: str, body: dict[str, object]) -> dict[str, object]:
    if provider == "openai":
        return {
            "custom_id": custom_id,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": body,
        }
    return {"custom_id": custom_id, "params": {"max_tokens": MAX_TOKENS, **body}}


@dataclass
class ResultsImport:
    """The result of importing a results file: the number of replies that could be read, the number
    of unreadable replies by error code, and the number of results that were already stored."""

    read: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    repeated: int = 0


@transaction.atomic
def import_results(
    *, run: JudgeRun, lines: Iterable[Mapping[str, object]], document: str = "results"
) -> ResultsImport:
    """Import a results file from either provider. Results that are already stored are only counted.
    Raises DocumentError, and imports nothing, if a line is invalid."""
    JudgeRun.objects.select_for_update().get(pk=run.pk)
    wanted = {call.custom_id(run): call for call in planned_calls(run)}
    unanswered_calls = set(planned_calls(run, only_left=True))
    result, problems, incoming = ResultsImport(), list[Problem](), dict[Call, Incoming]()
    for number, line in enumerate(lines, 1):
        call = wanted.get(str(line.get("custom_id", "")))
        if call is None:
            what = _("“%(name)s” was not found.") % {"name": str(line.get("custom_id", ""))[:80]}
            remedy = _("Upload the results for the prompts that you exported from this run.")
            problems.append(Problem(what, line=number, remedy=remedy))
        elif call not in unanswered_calls:
            result.repeated += 1
        elif call in incoming:
            what = _("Two results belong to the same call. Remove one of them.")
            problems.append(Problem(what, line=number))
        else:
            incoming[call] = _incoming(call, line)
    if problems:
        raise DocumentError(
            document=document, problems=problems[:LISTED], more=max(0, len(problems) - LISTED)
        )
    replies = list(incoming.values())
    for begin in range(0, len(replies), STEP):
        outcomes = store_replies(run=run, replies=replies[begin : begin + STEP])
        result.read += sum(not outcome.error_code for outcome in outcomes)
        result.failed.update(outcome.error_code for outcome in outcomes if outcome.error_code)
    state = JudgeRun.State.DONE if len(unanswered_calls) == len(incoming) else JudgeRun.State.PAUSED
    JudgeRun.objects.filter(pk=run.pk).exclude(state=JudgeRun.State.RUNNING).update(
        state=state, planned=len(wanted)
    )
    return result


def _incoming(call: Call, line: Mapping[str, object]) -> Incoming:
    text, failed, usage, finish = _anthropic(line["result"]) if "result" in line else _openai(line)
    return Incoming(
        hit_id=call.hit_id,
        shown_order=call.shown_order,
        sample=call.sample,
        criterion=call.criterion,
        text=text,
        failed=failed,
        tokens_in=_whole(usage.get("prompt_tokens", usage.get("input_tokens"))),
        tokens_out=_whole(usage.get("completion_tokens", usage.get("output_tokens"))),
        finish_reason=finish,
    )


_Result = tuple[str, str, Mapping[str, object], str]


def _openai(line: Mapping[str, object]) -> _Result:
    """Return the reply, the error, the token usage and the finish reason from a line of OpenAI's
    results. The reply is "" if there was an error."""
    response = _mapping(line.get("response"))
    body = _mapping(response.get("body"))
    choices = body.get("choices")
    first = _mapping(choices[0] if isinstance(choices, list) and choices else None)
    message = _mapping(first.get("message"))
    if not message:
        error = line.get("error") or body.get("error") or f"status {response.get('status_code')}"
        return "", json.dumps(error, ensure_ascii=False)[:500], {}, ""
    text = message.get("content") or message.get("refusal") or ""
    return _joined(text), "", _mapping(body.get("usage")), str(first.get("finish_reason") or "")


def _anthropic(result: object) -> _Result:
    entry = _mapping(result)
    message = _mapping(entry.get("message"))
    if entry.get("type") != "succeeded" or not message:
        error = entry.get("error") or entry.get("type")
        return "", json.dumps(error, ensure_ascii=False)[:500], {}, ""
    return (
        _joined(message.get("content")),
        "",
        _mapping(message.get("usage")),
        str(message.get("stop_reason") or ""),
    )


def _joined(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return str(content or "")


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None

"""One request to a model: what came back, or why nothing did."""

import time
from dataclasses import dataclass
from typing import Any

import openai

from judges.endpoints import credentials
from judges.models import JudgeEndpoint


@dataclass(frozen=True)
class Answer:
    """A reply as it came, with what it used and how long it took."""

    text: str
    tokens_in: int | None
    tokens_out: int | None
    latency_ms: int
    finish_reason: str


class CallFailed(Exception):  # noqa: N818 - named for what happened
    """No reply. `lasting`: the same request would fail again. `for_all`: so would every other."""

    def __init__(self, what: str, *, lasting: bool, for_all: bool = False) -> None:
        super().__init__(what)
        self.lasting, self.for_all = lasting, for_all


def make_client(endpoint: JudgeEndpoint) -> openai.OpenAI:
    """The client; it retries what passes (429, 5xx, time-outs) with growing, jittered waits that heed Retry-After."""
    key, address = credentials(endpoint)
    return openai.OpenAI(
        api_key=key, base_url=address, timeout=float(endpoint.timeout_seconds), max_retries=endpoint.retries
    )


def ask(client: openai.OpenAI, *, model: str, messages: list[dict[str, Any]], parameters: dict[str, Any]) -> Answer:
    """Send one request. Raises CallFailed when the retries are used up or the request is refused."""
    began = time.monotonic()
    try:
        reply = client.chat.completions.create(model=model, messages=messages, extra_body=parameters)  # type: ignore[arg-type]
    except (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError) as error:
        raise CallFailed(_words(error), lasting=True, for_all=True) from error
    except (openai.BadRequestError, openai.UnprocessableEntityError, openai.ConflictError) as error:
        raise CallFailed(_words(error), lasting=True) from error
    except (openai.OpenAIError, ValueError) as error:
        raise CallFailed(_words(error), lasting=False) from error
    milliseconds = round((time.monotonic() - began) * 1000)
    choice = reply.choices[0] if getattr(reply, "choices", None) else None
    usage = getattr(reply, "usage", None)
    return Answer(
        text=(choice.message.content or getattr(choice.message, "refusal", None) or "") if choice else "",
        tokens_in=usage.prompt_tokens if usage else None,
        tokens_out=usage.completion_tokens if usage else None,
        latency_ms=milliseconds,
        finish_reason=(choice.finish_reason or "") if choice else "",
    )


def _words(error: Exception) -> str:
    """What the server said, short; an error's text never holds our key."""
    return f"{type(error).__name__}: {error}"[:500]

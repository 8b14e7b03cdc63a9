"""Sending one request to a model. It returns a reply, or raises an error that says why there is no
reply."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import openai

from core.extras import require_extra
from core.outbound.addresses import AddressRefused
from core.outbound.checked import CheckedBackend, checked_client
from judges.endpoints.credentials import check_endpoint, credentials, hosts_for
from judges.models import JudgeEndpoint


@dataclass(frozen=True)
class Answer:
    """A model's raw reply, with its number of tokens and its latency."""

    text: str
    tokens_in: int | None
    tokens_out: int | None
    latency_ms: int
    finish_reason: str


class CallFailed(Exception):
    """Raised if a request gets no reply. `lasting` means that the same request would fail again.
    `for_all` means that every other request to the endpoint would fail too. `refused` means that
    the server does not accept this request's content."""

    def __init__(
        self, what: str, *, lasting: bool, for_all: bool = False, refused: bool = False
    ) -> None:
        super().__init__(what)
        self.lasting, self.for_all, self.refused = lasting, for_all, refused


def make_client(endpoint: JudgeEndpoint, *, within: float | None = None) -> "openai.OpenAI":
    """Return a client that retries temporary errors (429, 5xx, time-outs). The waits between
    retries grow, are randomised, and respect Retry-After. If `within` is given, the request must
    end within this number of seconds, and is not retried.

    Raises RateroomError if the endpoint has no API key, or an address that this server may not
    call. Raises MissingExtra if the package `openai` is not installed.
    """
    require_extra("judges")
    import openai

    check_endpoint(endpoint)
    key, url = credentials(endpoint)
    seconds = float(endpoint.timeout_seconds) if within is None else within
    backend = CheckedBackend(hosts_for(endpoint), within=within)
    client = openai.OpenAI(
        api_key=key,
        base_url=url,
        timeout=seconds,
        max_retries=endpoint.retries if within is None else 0,
        http_client=checked_client(
            connections=endpoint.concurrency, backend=backend, timeout=seconds
        ),
    )
    if not endpoint.from_environment:  # hide the server's own account
        client.organization = client.project = None
    return client


def ask(
    client: "openai.OpenAI",
    *,
    model: str,
    messages: list[dict[str, object]],
    parameters: dict[str, object],
) -> Answer:
    """Send one request to the model, and return the reply. Raises CallFailed if the request is
    refused or the last retry fails."""
    began = time.monotonic()
    with failures():
        reply = client.chat.completions.create(
            model=model,
            messages=messages,  # type: ignore[arg-type]
            extra_body=parameters,
        )
    milliseconds = round((time.monotonic() - began) * 1000)
    choice = reply.choices[0] if getattr(reply, "choices", None) else None
    usage = getattr(reply, "usage", None)
    return Answer(
        text=(choice.message.content or getattr(choice.message, "refusal", None) or "")
        if choice
        else "",
        tokens_in=usage.prompt_tokens if usage else None,
        tokens_out=usage.completion_tokens if usage else None,
        latency_ms=milliseconds,
        finish_reason=(choice.finish_reason or "") if choice else "",
    )


@contextmanager
def failures() -> Iterator[None]:
    """Convert errors of requests inside the `with` block to CallFailed."""
    import openai

    try:
        yield
    except (
        openai.AuthenticationError,
        openai.PermissionDeniedError,
        openai.NotFoundError,
    ) as error:
        raise CallFailed(_words(error), lasting=True, for_all=True) from error
    except (openai.BadRequestError, openai.UnprocessableEntityError, openai.ConflictError) as error:
        raise CallFailed(_words(error), lasting=True, refused=True) from error
    except (openai.OpenAIError, ValueError) as error:
        if reason := _wrong_address(error):
            raise CallFailed(reason, lasting=True, for_all=True) from error
        raise CallFailed(_words(error), lasting=False) from error


def _wrong_address(error: Exception) -> str:
    """Return why the endpoint's address cannot work. Return "" if the error has another cause."""
    import openai

    if isinstance(error.__cause__, AddressRefused):
        return str(error.__cause__)
    if isinstance(error, openai.APIStatusError) and error.response.is_redirect:
        target = error.response.headers["location"][:200]
        return (
            f"The endpoint redirects to {target}, but redirects are not followed. Enter an address "
            "that does not redirect."
        )
    return ""


def _words(error: Exception) -> str:
    """Return the error's message, shortened to 500 characters. It never contains our API key."""
    if isinstance(error, json.JSONDecodeError):
        return "The reply is not JSON."
    return str(error)[:500]

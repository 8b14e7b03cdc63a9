"""Calls to Prolific. Each call is sent once, and the caller decides whether to retry. Each error
says whether the call may have taken effect.

The URL is the server's setting PROLIFIC_URL, which researchers cannot change, so the URL is not
checked.
"""

from collections.abc import Iterator
from decimal import Decimal
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlencode

import httpx2
from django.conf import settings
from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError

from core.errors import RateroomError
from core.outbound.checked import tls_context
from recruiting.prolific.api.shapes import (
    Account,
    BonusSetUp,
    Filter,
    HookSecret,
    Page,
    Study,
    StudyAction,
    StudyDraft,
    Submission,
    Subscription,
    bonus_line,
)


class PanelError(RateroomError):
    """Raised if a call to Prolific had no usable reply."""


class Refused(PanelError):
    """Raised if Prolific refused the call and would do so again. `status` is the HTTP status."""

    def __init__(self, what: str, *, status: int, remedy: str = "") -> None:
        super().__init__(what, where="Prolific", remedy=remedy)
        self.status = status


class NotSent(PanelError):
    """Raised if the call had no effect and can be repeated, because there was no connection or
    there were too many calls."""


class Unknown(PanelError):
    """Raised if the call was sent but no reply confirmed it, so that it may have taken effect.
    Callers must check this before they repeat the call."""


Shape = TypeVar("Shape", bound=BaseModel)
PER_PAGE = 100
MOST_PAGES = 100
TOO_MANY = 429
# Errors of connecting, after which Prolific certainly did not read the request.
_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class Client:
    """A client of Prolific's API for the owner of `token`. Every method can raise a PanelError."""

    def __init__(self, token: str, *, timeout: float | None = None) -> None:
        self._http = httpx2.Client(
            base_url=settings.PROLIFIC_URL.rstrip("/"),
            headers={"Authorization": f"Token {token}"},
            timeout=timeout or settings.PROLIFIC_TIMEOUT,
            verify=tls_context(),
            trust_env=False,
            follow_redirects=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def account(self) -> Account:
        """Return the account that owns the token. Prolific's documentation suggests this call for
        testing a token."""
        return self._read(Account, "GET", "/api/v1/users/me/")

    def workspace(self, workspace_id: str) -> Account:
        return self._read(Account, "GET", f"/api/v1/workspaces/{workspace_id}/")

    def filters(self, workspace_id: str) -> dict[str, Filter]:
        """Return the participant filters that a study can use, by id."""
        query = f"?{urlencode({'workspace_id': workspace_id})}" if workspace_id else ""
        rows = self._read(Page, "GET", f"/api/v1/filters/{query}").results
        return {row.filter_id: row for row in (_shaped(Filter, row) for row in rows)}

    def create_study(self, draft: StudyDraft) -> Study:
        """Create a study as a draft at Prolific, and return it. The call is not idempotent: before
        you repeat it, look for the study by `internal_name`."""
        body = draft.model_dump(exclude_none=True)
        return self._read(Study, "POST", "/api/v1/studies/", body)

    def study(self, study_id: str) -> Study:
        return self._read(Study, "GET", f"/api/v1/studies/{study_id}/")

    def studies(self) -> Iterator[Study]:
        """Yield all studies of the account."""
        for row in self._pages("/api/v1/studies/"):
            yield _shaped(Study, row)

    def delete_study(self, study_id: str) -> None:
        """Delete a draft study. Prolific does not delete studies that were published."""
        self._call("DELETE", f"/api/v1/studies/{study_id}/")

    def transition_study(self, study_id: str, action: StudyAction) -> Study:
        """Publish, pause, resume or stop the study, and return its new state."""
        path = f"/api/v1/studies/{study_id}/transition/"
        return self._read(Study, "POST", path, {"action": action.value})

    def set_places(self, study_id: str, places: int) -> Study:
        """Set the study's number of places, and return the study. After publishing, Prolific does
        not lower the number."""
        body = {"total_available_places": places}
        return self._read(Study, "PATCH", f"/api/v1/studies/{study_id}/", body)

    def submission(self, submission_id: str) -> Submission:
        return self._read(Submission, "GET", f"/api/v1/submissions/{submission_id}/")

    def submissions(self, study_id: str) -> Iterator[Submission]:
        for row in self._pages(f"/api/v1/studies/{study_id}/submissions/"):
            yield _shaped(Submission, row)

    def approve(self, submission_id: str) -> Submission:
        """Approve the submission, and return its new state. The call is idempotent."""
        return self._transition(submission_id, {"action": "APPROVE"})

    def reject(self, submission_id: str, *, category: str, message: str) -> Submission:
        """Reject the submission with a `message` of at least 100 characters, and return its new
        state. The call is idempotent."""
        body = {"action": "REJECT", "message": message, "rejection_category": category}
        return self._transition(submission_id, body)

    def request_return(self, submission_id: str, *, reasons: list[str]) -> None:
        """Ask the person to return their submission."""
        path = f"/api/v1/submissions/{submission_id}/request-return/"
        self._call("POST", path, {"request_return_reasons": reasons})

    def set_up_bonus(self, study_id: str, submission_id: str, amount: Decimal) -> str:
        """Prepare a bonus and return its id. The call pays nothing yet, so it can be repeated."""
        body = {"study_id": study_id, "csv_bonuses": bonus_line(submission_id, amount)}
        return self._read(BonusSetUp, "POST", "/api/v1/submissions/bonus-payments/", body).id

    def pay_bonus(self, bonus_id: str) -> None:
        """Pay a prepared bonus. The call is NOT idempotent: a repeat pays the bonus again."""
        self._call("POST", f"/api/v1/bulk-bonus-payments/{bonus_id}/pay/", {})

    def make_hook_secret(self, workspace_id: str) -> str:
        body = {"workspace_id": workspace_id}
        return self._read(HookSecret, "POST", "/api/v1/hooks/secrets/", body).value

    def subscribe(self, workspace_id: str, event_type: str, target_url: str) -> Subscription:
        """Subscribe to webhooks of one event type, and return the subscription. The subscription is
        confirmed with the secret in the reply's header."""
        body = {"workspace_id": workspace_id, "event_type": event_type, "target_url": target_url}
        response = self._call("POST", "/api/v1/hooks/subscriptions/", body)
        subscription = _shaped(Subscription, _json(response))
        if challenge := response.headers.get("X-Hook-Secret", ""):
            path = f"/api/v1/hooks/subscriptions/{subscription.id}/"
            self._call("POST", path, {"secret": challenge})
        return subscription

    def entry_keys(self) -> dict[str, object]:
        """Return the public keys (JWKS) that verify entry tokens. Return an empty dict if the reply
        is not an object."""
        keys = _json(self._call("GET", "/.well-known/study/jwks.json"))
        return keys if isinstance(keys, dict) else {}

    def _transition(self, submission_id: str, body: dict[str, Any]) -> Submission:
        path = f"/api/v1/submissions/{submission_id}/transition/"
        return self._read(Submission, "POST", path, body)

    def _pages(self, path: str) -> Iterator[object]:
        for number in range(1, MOST_PAGES + 1):
            page = self._read(Page, "GET", f"{path}?page={number}&page_size={PER_PAGE}")
            yield from page.results
            if len(page.results) < PER_PAGE:
                return

    def _read(
        self, shape: type[Shape], method: str, path: str, body: dict[str, Any] | None = None
    ) -> Shape:
        return _shaped(shape, _json(self._call(method, path, body)))

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx2.Response:
        try:
            response = self._http.request(method, path, json=body)
        except _NOT_SENT as error:
            raise NotSent(
                _("Prolific is not available right now."),
                where="Prolific",
                remedy=_("Try again in a minute."),
            ) from error
        except httpx2.HTTPError as error:
            raise _unanswered() from error
        if response.status_code == TOO_MANY:
            raise NotSent(
                _("Prolific is not available right now."),
                where="Prolific",
                remedy=_("Try again in a minute."),
            )
        if response.is_server_error:
            raise _unanswered()
        if not response.is_success:
            raise _refused(response)
        return response


def _unanswered() -> Unknown:
    return Unknown(
        _("Prolific did not confirm this request."),
        where="Prolific",
        remedy=_("Check on Prolific whether the request took effect."),
    )


def _refused(response: httpx2.Response) -> Refused:
    """Return the error for a refused call. It contains the start of Prolific's own message, which
    pages show as plain text."""
    return Refused(
        _("Prolific refused this request: %(detail)s")
        % {"detail": _words_of(response)[:400] or response.status_code},
        status=response.status_code,
        remedy=_REMEDIES.get(response.status_code, _refused_remedy)(),
    )


def _token_remedy() -> str:
    return _("Enter another API token, or ask for access to the workspace on Prolific.")


def _refused_remedy() -> str:
    return _("Check what you entered, and check the study on Prolific.")


_REMEDIES = {401: _token_remedy, 403: _token_remedy}


def _words_of(response: httpx2.Response) -> str:
    """Return the message of an error reply, or "". Prolific sends a text, a list of texts, or lists
    of texts by field, either directly or inside `error`."""
    try:
        content = response.json()
    except ValueError:
        return ""
    error = content.get("error", content) if isinstance(content, dict) else {}
    detail = (error.get("detail") or error.get("title")) if isinstance(error, dict) else error
    if isinstance(detail, dict):
        return "; ".join(f"{field}: {_joined(words)}" for field, words in detail.items())
    return _joined(detail or "")


def _joined(words: object) -> str:
    return ", ".join(map(str, words)) if isinstance(words, list) else str(words)


def _json(response: httpx2.Response) -> object:
    try:
        return response.json()
    except ValueError:
        raise _unanswered() from None


def _shaped(shape: type[Shape], content: object) -> Shape:
    try:
        return shape.model_validate(content)
    except ValidationError as error:
        raise Unknown(
            _("Prolific’s response has an unexpected format: %(what)s")
            % {"what": str(error.errors()[0]["loc"])},
            where="Prolific",
            remedy=_("Try again in a minute."),
        ) from None

"""Problem details (RFC 9457) for all API errors, which locate problems in the same way as the
pages."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as ModelError
from django.forms import BaseForm
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers, status
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    NotAuthenticated,
    NotFound,
    ValidationError,
)
from rest_framework.exceptions import PermissionDenied as NotPermitted
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from core.errors import Problem, RateroomError, located
from people.requests.ids import request_id
from stimuli.store.errors import RETRY_SECONDS, StoreAway

CONTENT_TYPE = "application/problem+json"
TYPES = "/docs/api/#"  # address of the sections on each type in this site's documentation
MOST = 200  # maximum number of problems in one reply
SECONDS_UNDER_WAY = 2  # seconds to wait before repeating a request that is still in progress

logger = logging.getLogger(__name__)


def not_found(name: object, path: str, *, remedy: str = "") -> Problem:
    """Return the problem for an unknown name or id at `path`."""
    return Problem(_("“%(name)s” was not found.") % {"name": name}, path, remedy=remedy)


class LocatedProblem(serializers.Serializer):
    """One problem. `path` is the place of the problem in the request, with dots between the levels.
    `line` counts from 1, and is null if the line is unknown."""

    what = serializers.CharField()
    path = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(allow_null=True)
    remedy = serializers.CharField(allow_blank=True)


class ProblemDetails(serializers.Serializer):
    """The reply to every request that fails."""

    type = serializers.CharField(help_text="Address of the documentation of this error.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    request_id = serializers.CharField(
        help_text="Id of the request, which is also in the header X-Request-Id."
    )
    problems = LocatedProblem(many=True)


class Invalid(APIException):
    """Raised if a request breaks rules. `problems` lists every broken rule."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY

    def __init__(self, problems: Iterable[Problem], detail: str = "") -> None:
        self.problems = list(problems)
        super().__init__(detail or "; ".join(map(str, self.problems[:3])))

    @classmethod
    def by(cls, form: BaseForm) -> "Invalid":
        """Return an exception with the errors of `form` as problems of the request."""
        return cls(
            Problem(str(message), "" if name == "__all__" else name)
            for name, messages in form.errors.items()
            for message in messages
        )


HIDDEN = (
    "Means by system are hidden until all batches of the report are closed. To see them earlier, "
    "send `unveil` to each batch. This is recorded."
)


class Conflict(APIException):
    """Raised if something already exists or is in progress. If waiting helps, `wait` is the number
    of seconds to wait before a repeat."""

    status_code = status.HTTP_409_CONFLICT

    def __init__(self, detail: str, *, wait: int | None = None) -> None:
        self.wait = wait
        super().__init__(detail)


class PreconditionFailed(APIException):
    """Raised if the object has changed since the client last read it."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_detail = "The object has changed since you read it. Read it again, then decide."


class TooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


TITLES = {
    400: ("malformed", "The request cannot be read"),
    401: ("unauthenticated", "A token is needed"),
    403: ("forbidden", "Not permitted"),
    404: ("not-found", "Not found"),
    405: ("method-not-allowed", "Method not allowed"),
    406: ("not-acceptable", "This format is not available"),
    409: ("conflict", "The current state does not allow this"),
    412: ("precondition-failed", "The object has changed"),
    413: ("too-large", "The request is too large"),
    415: ("unsupported-media-type", "This content type is not accepted"),
    422: ("invalid", "The request has errors"),
    429: ("rate-limited", "Too many requests"),
    500: ("defect", "An error on the site"),
    503: ("unavailable", "Temporarily unavailable"),
}


def details(code: int, detail: str, problems: Sequence[Problem] = ()) -> dict[str, object]:
    """Return the body of a reply that describes an error as problem details."""
    name, title = TITLES.get(code, ("other", "Refused"))
    return {
        "type": f"{TYPES}{name}",
        "title": title,
        "status": code,
        "detail": detail,
        "request_id": request_id(),
        "problems": [
            {"what": each.what, "path": each.path, "line": each.line, "remedy": each.remedy}
            for each in problems[:MOST]
        ],
    }


def as_problem(error: Exception, _context: Mapping[str, object]) -> Response | None:
    """Return the reply to an exception that a view raised. DRF calls this function. Return None for
    an error in our code, which the site's own handler reports."""
    if isinstance(error, Http404):
        error = NotFound("This token cannot access such an object.")
    elif isinstance(error, PermissionDenied):
        error = NotPermitted(str(error) or "Your role does not allow this.")
    if isinstance(error, StoreAway):
        response = _response(503, str(error), located(error))
        response["Retry-After"] = str(RETRY_SECONDS)
        return response
    if isinstance(error, RateroomError):
        return _response(422, str(error), located(error))
    if isinstance(error, ModelError):
        return _response(422, "; ".join(error.messages), list(_of_model(error)))
    if isinstance(error, ValidationError):
        problems = list(_flat(error.detail))
        return _response(422, "; ".join(map(str, problems[:3])), problems)
    if not isinstance(error, APIException):
        return None
    problems = error.problems if isinstance(error, Invalid) else []
    response = _response(error.status_code, str(error.detail), problems)
    if isinstance(error, NotAuthenticated) or error.status_code == status.HTTP_401_UNAUTHORIZED:
        response["WWW-Authenticate"] = getattr(error, "auth_header", "Bearer")
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = str(int(wait))
    return response


def _response(code: int, detail: str, problems: Sequence[Problem]) -> Response:
    return Response(details(code, detail, problems), status=code, content_type=CONTENT_TYPE)


def plain_problem(code: int, detail: str) -> HttpResponse:
    """Return problem details as the response to an error outside the API's views."""
    body = JSONRenderer().render(details(code, detail))
    return HttpResponse(body, status=code, content_type=CONTENT_TYPE)


def _of_model(error: ModelError) -> Iterator[Problem]:
    if not hasattr(error, "error_dict"):
        yield from (Problem(message) for message in error.messages)
        return
    for name, messages in error.message_dict.items():
        for message in messages:
            yield Problem(message, "" if name == "__all__" else name)


def _flat(detail: object, *path: str) -> Iterator[Problem]:
    """Yield a serializer's errors as problems, each with its path in the request."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _flat(inner, *path, *([] if name == "non_field_errors" else [str(name)]))
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            steps = [str(number)] if isinstance(inner, Mapping | list) else []
            yield from _flat(inner, *path, *steps)
    elif isinstance(detail, ErrorDetail | str):
        yield Problem(str(detail), ".".join(path))

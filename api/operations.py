"""Operations of the API: their scope, their input and reply, and everything that requests have in
common (cursor pages, ETags, idempotency keys, rate limits). A resource only chooses which function
to call."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import wraps
from typing import Any, TypeVar, cast

from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.status import HTTP_202_ACCEPTED
from rest_framework.views import APIView

from api import idempotency
from api.etags import check_unchanged, etag_of, is_known
from api.idempotency import Subjects
from api.models import KeyedWrite
from api.pages import Pages
from api.problems import CONTENT_TYPE, ProblemDetails
from api.rate_limits import Allowance, check, count_request
from hits.access import batch_for_researcher
from hits.models import BackgroundTask, Batch
from people.access import check_scope, owns, project_for_member, projects_for, user_of
from people.models import Project, User
from people.models.tokens import ApiToken, Scope
from stimuli.models import Dataset

Made = TypeVar("Made")
READ, WRITE, MONEY, PEOPLE = Scope.READ, Scope.WRITE, Scope.MONEY, Scope.PEOPLE
REFUSALS = {
    400: "The request cannot be read.",
    401: "The token is missing or not valid.",
    403: "Your role or the token's scope does not allow this.",
    404: "The object does not exist, or the token has no access to it.",
    422: "The request has errors. The response lists each error with its place.",
    429: "Too many requests in this minute.",
}
OF_WRITES = {
    409: "The current state does not allow this, or a request with this key is in progress.",
    412: "The object has changed since you read it.",
    413: "The body is too large.",
    415: "The body is neither JSON nor a form.",
}


def token_of(request: Request) -> ApiToken:
    """Return the token that the request was sent with."""
    return cast("ApiToken", request.auth)


class Resource(APIView):
    """Base class of all API views. It counts requests per token and checks permissions with the
    same functions as the pages."""

    pagination_class = Pages
    allowance: Allowance | None = None
    subjects: Subjects
    changes = True  # whether the request needs a role with write access

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Authenticate the person, and check that the token's rate limit allows another request."""
        self.subjects = Subjects()
        super().initial(request, *args, **kwargs)

    def check_throttles(self, request: Request) -> None:
        """Count this request towards the token's rate limit. Raises Throttled if the limit is
        exceeded."""
        self.allowance = count_request(token_of(request))
        check(self.allowance)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers of the rate limit, and prevent shared caches from storing the reply."""
        final = super().finalize_response(request, response, *args, **kwargs)
        for name, value in (self.allowance.headers if self.allowance else {}).items():
            final[name] = value
        final.headers.setdefault("Cache-Control", "private, no-cache")
        return final

    @property
    def user(self) -> User:
        # DRF's request wraps Django's.
        return user_of(cast("HttpRequest", self.request))

    @property
    def write_key(self) -> str:
        """Return a key to pass to domain functions that use a key to prevent repeated writes."""
        return idempotency.write_name(self.user, idempotency.key_of(self.request))

    def project(self, pk: int, *, write: bool = False) -> Project:
        """Return the project, and record it as a subject of the write. Raises Http404 or
        PermissionDenied if the person has no access."""
        project = project_for_member(self.user, pk)
        if write and not projects_for(self.user, write=True).filter(pk=pk).exists():
            raise PermissionDenied
        self.subjects.project = project
        return project

    def batch(self, pk: int, *, write: bool = False) -> Batch:
        """Return the batch, and record it and its project as subjects of the write. Raises Http404
        or PermissionDenied if the person has no access."""
        batch = batch_for_researcher(self.user, pk, write=write)
        self.subjects.batch, self.subjects.project = batch, batch.project
        return batch

    def require_scope(self, scope: str) -> None:
        """Raise PermissionDenied if the token does not have the scope. A repeat of the write needs
        the scope too."""
        check_scope(self.user, scope)
        self.subjects.scope = scope

    def require_owner(self, project: Project) -> None:
        """Raise PermissionDenied for people who are not owners of the project. A repeat of the
        write is also for owners only."""
        if not owns(self.user, project):
            raise PermissionDenied
        self.subjects.for_owners = True

    def entity(self) -> Mapping[str, object] | None:
        """Return the representation that `If-Match` refers to, as a GET would return it, and lock
        the row until the write is done. Return None, as here, if there is nothing to compare."""
        return None

    def made(self, row: Made) -> Made:
        """Record the created row as a subject of the write, and return the row. Deleting the row
        also deletes the write's key."""
        if isinstance(row, Batch):
            self.subjects.batch = row
        elif isinstance(row, Dataset):
            self.subjects.dataset = row
        elif isinstance(row, Project):
            self.subjects.project = row
        return row


@dataclass(frozen=True)
class Operation:
    """A decorator that turns a method of a Resource into an operation of the API.

    The method is named after the HTTP method. The method gets the validated body or query as
    `sent`. It returns an object that `answer` serialises, a QuerySet if `paged`, or a finished
    response with one of the types in `files`. `scope` is the scope that the token needs: by default
    `read` for a GET, and `write` for anything else. If `secret` is set, the reply is not stored,
    and the called functions must produce it again from the key. A method that returns a
    BackgroundTask leaves the work to a worker: the reply is 202, serialised by `later`. If the
    worker fails, the key can be used again. Set `calls_out` if the method calls another server. The
    method then runs outside a transaction, because rows stored before the call must stay if the
    reply is lost. A repeat before the key is stored runs the method again, so the called functions
    must check the stored rows first.
    """

    name: str
    _: KW_ONLY
    answer: type[BaseSerializer] | None = None
    body: type[Serializer] | None = None
    query: type[Serializer] | None = None
    paged: bool = False
    status: int = 200
    scope: str = ""
    files: Sequence[str] = ()
    secret: bool = False
    later: type[BaseSerializer] | None = None
    calls_out: bool = False

    def __call__(self, handle: Callable[..., object]) -> Callable[..., HttpResponseBase]:
        """Return the method in the form that Django calls."""
        reads = handle.__name__ == "get"
        needed = self.scope or (READ if reads else WRITE)

        @_described(self, needed, reads=reads)
        @wraps(handle)
        def method(view: Resource, request: Request, **values: Any) -> HttpResponseBase:
            check_scope(view.user, needed)

            def act() -> HttpResponseBase:
                sent = _validated(request, self.body, self.query)
                return _rendered(view, handle(view, **values, **sent), self)

            if reads:
                return _read(request, act())
            view.changes = needed != READ
            if self.calls_out:
                return _write_outside(view, request, act)
            return _write(view, request, act, secret=self.secret)

        return method


def _validated(
    request: Request, body: type[Serializer] | None, query: type[Serializer] | None
) -> dict[str, object]:
    """Return the validated body or query as arguments for the method. Raises ValidationError if the
    data are invalid."""
    shape = body or query
    if shape is None:
        return {}
    data = request.data if body else request.query_params
    serializer = shape(data=data, context={"request": request})
    serializer.is_valid(raise_exception=True)
    return {"sent": serializer.validated_data}


def _rendered(view: Resource, result: Any, operation: Operation) -> HttpResponseBase:
    if isinstance(result, HttpResponseBase):
        return result
    context = {"request": view.request}
    if operation.later is not None and isinstance(result, BackgroundTask):
        view.subjects.task = result
        return _left_to_worker(operation.later(result, context=context).data)
    if operation.answer is None:
        return Response(status=204)
    if operation.paged:
        paginator = view.pagination_class()
        rows: Any = paginator.paginate_queryset(result, view.request, view=view)
        page = operation.answer(rows, many=True, context=context).data
        return paginator.get_paginated_response(page)
    return Response(operation.answer(result, context=context).data, status=operation.status)


def _left_to_worker(answer: Mapping[str, Any]) -> Response:
    return Response(answer, status=HTTP_202_ACCEPTED, headers={"Location": answer["address"]})


def _read(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """Return the response with its ETag, or 304 if the client already has this response. The reply
    about an unfinished task gets no ETag."""
    if not isinstance(response, Response) or response.status_code == HTTP_202_ACCEPTED:
        return response
    etag = etag_of(response.data)
    if is_known(request, etag):
        response = Response(status=304)
    response["ETag"] = etag
    return response


def _write(
    view: Resource, request: Request, act: Callable[[], HttpResponseBase], *, secret: bool
) -> HttpResponseBase:
    """Perform the write and store its idempotency key in one transaction. A repeat gets the stored
    reply, or performs the write again if the reply had a secret."""
    key = idempotency.key_of(request)
    with transaction.atomic():
        if not key:
            check_unchanged(request, view.entity)
            return act()
        sent = idempotency.fingerprint(request)
        earlier = idempotency.earlier_write(view.user, key, sent)
        if earlier is not None and earlier.answer is not None:
            response: HttpResponseBase = _replayed(view, earlier)
        elif earlier is not None:
            response = act()
        else:
            check_unchanged(request, view.entity)
            response = act()
            _keep(view, key, sent, response, secret=secret)
    response[idempotency.REPLAYED] = "false" if earlier is None else "true"
    return response


def _write_outside(
    view: Resource, request: Request, act: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Perform a write that calls another server outside a transaction, then store the write's
    idempotency key. A repeat gets the stored reply."""
    key = idempotency.key_of(request)
    if not key:
        check_unchanged(request, view.entity)
        return act()
    sent = idempotency.fingerprint(request)
    with transaction.atomic():
        earlier = idempotency.earlier_write(view.user, key, sent)
    if earlier is None:
        check_unchanged(request, view.entity)
        response = act()
        with transaction.atomic():
            if idempotency.earlier_write(view.user, key, sent) is None:
                _keep(view, key, sent, response)
    else:
        response = _replayed(view, earlier)
    response[idempotency.REPLAYED] = "false" if earlier is None else "true"
    return response


def _replayed(view: Resource, earlier: KeyedWrite) -> Response:
    """Return the stored reply. Raises an error if the person or the token no longer has permission
    for the write."""
    if earlier.scope:
        check_scope(view.user, earlier.scope)
    if earlier.project_id is not None:
        project = view.project(earlier.project_id, write=view.changes)
        if earlier.for_owners:
            view.require_owner(project)
    if earlier.task_id is not None and earlier.answer is not None:
        return _left_to_worker(earlier.answer)
    answer = None if earlier.status == 204 else earlier.answer  # noqa: PLR2004
    return Response(answer, status=earlier.status)


def _keep(
    view: Resource, key: str, sent: str, response: HttpResponseBase, *, secret: bool = False
) -> None:
    data = getattr(response, "data", None)
    idempotency.keep(
        view.user,
        key,
        sent,
        status=response.status_code,
        answer=None if secret else ({} if data is None else data),
        subjects=view.subjects,
    )


def _described(operation: Operation, needed: str, *, reads: bool) -> Callable[[Any], Any]:
    """Return a decorator that describes the operation in the OpenAPI schema."""
    responses: dict[Any, Any] = {(200, kind): OpenApiTypes.BINARY for kind in operation.files}
    if operation.answer is not None:
        many = operation.answer(many=True) if operation.paged else operation.answer
        responses[operation.status] = many
    elif not operation.files:
        responses[204] = OpenApiResponse(description="The request was successful.")
    if operation.later is not None:
        responses[202] = OpenApiResponse(
            operation.later,
            description="A background task does this. Request `address` to see its progress.",
        )
    refusals = REFUSALS if reads else REFUSALS | OF_WRITES
    for code, words in sorted(refusals.items()):
        responses[(code, CONTENT_TYPE)] = OpenApiResponse(ProblemDetails, description=words)
    key = OpenApiParameter(
        idempotency.HEADER,
        str,
        OpenApiParameter.HEADER,
        description="A key that identifies the write. A repeated request with the same key "
        "gets the same response and changes nothing.",
    )
    parameters: list[Any] = [operation.query] if operation.query else []
    return extend_schema(
        operation_id=operation.name,
        request=operation.body,
        responses=responses,
        parameters=parameters if reads else [*parameters, key],
        extensions={"x-scope": str(needed)},
    )

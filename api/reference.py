"""The OpenAPI 3.1 schema, and a page that shows it. The server renders the page because of the
strict Content-Security-Policy. Anyone can read both, because they contain no data of the site."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator

from api.authentication import TokenAuthentication
from api.problems import plain_problem
from core.reference import table

METHODS = ("get", "post", "patch", "put", "delete")
MOST_STEPS = 4  # levels of nested shapes that the page writes out


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The API token's description in the schema. It registers itself with drf-spectacular."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, _auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "rr_…"}


_making = Lock()


def openapi() -> dict[str, object]:
    """Return the OpenAPI schema. It is the same for everyone, and is generated once per process.

    One thread generates the schema while the other threads wait, because the generator stores its
    state in variables that all threads share.
    """
    with _making:
        return made_schema()


@cache
def made_schema() -> dict[str, object]:
    with override("en"):  # so that choices and help texts are in one language
        generator: Any = SchemaGenerator
        schema: dict[str, Any] = generator().get_schema(request=None, public=True)
    return schema


@require_safe
def schema(_request: HttpRequest) -> JsonResponse:
    """Return the OpenAPI schema as JSON."""
    response = JsonResponse(openapi(), content_type="application/vnd.oai.openapi+json")
    response["Cache-Control"] = "public, max-age=300"
    return response


@dataclass(frozen=True)
class Field:
    """A field of a request or reply. `name` includes the names of the enclosing fields."""

    name: str
    type: str
    required: bool
    description: str


@dataclass(frozen=True)
class Request:
    """One operation, in the form shown on the page."""

    key: str
    method: str
    path: str
    words: str
    scope: str
    parameters: list[Field]
    body: list[Field]
    answer: list[Field]
    answer_words: str


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show the page with all operations, grouped by subject."""
    return render(request, "api/reference.html", {"groups": _groups()})


def requests_reference() -> str:
    """Return all operations, grouped by subject, as Markdown for the documentation."""
    heads = ("request", "what it does", "takes", "scope")
    return "\n\n".join(
        f"## {subject}\n\n{table(heads, map(_row, requests))}"
        for subject, requests in _groups().items()
    )


def _row(request: Request) -> tuple[str, ...]:
    """Return a row of the table of operations. Only the top-level fields of the body are listed."""
    taken = [each.name for each in (*request.parameters, *request.body) if "." not in each.name]
    elsewhere = {*re.findall(r"{(\w+)}", request.path), "Idempotency-Key"}
    fields = [f"`{name}`" for name in taken if name not in elsewhere]
    path = request.path.removeprefix("/api/v1")
    return f"`{request.method} {path}`", request.words, ", ".join(fields), request.scope


def _groups() -> dict[str, list[Request]]:
    groups: dict[str, list[Request]] = {}
    for each in _requests(openapi()):
        groups.setdefault(each.path.split("/")[3], []).append(each)
    return groups


@csrf_exempt
def nothing_there(request: HttpRequest) -> HttpResponse:
    """Return 404 for any unknown URL below `/api/v1/`."""
    return plain_problem(404, f"The API has no address {request.path}.")


def _requests(document: Mapping[str, Any]) -> Iterator[Request]:
    for path, operations in document["paths"].items():
        for method in METHODS:
            if (operation := operations.get(method)) is not None:
                yield _request(document, path, method, operation)


def _request(
    document: Mapping[str, object], path: str, method: str, operation: Mapping[str, Any]
) -> Request:
    body = operation.get("requestBody", {}).get("content", {})
    code, answer = min(operation["responses"].items())
    content = answer.get("content", {})
    json_answer = content.get("application/json")
    return Request(
        key=operation["operationId"],
        method=method.upper(),
        path=path,
        words=operation.get("description", ""),
        scope=operation.get("x-scope", ""),
        parameters=[
            Field(
                each["name"],
                _type(each["schema"]),
                each.get("required", False),
                each.get("description", ""),
            )
            for each in operation.get("parameters", ())
        ],
        body=list(_fields(document, next(iter(body.values()))["schema"])) if body else [],
        answer=list(_fields(document, json_answer["schema"])) if json_answer else [],
        answer_words=f"{code} {', '.join(content)}",
    )


def _fields(document: Mapping[str, Any], schema: Mapping[str, Any], *steps: str) -> Iterator[Field]:
    """Yield the fields of a schema and of the schemas nested in this schema."""
    schema = _resolved(document, schema)
    if schema.get("type") == "array":
        yield from _fields(
            document, schema["items"], *steps[:-1], f"{steps[-1]}[]" if steps else "[]"
        )
        return
    required = set(schema.get("required", ()))
    for name, inner in schema.get("properties", {}).items():
        shape = _resolved(document, inner)
        path = (*steps, name)
        yield Field(".".join(path), _type(shape), name in required, shape.get("description", ""))
        if len(path) < MOST_STEPS:
            yield from _fields(document, shape, *path)


def _resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema that `schema` refers to, with the description in `schema`. If `schema`
    contains no reference, return it unchanged."""
    for part in [schema, *schema.get("allOf", ()), *schema.get("oneOf", ())]:
        if name := part.get("$ref", "").rpartition("/")[2]:
            inner: Mapping[str, object] = document["components"]["schemas"][name]
            return {**inner, **{key: schema[key] for key in ("description",) if key in schema}}
    return schema


def _type(schema: Mapping[str, Any]) -> str:
    kinds = schema.get("type", "")
    words = " or ".join(kinds) if isinstance(kinds, list) else kinds
    if choices := schema.get("enum"):
        words = " · ".join(str(choice) for choice in choices if choice is not None)
    return words + (f" ({schema['format']})" if "format" in schema else "")

"""An API client with a token, for tests."""

import io
import json

from django.http import HttpResponse
from django.test import Client

from people.models import Project, User
from people.tokens.granting import make_token

BASE = "/api/v1/"


class Program:
    """An API client with a token of `user`. `token` is None if it has no token."""

    def __init__(
        self,
        user: User | None,
        scopes: str = "read write money people",
        project: Project | None = None,
    ) -> None:
        self.client = Client(raise_request_exception=False)
        self.row, self.token = None, None
        if user is not None:
            self.row, self.token = make_token(
                user=user, name="Test", scopes=scopes.split(), days=1, project=project
            )

    def ask(self, method: str, path: str, body=None, **headers: str) -> HttpResponse:
        """Send a request with `body` as JSON. `path` is relative to /api/v1/ unless it starts with
        "/" or "http". Headers have the names of Django's test client."""
        if self.token:
            headers.setdefault("HTTP_AUTHORIZATION", f"Bearer {self.token}")
        address = path if path.startswith(("/", "http")) else BASE + path
        content = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        return self.client.generic(
            method, address, content, content_type="application/json", **headers
        )

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body=None, **headers: str) -> HttpResponse:
        return self.ask("POST", path, body, **headers)

    def upload(self, path: str, form: dict, **headers: str) -> HttpResponse:
        """Send a form with files."""
        return self.client.post(
            BASE + path, form, HTTP_AUTHORIZATION=f"Bearer {self.token}", **headers
        )

    def read(self, path: str):
        """Return the JSON of a GET request, which must succeed."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def made(self, path: str, body=None, **headers: str):
        """Return the JSON of a POST request, which must succeed."""
        answer = self.post(path, body, **headers)
        assert answer.status_code in {200, 201, 202}, answer.content
        return answer.json()


def whole(answer: HttpResponse) -> bytes:
    """Return all bytes of a response, which can be streamed."""
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


class Readable(io.BytesIO):
    """A response in the form in which the client reads it from a connection."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__(whole(answer))
        self.headers = answer.headers

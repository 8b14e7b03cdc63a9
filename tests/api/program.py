"""A program with a token, as tests ask the API."""

import io
import json

from django.http import HttpResponse
from django.test import Client

from people.models import Project, User
from people.tokens.granting import make_token

BASE = "/api/v1/"


class Program:
    """Asks with a token of `user`; `token` is None for one without."""

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
        """`path` below /api/v1/ or whole; `body` as JSON. Headers as Django's client takes them."""
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
        """A form with files."""
        return self.client.post(
            BASE + path, form, HTTP_AUTHORIZATION=f"Bearer {self.token}", **headers
        )

    def read(self, path: str):
        """What a GET gives; it must succeed."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def made(self, path: str, body=None, **headers: str):
        """What a POST gives; it must succeed."""
        answer = self.post(path, body, **headers)
        assert answer.status_code in {200, 201, 202}, answer.content
        return answer.json()


def whole(answer: HttpResponse) -> bytes:
    """A streamed answer's bytes."""
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


class Readable(io.BytesIO):
    """An answer as a client reads it from a connection."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__(whole(answer))
        self.headers = answer.headers

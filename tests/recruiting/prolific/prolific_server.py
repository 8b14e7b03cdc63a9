"""A simulated Prolific server with Prolific's documented data and states, and with typical faults.
It records all calls, so that tests notice repeated calls."""

import base64
import hashlib
import hmac
import json
import re
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.recruiting.prolific.prolific_rules import (
    DECIDED_STATES,
    FILTERS,
    NO_JSON,
    Fields,
    Wrong,
    bonus_lines,
    check_change,
    check_rejection,
    check_study,
    write,
)

TOKEN = "token-of-the-lab"
AFTER = {
    ("UNPUBLISHED", "PUBLISH"): "ACTIVE",
    ("ACTIVE", "PAUSE"): "PAUSED",
    ("PAUSED", "START"): "ACTIVE",
    ("ACTIVE", "STOP"): "COMPLETED",
    ("PAUSED", "STOP"): "COMPLETED",
}
REVIEWED = {"APPROVE": "APPROVED", "REJECT": "REJECTED"}
HANG = 1.0  # seconds that "slow" waits: longer than the tests' time limit


@cache
def signing_key(whose: str) -> rsa.RSAPrivateKey:
    """Return a key for this name, cached because generating a key takes as long as ten tests."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Answer(NamedTuple):
    status: int
    content: object


@dataclass
class Call:
    method: str
    path: str
    body: object


@dataclass
class ProlificServer:
    """A simulated Prolific server. `faults` has one fault per call, in order: a status code, "drop"
    (no action or reply), "lost" (action without a reply), "slow" (late reply), "garbled" or "html"
    (no action and no JSON). Only calls that match `faulty` are affected."""

    studies: dict[str, dict] = field(default_factory=dict)
    submissions: dict[str, dict] = field(default_factory=dict)
    bonuses: dict[str, dict] = field(default_factory=dict)
    subscriptions: dict[str, dict] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    faults: deque[int | str] = field(default_factory=deque)
    faulty: str = ""
    secret: str = "hook-secret"
    workspaces: tuple[str, ...] = ("w1", "w2")

    def __post_init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), count(1)
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _any(self) -> None:
                owner.answer(self)

            do_GET = do_POST = do_PATCH = do_DELETE = _any  # noqa: N815

            def log_message(self, *_args) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # It looks every hundredth of a second whether the test is over, and not every half.
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Do not answer any call until the context ends."""
        with self._lock:
            yield

    # What a test does as the service or as its people.

    def new_id(self) -> str:
        return hashlib.sha256(str(next(self._numbers)).encode()).hexdigest()[:24]

    def send_person(self, study_id: str, participant: str, *, state: str = "ACTIVE") -> str:
        """Add a submission of the participant. Return its session."""
        session = self.new_id()
        self.submissions[session] = {
            "id": session,
            "participant": participant,
            "study_id": study_id,
            "status": state,
            "started_at": "2026-11-22T10:00:00Z",
            "completed_at": None,
            "entered_code": None,
            "bonus_payments": [],
        }
        return session

    def move(self, session: str, state: str) -> None:
        self.submissions[session]["status"] = state

    def hook(self, session: str, *, state: str = "", event: str = "", secret: str = ""):
        """Return the body and headers of a webhook about a submission, for `client.post`."""
        submission = self.submissions[session]
        body = json.dumps(
            {
                "resource_id": session,
                "event_type": "submission.status.change",
                "participant_id": submission["participant"],
                "status": state or submission["status"],
            }
        ).encode()
        timestamp = "1795000000"
        digest = hmac.digest((secret or self.secret).encode(), timestamp.encode() + body, "sha256")
        return body, {
            "HTTP_X_PROLIFIC_REQUEST_SIGNATURE": base64.b64encode(digest).decode(),
            "HTTP_X_PROLIFIC_REQUEST_TIMESTAMP": timestamp,
            "HTTP_X_EVENT_ID": event or self.new_id(),
        }

    def entry_token(
        self, session: str, *, seconds: int = 120, whose="Prolific's", **changes: str
    ) -> str:
        submission = self.submissions[session]
        parameters = {
            "PROLIFIC_PID": submission["participant"],
            "STUDY_ID": submission["study_id"],
            "SESSION_ID": session,
        } | changes
        claims = {"sub": session, "exp": time.time() + seconds, "prolific": parameters}
        return jwt.encode(claims, signing_key(whose), algorithm="RS256", headers={"kid": "key-1"})

    def made(self, method: str, ending: str) -> list[Call]:
        """Return the calls with this method whose path ends with `ending`."""
        return [call for call in self.calls if call.method == method and call.path.endswith(ending)]

    # What it answers.

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length") or 0)
        raw = handler.rfile.read(length)
        body = json.loads(raw) if raw else None
        parts = urlsplit(handler.path)
        with self._lock:
            self.calls.append(Call(handler.command, parts.path, body))
            fault: int | str = 200
            if self.faults and re.search(self.faulty, f"{handler.command} {parts.path}"):
                fault = self.faults.popleft()
            if fault == "drop":
                handler.close_connection = True
                return
            if isinstance(fault, int) and fault != 200:
                self._send(handler, fault, _error(fault, f"fault {fault}"))
                return
            if fault in NO_JSON:
                write(handler, 200, *NO_JSON[str(fault)])
                return
            headers: dict[str, str] = {}
            try:
                _check_token(handler.headers.get("Authorization", ""))
                content = self._do(
                    handler.command, parts.path, parse_qs(parts.query), body, headers
                )
                status, content = content if isinstance(content, Answer) else (200, content)
            except Wrong as wrong:
                status, content = wrong.status, _error(wrong.status, wrong.detail)
        if fault == "lost":
            handler.close_connection = True
            return
        if fault == "slow":
            time.sleep(HANG)
        self._send(handler, status, content, headers)

    def _do(self, method: str, path: str, query: dict, body, headers: dict[str, str]):
        if path == "/.well-known/study/jwks.json":
            key = jwt.algorithms.RSAAlgorithm.to_jwk(
                signing_key("Prolific's").public_key(), as_dict=True
            )
            return {"keys": [key | {"kid": "key-1", "alg": "RS256", "use": "sig"}]}
        for pattern, act in _ROUTES:
            if match := re.fullmatch(pattern, f"{method} {path}"):
                return act(self, *match.groups(), body=body, query=query, headers=headers)
        raise Wrong(404, f"No route {method} {path}")

    def _create_study(self, *, body, **_kw):
        check_study(body, self.studies)
        study = body | {"id": self.new_id(), "status": "UNPUBLISHED", "places_taken": 0}
        self.studies[study["id"]] = study
        return Answer(201, study)

    def _studies(self, *, query: dict, **_kw):
        return _page(list(self.studies.values()), query)

    def _study(self, study_id: str, **_kw):
        return _known(self.studies, study_id)

    def _patch_study(self, study_id: str, *, body, **_kw):
        study = _known(self.studies, study_id)
        check_change(study, body)
        study |= body
        if study["status"] == "COMPLETED":
            study["status"] = "ACTIVE"
        return study

    def _delete_study(self, study_id: str, **_kw):
        if _known(self.studies, study_id)["status"] != "UNPUBLISHED":
            raise Wrong(400, "Published studies cannot be deleted.")
        del self.studies[study_id]
        return {}

    def _account(self, **_kw):
        return {"id": "a" * 24, "email": "lab@example.org"}

    def _workspace(self, workspace_id: str, **_kw):
        if workspace_id not in self.workspaces:
            raise Wrong(404, "Not found.")
        return {"id": workspace_id, "title": "Lab", "description": ""}

    def _filters(self, **_kw):
        return {"results": FILTERS, "meta": {"count": len(FILTERS)}}

    def _move_study(self, study_id: str, *, body, **_kw):
        study = _known(self.studies, study_id)
        after = AFTER.get((study["status"], body["action"]))
        if after is None:
            raise Wrong(400, f"{body['action']} is not possible from {study['status']}.")
        study["status"] = after
        return study

    def _submissions(self, study_id: str, *, query: dict, **_kw):
        rows = [row for row in self.submissions.values() if row["study_id"] == study_id]
        renamed = [
            {**row, "participant_id": row["participant"]} for row in rows
        ]  # as the list names it
        for row in renamed:
            del row["participant"]
        return _page(renamed, query)

    def _submission(self, session: str, **_kw):
        return _known(self.submissions, session)

    def _review(self, session: str, *, body, **_kw):
        submission = _known(self.submissions, session)
        after = REVIEWED.get(body.get("action"))
        if after is None:
            raise Wrong(400, {"action": ["Not a valid choice."]})
        if submission["status"] == after:
            return submission
        if submission["status"] != "AWAITING REVIEW":
            raise Wrong(400, f"{body['action']} is not possible from {submission['status']}.")
        if after == "REJECTED":
            check_rejection(body)
        submission["status"] = after
        return submission

    def _request_return(self, session: str, *, body, **_kw):
        submission = _known(self.submissions, session)
        if submission["status"] in DECIDED_STATES:
            raise Wrong(400, f"A return cannot be requested from {submission['status']}.")
        if not body.get("request_return_reasons"):
            raise Wrong(400, {"request_return_reasons": ["This field is required."]})
        submission["return_requested"] = "2026-11-22T11:00:00Z"
        submission["reasons"] = body["request_return_reasons"]
        return submission

    def _set_up_bonus(self, *, body, **_kw):
        _known(self.studies, str(body.get("study_id")))
        bonus = {"id": self.new_id(), "lines": bonus_lines(body, self.submissions)}
        self.bonuses[bonus["id"]] = bonus
        return Answer(201, {"id": bonus["id"], "study": body["study_id"], "amount": 0, "fees": 0})

    def _pay_bonus(self, bonus_id: str, **_kw):
        for session, amount in _known(self.bonuses, bonus_id)["lines"]:
            self.submissions[session]["bonus_payments"].append(float(amount * 100))
        return Answer(202, {})

    def _hook_secret(self, *, body, **_kw):
        _known_workspace(self, body)
        secret = {"id": self.new_id(), "value": self.secret, "workspace_id": body["workspace_id"]}
        return Answer(201, secret)

    def _subscribe(self, *, body, headers: dict[str, str], **_kw):
        _known_workspace(self, body)
        if not body["target_url"].startswith("https://"):
            raise Wrong(400, {"target_url": ["Must be an https:// address."]})
        subscription = body | {"id": self.new_id(), "is_enabled": False}
        self.subscriptions[subscription["id"]] = subscription
        headers["X-Hook-Secret"] = f"challenge-{subscription['id']}"
        return Answer(201, subscription)

    def _confirm(self, subscription_id: str, *, body, **_kw):
        subscription = _known(self.subscriptions, subscription_id)
        if body["secret"] != f"challenge-{subscription_id}":
            raise Wrong(400, "Wrong secret.")
        subscription["is_enabled"] = True
        return subscription

    @staticmethod
    def _send(
        handler: BaseHTTPRequestHandler, status: int, content, headers: dict[str, str] | None = None
    ) -> None:
        write(handler, status, "application/json", json.dumps(content).encode(), headers)


def _check_token(sent: str) -> None:
    if sent != f"Token {TOKEN}":
        raise Wrong(401, "Authentication credentials were not provided.")


def _known_workspace(server: ProlificServer, body) -> None:
    if body.get("workspace_id") not in server.workspaces:
        raise Wrong(400, {"workspace_id": ["Not found."]})


def _error(status: int, detail: str | Fields) -> dict:
    return {
        "error": {
            "status": status,
            "error_code": 140000 + status,
            "title": "Error",
            "detail": detail,
            "additional_information": "",
        }
    }


def _known(rows: dict[str, dict], key: str) -> dict:
    if key not in rows:
        raise Wrong(404, "Not found.")
    return rows[key]


def _page(rows: list, query: dict[str, list[str]]) -> dict:
    number, size = int(query["page"][0]), int(query["page_size"][0])
    return {"results": rows[(number - 1) * size : number * size], "meta": {"count": len(rows)}}


_ID = "([0-9a-f]{24})"
_ROUTES = [
    ("POST /api/v1/studies/", ProlificServer._create_study),
    ("GET /api/v1/studies/", ProlificServer._studies),
    (f"GET /api/v1/studies/{_ID}/", ProlificServer._study),
    (f"PATCH /api/v1/studies/{_ID}/", ProlificServer._patch_study),
    (f"DELETE /api/v1/studies/{_ID}/", ProlificServer._delete_study),
    ("GET /api/v1/users/me/", ProlificServer._account),
    ("GET /api/v1/workspaces/([^/]+)/", ProlificServer._workspace),
    ("GET /api/v1/filters/", ProlificServer._filters),
    (f"POST /api/v1/studies/{_ID}/transition/", ProlificServer._move_study),
    (f"GET /api/v1/studies/{_ID}/submissions/", ProlificServer._submissions),
    (f"GET /api/v1/submissions/{_ID}/", ProlificServer._submission),
    (f"POST /api/v1/submissions/{_ID}/transition/", ProlificServer._review),
    (f"POST /api/v1/submissions/{_ID}/request-return/", ProlificServer._request_return),
    ("POST /api/v1/submissions/bonus-payments/", ProlificServer._set_up_bonus),
    (f"POST /api/v1/bulk-bonus-payments/{_ID}/pay/", ProlificServer._pay_bonus),
    ("POST /api/v1/hooks/secrets/", ProlificServer._hook_secret),
    ("POST /api/v1/hooks/subscriptions/", ProlificServer._subscribe),
    (f"POST /api/v1/hooks/subscriptions/{_ID}/", ProlificServer._confirm),
]

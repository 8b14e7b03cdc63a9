"""Prolific's documented rules for studies, rejections and bonuses, which the simulated server
enforces, and a function to send responses."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from http.server import BaseHTTPRequestHandler
from math import sqrt
from urllib.parse import urlsplit

from recruiting.prolific.api.shapes import RejectionCategory

REQUIRED = (
    *("name", "description", "external_study_url", "prolific_id_option", "completion_codes"),
    *("total_available_places", "estimated_completion_time", "reward"),
)
KNOWN = {
    *REQUIRED,
    "internal_name",
    "maximum_allowed_time",
    "device_compatibility",
    "peripheral_requirements",
    "filters",
    "project",
    "is_external_study_url_secure",
    "submissions_config",
}
CHANGED_AFTER_PUBLISHING = {"internal_name", "total_available_places", "submissions_config"}
CHOICES = {
    "prolific_id_option": {"question", "url_parameters", "not_required"},
    "device_compatibility": {"desktop", "tablet", "mobile"},
    "peripheral_requirements": {"audio", "camera", "download", "microphone"},
}
CODE_TYPES = {
    *("COMPLETED", "FAILED_ATTENTION_CHECK", "FOLLOW_UP_STUDY", "GIVE_BONUS"),
    *("INCOMPATIBLE_DEVICE", "NO_CONSENT", "OTHER", "FIXED_SCREENOUT", "SCREENED_IN"),
    "SCREENED_OUT",
}
# What an action needs beside its name.
ACTIONS: dict[str, set[str]] = {
    "AUTOMATICALLY_APPROVE": set(),
    "MANUALLY_REVIEW": set(),
    "ADD_TO_PARTICIPANT_GROUP": {"participant_group"},
    "REMOVE_FROM_PARTICIPANT_GROUP": {"participant_group"},
    "REQUEST_RETURN": {"return_reason"},
    "FIXED_SCREEN_OUT_PAYMENT": {"fixed_screen_out_reward", "slots"},
    "DYNAMIC_PAYMENT": set(),
}
FILTERS: list[dict] = [
    {
        "filter_id": "current-country-of-residence",
        "type": "select",
        "data_type": "ChoiceID",
        "choices": {"0": "United Kingdom", "1": "United States", "2": "Ireland", "3": "Germany"},
    },
    {
        "filter_id": "fluent-languages",
        "type": "select",
        "data_type": "ChoiceID",
        "choices": {"19": "English", "23": "French", "24": "German"},
    },
    {"filter_id": "approval_rate", "type": "range", "data_type": "integer", "min": 0, "max": 100},
    {"filter_id": "previous_studies_blocklist", "type": "select", "data_type": "StudyID"},
]
# A person is rewarded for something they sent, or gave back: never while they are at it.
BONUS_STATES = {
    *("AWAITING REVIEW", "APPROVED", "PARTIALLY APPROVED", "REJECTED", "RETURNED", "TIMED-OUT"),
    "SCREENED OUT",
}
DECIDED_STATES = {"APPROVED", "PARTIALLY APPROVED", "REJECTED", "RETURNED", "TIMED-OUT"}

Fields = dict[str, list[str]]


class Wrong(Exception):
    """An error response of the service. `detail` is a text, or lists of texts by field."""

    def __init__(self, status: int, detail: str | Fields) -> None:
        super().__init__(str(detail))
        self.status, self.detail = status, detail


def check_study(body: dict, studies: dict) -> None:
    """Raise Wrong, with all invalid fields, if the new study is not as Prolific documents."""
    wrong: Fields = {}
    for name, problem in _problems(body, studies):
        wrong.setdefault(name, []).append(problem)
    if wrong:
        raise Wrong(400, wrong)


def _problems(body: dict, studies: dict) -> Iterator[tuple[str, str]]:
    yield from ((name, "This field is required.") for name in REQUIRED if not body.get(name))
    yield from ((name, "Unknown field.") for name in sorted(set(body) - KNOWN))
    for name in ("total_available_places", "estimated_completion_time", "reward"):
        if not isinstance(body.get(name), int) or body[name] < 1:
            yield name, "A whole number of at least 1 is required."
    for name, allowed in CHOICES.items():
        sent = body.get(name, [])
        if unknown := sorted(set([sent] if isinstance(sent, str) else sent) - allowed):
            yield name, f"{unknown} is not a valid choice."
    yield from _address_problems(body)
    estimate = body.get("estimated_completion_time") or 0
    least = 2 + 2 * estimate + 2 * sqrt(estimate)
    if body.get("maximum_allowed_time", least) < least:
        yield "maximum_allowed_time", f"Must be at least {least:.0f}."
    yield from _code_problems(body.get("completion_codes") or [])
    yield from _filter_problems(body.get("filters") or [], studies)


def _address_problems(body: dict) -> Iterator[tuple[str, str]]:
    address = str(body.get("external_study_url", ""))
    parts = urlsplit(re.sub(r"[{}%]", "", address))
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        yield "external_study_url", "Enter a valid URL."
    if body.get("prolific_id_option") == "url_parameters" and "{{%PROLIFIC_PID%}}" not in address:
        yield "external_study_url", "The participant's id is missing."


def _code_problems(codes: list[dict]) -> Iterator[tuple[str, str]]:
    if len({code.get("code") for code in codes}) < len(codes):
        yield "completion_codes", "Each code must be unique."
    for code in codes:
        if not code.get("code") or code.get("code_type") not in CODE_TYPES:
            yield "completion_codes", f"{code.get('code_type')}: not a code."
        if code.get("actor", "participant") not in {"participant", "researcher"}:
            yield "completion_codes", "Unknown actor."
        actions = code.get("actions")
        if actions is None:
            yield "completion_codes", "Actions are required."
        names = {action.get("action") for action in actions or []}
        if {"AUTOMATICALLY_APPROVE", "MANUALLY_REVIEW"} <= names:
            yield "completion_codes", "These actions exclude each other."
        for action in actions or []:
            needed = ACTIONS.get(action.get("action"))
            if needed is None or not all(action.get(name) for name in needed):
                yield "completion_codes", f"{action}: not an action, or incomplete."


def _filter_problems(filters: list[dict], studies: dict) -> Iterator[tuple[str, str]]:
    known = {row["filter_id"]: row for row in FILTERS}
    for sent in filters:
        row = known.get(sent.get("filter_id", ""))
        if row is None:
            yield "filters", f"{sent.get('filter_id')}: no such filter."
        elif row["type"] == "range":
            bounds = [value for value in sent["selected_range"].values() if value is not None]
            if not bounds or not all(row["min"] <= value <= row["max"] for value in bounds):
                yield "filters", "A bound is missing or outside of the range."
        else:
            allowed = row.get("choices") or studies
            if not sent["selected_values"] or not set(sent["selected_values"]) <= set(allowed):
                yield "filters", f"{sent['selected_values']}: not choices of this filter."


def check_change(study: dict, body: dict) -> None:
    """Raise Wrong if the change is not possible after the study was published."""
    if study["status"] == "UNPUBLISHED":
        return
    if fixed := sorted(set(body) - CHANGED_AFTER_PUBLISHING):
        raise Wrong(400, {name: ["Cannot be changed after publishing."] for name in fixed})
    if body.get("total_available_places", 0) < study["total_available_places"]:
        raise Wrong(400, "The number of places can only be increased.")


def check_rejection(body: dict) -> None:
    """Raise Wrong if the category is invalid or the message is under 100 characters."""
    if body.get("rejection_category") not in set(RejectionCategory):
        raise Wrong(400, {"rejection_category": ["A valid category is required."]})
    if len(body.get("message", "")) < 100:
        raise Wrong(400, {"message": ["The message must have at least 100 characters."]})


def bonus_lines(body: dict, submissions: dict[str, dict]) -> list[tuple[str, Decimal]]:
    """Return the session and amount of each line. Raises Wrong if a line is malformed, its session
    is not in the study, or its state does not allow a bonus."""
    lines = []
    for line in filter(None, str(body.get("csv_bonuses", "")).split("\n")):
        session, _comma, text = line.partition(",")
        try:
            amount = Decimal(text)
        except InvalidOperation:
            raise Wrong(400, {"csv_bonuses": [f"{line}: not an amount."]}) from None
        row = submissions.get(session)
        if row is None or row["study_id"] != body.get("study_id"):
            raise Wrong(400, {"csv_bonuses": [f"{session} did not take part in the study."]})
        if row["status"] not in BONUS_STATES:
            raise Wrong(400, {"csv_bonuses": [f"{session} is {row['status']}."]})
        if amount <= 0 or amount != amount.quantize(Decimal("0.01")):
            raise Wrong(400, {"csv_bonuses": [f"{text}: not an amount."]})
        lines.append((session, amount))
    if not lines:
        raise Wrong(400, {"csv_bonuses": ["This field is required."]})
    return lines


NO_JSON = {
    "garbled": ("application/json", b'{"id": "60d9'),
    "html": ("text/html", b"<!doctype html><title>Sign in</title>"),
}


def write(
    handler: BaseHTTPRequestHandler,
    status: int,
    kind: str,
    data: bytes,
    headers: dict[str, str] | None = None,
) -> None:
    """Send a response. A client that has closed the connection is ignored."""
    try:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)
    except (BrokenPipeError, ConnectionResetError):  # the client gave up waiting
        return

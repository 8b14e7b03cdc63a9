"""Planting of hostile strings in every text column that outsiders can fill. Model metadata gives
the columns, so new ones are included automatically."""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress

import yaml
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from hits.models import Assignment, Batch
from judges.models import JudgeRun
from recruiting.around.models import PageVersion
from surveys.loading import library_source
from surveys.models import Rubric, RubricVersion
from tests.injection.strings import long_text, short_text

NUMBER = re.compile(r"-?[\d.]+|")
LEAF = 200  # of a text within JSON or YAML
LONG = 1000  # a column that takes so many characters gets all strings at once
# Written by the program, from what it chose itself; or an address, which is checked at the door.
OURS = {
    "Act": {"verb", "subject_type", "request_id"},
    "AcceptedFinding": {"check_name", "fingerprint"},
    "AdjudicatedAnswer": {"key", "data"},
    "Amendment": {"key"},
    "Answer": {"key", "data"},
    "Batch": {"completion_code", "completion_url", "language", "stratify_by"},
    "DatasetImport": {"options"},
    "Draft": {"writer"},
    "Endpoint": {"key", "rotation_key", "url"},
    "Enrolment": {"channel", "pseudonym", "next_route", "end_route", "closing_route"},
    "Erasure": {"gone"},
    "ExportSnapshot": {"file", "form", "parameters", "erased"},
    "GoldKey": {"rules"},
    "Invitation": {"key", "language"},
    "ItemMedium": {"field"},
    "JudgeEndpoint": {"base_url"},
    "JudgeRun": {"prompt", "parameters"},
    "KeyedWrite": {"key", "answer"},
    "LeftOutItem": {"check_name"},
    "MaskedOutput": {"check_name"},
    "Medium": {"url", "content_type"},
    "Notice": {"kind", "path"},
    "NoticeSettings": {"language"},
    "OutgoingCall": {"key", "kind", "values"},
    "PageAnswer": {"question"},
    "PageVisit": {"language"},
    "Panel": {"person_parameter", "session_parameter", "exits"},
    "Project": {"currency"},
    "Report": {"settings", "result", "bundle", "content_key"},
    "ReportFigure": {"name"},
    "RunningFigures": {"criteria"},
    "AnnotatorFigures": {"measures", "flags"},
    "AnnotatorFold": {"typical"},
    "Session": {"session_data", "session_key"},
    "Sitting": {"channel"},
    "Guest": {"key"},
    "Study": {"codes"},
    "Transaction": {"key"},
    "TrainingAnswer": {"values"},
    "User": {"password"},
    "Verdict": {"error_code"},
    "VerdictAnswer": {"key", "data"},
    "Viewing": {"seen"},
    # Planted below, as YAML.
    "PageVersion": {"source"},
    "RubricVersion": {"source", "declaration"},
    "PromptTemplate": {"sources"},
}
JSON_TEXTS = {"Event": {"body"}}  # JSON that the program wrote, in a column of text
OUR_NAMES = ("sha256", "shown_order", "hint", "shown_language")  # in any table
WORDS = {"title", "summary", "instructions", "text", "help", "notes", "reason", "low", "high", "label"}  # fmt: skip


def columns() -> Iterator[tuple[type[models.Model], models.Field]]:
    """Yield each model and column with text or JSON that outsiders can fill."""
    for model in apps.get_models():
        if model.__module__.startswith(("django.", "allauth.")):
            continue
        for column in model._meta.local_fields:
            text = isinstance(column, models.CharField | models.TextField | models.JSONField)
            ours = column.name in OURS.get(model.__name__, ()) or column.name.endswith(OUR_NAMES)
            if text and not column.choices and not ours:
                yield model, column


def plant(number: int) -> int:
    """Fill the columns of every row, and return the number of values written. Another `number`
    gives each column another string."""
    planted = 0
    with transaction.atomic(), connection.cursor() as cursor:
        # What never changes is changed here without its triggers.
        cursor.execute("set local session_replication_role = replica")
        _plant_rubric(number)
        _plant_pages(number)
        for place, (model, column) in enumerate(columns()):
            rows = model._base_manager.order_by("pk").values_list("pk", column.name)
            for row, (pk, value) in enumerate(rows):
                if value is None:  # which means something of its own
                    continue
                turn = number + place + row
                if column.name in JSON_TEXTS.get(model.__name__, ()):
                    new = json.dumps(_leaves(json.loads(value), turn)) if value else value
                else:
                    new = _instead(column, value, turn)
                # A constraint may say that it is blank as yet, or names one of a few.
                with suppress(IntegrityError), transaction.atomic():
                    model._base_manager.filter(pk=pk).update(**{column.name: new})
                    planted += 1
    return planted


def _instead(column: models.Field, value, turn: int):
    if isinstance(column, models.JSONField):
        return _leaves(value, turn)
    length = column.max_length or LONG
    return long_text(turn) if length >= LONG else short_text(turn, length)


def _leaves(value, turn: int):
    """Return the value with every text replaced, except texts that are numbers."""
    if isinstance(value, str):
        return value if NUMBER.fullmatch(value) else short_text(turn, LEAF)
    if isinstance(value, list):
        return [_leaves(each, turn + place) for place, each in enumerate(value)]
    if isinstance(value, dict):
        return {key: _leaves(each, turn + place) for place, (key, each) in enumerate(value.items())}
    return value


def _plant_rubric(number: int) -> None:
    """Replace each batch's rubric with a copy that contains the strings."""
    for batch in Batch.objects.all():
        data = yaml.safe_load(library_source(batch.rubric_version.rubric.name))
        source = yaml.safe_dump(_worded(data, number), allow_unicode=True)
        sha256 = hashlib.sha256(f"{batch.pk} {source}".encode()).hexdigest()
        rubric, _made = Rubric.objects.get_or_create(
            project=batch.project, name=f"planted-{batch.pk}"
        )
        version = RubricVersion.objects.create(
            rubric=rubric, number=1, sha256=sha256, source=source, declaration=data
        )
        before = batch.rubric_version.sha256
        Batch.objects.filter(pk=batch.pk).update(rubric_version=version)
        Assignment.objects.filter(hit__batch=batch).update(rubric_sha256=sha256)
        JudgeRun.objects.filter(batch=batch, rubric_sha256=before).update(rubric_sha256=sha256)


def _plant_pages(number: int) -> None:
    for page in PageVersion.objects.all():
        source = yaml.safe_dump(_worded(yaml.safe_load(page.source), number), allow_unicode=True)
        sha256 = hashlib.sha256(f"{page.pk} {source}".encode()).hexdigest()
        PageVersion.objects.filter(pk=page.pk).update(source=source, sha256=sha256)


def _worded(value, number: int, key: str = ""):
    """Return the declaration with its texts replaced. Its structure does not change."""
    if isinstance(value, dict):
        return {
            name: _worded(each, number + place, name)
            for place, (name, each) in enumerate(value.items())
        }
    if isinstance(value, list):
        return [_worded(each, number + place, key) for place, each in enumerate(value)]
    return short_text(number, LEAF) if isinstance(value, str) and key in WORDS else value

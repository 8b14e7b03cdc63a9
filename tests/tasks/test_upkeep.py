"""Tests that scheduled tasks read only the rows they need, whatever the size of the site and the
state of PostgreSQL's statistics."""

from collections import Counter
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from annotation.celery import app
from hits.models import Batch
from hits.states import load_with_states
from quality.evidence.reading import read_evidence
from quality.results import retests_by_annotator
from tests.tasks import fresh_answers

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ANSWERS = ("hits_hit", "hits_assignment", "hits_answer")
# The two statements on retests, and the one on what the answered HITs show.
FENCED = ("'retest'", "from hits_hit where id = any")


def rows_read(node) -> Counter:
    """Return the number of rows the plan reads, by table ("joined" if a node has none)."""
    loops = node["Actual Loops"]
    seen = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    seen += node.get("Rows Removed by Join Filter", 0)
    read = Counter({node.get("Relation Name", "joined"): round(seen * loops)})
    return sum(map(rows_read, node.get("Plans", [])), read)


@contextmanager
def explained():
    """Yield a dict that collects how many rows each different query reads."""
    found: dict[str, Counter] = {}

    def explain(execute, sql, params, many, context):
        plain = " ".join(str(sql).split())
        if plain.startswith(("select", "with")) and plain not in found:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.cursor.execute(f"explain (analyze, format json) {sql}", params)
                found[plain] = rows_read(cursor.fetchone()[0][0]["Plan"])
                transaction.set_rollback(True)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield found


def read_by(batch) -> dict[str, list[int]]:
    """Return how many rows of each `ANSWERS` table the `FENCED` queries read, by query."""
    people = list(batch.enrolments.values_list("pk", flat=True))
    with explained() as found:
        read_evidence(batch)
        retests_by_annotator(batch, people)
    return {
        sql: [read[table] for table in ANSWERS]
        for sql, read in found.items()
        if any(part in sql for part in FENCED)
    }


@pytest.fixture(params=[pytest.param("as published", marks=pytest.mark.long), "unknown"])
def site(request):
    """The batches of a small site, with the statistics from publication or without any. Sequential
    scans are off, so that indexes are used as in large tables."""
    fresh_answers.fill()
    if request.param == "unknown":
        fresh_answers.forget_statistics()
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
    return Batch.objects.select_related("rubric_version").order_by("pk")


def test_a_batch_without_retests_asks_for_no_answers_to_them(site):
    about = [read for sql, read in read_by(site[0]).items() if "retest" in sql]
    assert about == [[0, 0, 0], [0, 0, 0]]


def test_what_others_answered_is_not_read(site):
    with_checks = site[1]
    assert len(read_evidence(with_checks).retests.before) > 0
    before = read_by(with_checks)
    fresh_answers.fill()
    assert len(before) == len(FENCED) + 1
    assert read_by(with_checks) == before


@pytest.mark.usefixtures("site")
def test_each_draft_that_is_swept_is_looked_at_alone():
    sweep = load_with_states("hits/queue/sql/drafts.sql", "sweep")
    with connection.cursor() as cursor:
        cursor.execute(f"explain {sweep}", {"most": 2000})
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "SubPlan" in plan
    assert "hashed SubPlan" not in plan


@pytest.mark.usefixtures("site")
def test_each_task_of_the_schedule_asks_the_database(settings, monkeypatch):
    settings.METRICS_TOKEN, settings.EMAIL_URL = "metrics", "smtp://127.0.0.1:1"
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    app.loader.import_default_modules()
    monkeypatch.setitem(app.conf, "task_always_eager", True)
    due = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    # It asks in a child process: see the tests of smaller copies.
    for name in sorted(due - {"stimuli.imports.tasks.shrink_pictures"}):
        with CaptureQueriesContext(connection) as asked:
            app.tasks[name]()
        assert len(asked) > 0, name
